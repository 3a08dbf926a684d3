import { bytesToHex } from "@noble/hashes/utils.js";
import { SVM_SYSTEM_PROGRAM } from "../../chain/well-known.ts";
import { type Message, message } from "../../localized-text.ts";
import type { SvmInstruction } from "../../match/svm/resolve.ts";
import type { DecodedArg } from "../evm/meaning.ts";
import { appAt, decodeApp } from "./apps/index.ts";
import { DataReader, Unread, utf8 } from "./data-reader.ts";
import { decodeLoader, decodeLoaderV4 } from "./loader.ts";
import {
	arg,
	byTag,
	type Decoder,
	InstructionAccounts,
	plainOther,
	type SvmMeaning,
	type Understood,
	u8Tag,
	u32Tag,
	understood,
	withdrawal,
} from "./meaning.ts";
import { decodeStake } from "./stake.ts";
import { decodeSystem } from "./system.ts";
import { decodeToken } from "./token.ts";
import { decodeToken2022 } from "./token-2022.ts";
import { decodeVote } from "./vote.ts";

/** Source: solana-address-lookup-table-interface. */

const MAX = 256n;

function extend(data: DataReader): Understood {
	const count = data.u64();
	if (count > MAX) throw new Unread();
	const keys = Array.from({ length: Number(count) }, () => data.key());
	const args = keys.map((key, at) => arg(`address ${at + 1}`, "pubkey", key));
	return plainOther(
		"extendLookupTable",
		message("svm.table.extend-lookup-table", { count: Number(count) }),
		["table", "authority", "payer", "system program"],
		args,
		{ rent: true },
	);
}

const LOOKUP_TABLE = ["table", "authority"];
const CONTROL = { control: true } as const;

const decodeLookupTable: Decoder = byTag(u32Tag, {
	0: (data) =>
		plainOther(
			"createLookupTable",
			message("svm.table.create-lookup-table"),
			[...LOOKUP_TABLE, "payer", "system program"],
			[arg("recentSlot", "u64", data.u64()), arg("bump", "u8", data.u8())],
			{ rent: true },
		),
	1: () => {
		const text = message("svm.table.freeze-lookup-table");
		return plainOther("freezeLookupTable", text, LOOKUP_TABLE, [], CONTROL);
	},
	2: extend,
	3: () => {
		const text = message("svm.table.deactivate-lookup-table");
		return plainOther("deactivateLookupTable", text, LOOKUP_TABLE, [], CONTROL);
	},
	4: (_data, accounts) =>
		understood("closeLookupTable", withdrawal("lookup_table", accounts, null, { to: 2, authority: 1 }), [
			...LOOKUP_TABLE,
			"recipient",
		]),
});

/** Source: solana-compute-budget-interface. */

const budget = (name: string, what: Message, type: string, value: bigint | number): Understood =>
	understood(name, { kind: "budget", what }, [], [arg("value", type, value)]);

const decodeBudget: Decoder = byTag(u8Tag, {
	1: (data) => budget("requestHeapFrame", message("svm.budget.request-heap-frame"), "u32", data.u32()),
	2: (data) => budget("setComputeUnitLimit", message("svm.budget.set-compute-unit-limit"), "u32", data.u32()),
	3: (data) => budget("setComputeUnitPrice", message("svm.budget.set-compute-unit-price"), "u64", data.u64()),
	4: (data) => {
		const text = message("svm.budget.set-loaded-accounts-data-size-limit");
		return budget("setLoadedAccountsDataSizeLimit", text, "u32", data.u32());
	},
});

/**
 * Assertions from the Lighthouse program. They fail the transaction unless an account has the stated value,
 * and they neither sign nor write. Instructions 0 and 1 write to an account, so they remain unknown. Source:
 * Jac0xb/lighthouse, programs/lighthouse/src/instruction.rs (commit
 * 4c579479c98635e419b1b167f08be02a71604a71).
 */
const ASSERTIONS: Readonly<Record<number, string>> = {
	2: "AssertAccountData",
	3: "AssertAccountDataMulti",
	4: "AssertAccountDelta",
	5: "AssertAccountInfo",
	6: "AssertAccountInfoMulti",
	7: "AssertMintAccount",
	8: "AssertMintAccountMulti",
	9: "AssertTokenAccount",
	10: "AssertTokenAccountMulti",
	11: "AssertStakeAccount",
	12: "AssertStakeAccountMulti",
	13: "AssertUpgradeableLoaderAccount",
	14: "AssertUpgradeableLoaderAccountMulti",
	15: "AssertSysvarClock",
	16: "AssertMerkleTreeAccount",
	17: "AssertBubblegumTreeConfigAccount",
};

