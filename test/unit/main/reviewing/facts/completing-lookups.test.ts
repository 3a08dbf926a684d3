import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { lookupsFor } from "../../../../../src/main/reviewing/facts/completing.ts";
import {
	CLUSTER,
	lookupsOf,
	SOL_TRANSFER,
	TABLE,
	TOKEN_TRANSFER,
	transactionBase64,
} from "../../../core/match/honest-svm.ts";
import { fakeChains, TABLE_FACTS } from "./fake-chains.ts";

const TOKEN = transactionBase64(TOKEN_TRANSFER);

function ask(base64: string, tables = [TABLE_FACTS]) {
	const one = fakeChains();
	one.world.tables = tables;
	return { ...one, lookups: () => lookupsFor(one.chains.svm, CLUSTER, base64) };
}

describe("a transaction's lookups from tables", () => {
	it("are the chain's, in the message's order", async () => {
		const lent = await ask(TOKEN).lookups();
		expect(lent).toEqual(lookupsOf(TOKEN, [TABLE]));
		expect(lent[0]?.writable).toHaveLength(1);
	});

	it("are absent if it uses none, and the chain is not queried", async () => {
		for (const base64 of [transactionBase64(SOL_TRANSFER), "", "not a transaction"]) {
			const one = ask(base64);
			expect(await one.lookups()).toEqual([]);
			expect(one.world.queries).toEqual([]);
		}
	});

	it("are omitted as a whole if the table is missing, being closed, or too short for one index", async () => {
		const short = { ...TABLE_FACTS, addresses: TABLE_FACTS.addresses.slice(0, 3) };
		for (const tables of [[], [{ ...TABLE_FACTS, deactivated: true }], [short]])
			expect(await ask(TOKEN, tables).lookups()).toEqual([]);
	});

	it("are unknown while the chain can't be queried", async () => {
		const one = ask(TOKEN);
		one.world.fault = new ChainError("unreachable", verbatim("Your RPC does not answer."));
		await expect(one.lookups()).rejects.toBe(one.world.fault);
	});
});
