import { base58, base64 } from "@scure/base";
import { SVM_SYSTEM_PROGRAM } from "../../chain/well-known.ts";
import {
	ByteReader,
	compactU16,
	KEY_BYTES,
	MAX_TRANSACTION_BYTES,
	readBase64,
	readKey,
	SIGNATURE_BYTES,
	SvmBytesError,
} from "../../format/svm-wire.ts";
import { type Message, message } from "../../localized-text.ts";

export { SvmBytesError } from "../../format/svm-wire.ts";

interface SvmHeader {
	readonly requiredSignatures: number;
	/** Number of read-only signers, which come last among the signers. */
	readonly readonlySigned: number;
	/** Number of read-only static keys that don't sign, which come last in the list. */
	readonly readonlyUnsigned: number;
}

/**
 * Indexes refer to the static keys first, followed by the writable and read-only accounts from all lookups.
 */
interface SvmCompiledInstruction {
	readonly programIndex: number;
	readonly accountIndexes: readonly number[];
	readonly data: Uint8Array;
}

export interface SvmTableUse {
	readonly table: string;
	readonly writableIndexes: readonly number[];
	readonly readonlyIndexes: readonly number[];
}

export interface SvmMessage {
	readonly version: "legacy" | 0;
	readonly header: SvmHeader;
	/** Keys in base58, starting with the fee payer. */
	readonly staticKeys: readonly string[];
	readonly blockhash: string;
	readonly instructions: readonly SvmCompiledInstruction[];
	readonly lookups: readonly SvmTableUse[];
}

export interface SvmTransaction extends SvmMessage {
	/**
	 * A 64-byte signature for each required signer, in the order of the static keys. Missing signatures are
	 * zeros.
	 */
	readonly signatures: readonly Uint8Array[];
	readonly messageBytes: Uint8Array;
}

/** Placeholder until a blockhash is chosen. It is 32 zero bytes in base58. */
export const ZERO_BLOCKHASH = "11111111111111111111111111111111";

/** Limited because an account index is a single byte (agave). */
const MAX_ACCOUNTS = 256;

const wrong = (field: string, what: Message) => new SvmBytesError(field, what);

function readHeader(reader: ByteReader): SvmHeader {
	return {
		requiredSignatures: reader.byte("header"),
		readonlySigned: reader.byte("header"),
		readonlyUnsigned: reader.byte("header"),
	};
}

function checkHeader(header: SvmHeader, keys: readonly string[]): void {
	const { requiredSignatures, readonlySigned, readonlyUnsigned } = header;
	if (readonlySigned >= requiredSignatures) throw wrong("header", message("match.svm-bytes.no-payer"));
	if (requiredSignatures + readonlyUnsigned > keys.length)
		throw wrong("header", message("match.svm-bytes.header-count"));
	if (new Set(keys).size !== keys.length)
		throw wrong("static_keys", message("match.svm-bytes.account-twice"));
}

function readInstruction(reader: ByteReader, at: number): SvmCompiledInstruction {
	const field = `instructions[${at}]`;
	return {
		programIndex: reader.byte(field),
		accountIndexes: [...reader.bytes(reader.count(field), field)],
		data: reader.bytes(reader.count(field), field),
	};
}

function readTableUse(reader: ByteReader, at: number): SvmTableUse {
	const field = `lookups[${at}]`;
	return {
		table: base58.encode(reader.bytes(KEY_BYTES, field)),
		writableIndexes: [...reader.bytes(reader.count(field), field)],
		readonlyIndexes: [...reader.bytes(reader.count(field), field)],
	};
}

const lentBy = (use: SvmTableUse) => use.writableIndexes.length + use.readonlyIndexes.length;

function checkIndexes(tx: SvmMessage): void {
	const { staticKeys, lookups } = tx;
	for (const [at, use] of lookups.entries())
		if (lentBy(use) === 0) throw wrong(`lookups[${at}]`, message("match.svm-bytes.empty-lookup"));
	if (new Set(lookups.map((use) => use.table)).size !== lookups.length)
		throw wrong("lookups", message("match.svm-bytes.table-twice"));
	const count = lookups.reduce((sum, use) => sum + lentBy(use), staticKeys.length);
	if (count > MAX_ACCOUNTS) throw wrong("lookups", message("match.svm-bytes.too-many-accounts"));
	for (const [at, instruction] of tx.instructions.entries()) {
		// The fee payer can't be a program, and programs can't come from lookup tables.
		if (instruction.programIndex === 0 || instruction.programIndex >= staticKeys.length)
			throw wrong(`instructions[${at}]`, message("match.svm-bytes.program-index"));
		if (instruction.accountIndexes.some((index) => index >= count))
			throw wrong(`instructions[${at}]`, message("match.svm-bytes.account-index"));
	}
}

function readVersion(reader: ByteReader): "legacy" | 0 {
	const first = reader.peek("version");
	if (first < 0x80) return "legacy";
	reader.byte("version");
	if (first !== 0x80)
		throw wrong("version", message("match.svm-bytes.version", { version: String(first & 0x7f) }));
	return 0;
}

