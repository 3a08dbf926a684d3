import { ZERO_ADDRESS } from "../../../chain/well-known.ts";
import { lower } from "../abi.ts";
import { type KnownFunction, knownFunction } from "../function.ts";
import type { Act, ActWhat, Asset, AssetPart, CallParty, CallRight, Meaning } from "../meaning.ts";

export interface ContractFamily {
	readonly app: string;
	readonly functions: readonly KnownFunction[];
	/** Each `multicall` only calls the contract's own functions, with the same caller. */
	readonly multicall?: true;
	/** Only the account that granted an allowance can make this contract spend it. */
	readonly spendsFromCaller?: true;
	/** Stores only items and their approvals, so a simulation shows everything that changes. */
	readonly keepsItems?: true;
	readonly usual?: true;
}

/** Maximum value, which most applications interpret as "everything". */
const ALL = 2n ** 256n - 1n;

const COINS: ReadonlySet<string> = new Set([ZERO_ADDRESS, "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"]);

export const assetAt = (address: string): Asset => {
	if (address === "native") return "native";
	const asset = lower(address);
	return COINS.has(asset) ? "native" : asset;
};

export const orAll = (amount: bigint): bigint | null => (amount === ALL ? null : amount);

export function part(
	asset: string | null,
	amount: bigint | null,
	{ party = "caller", bound = "exact", item = null }: Partial<Omit<AssetPart, "asset" | "amount">> = {},
): AssetPart {
	const isPlain = asset === null || asset === "native" || asset === "wrapped";
	return { asset: isPlain ? asset : assetAt(asset), amount, bound, item, party };
}

/** Returns a balance that the contract records for the party. */
export const recordedFor = (party: string): AssetPart => part(null, null, { party: lower(party) });

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

/** Used by ERC-6909 and ERC-7540. An operator can do everything in this contract that the caller can do. */
export const setOperator: KnownFunction = knownFunction(
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
