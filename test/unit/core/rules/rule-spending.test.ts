import { describe, expect, it } from "vitest";
import type { Message } from "../../../../src/core/localized-text.ts";
import { dayBudgets } from "../../../../src/core/rules/rule-spending.ts";
import type { Rule } from "../../../../src/core/rules/rules.ts";
import { addSpends, NO_SPENDS, type SpendTotals } from "../../../../src/core/rules/spends.ts";
import { day, dollarsDay, ME, ON_BASE, OTHER, once } from "./scene.ts";

/** The used part of a day's limit, as the tray and the windows show it. */

const ETHER = 10n ** 18n;
const wei = (amount: bigint | null): SpendTotals =>
	addSpends([{ certain: true, amounts: [{ asset: "native", amount: amount?.toString() ?? null }] }]);

/** Returns the number and symbol, or a text in dollars. */
const amount = (told: Message | string) =>
	typeof told === "string" ? told : [told.params?.["amount"], told.params?.["symbol"]];

function budgets(rules: readonly Rule[], spent: (account: string, chainRef: string) => SpendTotals) {
	return dayBudgets({
		rules,
		accounts: [ME, OTHER],
		spent,
		prices: () => ({
			kind: "price",
			sure: true,
			price: { answer: 2500n * 10n ** 8n, decimals: 8, feed: "ETH / USD", at: 0 },
		}),
	}).map(({ spent: used, most }) => [used === null ? null : amount(used), amount(most)]);
}

describe("a daily limit", () => {
	it("is shown with the account that has spent the most", () => {
		const found = budgets([day(2n * ETHER)], (account) => wei(account === ME ? ETHER / 4n : ETHER / 2n));
		expect(found).toEqual([
			[
				["0.5", "ETH"],
				["2", "ETH"],
			],
		]);
	});

	it("counts only accounts in its scope", () => {
		const mine = day(ETHER, { ...ON_BASE, accounts: [ME] });
		expect(budgets([mine], (account) => wei(account === ME ? 0n : ETHER))).toEqual([
			[
				["0", "ETH"],
				["1", "ETH"],
			],
		]);
	});

	it("in dollars is shown in dollars, at current prices", () => {
		expect(budgets([dollarsDay(200_00n)], () => wei(ETHER / 50n))).toEqual([["$50.00", "$200.00"]]);
	});

	it("is unknown if one account's spending is", () => {
		const found = budgets([day(ETHER), dollarsDay(100n)], (account) =>
			account === ME ? wei(null) : NO_SPENDS,
		);
		expect(found.map(([used]) => used)).toEqual([null, null]);
	});

	it("is listed; a limit per transaction is not", () => {
		expect(budgets([once(ETHER)], () => NO_SPENDS)).toEqual([]);
	});
});
