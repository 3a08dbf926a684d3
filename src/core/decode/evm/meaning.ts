import type { Hex } from "../../format/numeral.ts";
import type { Text } from "../../localized-text.ts";

/** Meaning of a call, based only on its data. Addresses are in lower case, and amounts in base units. */

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

/** `here` is the called contract, and `pool` is the trading venue. */
export type CallParty = Hex | "caller" | "here" | "pool";

export type Asset = Hex | "native" | "wrapped";

/**
 * `multicall` runs the contract's own functions on the caller's behalf. `aggregate` calls other contracts on
 * the contract's behalf. `payout` pays several recipients (Disperse).
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
	/** Whether this call can fail without reverting the others. */
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
	/** Gives up assets that the contract owes to the caller. */
	| "forfeit"
	| "buy"
	| "sell"
	/** Creates an order that others can execute later. */
	| "order"
	| "cancel"
	| "register"
	| "renew"
	| "commit"
	/** Changes the record in `about` for a name. */
	| "record"
	| "setting"
	| "vote"
	| "right";

type AmountBound = "exact" | "least" | "most" | "about";

/**
 * `asset` is `null` for a balance in the contract's own records, or if only the contract knows the asset.
 * `amount` is `null` for the whole balance, or if the call doesn't state it.
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
	 * Scope of the right. `account`: everything that the contract holds for the caller. `debt`: borrowing on
	 * the caller's behalf. `name`: control of a name. `stake`: choosing where to stake, with the risk of
	 * slashing.
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
	/** Assets given by the caller, unless a part's `party` names someone else. */
	readonly gives: readonly AssetPart[];
	readonly gets: readonly AssetPart[];
	readonly rights: readonly CallRight[];
	/** Owner of the position that is reduced. `null` if the caller owns it. */
	readonly owner: Hex | null;
	/** Position ID. The call doesn't show who owns the position. */
	readonly position: bigint | null;
	readonly venues: readonly Hex[];
	readonly arrives?: Arrival;
	/** A name, number or chain to display, or a code for a record or setting. */
	readonly about: Text | null;
}

export type Meaning =
	| { readonly kind: "native"; readonly note?: Hex }
	| Act
	| { readonly kind: "transfer"; readonly to: Hex; readonly amount: bigint }
	/**
	 * ERC-20 amount or ERC-721 token ID. Both are encoded identically, and only the contract knows which one
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
	/** `items`: every item in a collection. `all`: everything that the contract holds for the caller. */
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
			 * Whether the target's code is known to make exactly these calls. If not, the target merely has a
			 * function with this signature, which anyone can deploy.
			 */
			readonly verified: boolean;
			readonly refund: SafeRefund | null;
	  }
	/**
	 * Token permissions for later use, recorded in `book`. `owner` is `null` if it is the caller or the
	 * signer of the permit being used.
	 */
	| {
			readonly kind: "permits";
			readonly owner: Hex | null;
			readonly book: "token" | "permit2";
			readonly rows: readonly Permitted[];
	  }
	| { readonly kind: "moves"; readonly rows: readonly MovedToken[] }
	/** A payment from or to a router. `amount` is `null` if the whole available balance is paid. */
	| {
			readonly kind: "payment";
			readonly asset: Asset;
			readonly from: CallParty;
			readonly to: CallParty;
			readonly amount: bigint | null;
			readonly bound: "exact" | "least" | "most" | "share";
	  }
	/**
	 * `payer` and `to` are `null` if other steps settle the trade. `amountIn` is `null` if the whole
	 * available balance is traded.
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
	/**
	 * An ERC-4626 call. The amount is in assets for `deposit` and `withdraw`, and in shares for `mint` and
	 * `redeem`.
	 */
	| {
			readonly kind: "vault";
			readonly what: "deposit" | "mint" | "withdraw" | "redeem";
			readonly amount: bigint;
			readonly receiver: Hex;
			/** Owner of the shares to redeem. `null` if shares are minted. */
			readonly owner: Hex | null;
	  }
	/**
	 * Changes who controls a contract. `to` is `null` if the call removes control or doesn't name the new
	 * controller.
	 */
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
	 * `cut`, `loose` and `extra`: a known function with truncated, non-canonical or excess data. `delegate`:
	 * a delegatecall, whose data doesn't show what the code does. `deep`: a call nested beyond the decoder's
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
	/** Bytes after the arguments. Only a transaction's outermost call can have them. */
	readonly tail?: Hex;
}
