import type { Hex } from "../../format/numeral.ts";
import type { Text } from "../../localized-text.ts";

/** Meaning of a call, from its data alone. Addresses are in lower case and amounts in base units. */

export interface DecodedArg {
	readonly name: string;
	readonly type: string;
	readonly value: Text;
}

export interface DecodedCall {
	readonly signature: string | null;
	readonly selector: string | null;
	readonly args: readonly DecodedArg[];
}

/** `here` is the called contract, and `pool` the venue of a trade. */
export type CallParty = Hex | "caller" | "here" | "pool";

export type Asset = Hex | "native" | "wrapped";

/**
 * `multicall` runs the contract's own functions in the caller's name, `aggregate` calls others in the contract's
 * name, and `payout` pays several recipients (Disperse).
 */
export type NestingKind =
	| "multicall"
	| "aggregate"
	| "safe"
	| "multisend"
	| "account"
	| "router"
	| "positions"
	| "payout";

interface SafeRefund {
	readonly asset: Asset;
	readonly least: bigint;
	readonly to: Hex | null;
}

export interface Inner {
	readonly decoded: Decoded;
	readonly how: "call" | "delegatecall";
	readonly by: Hex | "caller";
	/** If it fails, the other calls don't revert. */
	readonly optional: boolean;
	readonly data: Hex | null;
}

export interface Permitted {
	readonly token: Hex;
	readonly spender: Hex;
	readonly amount: bigint;
	readonly until: bigint | null;
}

export interface MovedToken {
	readonly token: Hex;
	readonly from: CallParty;
	readonly to: CallParty;
	readonly amount: bigint;
}

export type ControlWhat =
	| "owner"
	| "renounce"
	| "accept"
	| "grant"
	| "revoke"
	| "upgrade"
	| "admin"
	| "safe-owner-added"
	| "safe-owner-removed"
	| "safe-owner-swapped"
	| "safe-threshold"
	| "safe-module"
	| "safe-module-removed"
	| "safe-guard"
	| "safe-handler";

export type ActWhat =
	| "supply"
	| "withdraw"
	| "borrow"
	| "repay"
	| "stake"
	| "unstake"
	| "request"
	| "request-deposit"
	| "claim"
	| "convert"
	| "bridge"
	| "add-liquidity"
	| "remove-liquidity"
	| "collect"
	/** Gives up assets that the contract owes the caller. */
	| "forfeit"
	| "buy"
	| "sell"
	/** Creates an order that others may execute later. */
	| "order"
	| "cancel"
	| "register"
	| "renew"
	| "commit"
	/** Changes the record `about` of a name. */
	| "record"
	| "setting"
	| "vote"
	| "right";

type AmountBound = "exact" | "least" | "most" | "about";

/**
 * A `null` asset is a balance in the contract's own records, or known only to the contract. A `null` amount
 * means all of it, or isn't stated.
 */
export interface AssetPart {
	readonly asset: Asset | null;
	readonly amount: bigint | null;
	readonly bound: AmountBound;
	readonly item: bigint | null;
	readonly party: CallParty;
}

export interface CallRight {
	readonly holder: Hex;
	readonly given: boolean;
	/**
	 * `account`: everything that the contract holds for the caller. `debt`: borrowing on the caller's behalf.
	 * `name`: control of a name. `stake`: choosing where to stake, with the risk of slashing.
	 */
	readonly over: "account" | "debt" | "name" | "stake";
	readonly amount: bigint | null;
}

export interface Arrival {
	readonly given: { readonly asset: Asset; readonly amount: bigint };
	readonly chainRef: string;
	readonly asset: Hex | null;
	readonly least: bigint;
}

export interface Act {
	readonly kind: "act";
	readonly what: ActWhat;
	readonly app: string;
	/** From the caller unless `party` says otherwise. */
	readonly gives: readonly AssetPart[];
	readonly gets: readonly AssetPart[];
	readonly rights: readonly CallRight[];
	/** Owner of the reduced position. `null` for the caller. */
	readonly owner: Hex | null;
	/** Id of a position. The call doesn't show who owns it. */
	readonly position: bigint | null;
	readonly venues: readonly Hex[];
	readonly arrives?: Arrival;
	/** A name, number or chain to display, or the code of a record or setting. */
	readonly about: Text | null;
}

