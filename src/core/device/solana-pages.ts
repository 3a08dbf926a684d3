import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "../decode/svm/decode-svm.ts";
import { readSvmTransaction, SvmBytesError, type SvmTransaction } from "../match/svm-message.ts";
import { message, sentences } from "../message.ts";
import type { DeviceHash } from "../subject/device-plan.ts";
import { deviceAmount, type Forecast, impossible, page } from "./forecast.ts";
import { SCREEN, SUMMARIES } from "./screens.ts";

/** What the Solana app shows of transactions, without any of Ledger's own data on tokens. */

const BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
/** The app steps over it, and does not show it. The program's first version makes all of it blind. */
const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/** The app has summaries for some of what these do; which ones, no recording tells. */
const SUMMARISED: ReadonlySet<string> = new Set([
	SYSTEM_PROGRAM,
	TOKEN_PROGRAM,
	TOKEN_2022_PROGRAM,
	BUDGET_PROGRAM,
	"ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
	"Stake11111111111111111111111111111111111111",
	"Vote111111111111111111111111111111111111111",
]);
/** Transfer, TransferChecked and those with a fee: each needs the token's own data. */
const TOKEN_TRANSFERS: ReadonlySet<number> = new Set([3, 12, 26]);

/** Memos and compute budgets counted. */
const MAX_INSTRUCTIONS = 4;
const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
/** Compute units that the chain allows, where no instruction says how many. */
const UNITS_OF_ONE = 200_000n;
const MAX_UNITS = 1_400_000n;
const SOL_DECIMALS = 9;

interface Instruction {
	readonly program: string;
	readonly accounts: readonly string[];
	readonly data: Uint8Array;
}

const NOWHERE = "";

function instructionsOf({ instructions, staticKeys }: SvmTransaction): readonly Instruction[] {
	return instructions.map(({ programIndex, accountIndexes, data }) => ({
		program: staticKeys[programIndex] ?? NOWHERE,
		accounts: accountIndexes.map((index) => staticKeys[index] ?? NOWHERE),
		data,
	}));
}

