import type { Hex } from "../../format/numeral.ts";
import type { Text } from "../../message.ts";

/** Meaning of a call from its bytes alone. Addresses are in lower case, amounts in base units. */

export interface DecodedArg {
	readonly name: string;
	readonly type: string;
	readonly value: Text;
}

/** Function and arguments as text for display. */
export interface DecodedCall {
	/** For a Universal Router step, the command's name. */
	readonly signature: string | null;
	readonly selector: string | null;
	readonly args: readonly DecodedArg[];
}

/** `caller`: makes the call. `here`: the called contract. `pool`: its trading venue. */
export type CallParty = Hex | "caller" | "here" | "pool";

/** `native`, `wrapped` (the wrapped native coin), or a token's address. */
export type Asset = Hex | "native" | "wrapped";

/** Ways in which a call contains others. */
export type NestingKind =
	/** A contract's `multicall` calls its own functions in the caller's name. */
	| "multicall"
	/** Multicall3 and predecessors: the contract calls others in its own name. */
	| "aggregate"
	/** A Safe's `execTransaction`: the Safe calls. */
	| "safe"
	/** Safe's MultiSend. */
	| "multisend"
	/** A smart account's `execute` and `executeBatch`: the account calls. */
	| "account"
	/** Commands of Uniswap's Universal Router. */
	| "router"
	/** Actions of Uniswap's v4 position manager. */
	| "positions"
	/** Disperse: the caller pays several recipients. */
	| "payout";

/** A Safe's payment to the executor on top of its call: at least this, and more with the gas used. */
interface SafeRefund {
	readonly asset: Asset;
	readonly least: bigint;
	/** `null` for the transaction's sender. */
	readonly to: Hex | null;
}

/** One inner call. */
export interface Inner {
	readonly decoded: Decoded;
	readonly how: "call" | "delegatecall";
	/** Caller: `caller` is whoever made the outer call. */
	readonly by: Hex | "caller";
	/** May fail without reverting the rest. */
	readonly optional: boolean;
	/** The call's bytes; `null` for a step that is not a call. */
	readonly data: Hex | null;
}

