import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { SVM_SYSTEM_PROGRAM } from "../chain/well-known.ts";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "../decode/svm/decode-svm.ts";
import type { DeviceHash } from "../decoded-transaction/device-plan.ts";
import { type Message, message, sentences } from "../localized-text.ts";
import { hasOffchainDomain, type OffchainMessage, readOffchainMessage } from "../match/message/svm.ts";
import { readSvmTransaction, SvmBytesError, type SvmTransaction } from "../match/svm/transaction.ts";
import { type Forecast, forecast, impossible, page, SCREEN } from "./screens.ts";
import {
	type Instruction,
	numberAt,
	type SolanaSummary,
	STAKE_PROGRAM,
	SUMMARIES,
	sol,
} from "./solana-summaries.ts";

/**
 * Decodes Solana's off-chain messages in the formats that a Ledger can sign: version 0 with its application
 * domain, and version 1. Sources: app-solana 1.9.0; sRFC 38 and LedgerHQ/device-sdk-ts#1592, which drops the
 * length from version 1.
 */

type DeviceOffchain =
	| { readonly ok: true; readonly read: OffchainMessage }
	| { readonly ok: false; readonly text: Message };

const refused = (text: Message): DeviceOffchain => ({ ok: false, text });

function areSorted(signers: readonly string[]): boolean {
	const keys = signers.map((signer) => Buffer.from(base58.decode(signer)));
	return keys.every((key, at) => {
		const before = keys[at - 1];
		return before === undefined || Buffer.compare(before, key) < 0;
	});
}

/**
 * An earlier draft of version 1 puts the length before the text, so the same bytes could have two meanings.
 */
function hasLengthInFront(text: string): boolean {
	const bytes = Buffer.from(text, "utf8");
	return bytes.byteLength >= 2 && bytes.readUInt16LE(0) === bytes.byteLength - 2;
}

export function deviceOffchain(bytes: Uint8Array): DeviceOffchain {
	if (!hasOffchainDomain(bytes)) return refused(message("device-plan.svm.no-header"));
	const read = readOffchainMessage(bytes);
	if (read === null) return refused(message("device-plan.svm.header-unread"));
	if (read.version === 0)
		return read.applicationDomain === null
			? refused(message("device-plan.svm.other-form"))
			: { ok: true, read };
	if (!areSorted(read.signers) || hasLengthInFront(read.text))
		return refused(message("device-plan.svm.other-v1"));
	return { ok: true, read };
}

const BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
/**
 * The app skips this program's memos without showing them. A memo from the first version of the memo program
 * makes the whole transaction blind.
 */
const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const SUMMARISED: ReadonlySet<string> = new Set([
	SVM_SYSTEM_PROGRAM,
	TOKEN_PROGRAM,
	TOKEN_2022_PROGRAM,
	BUDGET_PROGRAM,
	"ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
	STAKE_PROGRAM,
	"Vote111111111111111111111111111111111111111",
]);
const TOKEN_TRANSFERS: ReadonlySet<number> = new Set([3, 12, 26]);

const MAX_INSTRUCTIONS = 4;
const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const UNITS_OF_ONE = 200_000n;
const MAX_UNITS = 1_400_000n;

const NOWHERE = "";

function instructionsOf({ instructions, staticKeys }: SvmTransaction): readonly Instruction[] {
	return instructions.map(({ programIndex, accountIndexes, data }) => ({
		program: staticKeys[programIndex] ?? NOWHERE,
		accounts: accountIndexes.map((index) => staticKeys[index] ?? NOWHERE),
		data,
	}));
}

interface ComputeBudget {
	readonly limit: bigint | null;
	readonly price: bigint | null;
}

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

const isTransfer = ({ program, data }: Instruction) =>
	program === SVM_SYSTEM_PROGRAM && data.length === 12 && numberAt(data, 0, 4) === 2n;

const isNonceAdvance = ({ program, data }: Instruction) =>
	program === SVM_SYSTEM_PROGRAM && data.length === 4 && numberAt(data, 0, 4) === 4n;

/**
 * The system and stake programs use four bytes to number their instructions, and the token programs use one.
 */
function kindOf({ program, data }: Instruction): number {
	if (program === SVM_SYSTEM_PROGRAM || program === STAKE_PROGRAM) return Number(numberAt(data, 0, 4));
	return data[0] ?? 0;
}

