import type { Hex } from "../../format/numeral.ts";
import type { Text } from "../../message.ts";

/** What a call does, by its bytes alone. Addresses are in lower case, amounts in base units. */

export interface DecodedArg {
	readonly name: string;
	readonly type: string;
	readonly value: Text;
}

/** The function and its arguments as text, for showing. */
export interface DecodedCall {
	/** For a step of a Universal Router the name of its command. */
	readonly signature: string | null;
	readonly selector: string | null;
	readonly args: readonly DecodedArg[];
}

/** `caller`: who makes the call; `here`: the called contract itself; `pool`: the venue that it trades with. */
export type CallParty = Hex | "caller" | "here" | "pool";

/** `native`, `wrapped` (the chain's own coin, wrapped), or a token's address. */
export type Asset = Hex | "native" | "wrapped";

/** How one call holds others. */
export type NestingKind =
	/** `multicall` of a contract on itself: the contract calls its own functions, in the caller's name. */
	| "multicall"
	/** Multicall3 and its forebears: the contract calls others in its own name. */
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

/** What a Safe pays beside its call, to whoever carries it out: at least this, and more with the gas that it takes. */
interface SafeRefund {
	readonly asset: Asset;
	readonly least: bigint;
	/** null: whoever sends the transaction. */
	readonly to: Hex | null;
}

/** One call inside of another. */
export interface Inner {
	readonly decoded: Decoded;
	readonly how: "call" | "delegatecall";
	/** In whose name: `caller` is whoever made the outer call. */
	readonly by: Hex | "caller";
	/** It may fail without undoing the rest. */
	readonly optional: boolean;
	/** The call's own bytes; null for a step that is no call of its own. */
	readonly data: Hex | null;
}

