/** Interfaces (IDLs) of Solana programs as scripts/idl.mjs writes them, reduced to what is decoded. */

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
	/** If absent, the program's own address is used. */
	readonly optional?: true;
	readonly address?: string;
}

export interface IdlInstruction {
	readonly name: string;
	/** First bytes of the data, in hex. */
	readonly discriminator: string;
	readonly accounts: readonly IdlAccount[];
	readonly args: readonly IdlField[];
	readonly more: boolean;
}

export interface IdlProgram {
	readonly id: string;
	readonly name: string;
	readonly instructions: readonly IdlInstruction[];
	readonly types: Readonly<Record<string, IdlDefined>>;
}

interface IdlSource {
	readonly program: string;
	readonly repository: string;
	readonly commit: string;
	readonly date: string;
	readonly path: string;
	readonly version: string | null;
	readonly licence: string;
	/** SHA-256 of the original file, in hex. */
	readonly sha256: string;
}

export interface IdlData {
	readonly head: {
		readonly sources: readonly IdlSource[];
		/** SHA-256 of the canonical JSON of `programs`, in hex. */
		readonly sha256: string;
		readonly counts: { readonly programs: number; readonly instructions: number; readonly types: number };
	};
	readonly programs: readonly IdlProgram[];
}
