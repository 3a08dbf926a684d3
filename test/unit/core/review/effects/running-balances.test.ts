import { describe, expect, it } from "vitest";
import type { BalanceChangeRow } from "../../../../../src/core/explain/evm/changes.ts";
import type { Amount } from "../../../../../src/core/format/amount.ts";
import { runningBalances } from "../../../../../src/core/review/effects/running-balances.ts";

const units = (raw: bigint): Amount => ({ raw, decimals: 0, symbol: "TUSD", checked: true });

function row(
	step: number | null,
	direction: BalanceChangeRow["direction"],
	raw: bigint,
	patch: Partial<BalanceChangeRow> = {},
): BalanceChangeRow {
	return {
		asset: "0xA1",
		account: "0xME",
		mine: true,
		direction,
		amount: { kind: "amount", amount: units(raw) },
		tokenId: null,
		counterparty: null,
		of: units(10_000n),
		step,
		source: "both",
		...patch,
	};
}

function balancesOf(...rows: readonly BalanceChangeRow[]) {
	const found = runningBalances(rows);
	return rows.map((each) => {
		const balance = found.get(each);
		return balance === undefined ? null : [balance.before.raw, balance.after?.raw ?? null];
	});
}

describe("the balance of a row", () => {
	it("goes on from the step before it, and not from the first to the last", () => {
		expect(balancesOf(row(1, "out", 25n), row(2, "out", 300n), row(3, "in", 75n))).toEqual([
			[10_000n, 9_975n],
			[9_975n, 9_675n],
			[9_675n, 9_750n],
		]);
	});

	it("follows the steps, whatever the order of the rows", () => {
		expect(balancesOf(row(2, "out", 8n, { of: units(5n) }), row(1, "in", 3n, { of: units(5n) }))).toEqual([
			[8n, 0n],
			[5n, 8n],
		]);
	});

	it("counts what comes in first within one step", () => {
		const of = units(5n);
		expect(balancesOf(row(null, "out", 8n, { of }), row(null, "in", 3n, { of }))).toEqual([
			[8n, 0n],
			[5n, 8n],
		]);
	});

	it("is one for each account and asset, and none of items", () => {
		expect(
			balancesOf(
				row(1, "out", 1n),
				row(1, "out", 2n, { asset: "0xB2" }),
				row(1, "out", 1n, { tokenId: "7" }),
			),
		).toEqual([[10_000n, 9_999n], [10_000n, 9_998n], null]);
	});

	it("ends with the first row that states no amount or takes more than there is", () => {
		const open = row(2, "unknown", 5n);
		expect(balancesOf(row(1, "out", 1n), open, row(3, "out", 1n))).toEqual([
			[10_000n, 9_999n],
			[9_999n, null],
			null,
		]);
		expect(balancesOf(row(1, "out", 10_001n))).toEqual([[10_000n, null]]);
	});

	it("has no end where only some of the rows name their step", () => {
		expect(balancesOf(row(null, "out", 1n), row(2, "out", 2n))).toEqual([
			[10_000n, null],
			[10_000n, null],
		]);
	});

	it("is not known where nobody knows what the account holds", () => {
		expect(balancesOf(row(1, "out", 1n, { of: null }))).toEqual([null]);
	});
});
