import type { SvmInstruction } from "../match/svm-resolve.ts";
import type { DecodedArg } from "./decode-evm.ts";
import { decodeAssociated } from "./svm/associated.ts";
import { decodeBudget } from "./svm/budget.ts";
import { DataReader, Unread } from "./svm/data-reader.ts";
import { decodeLoader } from "./svm/loader.ts";
import { decodeLookupTable } from "./svm/lookup-table.ts";
import { Accounts, type Decoder, type SvmMeaning, type Understood } from "./svm/meaning.ts";
import { decodeMemo } from "./svm/memo.ts";
import { decodeStake } from "./svm/stake.ts";
import { decodeSystem } from "./svm/system.ts";
import { decodeToken } from "./svm/token.ts";
import { decodeToken2022 } from "./svm/token-2022.ts";

/** Our own reading of Solana instructions, from their bytes and accounts alone. */

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

const PROGRAMS: ReadonlyMap<string, readonly [name: string, decode: Decoder]> = new Map([
	[SYSTEM_PROGRAM, ["System", decodeSystem]],
	[TOKEN_PROGRAM, ["Token", decodeToken]],
	[TOKEN_2022_PROGRAM, ["Token-2022", decodeToken2022]],
	["ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL", ["Associated Token", decodeAssociated]],
	["ComputeBudget111111111111111111111111111111", ["Compute Budget", decodeBudget]],
	["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", ["Memo", decodeMemo]],
	["Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo", ["Memo (v1)", decodeMemo]],
	["Stake11111111111111111111111111111111111111", ["Stake", decodeStake]],
	["AddressLookupTab1e1111111111111111111111111", ["Address Lookup Table", decodeLookupTable]],
	["BPFLoaderUpgradeab1e11111111111111111111111", ["BPF Loader", decodeLoader]],
]);

export interface SvmStep {
	/** Counted from 1. */
	readonly at: number;
	readonly programId: string;
	/** Null where the program is unknown. */
	readonly program: string | null;
	/** Null where the instruction is unknown. */
	readonly name: string | null;
	readonly meaning: SvmMeaning;
	readonly args: readonly DecodedArg[];
	readonly accounts: readonly (SvmInstruction["accounts"][number] & { readonly role: string | null })[];
	readonly data: Uint8Array;
}

/** Whatever a layout does not tell to its last byte is unknown. */
function understand(decode: Decoder, instruction: SvmInstruction): Understood | null {
	const reader = new DataReader(instruction.data);
	try {
		const found = decode(reader, new Accounts(instruction.accounts));
		reader.end();
		return found;
	} catch (error) {
		if (error instanceof Unread) return null;
		throw error;
	}
}

/** What an instruction does. An unknown program or unreadable data is told as such, never guessed. */
export function decodeSvm(instruction: SvmInstruction, index: number): SvmStep {
	const known = PROGRAMS.get(instruction.programId);
	const found = known === undefined ? null : understand(known[1], instruction);
	return {
		at: index + 1,
		programId: instruction.programId,
		program: known?.[0] ?? null,
		name: found?.name ?? null,
		meaning: found?.meaning ?? { kind: "unknown", reason: known === undefined ? "program" : "data" },
		args: found?.args ?? [],
		accounts: instruction.accounts.map((account, at) => ({ ...account, role: found?.roles[at] ?? null })),
		data: instruction.data,
	};
}