/** A little-endian number of so many bytes. */
function numberAt(data: Uint8Array, at: number, size: number): bigint {
	return data.slice(at, at + size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

interface ComputeBudget {
	readonly limit: bigint | null;
	readonly price: bigint | null;
}

/** Null: not an instruction that the app reads. */
function withBudget(before: ComputeBudget | null, { data }: Instruction): ComputeBudget | null {
	if (before === null) return null;
	const is = (kind: number, length: number) => data[0] === kind && data.length === length;
	if (is(2, 5)) return { ...before, limit: numberAt(data, 1, 4) };
	if (is(3, 9)) return { ...before, price: numberAt(data, 1, 8) };
	return is(1, 5) || is(4, 5) ? before : null;
}

function feesOf({ limit, price }: ComputeBudget, instructions: number): bigint | null {
	if (limit === null && price === null) return null;
	if (price === null) return LAMPORTS_PER_SIGNATURE;
	const all = BigInt(instructions) * UNITS_OF_ONE;
	const units = limit ?? (all < MAX_UNITS ? all : MAX_UNITS);
	return LAMPORTS_PER_SIGNATURE + (price * units) / MICRO_LAMPORTS;
}

const sol = (lamports: bigint) => deviceAmount(lamports, SOL_DECIMALS, "SOL");

interface SolTransfer {
	readonly lamports: bigint;
	readonly to: string;
	/** Null where nothing sets a compute budget: then the app shows no fees. */
	readonly fees: bigint | null;
	/** A memo goes with it, which the app does not show. */
	readonly memo: boolean;
}

const isTransfer = ({ program, data }: Instruction) =>
	program === SYSTEM_PROGRAM && data.length === 12 && numberAt(data, 0, 4) === 2n;

const STAKE_PROGRAM = "Stake11111111111111111111111111111111111111";

const isNonceAdvance = ({ program, data }: Instruction) =>
	program === SYSTEM_PROGRAM && data.length === 4 && numberAt(data, 0, 4) === 4n;

/** System and stake programs number their instructions in four bytes, those of tokens in one. */
function kindOf({ program, data }: Instruction): number {
	if (program === SYSTEM_PROGRAM || program === STAKE_PROGRAM) return Number(numberAt(data, 0, 4));
	return data[0] ?? 0;
}

/** Always a hash: approve and mintTo without their decimals. */
const HASHED_TOKEN_KINDS: ReadonlySet<number> = new Set([4, 7]);

/** Nothing but one transfer out of the one signer's account, after compute budgets, and memos; null for all else. */
function soleTransfer(transaction: SvmTransaction, signer: string): SolTransfer | null {
	const { header, staticKeys, lookups } = transaction;
	if (lookups.length > 0 || header.requiredSignatures !== 1 || staticKeys[0] !== signer) return null;
	const all = instructionsOf(transaction);
	const seen = all.filter(({ program }) => program !== MEMO_PROGRAM);
	const last = seen.at(-1);
	const before = seen.slice(0, -1);
	if (last === undefined || all.length > MAX_INSTRUCTIONS || !isTransfer(last)) return null;
	const [from, to, ...others] = last.accounts;
	if (from !== signer || to === undefined || to === NOWHERE || others.length > 0) return null;
	if (before.some(({ program }) => program !== BUDGET_PROGRAM)) return null;
	const budget = before.reduce(withBudget, { limit: null, price: null });
	if (budget === null) return null;
	return {
		lamports: numberAt(last.data, 4, 8),
		to,
		fees: feesOf(budget, seen.length),
		memo: seen.length < all.length,
	};
}

/** Titles of the summary that the app has for this; null where it has none, or none that was seen. */
function summaryOf(transaction: SvmTransaction): readonly string[] | null {
	const all = instructionsOf(transaction);
	if (transaction.lookups.length > 0 || all.length > MAX_INSTRUCTIONS) return null;
	const seen = all.filter(({ program }) => program !== MEMO_PROGRAM);
	const budget = seen.filter(({ program }) => program === BUDGET_PROGRAM).length;
	const kinds = seen.slice(budget);
	// A compute budget that comes after what it is for makes a hash of it.
	if (seen.slice(0, budget).some(({ program }) => program !== BUDGET_PROGRAM)) return null;
	const [first, second, ...others] = kinds;
	if (first === undefined || others.length > 0) return null;
	if (second !== undefined)
		return isNonceAdvance(first) && isTransfer(second) ? ["Transfer", "Recipient"] : null;
	return SUMMARIES.get(first.program)?.get(kindOf(first)) ?? null;
}

/** Might the app have a summary of this that nobody recorded? */
function mayBeSummarised(transaction: SvmTransaction): boolean {
	const all = instructionsOf(transaction);
	if (transaction.lookups.length > 0 || all.length > MAX_INSTRUCTIONS) return false;
	const asked = all.filter(({ program }) => program !== BUDGET_PROGRAM);
	const isHashed = ({ program, data }: Instruction) =>
		(program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM) &&
		(TOKEN_TRANSFERS.has(data[0] ?? -1) || HASHED_TOKEN_KINDS.has(data[0] ?? -1));
	if (asked.length > 1 && asked.every(isTransfer)) return false;
	if (all.at(-1)?.program === BUDGET_PROGRAM || asked.every(({ program }) => program === MEMO_PROGRAM))
		return false;
	return (
		asked.length > 0 &&
		asked.every((each) => each.program === MEMO_PROGRAM || (SUMMARISED.has(each.program) && !isHashed(each)))
	);
}

const hashOf = (transaction: SvmTransaction, onDevice: boolean): DeviceHash => ({
	label: message("device-plan.hash.message"),
	value: base58.encode(sha256(transaction.messageBytes)),
	onDevice,
});

function clearTransfer(transaction: SvmTransaction, { lamports, to, fees, memo }: SolTransfer): Forecast {
	return {
		// A memo may decide whose account is credited.
		sight: memo ? "blind" : "clear",
		needsBlindSigning: false,
		says: sentences(
			message("device-plan.svm.transfer"),
			...(fees === null ? [message("device-plan.svm.no-fee")] : []),
			...(memo ? [message("device-plan.svm.no-memo")] : []),
			message("device-plan.svm.compare-pages"),
		),
		pages: [
			page("Transfer", sol(lamports)),
			...(fees === null ? [] : [page(SCREEN.maxFees, sol(fees))]),
			page("Recipient", to),
			page("Approve"),
		],
		hashes: [hashOf(transaction, false)],
		tells: [],
	};
}

function unrecognised(transaction: SvmTransaction): Forecast {
	const hash = hashOf(transaction, true);
	return {
		sight: "blind",
		needsBlindSigning: true,
		says: message("device-plan.svm.hash"),
		pages: [page(SCREEN.unrecognized), page(SCREEN.solanaMessageHash, hash.value), page("Approve")],
		hashes: [hash],
		tells: [],
	};
}

function summarised(transaction: SvmTransaction, titles: readonly string[]): Forecast {
	return { ...unrecorded(transaction), says: message("device-plan.svm.summary", { titles }) };
}

function unrecorded(transaction: SvmTransaction): Forecast {
	return {
		sight: "blind",
		needsBlindSigning: false,
		says: message("device-plan.svm.unrecorded"),
		pages: [],
		hashes: [hashOf(transaction, true)],
		tells: [],
	};
}

/** @param signer base58; the account that the Ledger holds */
export function solanaTransaction(transactionBase64: string, signer: string): Forecast {
	try {
		const transaction = readSvmTransaction(transactionBase64);
		const transfer = soleTransfer(transaction, signer);
		if (transfer !== null) return clearTransfer(transaction, transfer);
		const summary = summaryOf(transaction);
		if (summary !== null) return summarised(transaction, summary);
		return mayBeSummarised(transaction) ? unrecorded(transaction) : unrecognised(transaction);
	} catch (error) {
		if (error instanceof SvmBytesError) return impossible(message("device-plan.svm.not-a-transaction"));
		throw error;
	}
}
