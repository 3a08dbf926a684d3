import type { CarriedCall } from "../match/typed-data/carried-call.ts";
import type { TypedKind } from "../match/typed-data/kinds.ts";

/**
 * Facts of a signature over typed data: amounts that it may move and rights that it grants, without text or
 * judgement.
 */

export interface SignedAsset {
	readonly kind: "native" | "fungible" | "item" | "position" | "debt" | "unknown";
	/** `native`, a token or a collection; `null` if the message leaves it open. */
	readonly address: string | null;
	/** `null` for a fungible asset, or for any item of a collection. */
	readonly item: string | null;
}

/** Amount of an asset: the lowest and highest that complete execution allows. */
export interface SignedPart {
	readonly asset: SignedAsset;
	/** Base units, or a number of items. */
	readonly least: bigint;
	/** `null` if unbounded. */
	readonly most: bigint | null;
	/** `null` if the executor receives it. */
	readonly to: string | null;
	/** The only contract that may execute it; absent if anyone may. */
	readonly by?: string;
	/** Account that gives it; absent if it is the owner. */
	readonly from?: string;
	/** The most that it ever pays out, in base units of another asset; absent without such a bound. */
	readonly payout?: { readonly asset: SignedAsset; readonly most: bigint };
}

export type SignedScope =
	| { readonly kind: "asset"; readonly asset: SignedAsset }
	/** Everything that the account holds at an application's contract. */
	| { readonly kind: "everything"; readonly at: string }
	| {
			readonly kind: "control";
			readonly over: string;
			readonly what: "account" | "code" | "fees" | "posts" | "trading" | "votes";
	  };

export interface SignedRight {
	readonly holder: string;
	readonly scope: SignedScope;
	/** Base units; `null` if the right is not an amount. `0n` revokes it. */
	readonly extent: bigint | null;
	/** Unix seconds at which the right ends; `null` if it never ends. */
	readonly until: bigint | null;
	/** Contract that records the right, if it isn't the asset's own. */
	readonly book?: string;
}

/** Terms outside the signed bytes, or terms that no known contract enforces. */
export type OpenTerms =
	/** An order's extension, which may change its proceeds. */
	| { readonly kind: "extension" }
	/** The spender is not known to enforce the order. */
	| { readonly kind: "settler"; readonly spender: string; readonly reactor: string }
	/** A condition of unknown form. @see witnessOf */
	| { readonly kind: "condition"; readonly name: string }
	/** Only the hash of a list of orders is signed. */
	| { readonly kind: "list" }
	/** Neither a purchase nor a sale. */
	| { readonly kind: "side" }
	/** Another account must sign the order. */
	| { readonly kind: "signer"; readonly address: string }
	/** An order at an unknown exchange, with unknown payment. */
	| { readonly kind: "payment" }
	/** An action of unknown form at an application. */
	| { readonly kind: "action"; readonly app: string; readonly chain: string };

export interface SignedReading {
	readonly kind: TypedKind;
	/** Account whose assets move and whose rights are granted. */
	readonly owner: string;
	readonly given: readonly SignedPart[];
	/** Everything that comes back, to any recipient. */
	readonly asked: readonly SignedPart[];
	readonly rights: readonly SignedRight[];
	readonly call: CarriedCall | null;
	/** Maximum gas cost for the owner, in wei; `null` if the owner pays none. */
	readonly fee: bigint | null;
	/** Market fee in basis points of the trade; `null` if there is none. */
	readonly marketFee: bigint | null;
	/** Unix seconds after which the signature is unusable; `null` if it never expires. */
	readonly deadline: bigint | null;
	/** Terms outside the signed bytes, which then don't bound the outcome; `null` if there are none. */
	readonly open: OpenTerms | null;
}

export const NATIVE: SignedAsset = { kind: "native", address: "native", item: null };

export const fungible = (address: string): SignedAsset => ({ kind: "fungible", address, item: null });

/** @param item `null` for any item of the collection */
export const itemAt = (address: string, item: bigint | null): SignedAsset => ({
	kind: "item",
	address,
	item: item === null ? null : String(item),
});
