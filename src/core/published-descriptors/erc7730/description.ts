import type { Hex } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";

/** Numbers are bigints. Bytes and addresses are lowercase hex. Text is unchanged and may be hostile. */
export interface DataLeaf {
	readonly type: string;
	readonly value: bigint | boolean | string;
}

export type FieldValue =
	| ({ readonly kind: "raw" } & DataLeaf)
	| { readonly kind: "amount"; readonly raw: bigint }
	| {
			readonly kind: "tokenAmount";
			readonly token: Hex | null;
			readonly native: boolean;
			readonly raw: bigint;
			/**
			 * The descriptor's text for large numbers, e.g. "Unlimited", which is displayed next to the
			 * number.
			 */
			readonly message: string | null;
	  }
	| { readonly kind: "nft"; readonly collection: Hex | null; readonly id: bigint }
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
	| { readonly kind: "enum"; readonly raw: bigint | boolean | string; readonly label: string | null }
	| {
			readonly kind: "address";
			readonly address: Hex;
			readonly types: readonly string[];
			readonly sources: readonly string[];
			readonly sender: boolean;
	  }
	| ({ readonly kind: "call" } & NestedCall);

export interface NestedCall {
	readonly callee: Hex;
	readonly data: Hex;
	readonly value: bigint | null;
	readonly from: Hex | null;
}

export interface DescribedField {
	readonly label: string;
	readonly path: string;
	readonly optional: boolean;
	readonly value: FieldValue;
}

/** Unsigned text from the descriptor itself. */
export interface DescribedConstant {
	readonly label: string;
	readonly text: string;
	/** Number of `fields` that precede it. */
	readonly position: number;
}

export interface UncoveredLeaf extends DataLeaf {
	readonly path: string;
	/**
	 * `absent`: no field displays it. `hidden`: the descriptor says that it must never be displayed. `part`:
	 * only some of its bytes are displayed.
	 */
	readonly why: "absent" | "hidden" | "part";
	readonly label: string | null;
	/** Whether the leaf is always expanded, like addresses and bytes. */
	readonly open: boolean;
}

export interface Attestation {
	readonly signer: Hex;
	readonly auditor: string | null;
	readonly uid: Hex;
	readonly time: number;
}

export interface Description {
	readonly ok: true;
	readonly boundTo: Hex;
	readonly viaImplementation: boolean;
	readonly file: string;
	readonly owner: string | null;
	readonly contractName: string | null;
	readonly key: string;
	readonly intent: string | null;
	readonly fields: readonly DescribedField[];
	readonly constants: readonly DescribedConstant[];
	readonly uncovered: readonly UncoveredLeaf[];
	readonly tail: { readonly size: number; readonly hex: Hex } | null;
	/** `null` unless someone attests to the whole descriptor. */
	readonly attestation: Attestation | null;
}

export type RefusalCode =
	| "no_descriptor"
	| "not_described"
	| "ambiguous"
	| "too_large"
	| "undecodable"
	| "not_canonical"
	| "too_many"
	| "unknown_format"
	| "unknown_param"
	| "bad_path"
	| "bad_value";

/** The descriptor can't be used, so the call stays undecoded. */
export interface DescriptorRefusal {
	readonly ok: false;
	readonly code: RefusalCode;
	/** Path or key in the descriptor, for logs and tests. It is sanitized. */
	readonly at: string;
}

export type DescriptionResult = Description | DescriptorRefusal;

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

export function refusal(code: RefusalCode, at: string): DescriptorRefusal {
	return { ok: false, code, at: plain(at, 80) };
}
