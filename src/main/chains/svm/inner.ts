import { base58 } from "@scure/base";
import { z } from "zod";
import { SVM_SYSTEM_PROGRAM } from "../../../core/chain/well-known.ts";
import { orIfThrown } from "../../../core/or-if-thrown.ts";
import { isBase58, type SvmInnerWords } from "./rpc-values.ts";

/**
 * Nodes return the instructions of known programs in parsed form (agave: parse_ui_inner_instructions). They
 * are re-encoded to bytes, so all instructions go through the same decoder.
 */

export interface SvmInner {
	readonly under: number;
	readonly depth: number;
	readonly program: string;
	/** In the instruction's order. A parsed instruction doesn't list a multisig's signers. */
	readonly accounts: readonly string[];
	readonly data: Uint8Array;
}

type Info = Readonly<Record<string, unknown>>;
interface Form {
	readonly accounts: readonly (readonly string[])[];
	readonly write: (info: Info) => number[];
}

class NotWritten extends Error {}

const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const ASSOCIATED = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
const MEMOS = ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"];

function little(value: bigint, bytes: number): number[] {
	if (value < 0n || value >= 1n << BigInt(8 * bytes)) throw new NotWritten();
	return Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}

function wholeOf(value: unknown): bigint {
	if (typeof value === "bigint") return value;
	if (typeof value === "string" && /^[0-9]{1,20}$/.test(value)) return BigInt(value);
	throw new NotWritten();
}

function keyOf(value: unknown): number[] {
	if (typeof value !== "string") throw new NotWritten();
	const key = base58.decode(value);
	if (key.length !== 32) throw new NotWritten();
	return [...key];
}

const u64 = (name: string) => (info: Info) => little(wholeOf(info[name]), 8);
const key = (name: string) => (info: Info) => keyOf(info[name]);
const optionalKey = (name: string) => (info: Info) =>
	info[name] === null || info[name] === undefined ? [0] : [1, ...keyOf(info[name])];
const tokenAmount = z.looseObject({ amount: z.string(), decimals: z.bigint() });
const checked = (name: string) => (info: Info) => {
	const { amount, decimals } = tokenAmount.parse(info[name]);
	return [...little(wholeOf(amount), 8), ...little(decimals, 1)];
};

/** In the order of spl_token_2022::instruction::AuthorityType. */
const AUTHORITIES = [
	"mintTokens",
	"freezeAccount",
	"accountOwner",
	"closeAccount",
	"transferFeeConfig",
	"withheldWithdraw",
	"closeMint",
	"interestRate",
	"permanentDelegate",
	"confidentialTransferMint",
	"transferHookProgramId",
	"confidentialTransferFeeConfig",
	"metadataPointer",
	"groupPointer",
	"groupMemberPointer",
	"scaledUiAmount",
	"pause",
];

function authorityType(info: Info): number[] {
	const type = AUTHORITIES.indexOf(String(info["authorityType"]));
	if (type === -1) throw new NotWritten();
	return [type];
}

type AccountIndexes = (info: Info) => number[];

function form(tag: readonly number[], accounts: string, ...parts: readonly AccountIndexes[]): Form {
	return {
		accounts: accounts.split(" ").map((names) => names.split("|")),
		write: (info) => [...tag, ...parts.flatMap((part) => part(info))],
	};
}

const AUTHORITY = "authority|multisigAuthority";
const OWNER = "owner|multisigOwner";
const MINTER = "mintAuthority|multisigMintAuthority";
const FREEZER = "freezeAuthority|multisigFreezeAuthority";

