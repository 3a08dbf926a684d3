import { type Hex, readAddress } from "../format/numeral.ts";
import type { CarriedCall } from "../match/typed-data/carried-call.ts";
import { memberAt, type TypedKind } from "../match/typed-data/kinds.ts";
import type { TypedStruct, TypedValue } from "../match/typed-data/reading.ts";

export interface SignedAsset {
	readonly kind: "native" | "fungible" | "item" | "position" | "debt" | "unknown";
	readonly address: string | null;
	readonly item: string | null;
}

/** Minimum and maximum amount if the order is executed completely. */
export interface SignedPart {
	readonly asset: SignedAsset;
	readonly least: bigint;
	readonly most: bigint | null;
	/** `null` if the executor receives the amount. */
	readonly to: string | null;
	/** The only contract that can execute it. */
	readonly by?: string;
	readonly from?: string;
	/** The most that an outcome share can pay. */
	readonly payout?: { readonly asset: SignedAsset; readonly most: bigint };
}

export type SignedScope =
	| { readonly kind: "asset"; readonly asset: SignedAsset }
	/** Everything that an application's contract holds for the account. */
	| { readonly kind: "everything"; readonly at: string }
	| {
			readonly kind: "control";
			readonly over: string;
			readonly what: "account" | "code" | "fees" | "posts" | "trading" | "votes";
	  };

export interface SignedRight {
	readonly holder: string;
	readonly scope: SignedScope;
	readonly extent: bigint | null;
	readonly until: bigint | null;
	/** Contract that records the right. Not set if the asset's own contract records it. */
	readonly book?: string;
}

/** Terms that aren't covered by the signature, or that no known contract enforces. */
export type OpenTerms =
	| { readonly kind: "extension" }
	| { readonly kind: "settler"; readonly spender: string; readonly reactor: string }
	/** A condition whose form is unknown. @see witnessOf */
	| { readonly kind: "condition"; readonly name: string }
	| { readonly kind: "list" }
	| { readonly kind: "side" }
	| { readonly kind: "signer"; readonly address: string }
	| { readonly kind: "payment" }
	| { readonly kind: "action"; readonly app: string; readonly chain: string };

export interface SignedReading {
	readonly kind: TypedKind;
	readonly owner: string;
	readonly given: readonly SignedPart[];
	readonly requested: readonly SignedPart[];
	readonly rights: readonly SignedRight[];
	readonly call: CarriedCall | null;
	readonly fee: bigint | null;
	readonly marketFee: bigint | null;
	readonly deadline: bigint | null;
	/** If set, the outcome isn't limited by the amounts above. */
	readonly open: OpenTerms | null;
}

export const NATIVE: SignedAsset = { kind: "native", address: "native", item: null };

export const fungible = (address: string): SignedAsset => ({ kind: "fungible", address, item: null });

export const itemAt = (address: string, item: bigint | null): SignedAsset => ({
	kind: "item",
	address,
	item: item === null ? null : String(item),
});

function need<T>(value: T | null, path: string): T {
	if (value === null) throw new Error(`the typed data has no ${path}`);
	return value;
}

export function addressAt(message: TypedStruct, path: string): Hex {
	const value = memberAt(message, path);
	return need(typeof value === "string" ? readAddress(value) : null, path);
}

export function wholeAt(message: TypedStruct, path: string): bigint {
	const value = memberAt(message, path);
	return need(typeof value === "bigint" ? value : null, path);
}

export function textAt(message: TypedStruct, path: string): string {
	const value = memberAt(message, path);
	return need(typeof value === "string" ? value : null, path);
}

export function boolAt(message: TypedStruct, path: string): boolean {
	const value = memberAt(message, path);
	return need(typeof value === "boolean" ? value : null, path);
}

const isStruct = (value: TypedValue): value is TypedStruct =>
	typeof value === "object" && !Array.isArray(value);

export function structAt(message: TypedStruct, path: string): TypedStruct {
	const value = memberAt(message, path);
	return need(value !== undefined && isStruct(value) ? value : null, path);
}

export function structsAt(message: TypedStruct, path: string): readonly TypedStruct[] {
	const value = memberAt(message, path);
	return Array.isArray(value) ? value.filter(isStruct) : [];
}
