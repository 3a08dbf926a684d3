import { lower } from "../abi.ts";
import { type KnownFunction, known } from "../function.ts";
import type { Act, ActWhat, Asset, AssetPart, CallParty, CallRight, Meaning } from "../meaning.ts";

/** What the tables of applications share. */

/** Functions of one application's contracts of one kind. */
export interface ContractFamily {
	/** As its makers call it. */
	readonly app: string;
	readonly functions: readonly KnownFunction[];
	/** Its `multicall` calls the contract's own functions in the caller's name, and no others. */
	readonly multicall?: true;
	/** By an allowance it takes from whoever calls it, and from nobody else. */
	readonly takesFromCaller?: true;
	/** All that it keeps for anybody are items, and who may move them: nothing that a simulation does not look at. */
	readonly keepsItems?: true;
	/** So many contracts of others have functions of these names that they hint at nothing elsewhere. */
	readonly usual?: true;
}

/** The largest number, which many applications read as "all". */
const ALL = 2n ** 256n - 1n;

/** How contracts write the chain's own coin where an address of a token is asked for. */
const COINS: ReadonlySet<string> = new Set([
	"0x0000000000000000000000000000000000000000",
	"0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
]);

export const assetAt = (address: string): Asset => {
	if (address === "native") return "native";
	const asset = lower(address);
	return COINS.has(asset) ? "native" : asset;
};

/** An amount of which the largest number stands for all. */
export const orAll = (amount: bigint): bigint | null => (amount === ALL ? null : amount);

/** So much of an asset, from or to somebody; without an amount all of it, or as much as comes. */
export function part(
	asset: string | null,
	amount: bigint | null,
	{ party = "caller", bound = "exact", item = null }: Partial<Omit<AssetPart, "asset" | "amount">> = {},
): AssetPart {
	const isPlain = asset === null || asset === "native" || asset === "wrapped";
	return { asset: isPlain ? asset : assetAt(asset), amount, bound, item, party };
}

/** Something that the contract keeps in its books for somebody. */
export const kept = (party: string): AssetPart => part(null, null, { party: lower(party) });

export const right = (
	over: CallRight["over"],
	holder: string,
	given = true,
	amount: bigint | null = null,
): CallRight => ({ over, holder: lower(holder), given, amount });

type ActMore = Partial<Omit<Act, "kind" | "what" | "owner" | "venues">> & {
	readonly owner?: string;
	readonly venues?: readonly string[];
};

/** @param what the verb; everything that is left out is empty */
export function act(what: ActWhat, more: ActMore = {}): Meaning {
	const {
		app = "",
		gives = [],
		gets = [],
		rights = [],
		owner,
		position = null,
		venues = [],
		about = null,
		arrives,
	} = more;
	return {
		kind: "act",
		what,
		app,
		gives,
		gets,
		rights,
		owner: owner === undefined ? null : lower(owner),
		position,
		venues: venues.map(lower),
		about,
		...(arrives === undefined ? {} : { arrives }),
	};
}

/** Of EIP-6909 and of EIP-7540: whoever is named does all that the caller could do there. */
export const setOperator: KnownFunction = known(
	"function setOperator(address operator, bool approved)",
	([operator, approved]) => ({ kind: "operator", operator: lower(operator), approved, over: "all" }),
);

interface ActTrade {
	readonly exact: "in" | "out";
	readonly assetIn: Asset;
	readonly assetOut: Asset;
	readonly amountIn: bigint | null;
	readonly amountOut: bigint | null;
	readonly payer: CallParty | null;
	readonly to: CallParty | null;
}

export const swap = (trade: ActTrade): Meaning => ({ kind: "swap", ...trade });