const TOKEN_FORMS: Readonly<Record<string, Form>> = {
	initializeAccount: form([1], "account mint owner rentSysvar"),
	transfer: form([3], `source destination ${AUTHORITY}`, u64("amount")),
	approve: form([4], `source delegate ${OWNER}`, u64("amount")),
	revoke: form([5], `source ${OWNER}`),
	setAuthority: form([6], `account|mint ${AUTHORITY}`, authorityType, optionalKey("newAuthority")),
	mintTo: form([7], `mint account ${MINTER}`, u64("amount")),
	burn: form([8], `account mint ${AUTHORITY}`, u64("amount")),
	closeAccount: form([9], `account destination ${OWNER}`),
	freezeAccount: form([10], `account mint ${FREEZER}`),
	thawAccount: form([11], `account mint ${FREEZER}`),
	transferChecked: form([12], `source mint destination ${AUTHORITY}`, checked("tokenAmount")),
	approveChecked: form([13], `source mint delegate ${OWNER}`, checked("tokenAmount")),
	mintToChecked: form([14], `mint account ${MINTER}`, checked("tokenAmount")),
	burnChecked: form([15], `account mint ${AUTHORITY}`, checked("tokenAmount")),
	initializeAccount2: form([16], "account mint rentSysvar", key("owner")),
	syncNative: form([17], "account"),
	initializeAccount3: form([18], "account mint", key("owner")),
	getAccountDataSize: form([21], "mint"),
	initializeImmutableOwner: form([22], "account"),
	transferCheckedWithFee: form(
		[26, 1],
		`source mint destination ${AUTHORITY}`,
		checked("tokenAmount"),
		(info) => little(wholeOf(tokenAmount.parse(info["feeAmount"]).amount), 8),
	),
};

const SYSTEM_FORMS: Readonly<Record<string, Form>> = {
	createAccount: form([0, 0, 0, 0], "source newAccount", u64("lamports"), u64("space"), key("owner")),
	assign: form([1, 0, 0, 0], "account", key("owner")),
	transfer: form([2, 0, 0, 0], "source destination", u64("lamports")),
	allocate: form([8, 0, 0, 0], "account", u64("space")),
};

const OPENING = "source account wallet mint systemProgram tokenProgram";
const ASSOCIATED_FORMS: Readonly<Record<string, Form>> = {
	create: form([0], OPENING),
	createIdempotent: form([1], OPENING),
};

const FORMS: ReadonlyMap<string, Readonly<Record<string, Form>>> = new Map([
	[SVM_SYSTEM_PROGRAM, SYSTEM_FORMS],
	[TOKEN, TOKEN_FORMS],
	[TOKEN_2022, TOKEN_FORMS],
	[ASSOCIATED, ASSOCIATED_FORMS],
]);

const parsedWords = z.looseObject({ type: z.string(), info: z.record(z.string(), z.unknown()) });

const namedIn = (info: Info): string[] =>
	Object.values(info).flatMap((value) => (typeof value === "string" && isBase58(value, 32) ? [value] : []));

function written(found: Form, info: Info): Pick<SvmInner, "accounts" | "data"> | null {
	try {
		const accounts = found.accounts.map((names) => {
			const value = names.map((name) => info[name]).find((each) => each !== undefined);
			return base58.encode(Uint8Array.from(keyOf(value)));
		});
		return { accounts, data: Uint8Array.from(found.write(info)) };
	} catch {
		return null;
	}
}

function fromWords(program: string, parsed: unknown): Pick<SvmInner, "accounts" | "data"> {
	if (typeof parsed === "string" && MEMOS.includes(program))
		return { accounts: [], data: new TextEncoder().encode(parsed) };
	const words = parsedWords.safeParse(parsed);
	if (!words.success) return { accounts: [], data: new Uint8Array() };
	const { type, info } = words.data;
	const forms = FORMS.get(program) ?? {};
	const found = Object.hasOwn(forms, type) ? forms[type] : undefined;
	const known = found === undefined ? null : written(found, info);
	return known ?? { accounts: namedIn(info), data: new Uint8Array() };
}

export function innerOf(under: number, words: SvmInnerWords, keys: readonly string[]): SvmInner | null {
	const program = words.programId ?? keys[words.programIdIndex ?? keys.length];
	if (program === undefined) return null;
	// The message's own instructions have stack height 1.
	const place = { under, depth: Math.max(1, (words.stackHeight ?? 2) - 1), program };
	if (words.parsed !== undefined) return { ...place, ...fromWords(program, words.parsed) };
	const accounts = (words.accounts ?? []).map((each) => (typeof each === "number" ? keys[each] : each));
	const named = accounts.filter((each) => each !== undefined);
	if (named.length !== accounts.length) return null;
	return orIfThrown(null, () => ({ ...place, accounts: named, data: base58.decode(words.data ?? "") }));
}
