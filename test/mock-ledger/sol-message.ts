import { base58 } from "@scure/base";
import { type Cursor, decimals, Status, SW, toUintLe } from "./bytes.ts";
import { type Page, valuePages } from "./screens.ts";

/**
 * Parses Solana messages, legacy and v0, as the Solana app does: header, keys, instructions and lookup
 * tables.
 */

const LAMPORT_PLACES = 9;
const SYSTEM = "11111111111111111111111111111111";
const COMPUTE_BUDGET = "ComputeBudget111111111111111111111111111111";
const MEMOS = ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"];
const MAX_INSTRUCTIONS = 6;
const BASE_FEE = 5000n;

interface Instruction {
	readonly program: string;
	readonly accounts: readonly string[];
	readonly data: Uint8Array;
}

export interface MessageHeader {
	readonly versioned: boolean;
	readonly signatures: number;
	/** Base58, signers first. */
	readonly keys: readonly string[];
}

/** Reads Solana's compact-u16. */
function readLength(cursor: Cursor): number {
	let value = 0;
	for (let shift = 0; shift < 21; shift += 7) {
		const byte = cursor.byte();
		value |= (byte & 0x7f) << shift;
		if (byte < 0x80) return value;
	}
	throw new Status(cursor.short, "a length of more than three bytes");
}

/** Reads a message up to and including the blockhash. @throws Status if the bytes are not a message */
export function readHeader(cursor: Cursor): MessageHeader {
	const first = cursor.byte();
	const versioned = first >= 0x80;
	if (versioned && first !== 0x80) throw new Status(SW.badData, `message version ${first & 0x7f}`);
	const signatures = versioned ? cursor.byte() : first;
	cursor.readBytes(2);
	const count = readLength(cursor);
	const keys = Array.from({ length: count }, () => base58.encode(cursor.readBytes(32)));
	if (signatures < 1 || signatures > keys.length) throw new Status(SW.badData, "more signers than keys");
	cursor.readBytes(32);
	return { versioned, signatures, keys };
}

/**
 * Reads the instructions if all accounts are in the message itself and it uses no lookup table; `null`
 * otherwise.
 */
function readInstructions(cursor: Cursor, header: MessageHeader): Instruction[] | null {
	const count = readLength(cursor);
	if (count < 1 || count > MAX_INSTRUCTIONS) return null;
	const instructions: Instruction[] = [];
	for (let at = 0; at < count; at += 1) {
		const program = header.keys[cursor.byte()];
		const accounts = Array.from({ length: readLength(cursor) }, () => header.keys[cursor.byte()]);
		const data = cursor.readBytes(readLength(cursor));
		const known = accounts.filter((account) => account !== undefined);
		if (program === undefined || known.length !== accounts.length) return null;
		instructions.push({ program, accounts: known, data });
	}
	if (header.versioned && readLength(cursor) > 0) return null;
	return cursor.remaining === 0 ? instructions : null;
}

interface Transfer {
	readonly lamports: bigint;
	readonly from: string;
	readonly to: string;
}

function readTransfer({ program, accounts, data }: Instruction): Transfer | null {
	const [from, to] = accounts;
	if (program !== SYSTEM || data.length !== 12 || toUintLe(data.subarray(0, 4)) !== 2n) return null;
	if (from === undefined || to === undefined) return null;
	return { lamports: toUintLe(data.subarray(4)), from, to };
}

/** Reads the compute-budget instructions; `null` if one of them is unknown. */
function readBudget(instructions: readonly Instruction[]): { limit: bigint | null; price: bigint } | null {
	let limit: bigint | null = null;
	let price = 0n;
	for (const { data } of instructions) {
		if (data[0] === 2 && data.length === 5) limit = toUintLe(data.subarray(1));
		else if (data[0] === 3 && data.length === 9) price = toUintLe(data.subarray(1));
		else if (!((data[0] === 1 || data[0] === 4) && data.length === 5)) return null;
	}
	return { limit, price };
}

/**
 * Returns the maximum fee: 5000 lamports per signature, and the price of all compute units that may be used.
 */
function maxFee(
	header: MessageHeader,
	budget: { limit: bigint | null; price: bigint },
	others: number,
): bigint {
	const units = budget.limit ?? BigInt(Math.min(others * 200_000, 1_400_000));
	return BASE_FEE * BigInt(header.signatures) + (budget.price * units + 999_999n) / 1_000_000n;
}

function sol(lamports: bigint): string {
	return `${decimals(lamports, LAMPORT_PLACES)} SOL`;
}

/**
 * Returns the pages of a message that the app shows clearly to this signer; `null` if it would show only a
 * hash. A message is clear if it has one SOL transfer, besides memos and compute-budget instructions.
 */
export function clearPages(cursor: Cursor, header: MessageHeader, signer: string): Page[] | null {
	const instructions = readInstructions(cursor, header);
	if (instructions === null) return null;
	const budgeted = instructions.filter((one) => one.program === COMPUTE_BUDGET);
	const budget = readBudget(budgeted);
	const shown = instructions.filter((one) => one.program !== COMPUTE_BUDGET && !MEMOS.includes(one.program));
	const [only] = shown;
	const transfer = only === undefined || shown.length !== 1 ? null : readTransfer(only);
	if (budget === null || transfer === null) return null;
	const feePayer = header.keys[0] ?? signer;
	const fee = maxFee(header, budget, instructions.length - budgeted.length);
	return [
		...valuePages("Transfer", sol(transfer.lamports)),
		...(budgeted.length === 0 ? [] : valuePages("Max fees", sol(fee))),
		...(transfer.from === signer ? [] : valuePages("Sender", transfer.from)),
		...valuePages("Recipient", transfer.to),
		...(feePayer === signer ? [] : valuePages("Fee payer", feePayer)),
	];
}

/** Returns the pages of a message that is signed blindly. */
export function blindPages(hash: Uint8Array, header: MessageHeader, signer: string): Page[] {
	const feePayer = header.keys[0] ?? signer;
	return [
		...valuePages("Unrecognized", "format"),
		...valuePages("Message Hash", base58.encode(hash)),
		...(feePayer === signer ? [] : valuePages("Fee payer", feePayer)),
	];
}
