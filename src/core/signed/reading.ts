import type { CarriedCall } from "../match/typed-data/carried-call.ts";
import type { TypedKind } from "../match/typed-data/kinds.ts";

/** Facts of a signature over typed data: parts that may move by it and rights that it gives. No words, no judgement. */

export interface SignedAsset {
	readonly kind: "native" | "fungible" | "item" | "position" | "debt" | "unknown";
	/** `native`, or the token or collection; `null` where the message leaves it open. */
	readonly address: string | null;
	/** `null` for a fungible asset and for any item of a collection. */
	readonly item: string | null;
}

/** So much of an asset, from the least to the most that the message allows if it is carried out whole. */
export interface SignedPart {
	readonly asset: SignedAsset;
	/** Base units or a count of items. */
	readonly least: bigint;
	/** `null` without a bound. */
	readonly most: bigint | null;
	/** `null`: whoever carries it out. */
	readonly to: string | null;
	/** Contract that alone may carry it out; absent for anybody. */
	readonly by?: string;
	/** Account that gives it; absent for the owner. */
	readonly from?: string;
}

export type SignedScope =
	| { readonly kind: "asset"; readonly asset: SignedAsset }
	/** All that the account keeps at an app's contract. */
	| { readonly kind: "everything"; readonly at: string }
	| {
			readonly kind: "control";
			readonly over: string;
			readonly what: "account" | "code" | "fees" | "posts" | "trading" | "votes";
	  };

export interface SignedRight {
	readonly holder: string;
	readonly scope: SignedScope;
	/** Base units; `null` where the right has no measure. `0n` takes it away. */
	readonly extent: bigint | null;
	/** Unix seconds at which the right itself ends; `null` without an end. */
	readonly until: bigint | null;
	/** Contract whose books keep it, if it isn't the asset's own. */
	readonly book?: string;
}

/** Terms that stand elsewhere than in the signed bytes, or that nobody is known to keep. */
export type OpenTerms =
	/** An extension of an order, which may change what comes of it. */
	| { readonly kind: "extension" }
	/** The spender is no contract that is known to keep to the order. */
	| { readonly kind: "settler"; readonly spender: string; readonly reactor: string }
	/** A condition of an unknown form. @see witnessOf */
	| { readonly kind: "condition"; readonly name: string }
	/** Only the hash of a list of orders is signed. */
	| { readonly kind: "list" }
	/** Neither a purchase nor a sale. */
	| { readonly kind: "side" }
	/** Another account has to sign the order. */
	| { readonly kind: "signer"; readonly address: string }
	/** What an order is paid with: its exchange is not known. */
	| { readonly kind: "payment" }
	/** An application reads an action of an unknown form. */
	| { readonly kind: "action"; readonly app: string; readonly chain: string };

export interface SignedReading {
	readonly kind: TypedKind;
	/** Account whose assets move and whose rights are given. */
	readonly owner: string;
	readonly given: readonly SignedPart[];
	/** All that comes back, to whomever. */
	readonly asked: readonly SignedPart[];
	readonly rights: readonly SignedRight[];
	readonly call: CarriedCall | null;
	/** The most that the owner pays for gas, in wei; `null` where it pays none. */
	readonly fee: bigint | null;
	/** Hundredths of a percent that the market keeps of the trade; `null` where it keeps nothing. */
	readonly kept: bigint | null;
	/** Unix seconds after which nobody can use the signature; `null` without an end. */
	readonly deadline: bigint | null;
	/** Terms beyond the signed bytes, so that nothing signed bounds what is done; `null` if there are none. */
	readonly open: OpenTerms | null;
}

export const NATIVE: SignedAsset = { kind: "native", address: "native", item: null };

export const fungible = (address: string): SignedAsset => ({ kind: "fungible", address, item: null });

/** @param item `null`: any of the collection */
export const itemAt = (address: string, item: bigint | null): SignedAsset => ({
	kind: "item",
	address,
	item: item === null ? null : String(item),
});