/** The app always shows a hash for approve and mintTo instructions without decimals. */
const HASHED_TOKEN_KINDS: ReadonlySet<number> = new Set([4, 7]);

interface Summarised {
	readonly summary: SolanaSummary;
	readonly instruction: Instruction;
	readonly fees: bigint | null;
	readonly memo: boolean;
	readonly nonce: boolean;
}

/**
 * Finds the only instruction besides memos, compute budget instructions and a leading nonce instruction. The
 * app shows a hash if a budget instruction isn't at the start or right after the nonce instruction. Returns
 * `null` if no summary was recorded.
 */
function summarisedIn(transaction: SvmTransaction): Summarised | null {
	const all = instructionsOf(transaction);
	if (transaction.lookups.length > 0 || all.length > MAX_INSTRUCTIONS) return null;
	const seen = all.filter(({ program }) => program !== MEMO_PROGRAM);
	const nonce = seen.length > 1 && seen[0] !== undefined && isNonceAdvance(seen[0]);
	const counted = nonce ? seen.slice(1) : seen;
	const instruction = counted.at(-1);
	if (instruction === undefined) return null;
	const budgets = counted.slice(0, -1);
	const summary = SUMMARIES.get(instruction.program)?.get(kindOf(instruction));
	if (summary === undefined || (nonce && !isTransfer(instruction))) return null;
	if (budgets.some(({ program }) => program !== BUDGET_PROGRAM)) return null;
	const budget = budgets.reduce(withBudget, { limit: null, price: null });
	if (budget === null) return null;
	return {
		summary,
		instruction,
		fees: feesOf(budget, counted.length),
		memo: seen.length < all.length,
		nonce,
	};
}

const paysAlone = ({ header, staticKeys }: SvmTransaction, signer: string) =>
	header.requiredSignatures === 1 && staticKeys[0] === signer;

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

function shown(transaction: SvmTransaction, found: Summarised, signer: string): Forecast | null {
	const { summary, instruction, fees, memo, nonce } = found;
	const [first, ...others] = paysAlone(transaction, signer) ? (summary.pages(instruction, signer) ?? []) : [];
	if (first === undefined) return null;
	const isPartial = summary.isPartial === true;
	return forecast(
		// A memo can determine who is credited with a payment.
		memo || nonce || isPartial ? "blind" : "clear",
		sentences(
			message(isTransfer(instruction) ? "device-plan.svm.transfer" : "device-plan.svm.shown"),
			...(fees === null ? [message("device-plan.svm.no-fee")] : []),
			...(memo ? [message("device-plan.svm.no-memo")] : []),
			...(nonce ? [message("device-plan.svm.no-nonce")] : []),
			...(isPartial ? [message("device-plan.svm.no-owner")] : []),
			message("device-plan.svm.compare-pages"),
		),
		{
			pages: [first, ...(fees === null ? [] : [page(SCREEN.maxFees, sol(fees))]), ...others, page("Approve")],
			hashes: [hashOf(transaction, false)],
		},
	);
}

function unrecognised(transaction: SvmTransaction): Forecast {
	const hash = hashOf(transaction, true);
	return forecast("blind", message("device-plan.svm.hash"), {
		needsBlindSigning: true,
		pages: [page(SCREEN.unrecognized), page(SCREEN.solanaMessageHash, hash.value), page("Approve")],
		hashes: [hash],
	});
}

function summarised(transaction: SvmTransaction, titles: readonly string[]): Forecast {
	return { ...unrecorded(transaction), says: message("device-plan.svm.summary", { titles }) };
}

function unrecorded(transaction: SvmTransaction): Forecast {
	return forecast("blind", message("device-plan.svm.unrecorded"), {
		hashes: [hashOf(transaction, true)],
	});
}

export function solanaTransaction(transactionBase64: string, signer: string): Forecast {
	try {
		const transaction = readSvmTransaction(transactionBase64);
		const found = summarisedIn(transaction);
		const pages = found === null ? null : shown(transaction, found, signer);
		if (pages !== null) return pages;
		if (found !== null && !isTransfer(found.instruction))
			return summarised(transaction, found.summary.titles);
		return mayBeSummarised(transaction) ? unrecorded(transaction) : unrecognised(transaction);
	} catch (error) {
		if (error instanceof SvmBytesError) return impossible(message("device-plan.svm.not-a-transaction"));
		throw error;
	}
}
