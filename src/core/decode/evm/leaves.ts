import { type Hex, readAddress } from "../../format/numeral.ts";
import type { CallParty, Decoded, Meaning, NestingKind } from "./meaning.ts";

interface Through {
	readonly way: NestingKind;
	readonly at: Hex;
}

export interface Leaf {
	readonly decoded: Decoded;
	readonly via: readonly Through[];
	/** The target's code runs in another account's context (delegatecall). */
	readonly delegate: boolean;
	/**
	 * Account that makes the call, pays, and grants allowances, in lower case. A router's steps count as
	 * calls by the router's caller.
	 */
	readonly as: Hex;
	readonly optional: boolean;
	readonly sure: boolean;
	/** All containers are known to make exactly the calls in their data. */
	readonly verified: boolean;
}

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
 * Returns the innermost calls in execution order. Calls beyond the limits become one unknown leaf at the end
 * of their container.
 */
export function leavesOf(decoded: Decoded, signer: string): readonly Leaf[] {
	const as = readAddress(signer) ?? "0x";
	return walk({ decoded, via: [], delegate: false, as, optional: false, sure: true, verified: true });
}

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

export const claimedMeaning = ({ meaning }: Pick<Decoded, "meaning">): Meaning =>
	meaning.kind === "unknown" && meaning.like !== undefined ? meaning.like.meaning : meaning;

const isAddress = (party: CallParty | null): party is Hex => party?.startsWith("0x") === true;

export function partyAddress(leaf: Pick<Leaf, "as" | "decoded">, party: CallParty): Hex | null {
	if (party === "caller") return leaf.as;
	if (party === "here") return leaf.decoded.target;
	return isAddress(party) ? party : null;
}

function tokensAt(leaf: Decoded): readonly string[] {
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
		case "transfer":
		case "transferFrom":
		case "approve":
		case "allowance":
		case "items":
		case "operator":
		case "approve-item":
		case "wrap":
		case "vault":
		case "vote":
		case "burn":
			return [target];
	}
}

export function tokensOf(decoded: Decoded): readonly Hex[] {
	const found = leavesOf(decoded, "").flatMap((leaf) => tokensAt(leaf.decoded));
	return [...new Set(found.flatMap((each) => readAddress(each) ?? []))];
}

export interface Filled {
	readonly contract: Hex;
	readonly id: bigint;
	readonly as: Hex;
}

export interface Pooled {
	readonly contract: Hex;
	readonly id: bigint;
	readonly fills: boolean;
}

/**
 * Returns actions whose result depends on the position's pool. Excludes fee collection, because its bounds
 * are zero and a hook can't take anything.
 */
export const pooledIn = (decoded: Decoded, signer: string): readonly Pooled[] =>
	leavesOf(decoded, signer).flatMap(({ via, decoded: { meaning, target } }) => {
		if (via.at(-1)?.way !== "positions" || meaning.kind !== "act" || meaning.position === null) return [];
		const fills = meaning.what === "add-liquidity";
		return fills || meaning.what === "remove-liquidity"
			? [{ contract: target, id: meaning.position, fills }]
			: [];
	});

export const positionsIn = (decoded: Decoded, signer: string): readonly Filled[] =>
	leavesOf(decoded, signer).flatMap(({ as, decoded: { meaning, target } }) =>
		meaning.kind === "act" && meaning.what === "add-liquidity" && meaning.position !== null
			? [{ contract: target, id: meaning.position, as }]
			: [],
	);
