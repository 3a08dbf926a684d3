/**
 * Bundled interfaces (IDLs) of Solana programs as written by scripts/idl.mjs, reduced to the decoded parts.
 */

export type IdlType =
	| "bool"
	| "u8"
	| "u16"
	| "u32"
	| "u64"
	| "u128"
	| "i8"
	| "i16"
	| "i32"
	| "i64"
	| "i128"
	| "pubkey"
	| "string"
	| "bytes"
	| { readonly option: IdlType }
	| { readonly vec: IdlType }
	| { readonly array: readonly [item: IdlType, count: number] }
	/** Name of one of the program's types. */
	| { readonly defined: string };

export interface IdlField {
	readonly name: string;
	readonly type: IdlType;
}

export type IdlDefined =
	| { readonly kind: "struct"; readonly fields: readonly IdlField[] }
	| {
			readonly kind: "enum";
			readonly variants: readonly { readonly name: string; readonly fields: readonly IdlField[] }[];
	  };

export interface IdlAccount {
	readonly name: string;
	readonly signer?: true;
	readonly writable?: true;
	/** Optional: replaced by the program's own address if absent. */
	readonly optional?: true;
	/** The only allowed address. */
	readonly address?: string;
}

export interface IdlInstruction {
	readonly name: string;
	/** Hex of the first data bytes. */
	readonly discriminator: string;
	readonly accounts: readonly IdlAccount[];
	readonly args: readonly IdlField[];
	/** Further accounts may follow. */
	readonly more: boolean;
}

export interface IdlProgram {
	/** base58. */
	readonly id: string;
	readonly name: string;
	readonly instructions: readonly IdlInstruction[];
	readonly types: Readonly<Record<string, IdlDefined>>;
}

/** Origin of a program's interface. */
interface IdlSource {
	readonly program: string;
	readonly repository: string;
	readonly commit: string;
	/** Date of the commit. */
	readonly date: string;
	readonly path: string;
	readonly version: string | null;
	readonly licence: string;
	/** Hex hash of the original file. */
	readonly sha256: string;
}

export interface IdlData {
	readonly head: {
		readonly sources: readonly IdlSource[];
		/** Hex hash of the canonical JSON of `programs`. */
		readonly sha256: string;
		readonly counts: { readonly programs: number; readonly instructions: number; readonly types: number };
	};
	readonly programs: readonly IdlProgram[];
}
