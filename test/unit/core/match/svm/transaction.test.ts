import {
	type AddressLookupTableAccount,
	PublicKey,
	SystemInstruction,
	SystemProgram,
	TransactionInstruction,
	VersionedTransaction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { ByteReader, compactU16, readBase64, readKey } from "../../../../../src/core/format/svm-wire.ts";
import { codesOf } from "../../../../../src/core/localized-text.ts";
import { resolveSvm } from "../../../../../src/core/match/svm/resolve.ts";
import {
	blockhashOf,
	isDurableNonce,
	readSvmTransaction,
	SvmBytesError,
	withoutBlockhash,
	writeSvmMessage,
	writeSvmTransaction,
	ZERO_BLOCKHASH,
} from "../../../../../src/core/match/svm/transaction.ts";
import { loadExamples } from "../../../../fixtures/examples.ts";
import {
	BLOCKHASH,
	keyOf,
	lookupsOf,
	NEWER_BLOCKHASH,
	SOL_TRANSFER,
	SVM_KEYS,
	SVM_OTHER_KEYS,
	TOKEN_TRANSFER,
	type TransactionContents,
	tableOf,
	transactionBase64,
	transferSol,
} from "../honest-svm.ts";

const bytesOf = (base64: string) => [...Buffer.from(base64, "base64")];
const base64Of = (bytes: readonly number[]) => Buffer.from(bytes).toString("base64");

/** Generates the same numbers in every run (mulberry32). */
function generator(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

function randomWritten(next: (below: number) => number): TransactionContents {
	const key = () => new PublicKey(Uint8Array.from({ length: 32 }, () => next(256)));
	const pool = Array.from({ length: 2 + next(24) }, key);
	const pick = () => pool[next(pool.length)] ?? key();
	const tables: AddressLookupTableAccount[] = Array.from({ length: next(3) }, () =>
		tableOf(
			key(),
			pool.filter(() => next(2) === 0),
		),
	);
	const instructions = Array.from({ length: next(6) }, () => {
		const keys = Array.from({ length: next(9) }, () => ({
			pubkey: pick(),
			isSigner: next(8) === 0,
			isWritable: next(2) === 0,
		}));
		const data = Buffer.from(Array.from({ length: next(next(4) === 0 ? 200 : 40) }, () => next(256)));
		return new TransactionInstruction({ programId: key(), keys, data });
	});
	return {
		instructions,
		version: next(2) === 0 ? "v0" : "legacy",
		tables,
		payer: key(),
		blockhash: key().toBase58(),
	};
}

/** Yields random transactions that web3.js can encode in one packet. */
function* randomTransactions(count: number): Generator<{ written: TransactionContents; base64: string }> {
	const next = generator(20_261_121);
	for (let made = 0; made < count; ) {
		const written = randomWritten(next);
		let base64: string;
		try {
			base64 = transactionBase64(written);
		} catch {
			continue;
		}
		if (Buffer.from(base64, "base64").length > 1232) continue;
		made += 1;
		yield { written, base64 };
	}
}

/** Returns the transaction as web3.js decodes it, in the form of our own result. */
function byWeb3(base64: string, tables: readonly AddressLookupTableAccount[]) {
	const { message } = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
	const keys =
		message.version === 0
			? message.getAccountKeys({ addressLookupTableAccounts: [...tables] })
			: message.getAccountKeys();
	const account = (index: number) => ({
		pubkey: keys.get(index)?.toBase58(),
		signer: message.isAccountSigner(index),
		writable: message.isAccountWritable(index),
	});
	return {
		version: message.version,
		blockhash: message.recentBlockhash,
		staticKeys: message.staticAccountKeys.map((each) => each.toBase58()),
		accounts: Array.from({ length: keys.length }, (_, index) => account(index)),
		instructions: message.compiledInstructions.map((each) => ({
			programId: keys.get(each.programIdIndex)?.toBase58(),
			accounts: each.accountKeyIndexes.map(account),
			data: [...each.data],
		})),
	};
}

function byUs(base64: string, tables: readonly AddressLookupTableAccount[]) {
	const transaction = readSvmTransaction(base64);
	const resolving = resolveSvm(transaction, lookupsOf(base64, tables));
	if (!resolving.ok) throw new Error(resolving.text.code);
	const plain = ({ pubkey, signer, writable }: (typeof resolving.resolved.accounts)[number]) => ({
		pubkey,
		signer,
		writable,
	});
	return {
		version: transaction.version,
		blockhash: transaction.blockhash,
		staticKeys: transaction.staticKeys,
		accounts: resolving.resolved.accounts.map(plain),
		instructions: resolving.resolved.instructions.map((each) => ({
			programId: each.programId,
			accounts: each.accounts.map(plain),
			data: [...each.data],
		})),
	};
}

const fieldOf = (base64: string): string => {
	try {
		readSvmTransaction(base64);
		return "nothing";
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		expect(codesOf(error.text).at(-1)).toBe("nothing-signed");
		return error.field;
	}
};

/**
 * Offset of the message, after a count byte and a 64-byte signature. The message has 3 header bytes, 1 count, 3 keys
 * of 32 bytes, a 32-byte blockhash and 1 count.
 */
const MESSAGE = 65;
const KEYS = MESSAGE + 4;
const INSTRUCTIONS = KEYS + 3 * 32 + 32;

/** Returns the SOL transfer with some bytes replaced. */
function spliced(at: number, remove: number, ...put: number[]): string {
	const bytes = bytesOf(transactionBase64(SOL_TRANSFER));
	bytes.splice(at, remove, ...put);
	return base64Of(bytes);
}

describe("the reader of Solana transactions", () => {
	it("parses 400 random ones like web3.js, and encodes each back byte for byte", () => {
		const versions = new Set<unknown>();
		let lent = 0;
		for (const { written, base64 } of randomTransactions(400)) {
			const tables = written.tables ?? [];
			expect(byUs(base64, tables)).toEqual(byWeb3(base64, tables));
			const transaction = readSvmTransaction(base64);
			expect(writeSvmTransaction(transaction)).toBe(base64);
			expect([...writeSvmMessage(transaction)]).toEqual([...transaction.messageBytes]);
			versions.add(transaction.version);
			lent += transaction.lookups.length;
		}
		expect([...versions].sort()).toEqual([0, "legacy"]);
		expect(lent).toBeGreaterThan(50);
	});

	it("never accepts a second spelling: it encodes a changed byte back unchanged", () => {
		for (const written of [SOL_TRANSFER, TOKEN_TRANSFER]) {
			const bytes = bytesOf(transactionBase64(written));
			for (let at = 0; at < bytes.length; at += 1)
				for (const mask of [0x01, 0x80, 0xff]) {
					const changed = base64Of(bytes.map((byte, place) => (place === at ? byte ^ mask : byte)));
					if (fieldOf(changed) === "nothing")
						expect(writeSvmTransaction(readSvmTransaction(changed))).toBe(changed);
				}
		}
	});

	it("parses every Solana transaction of the examples", () => {
		const texts = JSON.stringify(loadExamples()).match(/"AQ[A-Za-z0-9+/]{100,}={0,2}"/g) ?? [];
		expect(texts.length).toBeGreaterThan(5);
		for (const text of new Set(texts)) expect(fieldOf(text.slice(1, -1))).toBe("nothing");
	});

	it("refuses any base64 but the canonical", () => {
		const honest = transactionBase64(TOKEN_TRANSFER);
		const legacy = transactionBase64(SOL_TRANSFER);
		expect(legacy).toMatch(/=$/);
		for (const text of [
			"",
			" ",
			`${honest} `,
			`${honest.slice(0, 40)}\n${honest.slice(40)}`,
			legacy.replace(/=+$/, ""),
			`${legacy}=`,
			honest.replaceAll("A", "-"),
			legacy.replace(/.(=+)$/, "B$1"),
			"A".repeat(4_000_000),
		])
			expect(fieldOf(text)).toMatch(/^(transaction_base64|signatures)$/);
		// The unused bits of the last digit aren't zero, so this is another spelling of the same bytes.
		const spare = `${legacy.slice(0, -2)}B=`;
		expect(Buffer.from(spare, "base64").equals(Buffer.from(legacy, "base64"))).toBe(true);
		expect(fieldOf(spare)).toBe("transaction_base64");
	});

	it("refuses counts that are not minimally encoded, or are too great", () => {
		expect(fieldOf(spliced(0, 1, 0x81, 0))).toBe("signatures");
		expect(fieldOf(spliced(MESSAGE + 3, 1, 0x83, 0))).toBe("static_keys");
		expect(fieldOf(spliced(MESSAGE + 3, 1, 0x83, 0x80, 0))).toBe("static_keys");
		expect(fieldOf(spliced(INSTRUCTIONS, 1, 0x81, 0))).toBe("instructions");
		expect(fieldOf(spliced(INSTRUCTIONS, 1, 0xff, 0xff, 0x04))).toBe("instructions");
		expect(fieldOf(spliced(INSTRUCTIONS, 1, 0xff, 0xff, 0x03))).toBe("instructions");
	});

	it("encodes counts as it parses them, from 0 to 65535", () => {
		for (const count of [0, 1, 127, 128, 255, 256, 16_383, 16_384, 65_535])
			expect(new ByteReader(Uint8Array.from(compactU16(count))).count("count")).toBe(count);
		const beyond = new ByteReader(Uint8Array.from([0x80, 0x80, 4]));
		expect(() => beyond.count("count")).toThrow("match.svm-bytes.count-range");
		expect(compactU16(127)).toEqual([127]);
		expect(compactU16(128)).toEqual([0x80, 1]);
		expect(compactU16(65_535)).toEqual([0xff, 0xff, 3]);
	});

	it("refuses truncated bytes at every position, and trailing bytes", () => {
		const bytes = bytesOf(transactionBase64(TOKEN_TRANSFER));
		for (let length = 0; length < bytes.length; length += 1)
			expect(fieldOf(base64Of(bytes.slice(0, length)))).not.toBe("nothing");
		expect(fieldOf(base64Of([...bytes, 0]))).toBe("transaction_base64");
	});

	it("refuses more than 1232 bytes, and accepts exactly that many", () => {
		const withData = (length: number) =>
			transactionBase64({
				instructions: [
					new TransactionInstruction({ programId: keyOf(50), keys: [], data: Buffer.alloc(length) }),
				],
			});
		const overhead = bytesOf(withData(0)).length;
		const largest = withData(1232 - overhead - 1);
		expect(bytesOf(largest)).toHaveLength(1232);
		expect(fieldOf(largest)).toBe("nothing");
		expect(() => readSvmTransaction(base64Of([...bytesOf(largest), 0]))).toThrow("match.svm-bytes.too-long");
	});

	it("refuses a header that contradicts itself, its keys or its signatures", () => {
		expect(fieldOf(spliced(MESSAGE, 3, 1, 1, 1))).toBe("header");
		expect(fieldOf(spliced(MESSAGE, 3, 0, 0, 1))).toBe("header");
		expect(fieldOf(spliced(MESSAGE, 3, 1, 0, 3))).toBe("header");
		expect(fieldOf(spliced(MESSAGE, 3, 2, 0, 1))).toBe("signatures");
		expect(fieldOf(spliced(0, 65, 0))).toBe("signatures");
	});

	it("refuses an account that is listed twice", () => {
		const payer = bytesOf(transactionBase64(SOL_TRANSFER)).slice(KEYS, KEYS + 32);
		expect(fieldOf(spliced(KEYS + 32, 32, ...payer))).toBe("static_keys");
	});

	it("refuses a program that is the fee payer, missing, or from a table; and a missing account", () => {
		expect(fieldOf(spliced(INSTRUCTIONS + 1, 1, 0))).toBe("instructions[0]");
		expect(fieldOf(spliced(INSTRUCTIONS + 1, 1, 3))).toBe("instructions[0]");
		expect(fieldOf(spliced(INSTRUCTIONS + 3, 1, 3))).toBe("instructions[0]");
		const honest = readSvmTransaction(transactionBase64(TOKEN_TRANSFER));
		const lentProgram = honest.instructions.map((each) => ({
			...each,
			programIndex: honest.staticKeys.length,
		}));
		expect(fieldOf(writeSvmTransaction({ ...honest, instructions: lentProgram }))).toBe("instructions[0]");
	});

	it("refuses an unknown version", () => {
		for (const version of [0x81, 0xff]) {
			const bytes = bytesOf(transactionBase64(TOKEN_TRANSFER));
			bytes[MESSAGE] = version;
			expect(fieldOf(base64Of(bytes))).toBe("version");
		}
	});

	it("refuses a lookup table without lookups, twice, or beyond 256 accounts", () => {
		const honest = readSvmTransaction(transactionBase64(TOKEN_TRANSFER));
		const [use] = honest.lookups;
		if (use === undefined) throw new Error("no table");
		const many = Array.from({ length: 254 }, (_, at) => at);
		const written = (lookups: typeof honest.lookups) => writeSvmTransaction({ ...honest, lookups });
		const empty = { table: keyOf(33).toBase58(), writableIndexes: [], readonlyIndexes: [] };
		expect(fieldOf(written([use, empty]))).toBe("lookups[1]");
		expect(fieldOf(written([use, use]))).toBe("lookups");
		expect(fieldOf(written([{ ...use, readonlyIndexes: many }]))).toBe("lookups");
	});
});

describe("a transaction without its blockhash", () => {
	it("is the same for every blockhash and every signature, and for nothing else", () => {
		const older = transactionBase64(TOKEN_TRANSFER);
		const newer = VersionedTransaction.deserialize(
			Buffer.from(transactionBase64({ ...TOKEN_TRANSFER, blockhash: NEWER_BLOCKHASH }), "base64"),
		);
		newer.sign([SVM_KEYS]);
		const signed = Buffer.from(newer.serialize()).toString("base64");
		expect(withoutBlockhash(signed)).toBe(withoutBlockhash(older));
		expect(withoutBlockhash(transactionBase64(SOL_TRANSFER))).not.toBe(
			withoutBlockhash(transactionBase64({ instructions: [transferSol(1n)] })),
		);
		expect(blockhashOf(signed)).toBe(NEWER_BLOCKHASH);
		expect(blockhashOf(older)).toBe(BLOCKHASH);
		expect(blockhashOf(withoutBlockhash(older))).toBe(ZERO_BLOCKHASH);
	});
});

describe("a durable nonce", () => {
	const advance = SystemProgram.nonceAdvance({
		noncePubkey: keyOf(60),
		authorizedPubkey: SVM_KEYS.publicKey,
	});
	const read = (instructions: TransactionInstruction[]) =>
		readSvmTransaction(transactionBase64({ instructions }));

	it("is recognised if the first instruction advances it, also with surplus bytes", () => {
		expect(SystemInstruction.decodeInstructionType(advance)).toBe("AdvanceNonceAccount");
		expect(isDurableNonce(read([advance, transferSol()]))).toBe(true);
		const longer = new TransactionInstruction({
			...advance,
			data: Buffer.concat([advance.data, Buffer.alloc(3)]),
		});
		expect(isDurableNonce(read([longer]))).toBe(true);
	});

	it("is not recognised in anything else", () => {
		expect(isDurableNonce(read([transferSol()]))).toBe(false);
		expect(isDurableNonce(read([transferSol(), advance]))).toBe(false);
		expect(isDurableNonce(read([new TransactionInstruction({ ...advance, programId: keyOf(51) })]))).toBe(
			false,
		);
		expect(isDurableNonce(read([]))).toBe(false);
	});
});

describe("texts of keys and bytes", () => {
	it("have one valid spelling", () => {
		expect(readKey(SVM_OTHER_KEYS.publicKey.toBase58())).toHaveLength(32);
		for (const text of ["", "1".repeat(31), "1".repeat(33), "0".repeat(40), `${BLOCKHASH} `, "z".repeat(44)])
			expect(readKey(text)).toBeNull();
		expect(readBase64("")).toHaveLength(0);
		expect(readBase64("AB==")).toBeNull();
	});
});
