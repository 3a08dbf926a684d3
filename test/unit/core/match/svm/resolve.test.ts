import { describe, expect, it } from "vitest";
import { resolveSvm } from "../../../../../src/core/match/svm/resolve.ts";
import { readSvmTransaction } from "../../../../../src/core/match/svm/transaction.ts";
import {
	keyOf,
	lookupsOf,
	SOL_TRANSFER,
	SVM_KEYS,
	TABLE,
	TOKEN_TRANSFER,
	transactionBase64,
} from "../honest-svm.ts";

describe("the accounts of a message", () => {
	const base64 = transactionBase64(TOKEN_TRANSFER);
	const transaction = readSvmTransaction(base64);
	const [lookup] = lookupsOf(base64, [TABLE]);
	if (lookup === undefined) throw new Error("no lookup");

	it("name the table they come from", () => {
		const resolving = resolveSvm(transaction, [lookup]);
		expect(resolving).toMatchObject({ ok: true });
		if (resolving.ok)
			expect(resolving.resolved.accounts.map((each) => each.from)).toEqual([
				...transaction.staticKeys.map(() => "static"),
				TABLE.key.toBase58(),
				TABLE.key.toBase58(),
			]);
	});

	it("are unknown if a table was not read", () => {
		expect(resolveSvm(transaction, [])).toMatchObject({ ok: false, unknown: true, field: "lookup_tables" });
		const other = { ...lookup, table: keyOf(34).toBase58() };
		expect(resolveSvm(transaction, [other])).toMatchObject({ ok: false, unknown: true });
	});

	it("are refused if the table's number differs, or more tables were read than the message names", () => {
		const short = { ...lookup, readonly: [] };
		expect(resolveSvm(transaction, [short])).toMatchObject({ ok: false, unknown: false });
		const more = [lookup, { ...lookup, table: keyOf(34).toBase58() }];
		expect(resolveSvm(transaction, more)).toMatchObject({ ok: false, unknown: false });
		expect(resolveSvm(readSvmTransaction(transactionBase64(SOL_TRANSFER)), [lookup])).toMatchObject({
			ok: false,
		});
	});

	it("are refused if one is in the message twice", () => {
		const twice = { ...lookup, readonly: [...lookup.writable] };
		expect(resolveSvm(transaction, [twice])).toMatchObject({ ok: false, unknown: false });
		const own = { ...lookup, writable: [SVM_KEYS.publicKey.toBase58()] };
		expect(resolveSvm(transaction, [own])).toMatchObject({ ok: false, unknown: false });
	});
});