export type Meaning =
	| { readonly kind: "native"; readonly note?: Hex }
	| Act
	| { readonly kind: "transfer"; readonly to: Hex; readonly amount: bigint }
	/**
	 * ERC-20 amount or ERC-721 token id. Both are encoded the same way, and only the contract knows which one
	 * it is.
	 */
	| { readonly kind: "transferFrom"; readonly from: Hex; readonly to: Hex; readonly amountOrId: bigint }
	| { readonly kind: "approve"; readonly spender: Hex; readonly amountOrId: bigint }
	| { readonly kind: "allowance"; readonly spender: Hex; readonly by: bigint; readonly up: boolean }
	| {
			readonly kind: "items";
			readonly standard: "erc721" | "erc1155" | "erc6909";
			readonly from: Hex | "caller";
			readonly to: Hex;
			readonly items: readonly { readonly id: bigint; readonly amount: bigint }[];
	  }
	/** `over`: every item of a collection, or everything that the contract holds for the caller. */
	| {
			readonly kind: "operator";
			readonly operator: Hex;
			readonly approved: boolean;
			readonly over: "items" | "all";
	  }
	| { readonly kind: "approve-item"; readonly spender: Hex; readonly id: bigint; readonly amount: bigint }
	| {
			readonly kind: "calls";
			readonly way: NestingKind;
			readonly calls: readonly Inner[];
			readonly left: number;
			/** `false` if the target might not be the kind of contract that the format requires. */
			readonly sure: boolean;
			/**
			 * The target's code is known to make exactly these calls. Otherwise it only has a function of
			 * this shape, which anyone can write.
			 */
			readonly verified: boolean;
			readonly refund: SafeRefund | null;
	  }
	/**
	 * Token permissions for later use, recorded in `book`. `owner` is `null` for the caller, or for the
	 * signer of the permit being used.
	 */
	| {
			readonly kind: "permits";
			readonly owner: Hex | null;
			readonly book: "token" | "permit2";
			readonly rows: readonly Permitted[];
	  }
	| { readonly kind: "moves"; readonly rows: readonly MovedToken[] }
	/** A payment from or to a router. `amount` is `null` for everything available. */
	| {
			readonly kind: "payment";
			readonly asset: Asset;
			readonly from: CallParty;
			readonly to: CallParty;
			readonly amount: bigint | null;
			readonly bound: "exact" | "least" | "most" | "share";
	  }
	/**
	 * `payer` and `to` are `null` if other steps settle the trade. `amountIn` is `null` for everything
	 * available.
	 */
	| {
			readonly kind: "swap";
			readonly exact: "in" | "out";
			readonly assetIn: Asset;
			readonly assetOut: Asset;
			readonly amountIn: bigint | null;
			readonly amountOut: bigint | null;
			readonly payer: CallParty | null;
			readonly to: CallParty | null;
	  }
	| {
			readonly kind: "wrap";
			readonly into: boolean;
			readonly amount: bigint | null;
			readonly to: CallParty;
			readonly least: boolean;
	  }
	/** ERC-4626. The amount is in assets for deposit and withdraw, in shares for mint and redeem. */
	| {
			readonly kind: "vault";
			readonly what: "deposit" | "mint" | "withdraw" | "redeem";
			readonly amount: bigint;
			readonly receiver: Hex;
			/** Owner of the redeemed shares. `null` if shares are minted. */
			readonly owner: Hex | null;
	  }
	/** Changes who controls a contract. `to` is `null` for nobody or if not stated. */
	| {
			readonly kind: "control";
			readonly what: ControlWhat;
			readonly to: Hex | null;
			readonly from: Hex | null;
			readonly role: Hex | null;
			readonly threshold: bigint | null;
			readonly bytes: number;
	  }
	| { readonly kind: "vote"; readonly to: Hex }
	| { readonly kind: "burn"; readonly amountOrId: bigint }
	| { readonly kind: "check"; readonly owner: Hex; readonly token: Hex; readonly least: bigint }
	/**
	 * `cut`, `loose` and `extra`: a known function whose data is truncated, not canonical or too long.
	 * `delegate`: a delegatecall, whose data doesn't show what the code does. `deep`: beyond the decoder's
	 * limits.
	 */
	| {
			readonly kind: "unknown";
			readonly reason: "short" | "selector" | "cut" | "loose" | "extra" | "delegate" | "deep";
			readonly bytes: number;
			readonly like?: { readonly app: string; readonly meaning: Meaning };
	  };

export interface Decoded {
	readonly target: Hex;
	readonly value: bigint;
	readonly meaning: Meaning;
	readonly call: DecodedCall | null;
	/** Bytes after the arguments. Only in a transaction's own call. */
	readonly tail?: Hex;
}
