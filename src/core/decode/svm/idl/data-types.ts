/** The bundled interfaces (IDLs) of Solana programs as scripts/idl.mjs writes them: facts, reduced to what is read. */

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
	/** The name of one of the program's types. */
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
	/** May be left out: the program's own address then stands in its place. */
	readonly optional?: true;
	/** The only one that may stand there. */
	readonly address?: string;
}

export interface IdlInstruction {
	readonly name: string;
	/** Hex: the first bytes of the data. */
	readonly discriminator: string;
	readonly accounts: readonly IdlAccount[];
	readonly args: readonly IdlField[];
	/** Further accounts may follow those that are named. */
	readonly more: boolean;
}

export interface IdlProgram {
	/** Base58. */
	readonly id: string;
	readonly name: string;
	readonly instructions: readonly IdlInstruction[];
	readonly types: Readonly<Record<string, IdlDefined>>;
}

/** Where a program's interface was taken from. */
interface IdlSource {
	readonly program: string;
	readonly repository: string;
	readonly commit: string;
	/** The commit's day. */
	readonly date: string;
	readonly path: string;
	readonly version: string | null;
	readonly licence: string;
	/** Hex, of the file as it was taken. */
	readonly sha256: string;
}

export interface IdlData {
	readonly head: {
		readonly sources: readonly IdlSource[];
		/** Hex, of the canonical JSON of `programs`. */
		readonly sha256: string;
		readonly counts: { readonly programs: number; readonly instructions: number; readonly types: number };
	};
	readonly programs: readonly IdlProgram[];
}
