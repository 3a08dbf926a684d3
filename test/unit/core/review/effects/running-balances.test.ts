import { describe, expect, it } from "vitest";
import type { BalanceChangeRow } from "../../../../../src/core/describe/evm/changes.ts";
import type { Amount } from "../../../../../src/core/format/amount.ts";
import { runningBalances } from "../../../../../src/core/review/effects/running-balances.ts";
import { decodedMovement, effects, holdingOf, ME, type StepInput, THIEF, USDC } from "../../effects/scene.ts";

const units = (raw: bigint): Amount => ({ raw, decimals: 0, symbol: "USDC", checked: true });

function row(
	step: number | null,
	direction: BalanceChangeRow["direction"],
	raw: bigint,
	patch: Partial<BalanceChangeRow> = {},
): BalanceChangeRow {
	return {
		asset: USDC.address ?? "",
		account: ME,
		mine: true,
		direction,
		amount: { kind: "amount", amount: units(raw) },
		tokenId: null,
		counterparty: null,
		holder: ME,
		step,
		source: "both",
		...patch,
	};
}

/** Returns steps that send these amounts from a balance of 10,000, or receive them if they are negative. */
const sending = (...amounts: readonly bigint[]): readonly StepInput[] =>
	amounts.map((amount, step) => ({
		movements: [
			decodedMovement({
				asset: USDC,
				step,
				basis: "observed",
				...(amount < 0n
					? { from: THIEF, to: ME, least: -amount, most: -amount }
					: { least: amount, most: amount }),
			}),
		],
		holdings: [holdingOf(10_000n, USDC)],
	}));

function balancesOf(steps: readonly StepInput[], ...rows: readonly BalanceChangeRow[]) {
	const found = runningBalances(rows, effects(...steps));
	return rows.map((each) => {
		const balance = found.get(each);
		return balance === undefined ? null : [balance.before.raw, balance.after?.raw ?? null];
	});
}

describe("a row's balance", () => {
	it("continues from the step before it, and not from the first to the last", () => {
		const steps = sending(25n, 300n, -75n);
		expect(balancesOf(steps, row(1, "out", 25n), row(2, "out", 300n), row(3, "in", 75n))).toEqual([
			[10_000n, 9_975n],
			[9_975n, 9_675n],
			[9_675n, 9_750n],
		]);
	});

	it("follows the steps, in any order of the rows", () => {
		expect(balancesOf(sending(-3n, 8n), row(2, "out", 8n), row(1, "in", 3n))).toEqual([
			[10_003n, 9_995n],
			[10_000n, 10_003n],
		]);
	});

	it("counts inflows first within one step", () => {
		const [out] = sending(8n);
		const [into] = sending(-3n);
		const both = { ...out, movements: [...(out?.movements ?? []), ...(into?.movements ?? [])] };
		expect(balancesOf([both], row(null, "out", 8n), row(null, "in", 3n))).toEqual([
			[10_003n, 9_995n],
			[10_000n, 10_003n],
		]);
	});

	it("is our own simulation's, whatever amount the service states", () => {
		expect(balancesOf(sending(9_000n), row(null, "out", 100n, { source: "service" }))).toEqual([
			[10_000n, 1_000n],
		]);
		expect(balancesOf(sending(9_000n, 5n), row(1, "out", 100n), row(2, "out", 5n))).toEqual([
			[10_000n, 1_000n],
			[1_000n, 995n],
		]);
	});

	it("is of the whole request if a row names none of its steps", () => {
		expect(balancesOf(sending(1n, 2n), row(null, "out", 3n))).toEqual([[10_000n, 9_997n]]);
	});

	it("is unknown for items, for assets without an effect, and for tokens unknown to the chain", () => {
		const [one] = sending(1n);
		const unchecked = row(1, "out", 1n, {
			amount: { kind: "amount", amount: { ...units(1n), checked: false } },
		});
		expect(
			balancesOf(
				[one ?? {}],
				row(1, "out", 1n, { asset: "0xb2" }),
				row(1, "out", 1n, { tokenId: "7" }),
				unchecked,
			),
		).toEqual([null, null, null]);
	});

	it("has no end if the outflow is unbounded, and none below zero", () => {
		const open: StepInput = {
			movements: [decodedMovement({ asset: USDC, most: null })],
			holdings: [holdingOf(10_000n, USDC)],
		};
		expect(balancesOf([open], row(1, "out", 1n))).toEqual([[10_000n, null]]);
		expect(balancesOf(sending(10_001n), row(1, "out", 10_001n))).toEqual([[10_000n, null]]);
	});

	it("is unknown if the account's holding is", () => {
		const [one] = sending(1n);
		expect(balancesOf([{ ...one, holdings: [] }], row(1, "out", 1n))).toEqual([null]);
	});
});
