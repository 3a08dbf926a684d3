import type { Hex } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";

/** Result of applying a descriptor, as typed values. The text is created where they are displayed. */

/** Decoded value: numbers as bigint, bytes and addresses as lower-case hex, text unchanged (hostile). */
export interface DataLeaf {
	readonly type: string;
	readonly value: bigint | boolean | string;
}

export type FieldValue =
	| ({ readonly kind: "raw" } & DataLeaf)
	/** Wei of the native coin. */
	| { readonly kind: "amount"; readonly raw: bigint }
	| {
			readonly kind: "tokenAmount";
			/** `null` if the descriptor names no token. */
			readonly token: Hex | null;
			/** The descriptor says that this address represents the native coin. */
			readonly native: boolean;
			readonly raw: bigint;
			/** The descriptor's text for a large number ("Unlimited"); it never replaces the number. */
			readonly message: string | null;
	  }
	| { readonly kind: "nft"; readonly collection: Hex | null; readonly id: bigint }
	/** Unix seconds of any size. */
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
	/** `label` is the descriptor's word for the value; `null` if it has none. */
	| { readonly kind: "enum"; readonly raw: bigint | boolean | string; readonly label: string | null }
	| {
			readonly kind: "address";
			readonly address: Hex;
			/** Kinds that the descriptor expects of the address and its name; unchecked. */
			readonly types: readonly string[];
			readonly sources: readonly string[];
			/** The descriptor says that this address represents the sender. */
			readonly sender: boolean;
	  }
	/** Inner call, for the caller's own reader. */
	| ({ readonly kind: "call" } & NestedCall);

export interface NestedCall {
	readonly callee: Hex;
	readonly data: Hex;
	/** Wei, if the descriptor states the call's value. */
	readonly value: bigint | null;
	/** Caller, if the descriptor states it. */
	readonly from: Hex | null;
}

export interface DescribedField {
	/** The descriptor's text, sanitized and clipped. */
	readonly label: string;
	/** Argument path such as `desc.amount` or `pools.[0]`, or a container path such as `@.value`. */
	readonly path: string;
	readonly optional: boolean;
	readonly value: FieldValue;
}

/** Text that the descriptor adds, not part of the signed data. */
export interface DescribedConstant {
	readonly label: string;
	readonly text: string;
	/** Number of `fields` before it. */
	readonly position: number;
}

export interface UncoveredLeaf extends DataLeaf {
	readonly path: string;
	/**
	 * `hidden`: the descriptor says never to show it. `part`: a field shows only some of its bytes. `absent`:
	 * no field.
	 */
	readonly why: "absent" | "hidden" | "part";
	/** The descriptor's label, if it names what it hides. */
	readonly label: string | null;
	/** Addresses and bytes are shown without a click. */
	readonly open: boolean;
}

export interface Attestation {
	readonly signer: Hex;
	/** Name and organization in the registry; `null` without a profile. */
	readonly auditor: string | null;
	readonly uid: Hex;
	readonly time: number;
}

export interface Description {
	readonly ok: true;
	/**
	 * Address that the descriptor is bound to: the call's target, or the implementation from the caller's own
	 * reads.
	 */
	readonly boundTo: Hex;
	readonly viaImplementation: boolean;
	/** Registry file. */
	readonly file: string;
	readonly owner: string | null;
	readonly contractName: string | null;
	/** Described function or encoded type, for internal use. */
	readonly key: string;
	/** The descriptor's name for the call, a claim. */
	readonly intent: string | null;
	readonly fields: readonly DescribedField[];
	readonly constants: readonly DescribedConstant[];
	/** All leaves that no field shows completely. */
	readonly uncovered: readonly UncoveredLeaf[];
	/** Bytes after the call's own. */
	readonly tail: { readonly size: number; readonly hex: Hex } | null;
	/** Attestation of the whole descriptor; `null` if nobody attests all of it. */
	readonly attestation: Attestation | null;
}

export type RefusalCode =
	/** No descriptor exists for this contract on this chain. */
	| "no_descriptor"
	/** The contract's descriptor does not cover this function or message. */
	| "not_described"
	/** Several different descriptors cover it. */
	| "ambiguous"
	/** Exceeds the maximum length. */
	| "too_large"
	/** The arguments can't be decoded: truncated, or with offsets out of bounds. */
	| "undecodable"
	/** Encoding the decoded arguments gives other bytes: dirty words, overlapping or unordered parts. */
	| "not_canonical"
	/** Exceeds the maximum number or depth of values. */
	| "too_many"
	| "unknown_format"
	| "unknown_param"
	/** A path leads nowhere, or to a node that a field may not point to. */
	| "bad_path"
	/** A value has the wrong type for its format. */
	| "bad_value";

/** The descriptor is not used, and the call stays as unknown as before. */
export interface DescriptorRefusal {
	readonly ok: false;
	readonly code: RefusalCode;
	/** Path or key in the descriptor, sanitized; for logs and tests. */
	readonly at: string;
}

export type DescriptionResult = Description | DescriptorRefusal;

/** Thrown only inside the reader: a fault in one field refuses the whole descriptor. */
export class DescriptorError extends Error {
	readonly code: RefusalCode;
	readonly at: string;

	constructor(code: RefusalCode, at: string) {
		super(code);
		this.name = "DescriptorError";
		this.code = code;
		this.at = at;
	}
}

/** Creates a refusal; `at` may be hostile text. */
export function refusal(code: RefusalCode, at: string): DescriptorRefusal {
	return { ok: false, code, at: plain(at, 80) };
}