/** One token permission. */
export interface Permitted {
	readonly token: Hex;
	readonly spender: Hex;
	readonly amount: bigint;
	/** Unix seconds; `null` if it never ends. */
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

/** An application's action with something of the caller's, or for the caller: the verb of its headline. */
export type ActWhat =
	| "supply"
	| "withdraw"
	| "borrow"
	| "repay"
	| "stake"
	| "unstake"
	/** Requests a later payout. */
	| "request"
	/** Deposits for something that arrives later. */
	| "request-deposit"
	| "claim"
	| "convert"
	| "bridge"
	| "add-liquidity"
	| "remove-liquidity"
	| "collect"
	/** Gives up what the caller is owed, to nobody. */
	| "forfeit"
	| "buy"
	| "sell"
	/** Order that others may execute later. */
	| "order"
	| "cancel"
	/** Buys or renews a name; `about` is the name. */
	| "register"
	| "renew"
	| "commit"
	/** Changes a name's record; `about` names the record. */
	| "record"
	/** Changes a setting of the caller without value to others; `about` names it. */
	| "setting"
	| "vote"
	/** Only grants rights. */
	| "right";

/** Bound of an amount: `exact`, `least`, `most`, or `about` for the token's rounding. */
type AmountBound = "exact" | "least" | "most" | "about";

/**
 * `asset` `null`: a balance in the contract's books, or known only to it. `amount` `null`: all, or not
 * stated.
 */
export interface AssetPart {
	readonly asset: Asset | null;
	readonly amount: bigint | null;
	readonly bound: AmountBound;
	/** Item number in a collection. */
	readonly item: bigint | null;
	/** Recipient; for a payment, its source. */
	readonly party: CallParty;
}

/** A power that another party gains or loses. */
export interface CallRight {
	readonly holder: Hex;
	readonly given: boolean;
	/**
	 * `account`: everything the contract holds for the caller. `debt`: borrow in the caller's name. `name`:
	 * control a name. `stake`: choose for what is staked, and have it slashed.
	 */
	readonly over: "account" | "debt" | "name" | "stake";
	/** `null` if unlimited. */
	readonly amount: bigint | null;
}

/** Minimum payout of a bridge on another chain. */
export interface Arrival {
	/** Amount taken for it, without fees. */
	readonly given: { readonly asset: Asset; readonly amount: bigint };
	readonly chainRef: string;
	/** Token on that chain; `null` if counted in the given asset. */
	readonly asset: Hex | null;
	readonly least: bigint;
}

export interface Act {
	readonly kind: "act";
	readonly what: ActWhat;
	/** Owner of the contract, as its makers call it: "Aave". */
	readonly app: string;
	/** Leaves the caller, or `party`. */
	readonly gives: readonly AssetPart[];
	/** Goes to `party`, or is held for it. */
	readonly gets: readonly AssetPart[];
	readonly rights: readonly CallRight[];
	/** Owner of the position drawn on; `null` for the caller. */
	readonly owner: Hex | null;
	/**
	 * Number of the position; `null` if the call names none. Its holder owns the content, and the call does
	 * not say who that is.
	 */
	readonly position: bigint | null;
	/** Named contracts that affect the outcome: pools, oracles, strategies. */
	readonly venues: readonly Hex[];
	/** Only set for bridges. */
	readonly arrives?: Arrival;
	/** Name, number or chain, for text only; for a record or setting its code. */
	readonly about: Text | null;
}

export type Meaning =
	/** `note`: bytes for people, sent to an account without code. */
	| { readonly kind: "native"; readonly note?: Hex }
	| Act
	| { readonly kind: "transfer"; readonly to: Hex; readonly amount: bigint }
	/** ERC-20's amount or ERC-721's item: same bytes, distinguished only by querying the contract. */
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
	/** `over`: every item of a collection, or everything a contract holds for the caller. */
	| {
			readonly kind: "operator";
			readonly operator: Hex;
			readonly approved: boolean;
			readonly over: "items" | "all";
	  }
	/** ERC-6909: an amount of one of many tokens in a contract. */
	| { readonly kind: "approve-item"; readonly spender: Hex; readonly id: bigint; readonly amount: bigint }
	/** Contains other calls. */
	| {
			readonly kind: "calls";
			readonly way: NestingKind;
			readonly calls: readonly Inner[];
			/** Number of inner calls that were not decoded. */
			readonly left: number;
			/** `false` if the format requires a kind of contract that the target may not be. */
			readonly sure: boolean;
			/**
			 * The target's code is known to make exactly these calls. Otherwise it only has such a function:
			 * anyone can write one.
			 */
			readonly verified: boolean;
			readonly refund: SafeRefund | null;
	  }
	/**
	 * Token permissions for later use. `owner` `null`: the caller, or the signer of the executed permit.
	 * `book`: where they are recorded.
	 */
	| {
			readonly kind: "permits";
			readonly owner: Hex | null;
			readonly book: "token" | "permit2";
			readonly rows: readonly Permitted[];
	  }
	/** Tokens moved by earlier permissions (Permit2), or by a router. */
	| { readonly kind: "moves"; readonly rows: readonly MovedToken[] }
	/** A router pays out or takes in. `amount` `null`: everything available. */
	| {
			readonly kind: "payment";
			readonly asset: Asset;
			readonly from: CallParty;
			readonly to: CallParty;
			readonly amount: bigint | null;
			/** `share`: in basis points of what is available. */
			readonly bound: "exact" | "least" | "most" | "share";
	  }
	/**
	 * `payer` and `to` are `null` if other steps settle the trade. `amountIn` `null`: everything available.
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
	/** Wraps or unwraps the native coin. `amount` `null`: everything available. */
	| {
			readonly kind: "wrap";
			readonly into: boolean;
			readonly amount: bigint | null;
			readonly to: CallParty;
			/** The amount is a minimum. */
			readonly least: boolean;
	  }
	/** ERC-4626. `amount` counts assets for deposit and withdraw, shares for mint and redeem. */
	| {
			readonly kind: "vault";
			readonly what: "deposit" | "mint" | "withdraw" | "redeem";
			readonly amount: bigint;
			readonly receiver: Hex;
			/** Owner of redeemed shares; `null` if shares are created. */
			readonly owner: Hex | null;
	  }
	/** Control of a contract. `to` `null`: nobody, or not named. `role`: of EIP-5982-like access control. */
	| {
			readonly kind: "control";
			readonly what: ControlWhat;
			readonly to: Hex | null;
			readonly from: Hex | null;
			readonly role: Hex | null;
			readonly threshold: bigint | null;
			/** Bytes of a call that the new code runs immediately. */
			readonly bytes: number;
	  }
	/** Delegates the caller's votes. */
	| { readonly kind: "vote"; readonly to: Hex }
	/** ERC-20's amount or ERC-721's item. */
	| { readonly kind: "burn"; readonly amountOrId: bigint }
	/** Fails if an account holds less than this; moves nothing. */
	| { readonly kind: "check"; readonly owner: Hex; readonly token: Hex; readonly least: bigint }
	/**
	 * Known function with invalid bytes: truncated (`cut`), not canonical (`loose`), or with trailing bytes
	 * (`extra`). `delegate`: code in another account's name, so its bytes prove nothing. `deep`: beyond the
	 * decoding limits.
	 */
	| {
			readonly kind: "unknown";
			readonly reason: "short" | "selector" | "cut" | "loose" | "extra" | "delegate" | "deep";
			readonly bytes: number;
			/** Meaning at a contract of this application, which the target is not known to be. */
			readonly like?: { readonly app: string; readonly meaning: Meaning };
	  };

export interface Decoded {
	/** Called contract or recipient, in lower case. */
	readonly target: Hex;
	/** Wei sent along. */
	readonly value: bigint;
	readonly meaning: Meaning;
	readonly call: DecodedCall | null;
	/** Bytes after the arguments of a transaction's own call. */
	readonly tail?: Hex;
}