function readMessage(reader: ByteReader): SvmMessage {
	const version = readVersion(reader);
	const header = readHeader(reader);
	const staticKeys = reader.list("static_keys", () => base58.encode(reader.bytes(KEY_BYTES, "static_keys")));
	checkHeader(header, staticKeys);
	const blockhash = base58.encode(reader.bytes(KEY_BYTES, "blockhash"));
	const instructions = reader.list("instructions", (at) => readInstruction(reader, at));
	const lookups = version === 0 ? reader.list("lookups", (at) => readTableUse(reader, at)) : [];
	const read = { version, header, staticKeys, blockhash, instructions, lookups };
	checkIndexes(read);
	return read;
}

/**
 * Parses a Solana transaction strictly: every transaction that parses has exactly one encoding. Source: agave's
 * VersionedTransaction, and `sanitize` for its legacy and v0 messages.
 * @throws SvmBytesError for non-canonical encodings and anything that a validator rejects
 */
export function readSvmTransaction(text: string): SvmTransaction {
	const bytes = readBase64(text);
	if (bytes === null)
		throw wrong(
			"transaction_base64",
			message("match.svm-bytes.not-base64", { bytes: String(MAX_TRANSACTION_BYTES) }),
		);
	if (bytes.length > MAX_TRANSACTION_BYTES)
		throw wrong(
			"transaction_base64",
			message("match.svm-bytes.too-long", { bytes: String(MAX_TRANSACTION_BYTES) }),
		);
	const reader = new ByteReader(bytes);
	const signatures = reader.list("signatures", () => reader.bytes(SIGNATURE_BYTES, "signatures"));
	const messageBytes = bytes.slice(reader.at);
	const read = readMessage(reader);
	if (reader.left > 0) throw wrong("transaction_base64", message("match.svm-bytes.surplus"));
	if (signatures.length !== read.header.requiredSignatures)
		throw wrong("signatures", message("match.svm-bytes.signature-count"));
	return { ...read, signatures, messageBytes };
}

function keyBytes(text: string, field: string): Uint8Array {
	const bytes = readKey(text);
	if (bytes === null) throw wrong(field, message("match.svm-bytes.key", { field }));
	return bytes;
}

const counted = (bytes: Uint8Array | readonly number[]) => [...compactU16(bytes.length), ...bytes];

export function writeSvmMessage(message: SvmMessage): Uint8Array {
	const { header } = message;
	const lookups = message.lookups.flatMap((use) => [
		...keyBytes(use.table, "lookups"),
		...counted(use.writableIndexes),
		...counted(use.readonlyIndexes),
	]);
	return Uint8Array.from([
		...(message.version === 0 ? [0x80] : []),
		...[header.requiredSignatures, header.readonlySigned, header.readonlyUnsigned],
		...compactU16(message.staticKeys.length),
		...message.staticKeys.flatMap((key) => [...keyBytes(key, "static_keys")]),
		...keyBytes(message.blockhash, "blockhash"),
		...compactU16(message.instructions.length),
		...message.instructions.flatMap((each) => [
			each.programIndex,
			...counted(each.accountIndexes),
			...counted(each.data),
		]),
		...(message.version === 0 ? [...compactU16(message.lookups.length), ...lookups] : []),
	]);
}

export function writeSvmTransaction(transaction: Omit<SvmTransaction, "messageBytes">): string {
	const { signatures } = transaction;
	const parts = [...compactU16(signatures.length), ...signatures.flatMap((each) => [...each])];
	return base64.encode(Uint8Array.from([...parts, ...writeSvmMessage(transaction)]));
}

export function withoutBlockhash(text: string): string {
	const transaction = readSvmTransaction(text);
	const signatures = transaction.signatures.map(() => new Uint8Array(SIGNATURE_BYTES));
	return writeSvmTransaction({ ...transaction, signatures, blockhash: ZERO_BLOCKHASH });
}

export function blockhashOf(text: string): string {
	return readSvmTransaction(text).blockhash;
}

export function signersOf(message: Pick<SvmMessage, "header" | "staticKeys">): readonly string[] {
	return message.staticKeys.slice(0, message.header.requiredSignatures);
}

/**
 * SystemInstruction::AdvanceNonceAccount in bincode, which is 4 as a 32-bit little-endian number. The chain
 * ignores any bytes that follow it.
 */
const ADVANCE_NONCE = [4, 0, 0, 0];

/** Source: agave, get_durable_nonce. */
export function isDurableNonce(message: Pick<SvmMessage, "staticKeys" | "instructions">): boolean {
	const [first] = message.instructions;
	if (first === undefined || message.staticKeys[first.programIndex] !== SVM_SYSTEM_PROGRAM) return false;
	return ADVANCE_NONCE.every((byte, at) => first.data[at] === byte);
}

/**
 * A transaction that another party has signed stays unchanged, because their signature covers the blockhash.
 */
export function withBlockhash(text: string, blockhash: string): string {
	const transaction = readSvmTransaction(text);
	const signed = transaction.signatures.some((signature) => signature.some((byte) => byte !== 0));
	return signed ? text : writeSvmTransaction({ ...transaction, blockhash });
}
