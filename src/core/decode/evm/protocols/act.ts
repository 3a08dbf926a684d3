import { lower } from "../abi.ts";
import { type KnownFunction, known } from "../function.ts";
import type { Act, ActWhat, Asset, AssetPart, CallParty, CallRight, Meaning } from "../meaning.ts";

/** Common parts of the application tables. */

/** Functions of one kind of contract of an application. */
export interface ContractFamily {
	/** Its makers' name. */
	readonly app: string;
	readonly functions: readonly KnownFunction[];
	/** Its `multicall` only calls its own functions in the caller's name. */
	readonly multicall?: true;
	/** Uses an allowance only to take from its caller. */
	readonly takesFromCaller?: true;
	/** Holds only items and permissions for them, all of which a simulation checks. */
	readonly keepsItems?: true;
	/** Its function names are too common to hint at it elsewhere. */
	readonly usual?: true;
}

/** Largest number, which many applications treat as "all". */
const ALL = 2n ** 256n - 1n;

/** Contracts' placeholders for the native coin among token addresses. */
const COINS: ReadonlySet<string> = new Set([
	"0x0000000000000000000000000000000000000000",
	"0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
]);

export const assetAt = (address: string): Asset => {
	if (address === "native") return "native";
	const asset = lower(address);
	return COINS.has(asset) ? "native" : asset;
};

/** Returns `null` for the largest number, meaning everything. */
export const orAll = (amount: bigint): bigint | null => (amount === ALL ? null : amount);

/** Creates an amount of an asset from or to a party; without an amount everything, or whatever arrives. */
export function part(
	asset: string | null,
	amount: bigint | null,
	{ party = "caller", bound = "exact", item = null }: Partial<Omit<AssetPart, "asset" | "amount">> = {},
): AssetPart {
	const isPlain = asset === null || asset === "native" || asset === "wrapped";
	return { asset: isPlain ? asset : assetAt(asset), amount, bound, item, party };
}

/** Creates a balance in the contract's books. */
export const booked = (party: string): AssetPart => part(null, null, { party: lower(party) });

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

/** @param what verb; absent members are empty */
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

/** ERC-6909 and ERC-7540: the operator can do everything that the caller can there. */
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
