import type { SvmInstruction } from "../../match/svm/resolve.ts";
import type { DecodedArg } from "../evm/decode-evm.ts";
import { appAt, decodeApp } from "./apps/index.ts";
import { decodeAssociated } from "./associated.ts";
import { isBatch, partsOf } from "./batch.ts";
import { decodeBudget } from "./budget.ts";
import { DataReader, Unread } from "./data-reader.ts";
import { decodeLighthouse } from "./lighthouse.ts";
import { decodeLoader, decodeLoaderV4 } from "./loader.ts";
import { decodeLookupTable } from "./lookup-table.ts";
import { type Decoder, InstructionAccounts, type SvmMeaning, type Understood } from "./meaning.ts";
import { decodeMemo } from "./memo.ts";
import { decodePrecompile } from "./precompile.ts";
import { decodeStake } from "./stake.ts";
import { decodeSystem } from "./system.ts";
import { decodeToken } from "./token.ts";
import { decodeToken2022 } from "./token-2022.ts";
import { decodeVote } from "./vote.ts";

/** Our own reading of Solana instructions, from their bytes and accounts alone. */

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

const STAKE_PROGRAM = "Stake11111111111111111111111111111111111111";
const VOTE_PROGRAM = "Vote111111111111111111111111111111111111111";

const PROGRAMS: ReadonlyMap<string, readonly [name: string, decode: Decoder]> = new Map([
	[SYSTEM_PROGRAM, ["System", decodeSystem]],
	[TOKEN_PROGRAM, ["Token", decodeToken]],
	[TOKEN_2022_PROGRAM, ["Token-2022", decodeToken2022]],
	["ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL", ["Associated Token", decodeAssociated]],
	["ComputeBudget111111111111111111111111111111", ["Compute Budget", decodeBudget]],
	["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", ["Memo", decodeMemo]],
	["Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo", ["Memo (v1)", decodeMemo]],
	["L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95", ["Lighthouse", decodeLighthouse]],
	[STAKE_PROGRAM, ["Stake", decodeStake]],
	[VOTE_PROGRAM, ["Vote", decodeVote]],
	["AddressLookupTab1e1111111111111111111111111", ["Address Lookup Table", decodeLookupTable]],
	["BPFLoaderUpgradeab1e11111111111111111111111", ["BPF Loader", decodeLoader]],
	["LoaderV411111111111111111111111111111111111", ["Loader v4", decodeLoaderV4]],
	["Ed25519SigVerify111111111111111111111111111", ["Ed25519", decodePrecompile]],
	["KeccakSecp256k11111111111111111111111111111", ["Secp256k1", decodePrecompile]],
	["Secp256r1SigVerify1111111111111111111111111", ["Secp256r1", decodePrecompile]],
]);

/** One of the chain's own, whose instructions we read ourselves: it does what they say. */
export const isReadProgram = (programId: string): boolean => PROGRAMS.has(programId);

/** Programs that take several of their instructions in one. */
const BATCHING: ReadonlySet<string> = new Set([TOKEN_PROGRAM, TOKEN_2022_PROGRAM]);

export interface SvmStep {
	/** The instruction of the transaction, counted from 1. */
	readonly at: number;
	/** Which of a batch it is, counted from 1; 0 where the instruction is no batch. */
	readonly part: number;
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
		const found = decode(reader, new InstructionAccounts(instruction.accounts));
		reader.end();
		return found;
	} catch (error) {
		if (error instanceof Unread) return null;
		throw error;
	}
}

/** The chain's own programs, and those whose published interface is bundled. */
function readerOf(programId: string, rights: boolean): readonly [name: string, decode: Decoder] | undefined {
	const app = appAt(programId);
	if (app === null) return PROGRAMS.get(programId);
	return [app, (data, accounts) => decodeApp(programId, data, accounts, rights)];
}

function stepOf(instruction: SvmInstruction, at: number, part: number, rights: boolean): SvmStep {
	const known = readerOf(instruction.programId, rights);
	const found = known === undefined ? null : understand(known[1], instruction);
	return {
		at,
		part,
		programId: instruction.programId,
		program: known?.[0] ?? null,
		name: found?.name ?? null,
		meaning: found?.meaning ?? { kind: "unknown", reason: known === undefined ? "program" : "data" },
		args: found?.args ?? [],
		accounts: instruction.accounts.map((account, place) => ({
			...account,
			role: found?.roles[place] ?? null,
		})),
		data: instruction.data,
	};
}

function decoded(instruction: SvmInstruction, index: number, rights: boolean): readonly SvmStep[] {
	const parts = BATCHING.has(instruction.programId) && isBatch(instruction) ? partsOf(instruction) : null;
	if (parts === null) return [stepOf(instruction, index + 1, 0, rights)];
	return parts.map((part, place) => stepOf(part, index + 1, place + 1, rights));
}

/**
 * What an instruction does: one step, or one for each part of a batch. An unknown program or unreadable data is told as
 * such, never guessed.
 * @param index of the instruction, counted from 0
 */
export const decodeSvm = (instruction: SvmInstruction, index: number): readonly SvmStep[] =>
	decoded(instruction, index, true);

/** The same of what an instruction calls in turn, of which the rights of accounts are not all told. */
export const decodeInnerSvm = (instruction: SvmInstruction, index: number): readonly SvmStep[] =>
	decoded(instruction, index, false);

/** In the order in which they run. */
export const isBefore = (left: Pick<SvmStep, "at" | "part">, right: Pick<SvmStep, "at" | "part">): boolean =>
	left.at < right.at || (left.at === right.at && left.part < right.part);
