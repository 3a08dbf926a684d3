import { type Hex, readAddress } from "../../format/numeral.ts";
import type { CallParty, Decoded, Meaning, NestingKind } from "./meaning.ts";

/** The calls inside of a call, laid flat for rules: each with who makes it. */

/** One step on the way down to a call. */
interface Through {
	readonly way: NestingKind;
	/** The contract that holds the calls. */
	readonly at: Hex;
}

export interface Leaf {
	/** Holds no calls itself. */
	readonly decoded: Decoded;
	/** From the outside in; empty for a call that stands alone. */
	readonly via: readonly Through[];
	/** Code of its target, or of a contract on the way other than MultiSend, runs in another account's name. */
	readonly delegate: boolean;
	/**
	 * Who makes the call, in lower case, so whose funds it moves and whose permissions it gives: the signer, or the
	 * Safe, account or contract on the way. Steps of a router are the caller's own (see their `Party`).
	 */
	readonly as: Hex;
	readonly optional: boolean;
	/** False: it has this format only at a contract of a known kind, and the called one is not known to be one. */
	readonly sure: boolean;
	/** Every contract on the way is known to make the calls that it is given. */
	readonly verified: boolean;
}

/** Stands for calls that were not read. */
function unread(target: Hex): Decoded {
	return {
		target,
		value: 0n,
		meaning: { kind: "unknown", reason: "deep", bytes: 0 },
		call: { signature: null, selector: null, args: [] },
	};
}

function walk(leaf: Leaf): readonly Leaf[] {
	const { decoded, via, as, sure, verified } = leaf;
	const { meaning, target } = decoded;
	if (meaning.kind !== "calls") return [leaf];
	const through = [...via, { way: meaning.way, at: target }];
	const isSure = sure && meaning.sure;
	const isVerified = verified && meaning.verified;
	const inner = meaning.calls.flatMap((each) =>
		walk({
			decoded: each.decoded,
			via: through,
			delegate: each.how === "delegatecall" && each.decoded.meaning.kind !== "calls",
			as: each.by === "caller" ? as : each.by,
			optional: leaf.optional || each.optional,
			sure: isSure,
			verified: isVerified,
		}),
	);
	if (meaning.left === 0) return inner;
	const rest: Leaf = {
		decoded: unread(target),
		via: through,
		delegate: false,
		as,
		optional: leaf.optional,
		sure: isSure,
		verified: isVerified,
	};
	return [...inner, rest];
}

/**
 * Every innermost call, in the order in which they run; a call that holds none is its own leaf, and calls that were not
 * read stand as one unknown leaf at the end of what holds them.
 * @param signer who signs the transaction
 */
export function leavesOf(decoded: Decoded, signer: string): readonly Leaf[] {
	const as = readAddress(signer) ?? "0x";
	return walk({ decoded, via: [], delegate: false, as, optional: false, sure: true, verified: true });
}

/** Nothing in it, at any depth, is unknown, and whatever holds calls is known to make them. */
export function isUnderstood(decoded: Decoded): boolean {
	const { meaning } = decoded;
	if (meaning.kind !== "calls") return meaning.kind !== "unknown";
	return (
		meaning.sure &&
		meaning.verified &&
		meaning.left === 0 &&
		meaning.calls.every((inner) => isUnderstood(inner.decoded))
	);
}

/** What a call's bytes say that it does, also where nobody knows the contract as one that does that. */
export const claimedMeaning = ({ meaning }: Pick<Decoded, "meaning">): Meaning =>
	meaning.kind === "unknown" && meaning.like !== undefined ? meaning.like.meaning : meaning;

const isAddress = (party: CallParty | null): party is Hex => party?.startsWith("0x") === true;

/** Who stands for a party of a leaf: an address in lower case; null for a venue that nobody names. */
export function partyAddress(leaf: Pick<Leaf, "as" | "decoded">, party: CallParty): Hex | null {
	if (party === "caller") return leaf.as;
	if (party === "here") return leaf.decoded.target;
	return isAddress(party) ? party : null;
}

/** Tokens that the call's meanings speak of, each once, in lower case: to be asked of the chain. */
export function tokensOf(decoded: Decoded): readonly Hex[] {
	const found = leavesOf(decoded, "").flatMap(({ decoded: leaf }): readonly string[] => {
		const { target, meaning } = leaf;
		switch (meaning.kind) {
			case "permits":
			case "moves":
				return meaning.rows.map(({ token }) => token);
			case "payment":
				return [meaning.asset];
			case "swap":
				return [meaning.assetIn, meaning.assetOut];
			case "check":
				return [meaning.token];
			case "act":
				return [...meaning.gives, ...meaning.gets].flatMap(({ asset }) => (asset === null ? [] : [asset]));
			case "unknown":
				return meaning.like === undefined ? [] : tokensOf({ ...leaf, meaning: meaning.like.meaning });
			case "native":
			case "control":
			case "calls":
				return [];
			default:
				return [target];
		}
	});
	return [...new Set(found.flatMap((each) => readAddress(each) ?? []))];
}

/** A position that something is put into by its number. */
export interface Filled {
	readonly contract: Hex;
	readonly id: bigint;
	/** Who puts it in, in lower case. */
	readonly as: Hex;
}

/** An action on a position in a pool of Uniswap v4, which the action does not name. */
export interface Pooled {
	readonly contract: Hex;
	readonly id: bigint;
	/** Something may be put in; else it is taken out. */
	readonly fills: boolean;
}

/**
 * Actions by which the pool of a position decides what comes of the user's funds. What collects is none: with all its
 * bounds at zero a hook can claim nothing.
 */
export const pooledIn = (decoded: Decoded, signer: string): readonly Pooled[] =>
	leavesOf(decoded, signer).flatMap(({ via, decoded: { meaning, target } }) => {
		if (via.at(-1)?.way !== "positions" || meaning.kind !== "act" || meaning.position === null) return [];
		const fills = meaning.what === "add-liquidity";
		return fills || meaning.what === "remove-liquidity"
			? [{ contract: target, id: meaning.position, fills }]
			: [];
	});

/** Positions that calls add to, in the order in which they run. */
export const positionsIn = (decoded: Decoded, signer: string): readonly Filled[] =>
	leavesOf(decoded, signer).flatMap(({ as, decoded: { meaning, target } }) =>
		meaning.kind === "act" && meaning.what === "add-liquidity" && meaning.position !== null
			? [{ contract: target, id: meaning.position, as }]
			: [],
	);
