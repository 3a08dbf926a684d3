import { ComputeBudgetProgram, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import {
	blockhashOf,
	readSvmTransaction,
	writeSvmTransaction,
} from "../../../../../src/core/match/svm/transaction.ts";
import type {
	AssembledSvmInstruction,
	AssembledSvmTransaction,
} from "../../../../../src/service-api/action.ts";
import {
	BLOCKHASH,
	FROM_TOKEN,
	keyOf,
	MINT,
	NEWER_BLOCKHASH,
	reviewedInstruction,
	reviewedTransaction,
	SOL_TRANSFER,
	SVM_KEYS,
	SVM_OTHER_KEYS,
	svmRequest,
	TABLE,
	TOKEN_TRANSFER,
	type TransactionContents,
	tableOf,
	transactionBase64,
	transferSol,
	transferToken,
} from "../../../core/match/honest-svm.ts";
import { complete, MATCHED, svmOf, verdictOf } from "./completed.ts";
import { fakeChains, TABLE_FACTS } from "./fake-chains.ts";

/** A Solana transaction is built, or gets a blockhash, as the match accepts it. */

const SOL = reviewedTransaction(SOL_TRANSFER, { recent_blockhash: null });
const unsigned = (written: TransactionContents) => ({
	unsigned_transaction_base64: transactionBase64(written),
});

describe("the blockhash of a Solana action", () => {
	it("is the cluster's latest one", async () => {
		const { transaction_base64 } = svmOf(await complete(svmRequest([SOL])));
		expect(blockhashOf(transaction_base64)).toBe(NEWER_BLOCKHASH);
	});

	it("is added to the request's transaction, and changes nothing else in it", async () => {
		const asked = svmRequest([{ ...SOL, ...unsigned(SOL_TRANSFER) }]);
		const { transaction_base64 } = svmOf(await complete(asked));
		expect(transaction_base64).toBe(transactionBase64({ ...SOL_TRANSFER, blockhash: NEWER_BLOCKHASH }));
	});

	it("is kept if the request requires that", async () => {
		const given = unsigned(SOL_TRANSFER);
		const asked = svmRequest([{ ...SOL, ...given, preserve_blockhash: true }]);
		const { transaction_base64 } = svmOf(await complete(asked));
		expect(transaction_base64).toBe(given.unsigned_transaction_base64);
		expect(blockhashOf(transaction_base64)).toBe(BLOCKHASH);
		expect(verdictOf(asked, await complete(asked))).toEqual(MATCHED);
	});

	it("can't be kept if the request has no transaction", async () => {
		await expect(complete(svmRequest([{ ...SOL, preserve_blockhash: true }]))).rejects.toMatchObject({
			name: "CompletionError",
			field: "preserve_blockhash",
		});
	});

	it("stays if another party has signed, whose signature is for exactly this one", async () => {
		const both: TransactionContents = {
			instructions: [transferSol(), transferSol(7n, SVM_KEYS.publicKey, SVM_OTHER_KEYS.publicKey)],
		};
		const read = readSvmTransaction(transactionBase64(both));
		const signatures = read.signatures.map((empty, at) => (at === 1 ? new Uint8Array(64).fill(9) : empty));
		const half = writeSvmTransaction({ ...read, signatures });
		const asked = svmRequest([
			reviewedTransaction(both, { recent_blockhash: null, unsigned_transaction_base64: half }),
		]);
		const intents = await complete(asked);
		expect(svmOf(intents).transaction_base64).toBe(half);
		expect(verdictOf(asked, intents)).toEqual(MATCHED);
	});

	it("can't be put into bytes that are not a transaction", async () => {
		for (const text of ["", "AAAA", "not base64", `${transactionBase64(SOL_TRANSFER)}AAAA`])
			await expect(
				complete(svmRequest([{ ...SOL, unsigned_transaction_base64: text }])),
			).rejects.toMatchObject({
				name: "CompletionError",
				message: expect.stringMatching(/^match\.svm-bytes\..*, nothing-signed$/),
			});
	});
});

const PRICE = { compute_units: 450, priority_microlamports: 1_000 };
const budgeted = (
	written: TransactionContents,
	assembly: AssembledSvmInstruction["assembly"],
): AssembledSvmTransaction =>
	reviewedTransaction(written, {
		recent_blockhash: null,
		instructions: written.instructions.map((each) => reviewedInstruction(each, { assembly })),
	});

const memo = (text: string) =>
	new TransactionInstruction({ programId: keyOf(77), keys: [], data: Buffer.from(text) });
/** Instruction that names the payer, and an account that the other instruction writes, as read-only non-signers. */
const looking = new TransactionInstruction({
	programId: keyOf(78),
	keys: [
		{ pubkey: SVM_KEYS.publicKey, isSigner: false, isWritable: false },
		{ pubkey: SVM_OTHER_KEYS.publicKey, isSigner: false, isWritable: false },
		{ pubkey: FROM_TOKEN, isSigner: false, isWritable: false },
	],
	data: Buffer.alloc(0),
});
const SECOND_TABLE = tableOf(keyOf(32), [keyOf(51), FROM_TOKEN, MINT, SVM_KEYS.publicKey]);
const OWN_BUDGET = [
	ComputeBudgetProgram.setComputeUnitLimit({ units: 9_000 }),
	ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 }),
];

