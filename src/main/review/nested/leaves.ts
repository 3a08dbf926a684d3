import { type Hex, readAddress } from "../../match/numeral.ts";
import type { Decoded, Party, Way } from "./meaning.ts";

/** The calls inside of a call, laid flat for rules: each with who makes it. */

/** One step on the way down to a call. */
export interface Through {
	readonly way: Way;
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
	/** False: it means this only at a contract of a known kind, and the called one is not known to be one. */
	readonly sure: boolean;
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
	const { decoded, via, as, sure } = leaf;
	const { meaning, target } = decoded;
	if (meaning.kind !== "calls") return [leaf];
	const through = [...via, { way: meaning.way, at: target }];
	const isSure = sure && meaning.sure;
	const inner = meaning.calls.flatMap((each) =>
		walk({
			decoded: each.decoded,
			via: through,
			delegate: each.how === "delegatecall" && each.decoded.meaning.kind !== "calls",
			as: each.by === "caller" ? as : each.by,
			optional: leaf.optional || each.optional,
			sure: isSure,
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
	return walk({ decoded, via: [], delegate: false, as, optional: false, sure: true });
}

/** Nothing in it, at any depth, is unknown. */
export function isUnderstood(decoded: Decoded): boolean {
	return leavesOf(decoded, "").every(({ decoded: { meaning }, sure }) => meaning.kind !== "unknown" && sure);
}

const isAddress = (party: Party | null): party is Hex => party?.startsWith("0x") === true;

/** Who stands for a party of a leaf: an address in lower case; null for a venue that nobody names. */
export function partyAddress(leaf: Pick<Leaf, "as" | "decoded">, party: Party): Hex | null {
	if (party === "caller") return leaf.as;
	if (party === "here") return leaf.decoded.target;
	return isAddress(party) ? party : null;
}

/** Tokens that the call's meanings speak of, each once, in lower case: to be asked of the chain. */
export function tokensOf(decoded: Decoded): readonly Hex[] {
	const found = leavesOf(decoded, "").flatMap(({ decoded: { target, meaning } }): readonly string[] => {
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
			case "native":
			case "unknown":
			case "control":
			case "calls":
				return [];
			default:
				return [target];
		}
	});
	return [...new Set(found.flatMap((each) => readAddress(each) ?? []))];
}
