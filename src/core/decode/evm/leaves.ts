import { type Hex, readAddress } from "../../format/numeral.ts";
import type { CallParty, Decoded, Meaning, NestingKind } from "./meaning.ts";

/** Flattens inner calls for rules, each with its caller. */

/** One level on the path to a call. */
interface Through {
	readonly way: NestingKind;
	/** The contract that contains the calls. */
	readonly at: Hex;
}

export interface Leaf {
	/** A call without inner calls. */
	readonly decoded: Decoded;
	/** From the outside in; empty for a direct call. */
	readonly via: readonly Through[];
	/**
	 * Code of its target, or of a contract on the path other than MultiSend, runs in another account's name.
	 */
	readonly delegate: boolean;
	/**
	 * Caller in lower case, whose funds move and whose permissions are granted: the signer, or the Safe,
	 * account or contract on the path. Router steps belong to the caller (see `Party`).
	 */
	readonly as: Hex;
	readonly optional: boolean;
	/** `false` if the format requires a kind of contract that the target is not known to be. */
	readonly sure: boolean;
	/** Every contract on the path is known to make exactly the given calls. */
	readonly verified: boolean;
}

/** Represents calls that were not decoded. */
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
 * Returns the innermost calls in execution order. A call without inner calls is its own leaf; undecoded calls
 * become one unknown leaf at the end of their container.
 * @param signer of the transaction
 */
export function leavesOf(decoded: Decoded, signer: string): readonly Leaf[] {
	const as = readAddress(signer) ?? "0x";
	return walk({ decoded, via: [], delegate: false, as, optional: false, sure: true, verified: true });
}

/** Returns whether nothing at any depth is unknown, and every container is known to make its calls. */
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

/** Returns what the bytes claim to do, even if the contract is not known to do it. */
export const claimedMeaning = ({ meaning }: Pick<Decoded, "meaning">): Meaning =>
	meaning.kind === "unknown" && meaning.like !== undefined ? meaning.like.meaning : meaning;

const isAddress = (party: CallParty | null): party is Hex => party?.startsWith("0x") === true;

/** Resolves a party of a leaf to a lower-case address; `null` for an unnamed venue. */
export function partyAddress(leaf: Pick<Leaf, "as" | "decoded">, party: CallParty): Hex | null {
	if (party === "caller") return leaf.as;
	if (party === "here") return leaf.decoded.target;
	return isAddress(party) ? party : null;
}

/** Returns the tokens in a call's meanings without duplicates, in lower case, to query on chain. */
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

/** A numbered position that receives a deposit. */
export interface Filled {
	readonly contract: Hex;
	readonly id: bigint;
	/** Depositor, in lower case. */
	readonly as: Hex;
}

/** An action on a position in a Uniswap v4 pool that the action does not name. */
export interface Pooled {
	readonly contract: Hex;
	readonly id: bigint;
	/** May deposit; otherwise withdraws. */
	readonly fills: boolean;
}

/**
 * Returns actions whose outcome depends on the position's pool. Collecting is excluded: with zero bounds a
 * hook can't claim anything.
 */
export const pooledIn = (decoded: Decoded, signer: string): readonly Pooled[] =>
	leavesOf(decoded, signer).flatMap(({ via, decoded: { meaning, target } }) => {
		if (via.at(-1)?.way !== "positions" || meaning.kind !== "act" || meaning.position === null) return [];
		const fills = meaning.what === "add-liquidity";
		return fills || meaning.what === "remove-liquidity"
			? [{ contract: target, id: meaning.position, fills }]
			: [];
	});

/** Returns positions that calls add to, in execution order. */
export const positionsIn = (decoded: Decoded, signer: string): readonly Filled[] =>
	leavesOf(decoded, signer).flatMap(({ as, decoded: { meaning, target } }) =>
		meaning.kind === "act" && meaning.what === "add-liquidity" && meaning.position !== null
			? [{ contract: target, id: meaning.position, as }]
			: [],
	);