const BUILT: [string, AssembledSvmTransaction][] = [
	["a legacy transfer", SOL],
	["a v0 transfer without tables", { ...SOL, version: "v0" }],
	["a v0 transfer written as “0”", { ...SOL, version: "0" }],
	["a v0 transfer with a table", reviewedTransaction(TOKEN_TRANSFER, { recent_blockhash: null })],
	[
		"a table that is named but not used",
		reviewedTransaction({ ...SOL_TRANSFER, version: "v0", tables: [TABLE] }),
	],
	[
		"two tables that contain the same account",
		reviewedTransaction({ ...TOKEN_TRANSFER, tables: [TABLE, SECOND_TABLE] }, { recent_blockhash: null }),
	],
	["a compute budget", budgeted(SOL_TRANSFER, PRICE)],
	["a price without a limit", budgeted(SOL_TRANSFER, { priority_microlamports: 7 })],
	["a limit without a price, which is omitted", budgeted(SOL_TRANSFER, { compute_units: 450 })],
	["a compute budget in a v0 transaction with a table", budgeted(TOKEN_TRANSFER, PRICE)],
	[
		"a compute budget that two instructions state equally",
		budgeted({ instructions: [transferSol(), memo("hi")] }, PRICE),
	],
	[
		"a compute budget that is reviewed as instructions",
		reviewedTransaction({ instructions: [...OWN_BUDGET, transferSol()] }, { recent_blockhash: null }),
	],
	[
		"several instructions that give one account different rights",
		reviewedTransaction(
			{ instructions: [looking, transferSol(), memo("hi"), looking] },
			{ recent_blockhash: null },
		),
	],
	[
		"several instructions with a table",
		reviewedTransaction(
			{ ...TOKEN_TRANSFER, instructions: [transferToken(), looking, transferToken(1n)] },
			{ recent_blockhash: null },
		),
	],
	["a transfer to oneself", reviewedTransaction({ instructions: [transferSol(1n, SVM_KEYS.publicKey)] })],
	[
		"an instruction of the System program without accounts",
		reviewedTransaction({
			instructions: [
				new TransactionInstruction({ programId: SystemProgram.programId, keys: [], data: Buffer.of(9) }),
			],
		}),
	],
];

describe("a Solana transaction that we build", () => {
	it.each(BUILT)("is accepted by the match: %s", async (_, tx) => {
		const one = fakeChains();
		one.world.tables.push({
			table: SECOND_TABLE.key.toBase58(),
			addresses: SECOND_TABLE.state.addresses.map((each) => each.toBase58()),
			deactivated: false,
		});
		const asked = svmRequest([tx]);
		expect(verdictOf(asked, await complete(asked, one))).toEqual(MATCHED);
	});

	it("is accepted by the match if the request has its bytes", async () => {
		for (const written of [SOL_TRANSFER, TOKEN_TRANSFER]) {
			const asked = svmRequest([reviewedTransaction(written, unsigned(written))]);
			expect(verdictOf(asked, await complete(asked))).toEqual(MATCHED);
		}
	});

	it("is accepted by the match, each of several", async () => {
		const asked = svmRequest(BUILT.slice(0, 4).map(([, tx], at) => ({ ...tx, pending_tx_id: 60 + at })));
		const intents = await complete(asked);
		expect(intents).toHaveLength(4);
		expect(verdictOf(asked, intents)).toEqual(MATCHED);
	});

	it("uses accounts from the tables that the request names, and states their content", async () => {
		const { transaction_base64, lookups } = svmOf(
			await complete(svmRequest([reviewedTransaction(TOKEN_TRANSFER, { recent_blockhash: null })])),
		);
		expect(readSvmTransaction(transaction_base64).lookups.map(({ table }) => table)).toEqual([
			TABLE_FACTS.table,
		]);
		expect(lookups).toHaveLength(1);
		expect(lookups[0]?.readonly).toEqual([MINT.toBase58()]);
	});

	it("is refused if a table is missing, or is being closed", async () => {
		const asked = svmRequest([reviewedTransaction(TOKEN_TRANSFER, { recent_blockhash: null })]);
		for (const tables of [[], [{ ...TABLE_FACTS, deactivated: true }]]) {
			const one = fakeChains();
			one.world.tables = tables;
			await expect(complete(asked, one)).rejects.toMatchObject({
				name: "CompletionError",
				field: "address_lookup_tables",
				text: message("completing.no-table", { table: TABLE_FACTS.table }),
			});
		}
	});

	it("is refused as the request's own fault if its instructions can't be built", async () => {
		const [one] = SOL.instructions;
		if (one === undefined) throw new Error("no instruction");
		const broken = [{ ...one, program_id: "not a key" }];
		await expect(complete(svmRequest([{ ...SOL, instructions: broken }]))).rejects.toMatchObject({
			name: "CompletionError",
			field: "instructions",
			text: message("chain.svm.unbuildable"),
		});
	});

	it("never passes the match if the request contradicts itself about its compute budget", async () => {
		const [first, second] = [transferSol(), memo("hi")];
		const asked = svmRequest([
			reviewedTransaction(
				{ instructions: [first, second] },
				{
					recent_blockhash: null,
					instructions: [
						reviewedInstruction(first, { assembly: PRICE }),
						reviewedInstruction(second, { assembly: { ...PRICE, priority_microlamports: 9_000_000 } }),
					],
				},
			),
		]);
		expect(verdictOf(asked, await complete(asked)).verdict).toBe("refused");
	});
});