/** One permission over a token. */
export interface Permitted {
	readonly token: Hex;
	readonly spender: Hex;
	readonly amount: bigint;
	/** Unix seconds; null for one without end. */
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

/** What an application does with something of the caller's, or for the caller: the verb of its headline. */
export type ActWhat =
	| "supply"
	| "withdraw"
	| "borrow"
	| "repay"
	| "stake"
	| "unstake"
	/** Asks to be paid out later. */
	| "request"
	/** Puts something in, for which something comes later. */
	| "request-deposit"
	| "claim"
	| "convert"
	| "bridge"
	| "add-liquidity"
	| "remove-liquidity"
	| "collect"
	/** Leaves to nobody what is due to the caller. */
	| "forfeit"
	| "buy"
	| "sell"
	/** An order that others may carry out later. */
	| "order"
	| "cancel"
	/** A name is bought or paid for longer; `about` is the name. */
	| "register"
	| "renew"
	| "commit"
	/** A record of a name; `about` is which. */
	| "record"
	/** A setting of the caller's own, of no worth to others; `about` says which. */
	| "setting"
	| "vote"
	/** Nothing but rights. */
	| "right";

/** Of what is given or comes: `exact`, the `least` or `most` of it; `about`: but for what its token rounds. */
type AmountBound = "exact" | "least" | "most" | "about";

/** `asset` null: what the contract keeps in its books, or what only it knows. `amount` null: all, or not told. */
export interface AssetPart {
	readonly asset: Asset | null;
	readonly amount: bigint | null;
	readonly bound: AmountBound;
	/** The number of an item of a collection. */
	readonly item: bigint | null;
	/** Who gets it; of what is given, who gives it. */
	readonly party: CallParty;
}

/** What somebody else may do from now on, or no longer. */
export interface CallRight {
	readonly holder: Hex;
	readonly given: boolean;
	/**
	 * `account`: everything that the contract keeps for the caller; `debt`: borrow in the caller's name; `name`: rule a
	 * name; `stake`: choose for what is staked, and have it slashed.
	 */
	readonly over: "account" | "debt" | "name" | "stake";
	/** null: without a limit. */
	readonly amount: bigint | null;
}

/** The least that a bridge pays out on another chain. */
export interface Arrival {
	/** Amount that it takes for that, without fees. */
	readonly given: { readonly asset: Asset; readonly amount: bigint };
	readonly chainRef: string;
	/** A token of that chain; `null` if the amount is counted in what is given. */
	readonly asset: Hex | null;
	readonly least: bigint;
}

export interface Act {
	readonly kind: "act";
	readonly what: ActWhat;
	/** Whose contract it is, in the words of its makers: "Aave". */
	readonly app: string;
	/** Leaves the caller, or `party`. */
	readonly gives: readonly AssetPart[];
	/** Comes to `party`, or is kept for it. */
	readonly gets: readonly AssetPart[];
	readonly rights: readonly CallRight[];
	/** Whose position is drawn on; null: the caller's. */
	readonly owner: Hex | null;
	/**
	 * The number of a position that it goes into or comes out of; null where the call names none. Whoever holds the
	 * position has what is in it, and the call does not say who that is.
	 */
	readonly position: bigint | null;
	/** Contracts that the call names and that decide what comes of it: pools, oracles, strategies. */
	readonly venues: readonly Hex[];
	/** Absent for every act but a bridge's. */
	readonly arrives?: Arrival;
	/** A name, a number, a chain: for its words alone. Of a record or a setting the code of which. */
	readonly about: Text | null;
}

export type Meaning =
	/** `note`: bytes for people, sent to an account that has no code to read them. */
	| { readonly kind: "native"; readonly note?: Hex }
	| Act
	| { readonly kind: "transfer"; readonly to: Hex; readonly amount: bigint }
	/** EIP-20's amount or EIP-721's item: the same bytes, told apart only by asking the contract. */
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
	/** `over`: every item of a collection, or all that a contract keeps for the caller. */
	| {
			readonly kind: "operator";
			readonly operator: Hex;
			readonly approved: boolean;
			readonly over: "items" | "all";
	  }
	/** EIP-6909: so much of one of many tokens that a contract keeps. */
	| { readonly kind: "approve-item"; readonly spender: Hex; readonly id: bigint; readonly amount: bigint }
	/** It holds other calls. */
	| {
			readonly kind: "calls";
			readonly way: NestingKind;
			readonly calls: readonly Inner[];
			/** How many more it holds than were read: what they do is not known. */
			readonly left: number;
			/** False: the bytes have this format only at a contract of a known kind, and the called one may use another. */
			readonly sure: boolean;
			/**
			 * The code at the called address is known to make these calls and no others. Where it is false, the call only
			 * speaks like one that makes them: anybody can write a contract with the same function.
			 */
			readonly verified: boolean;
			readonly refund: SafeRefund | null;
	  }
	/**
	 * Permissions over tokens that others may take later. `owner` null: whoever makes the call, else whoever signed the
	 * permit that is carried out here. `book`: where they stand.
	 */
	| {
			readonly kind: "permits";
			readonly owner: Hex | null;
			readonly book: "token" | "permit2";
			readonly rows: readonly Permitted[];
	  }
	/** Tokens moved by permissions that were given before (Permit2), or by a router. */
	| { readonly kind: "moves"; readonly rows: readonly MovedToken[] }
	/** A router pays out, or takes in. `amount` null: all that there is. */
	| {
			readonly kind: "payment";
			readonly asset: Asset;
			readonly from: CallParty;
			readonly to: CallParty;
			readonly amount: bigint | null;
			/** `share`: in hundredths of a percent of what there is. */
			readonly bound: "exact" | "least" | "most" | "share";
	  }
	/** `payer` and `to` are null where other steps settle what is traded. `amountIn` null: all that there is. */
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
	/** The chain's coin into its wrapped token, or out of it. `amount` null: all that there is. */
	| {
			readonly kind: "wrap";
			readonly into: boolean;
			readonly amount: bigint | null;
			readonly to: CallParty;
			/** The amount is the least of it. */
			readonly least: boolean;
	  }
	/** EIP-4626. `amount` is of the vault's asset for deposit and withdraw, of its shares for mint and redeem. */
	| {
			readonly kind: "vault";
			readonly what: "deposit" | "mint" | "withdraw" | "redeem";
			readonly amount: bigint;
			readonly receiver: Hex;
			/** Whose shares are given up; null where shares are got. */
			readonly owner: Hex | null;
	  }
	/** Who rules a contract. `to` null: nobody, or it names none. `role`: of EIP-5982-like access control. */
	| {
			readonly kind: "control";
			readonly what: ControlWhat;
			readonly to: Hex | null;
			readonly from: Hex | null;
			readonly role: Hex | null;
			readonly threshold: bigint | null;
			/** Bytes of a call that the new code runs at once. */
			readonly bytes: number;
	  }
	/** Lends the caller's votes. */
	| { readonly kind: "vote"; readonly to: Hex }
	/** EIP-20's amount or EIP-721's item. */
	| { readonly kind: "burn"; readonly amountOrId: bigint }
	/** Fails where an account holds less than this: moves nothing. */
	| { readonly kind: "check"; readonly owner: Hex; readonly token: Hex; readonly least: bigint }
	/**
	 * A known function whose bytes end before its arguments do (`cut`), are not their canonical form (`loose`), or go on
	 * behind them (`extra`). `delegate`: code that runs in another account's name, so that its bytes say nothing. `deep`:
	 * more calls inside of calls than are read.
	 */
	| {
			readonly kind: "unknown";
			readonly reason: "short" | "selector" | "cut" | "loose" | "extra" | "delegate" | "deep";
			readonly bytes: number;
			/** What it would mean at a contract of this application's, which the called one is not known to be. */
			readonly like?: { readonly app: string; readonly meaning: Meaning };
	  };

export interface Decoded {
	/** The called contract or the recipient, in lower case. */
	readonly target: Hex;
	/** Wei sent along. */
	readonly value: bigint;
	readonly meaning: Meaning;
	readonly call: DecodedCall | null;
	/** Bytes after the arguments of a transaction's own call. */
	readonly tail?: Hex;
}