const decodeLighthouse: Decoder = (data, accounts) => {
	const name = ASSERTIONS[data.u8()];
	if (name === undefined) throw new Unread();
	const asserted = bytesToHex(data.rest());
	const [target] = accounts.all;
	const text =
		target === undefined ? message("svm.assert") : message("svm.assert.account", { account: target.pubkey });
	return plainOther(name, text, ["asserted account"], [arg("assertion", "bytes", `0x${asserted}`)]);
};

const BATCH = 255;
const HEADER = 2;
const MAX_PARTS = 64;

const isBatch = ({ data }: SvmInstruction): boolean => data[0] === BATCH;

/**
 * Splits a batch of token instructions. Sources: spl-token-interface, TokenInstruction::Batch; p-token's processor
 * for the header and the end of a batch.
 */
function partsOf({ programId, accounts, data }: SvmInstruction): readonly SvmInstruction[] | null {
	const parts: SvmInstruction[] = [];
	let [at, taken] = [1, 0];
	while (at < data.length) {
		const [count, length] = [data[at], data[at + 1]];
		if (count === undefined || length === undefined || length === 0) return null;
		const [start, end] = [at + HEADER, at + HEADER + length];
		if (end > data.length || taken + count > accounts.length || parts.length === MAX_PARTS) return null;
		const part = { programId, accounts: accounts.slice(taken, taken + count), data: data.slice(start, end) };
		if (isBatch(part)) return null;
		parts.push(part);
		taken += count;
		at = end;
	}
	return parts.length === 0 || taken < accounts.length ? null : parts;
}

const CREATE = ["payer", "token account", "owner", "mint", "system program", "token program"];
const RECOVER = [
	"nested account",
	"nested mint",
	"destination",
	"owner's account",
	"owner's mint",
	"wallet",
	"token program",
];

/** Source: spl_associated_token_account::instruction. */
const decodeAssociated: Decoder = (data, accounts) => {
	const tag = data.left === 0 ? 0 : data.u8();
	if (tag === 2) return plainOther("recoverNested", message("svm.token.recover-nested"), RECOVER);
	if (tag > 2) throw new Unread();
	const [payer, account, owner, mint] = [accounts.at(0), accounts.at(1), accounts.at(2), accounts.at(3)];
	const name = tag === 0 ? "create" : "createIdempotent";
	return understood(name, { kind: "token_open", payer, account, owner, mint }, CREATE);
};

const decodeMemo: Decoder = (data, accounts) =>
	understood(
		"memo",
		{ kind: "memo", text: utf8(data.rest()) },
		accounts.all.map(() => "signer"),
	);

/** Precompiles verify signatures. They don't use any accounts or change any state. */
const decodePrecompile: Decoder = (data) => {
	data.rest();
	return plainOther("verify", message("svm.chain.verify"), []);
};

export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

const STAKE_PROGRAM = "Stake11111111111111111111111111111111111111";
const VOTE_PROGRAM = "Vote111111111111111111111111111111111111111";

const PROGRAMS: ReadonlyMap<string, readonly [name: string, decode: Decoder]> = new Map([
	[SVM_SYSTEM_PROGRAM, ["System", decodeSystem]],
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

/** Returns whether the program is native and therefore does exactly what its instructions say. */
export const isReadProgram = (programId: string): boolean => PROGRAMS.has(programId);

const BATCHING: ReadonlySet<string> = new Set([TOKEN_PROGRAM, TOKEN_2022_PROGRAM]);

export interface SvmStep {
	readonly at: number;
	readonly part: number;
	readonly programId: string;
	readonly program: string | null;
	readonly name: string | null;
	readonly meaning: SvmMeaning;
	readonly args: readonly DecodedArg[];
	readonly accounts: readonly (SvmInstruction["accounts"][number] & { readonly role: string | null })[];
	readonly data: Uint8Array;
}

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
		accounts: instruction.accounts.map((account, index) => ({
			...account,
			role: found?.roles[index] ?? null,
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
 * Decodes an instruction using only its data and accounts. Returns one step, or one step for each instruction
 * in a batch. Never guesses the meaning of unknown
 * programs or unreadable data.
 */
export const decodeSvm = (instruction: SvmInstruction, index: number): readonly SvmStep[] =>
	decoded(instruction, index, true);

export const decodeInnerSvm = (instruction: SvmInstruction, index: number): readonly SvmStep[] =>
	decoded(instruction, index, false);

export const isBefore = (left: Pick<SvmStep, "at" | "part">, right: Pick<SvmStep, "at" | "part">): boolean =>
	left.at < right.at || (left.at === right.at && left.part < right.part);
