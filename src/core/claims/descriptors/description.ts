import type { Hex } from "../../format/numeral.ts";

/** What a descriptor says of a call or a message, as typed values: words are made where they are shown. */

/** A value as it was decoded: numbers as bigint, bytes and addresses as lower-case hex, texts as they came (hostile). */
export interface DataLeaf {
	readonly type: string;
	readonly value: bigint | boolean | string;
}

export type FieldValue =
	| ({ readonly kind: "raw" } & DataLeaf)
	/** In wei of the chain's own coin. */
	| { readonly kind: "amount"; readonly raw: bigint }
	| {
			readonly kind: "tokenAmount";
			/** Null where the descriptor names no token. */
			readonly token: Hex | null;
			/** True where the descriptor says that this address stands for the chain's own coin. */
			readonly native: boolean;
			readonly raw: bigint;
			/** The descriptor's own words for so large a number ("Unlimited"); they never replace the number. */
			readonly message: string | null;
	  }
	| { readonly kind: "nft"; readonly collection: Hex | null; readonly id: bigint }
	/** Seconds since 1970: of any size, an exact number. */
	| { readonly kind: "date"; readonly seconds: bigint }
	| { readonly kind: "block"; readonly height: bigint }
	| { readonly kind: "duration"; readonly seconds: bigint }
	| {
			readonly kind: "unit";
			readonly raw: bigint;
			readonly decimals: number;
			readonly base: string;
			readonly prefix: boolean;
	  }
	/** `label` is the descriptor's word for the value; null where it has none. */
	| { readonly kind: "enum"; readonly raw: bigint | boolean | string; readonly label: string | null }
	| {
			readonly kind: "address";
			readonly address: Hex;
			/** What the descriptor expects of the address and its name; nothing of it was checked. */
			readonly types: readonly string[];
			readonly sources: readonly string[];
			/** True where the descriptor says that this address stands for the sender. */
			readonly sender: boolean;
	  }
	/** A call inside: the caller's own nested reader reads it. */
	| ({ readonly kind: "call" } & NestedCall);

export interface NestedCall {
	readonly callee: Hex;
	readonly data: Hex;
	/** In wei, where the descriptor says which value goes with the call. */
	readonly value: bigint | null;
	/** Who calls, where the descriptor says so. */
	readonly from: Hex | null;
}

export interface DescribedField {
	/** The descriptor's own words, cleaned and clipped. */
	readonly label: string;
	/** The place among the arguments, such as `desc.amount` or `pools.[0]`; or of the container, such as `@.value`. */
	readonly path: string;
	readonly optional: boolean;
	readonly value: FieldValue;
}

/** A text that the descriptor adds of itself: no part of what is signed. */
export interface DescribedConstant {
	readonly label: string;
	readonly text: string;
	/** How many of `fields` stand before it. */
	readonly position: number;
}

export interface UncoveredLeaf extends DataLeaf {
	readonly path: string;
	/** Hidden: the descriptor says never to show it. Part: a field shows some of its bytes only. Absent: no field. */
	readonly why: "absent" | "hidden" | "part";
	/** The descriptor's label, where it names what it hides. */
	readonly label: string | null;
	/** Addresses and bytes are to be shown without a click. */
	readonly open: boolean;
}

export interface Attestation {
	readonly signer: Hex;
	/** The auditor's name and organisation as the registry states them; null where it has no profile. */
	readonly auditor: string | null;
	readonly uid: Hex;
	readonly time: number;
}

export interface Description {
	readonly ok: true;
	/** Where the descriptor is bound: the call's target, or the implementation that the caller's own reads found. */
	readonly boundTo: Hex;
	readonly viaImplementation: boolean;
	/** Of the registry: which file says it. */
	readonly file: string;
	readonly owner: string | null;
	readonly contractName: string | null;
	/** The function or the encoded type that the descriptor describes, for our own use. */
	readonly key: string;
	/** A claim: what the descriptor calls the call. */
	readonly intent: string | null;
	readonly fields: readonly DescribedField[];
	readonly constants: readonly DescribedConstant[];
	/** Every leaf that no field shows whole. */
	readonly uncovered: readonly UncoveredLeaf[];
	/** Bytes after the call's own: no part of it. */
	readonly tail: { readonly size: number; readonly hex: Hex } | null;
	/** Of the whole descriptor; null where nobody vouches for all that is said here. */
	readonly attestation: Attestation | null;
}

export type RefusalCode =
	/** No descriptor is bound to this contract on this chain. */
	| "no_descriptor"
	/** There is one, and it does not describe this function or message. */
	| "not_described"
	/** More than one describes it, and they are not the same. */
	| "ambiguous"
	/** Longer than is read. */
	| "too_large"
	/** The arguments can't be decoded: cut, or with offsets that lead outside. */
	| "undecodable"
	/** They decode, and encoded again they are not the bytes: dirty words, overlapping or unordered parts. */
	| "not_canonical"
	/** More values, or deeper ones, than are read. */
	| "too_many"
	| "unknown_format"
	| "unknown_param"
	/** A path leads nowhere, or not to where a field may point. */
	| "bad_path"
	/** A value is not of the kind that its format needs. */
	| "bad_value";

/** Nothing of the descriptor is used: the call stays as unknown as it was. */
export interface DescriptorRefusal {
	readonly ok: false;
	readonly code: RefusalCode;
	/** Where: a path or a key of the descriptor, cleaned; for logs and tests. */
	readonly at: string;
}

export type DescriptionResult = Description | DescriptorRefusal;
