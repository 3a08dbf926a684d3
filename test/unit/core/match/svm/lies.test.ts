import {
	ComputeBudgetProgram,
	SystemProgram,
	TransactionInstruction,
	VersionedTransaction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { FrozenCommit } from "../../../../../src/core/match/frozen.ts";
import { matchFrozenSvm } from "../../../../../src/core/match/svm/commit.ts";
import { readSvmTransaction } from "../../../../../src/core/match/svm/transaction.ts";
import { changed, commit as evmCommit, frozenOf as evmFrozenOf } from "../honest.ts";
import {
	keyOf,
	lookupsOf,
	reviewedInstruction,
	SOL_TRANSFER,
	SVM_KEYS,
	SVM_OTHER,
	SVM_OTHER_KEYS,
	solTransfer,
	svmCommitOf,
	svmFrozenOf,
	TABLE,
	TO_TOKEN,
	TOKEN_TRANSFER,
	type TransactionContents,
	tableOf,
	tokenTransfer,
	transactionBase64,
	transferSol,
	transferToken,
} from "../honest-svm.ts";
import {
	type Fields,
	failedBudgetFields,
	failedFields,
	matchLie,
	matchReview,
	notedFields,
	price,
	units,
	unknownFields,
	withPayload,
} from "./lies.ts";

describe("a lying payload is refused, with the name of the field", () => {
	it.each<[string, TransactionContents, TransactionContents, Fields]>([
		[
			"with its accounts swapped",
			SOL_TRANSFER,
			{ instructions: [transferSol(1_500_000n, SVM_KEYS.publicKey, SVM_OTHER_KEYS.publicKey)] },
			["instructions[0].accounts", "accounts"],
		],
		[
			"to another receiver",
			SOL_TRANSFER,
			{ instructions: [transferSol(1_500_000n, keyOf(99))] },
			["instructions[0].accounts", "accounts"],
		],
		[
			"of another amount",
			SOL_TRANSFER,
			{ instructions: [transferSol(1_500_001n)] },
			["instructions[0].data"],
		],
		[
			"with an instruction more",
			SOL_TRANSFER,
			{ instructions: [transferSol(), transferSol(1n)] },
			["instructions.count"],
		],
		[
			"with an instruction less",
			{ instructions: [transferSol(), transferSol(1n)] },
			SOL_TRANSFER,
			["instructions.count"],
		],
		[
			"of another mint",
			TOKEN_TRANSFER,
			{ ...TOKEN_TRANSFER, instructions: [transferToken(25_000_000n, keyOf(42))] },
			["instructions[0].accounts", "accounts"],
		],
		[
			"with twin instructions in another order",
			{ instructions: [transferSol(1n), transferSol(2n)] },
			{ instructions: [transferSol(2n), transferSol(1n)] },
			["instructions[0].data", "instructions[1].data"],
		],
		[
			"of another program",
			SOL_TRANSFER,
			{ instructions: [new TransactionInstruction({ ...transferSol(), programId: keyOf(98) })] },
			["instructions[0].program_id", "accounts"],
		],
		["of another version", SOL_TRANSFER, { ...SOL_TRANSFER, version: "v0" }, ["version"]],
	])("%s", (_, reviewed, sent, fields) => {
		const result = matchLie(reviewed, sent);
		expect(failedFields(result)).toEqual(fields);
		expect(result.verdict).toBe("refused");
	});

	it("with an account's writable flag raised, also a program's", () => {
		const raise = (at: number, instruction: TransactionInstruction) =>
			new TransactionInstruction({
				...instruction,
				keys: instruction.keys.map((key, place) => (place === at ? { ...key, isWritable: true } : key)),
			});
		const mint = matchLie(TOKEN_TRANSFER, { ...TOKEN_TRANSFER, instructions: [raise(1, transferToken())] });
		expect(failedFields(mint)).toEqual(["instructions[0].accounts", "accounts"]);
		expect(mint.checks.find((check) => check.field === "accounts")).toMatchObject({
			reviewed: expect.stringContaining("(read-only)"),
			payload: expect.stringContaining("(writable)"),
		});
		const base64 = transactionBase64(SOL_TRANSFER);
		const bytes = Buffer.from(base64, "base64");
		// With no read-only unsigned accounts in the header's last byte, the program becomes writable.
		bytes[67] = 0;
		const program = matchFrozenSvm(withPayload(solTransferWithoutBytes(), bytes.toString("base64")));
		expect(failedFields(program)).toEqual(["accounts"]);
	});

	it("with a right of the review lowered", () => {
		const lowered = new TransactionInstruction({
			...transferSol(),
			keys: transferSol().keys.map((key) => ({ ...key, isWritable: false })),
		});
		expect(failedFields(matchLie(SOL_TRANSFER, { instructions: [lowered] }))).toEqual([
			"instructions[0].accounts",
			"accounts",
		]);
	});

	it("with another fee payer", () => {
		const result = matchLie(SOL_TRANSFER, { ...SOL_TRANSFER, payer: SVM_OTHER_KEYS.publicKey });
		expect(failedFields(result)).toEqual(["fee_payer", "instructions[0].accounts", "accounts"]);
		expect(
			failedFields(matchReview({ instructions: [reviewedInstruction(transferSol(), { payer: SVM_OTHER })] })),
		).toEqual(["fee_payer"]);
	});

	it("with another lookup table: the same index in it, other content", () => {
		const other = tableOf(keyOf(32), [keyOf(41), keyOf(43), keyOf(42), TO_TOKEN]);
		const sent = {
			...TOKEN_TRANSFER,
			instructions: [transferToken(25_000_000n, keyOf(43))],
			tables: [other],
		};
		expect(failedFields(matchLie(TOKEN_TRANSFER, sent))).toEqual([
			"lookup_tables",
			"instructions[0].accounts",
			"accounts",
		]);
		// The review names this table, but on the chain it contains something else.
		const frozen = changed(tokenTransfer(), (copy) => {
			for (const lookup of copy.lookups ?? []) lookup.readonly = [keyOf(43).toBase58()];
		});
		expect(failedFields(matchFrozenSvm(frozen))).toEqual(["instructions[0].accounts", "accounts"]);
	});

	it("with a durable nonce, even a reviewed one", () => {
		const advance = SystemProgram.nonceAdvance({
			noncePubkey: keyOf(60),
			authorizedPubkey: SVM_KEYS.publicKey,
		});
		const written = { instructions: [advance, transferSol()] };
		expect(failedFields(matchLie(written, written))).toEqual(["durable_nonce"]);
	});

	it("with an account that no instruction names", () => {
		const base64 = transactionBase64(TOKEN_TRANSFER);
		const frozen = tokenTransfer();
		const honest = readSvmTransaction(base64);
		const [use] = honest.lookups;
		const [lookup] = frozen.lookups ?? [];
		if (use === undefined || lookup === undefined) throw new Error("no table");
		// Adds the table's first account to the read-only ones, and increases their count.
		const bytes = [...Buffer.from(base64, "base64")];
		bytes.splice(
			-use.readonlyIndexes.length - 1,
			1 + use.readonlyIndexes.length,
			2,
			...use.readonlyIndexes,
			0,
		);
		const more = Buffer.from(bytes).toString("base64");
		const tampered = changed(withPayload(frozen, more), (copy) => {
			copy.lookups = lookupsOf(more, [TABLE]);
		});
		expect(failedFields(matchFrozenSvm(tampered))).toEqual(["accounts"]);
	});

	it("with a signature in our position already, or without a position for ours", () => {
		const signed = VersionedTransaction.deserialize(Buffer.from(transactionBase64(SOL_TRANSFER), "base64"));
		signed.sign([SVM_KEYS]);
		const base64 = Buffer.from(signed.serialize()).toString("base64");
		expect(failedFields(matchFrozenSvm(withPayload(solTransfer(), base64)))).toEqual(["signers"]);
		const stranger = changed(solTransfer(), (copy) => {
			copy.signer = keyOf(5).toBase58();
			if (copy.payload.kind === "svm_transaction") copy.payload.signer = copy.signer;
		});
		expect(failedFields(matchFrozenSvm(stranger))).toEqual(["signers"]);
	});

	it("for another signer than the commit's", () => {
		const frozen = changed(solTransfer(), (copy) => {
			if (copy.payload.kind === "svm_transaction") copy.payload.signer = SVM_OTHER;
		});
		expect(failedFields(matchFrozenSvm(frozen))).toEqual(["signer", "signers"]);
	});

	it("with bytes that are not a transaction, and another kind of payload", () => {
		expect(failedFields(matchFrozenSvm(withPayload(solTransfer(), "AAAA")))).toEqual(["header"]);
		expect(failedFields(matchFrozenSvm(withPayload(solTransfer(), "?")))).toEqual(["transaction_base64"]);
		expect(failedFields(matchFrozenSvm(evmFrozenOf(evmCommit())))).toEqual(["payload.kind"]);
	});
});

function solTransferWithoutBytes(): FrozenCommit {
	return svmFrozenOf(svmCommitOf(SOL_TRANSFER));
}

describe("an unreviewed compute budget is refused", () => {
	it("if the review states none, another, or contradicts itself", () => {
		expect(failedBudgetFields([units(450)], {})).toEqual(["compute_budget"]);
		expect(failedBudgetFields([units(451)], { compute_units: 450 })).toEqual(["compute_budget"]);
		expect(failedBudgetFields([price(8)], { priority_microlamports: 7 })).toEqual(["compute_budget"]);
		expect(failedBudgetFields([price(450)], { compute_units: 450 })).toEqual(["compute_budget"]);
		const written = { instructions: [transferSol(1n), transferSol(2n)] };
		const stated = [450, 451].map((compute_units, at) =>
			reviewedInstruction(transferSol(BigInt(at + 1)), { assembly: { compute_units } }),
		);
		const sent = { instructions: [units(450), ...written.instructions] };
		expect(failedFields(matchLie(written, sent, { instructions: stated }))).toEqual(["compute_budget"]);
	});

	it("if it appears twice, also next to a reviewed one", () => {
		expect(failedBudgetFields([units(450), units(450)], { compute_units: 450 })).toEqual(["compute_budget"]);
		const reviewed = { instructions: [units(9), transferSol()] };
		const instructions = reviewed.instructions.map((each) =>
			reviewedInstruction(each, { assembly: { compute_units: 9 } }),
		);
		const sent = { instructions: [units(9), ...reviewed.instructions] };
		expect(failedFields(matchLie(reviewed, sent, { instructions }))).toEqual(["compute_budget"]);
	});

	it("if it is not at the front", () => {
		expect(failedBudgetFields([], { compute_units: 450 }, [units(450)])).toEqual([
			"instructions.count",
			"accounts",
			"compute_budget",
		]);
	});

	it("if it is of another kind, or has surplus bytes or accounts", () => {
		expect(
			failedBudgetFields([ComputeBudgetProgram.requestHeapFrame({ bytes: 32_768 })], { compute_units: 450 }),
		).toEqual(["compute_budget"]);
		const longer = new TransactionInstruction({
			...units(450),
			data: Buffer.concat([units(450).data, Buffer.alloc(1)]),
		});
		expect(failedBudgetFields([longer], { compute_units: 450 })).toEqual(["compute_budget"]);
		const keys = [{ pubkey: SVM_KEYS.publicKey, isSigner: true, isWritable: true }];
		const withAccount = new TransactionInstruction({ ...units(450), keys });
		expect(failedBudgetFields([withAccount], { compute_units: 450 })).toEqual(["compute_budget"]);
	});
});

describe("lookup tables", () => {
	it("leave the payload unproven if they were not read", () => {
		const result = matchLie(TOKEN_TRANSFER, TOKEN_TRANSFER, {}, []);
		expect(result.verdict).toBe("unproven");
		expect(unknownFields(result)).toEqual(["lookup_tables"]);
	});

	it("missing from the review are refused if it names any, and noted if it names none", () => {
		expect(failedFields(matchLie(TOKEN_TRANSFER, TOKEN_TRANSFER, { address_lookup_tables: [] }))).toEqual([
			"lookup_tables",
		]);
		const silent = matchLie(TOKEN_TRANSFER, TOKEN_TRANSFER, { address_lookup_tables: null });
		expect([silent.verdict, notedFields(silent)]).toEqual(["matched", ["lookup_tables"]]);
	});

	it("named by the review and omitted by the payload are noted", () => {
		const tables = [TABLE.key.toBase58(), keyOf(36).toBase58()];
		const result = matchLie(TOKEN_TRANSFER, TOKEN_TRANSFER, { address_lookup_tables: tables });
		expect([result.verdict, notedFields(result)]).toEqual(["matched", ["lookup_tables"]]);
	});
});
