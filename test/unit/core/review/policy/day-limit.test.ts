import { describe, expect, it } from "vitest";
import { dayLimitOf, ruleOfLimit } from "../../../../../src/core/review/policy/day-limit.ts";
import type { Rule } from "../../../../../src/core/rules/rules.ts";
import { addSpends, NO_SPENDS, type SpendTotals } from "../../../../../src/core/rules/spends.ts";
import { approveData, commitOf, OTHER, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import { evmLowering } from "../../match/revocations.ts";
import { review } from "../scene.ts";

const SENDING = { to: TOKEN, data: transferData(OTHER, 25_000_000n) };
const sending = () => review(commitOf(SENDING));
const nothing = () => NO_SPENDS;
const spent = (amount: string | null): SpendTotals =>
	addSpends([{ certain: true, amounts: [{ asset: TOKEN.toLowerCase(), amount }] }]);

const ruleWith = (most: bigint): Rule => {
	const limit = dayLimitOf(sending(), nothing, []);
	const rule = limit === null ? null : ruleOfLimit({ ...limit, most }, "limit", "25 TUSD a day");
	if (rule === null) throw new Error("no rule");
	return rule;
};

describe("the daily limit that a review offers", () => {
	it("is what the request spends, for its account and network", () => {
		expect(dayLimitOf(sending(), nothing, [])).toMatchObject({
			account: SIGNER.toLowerCase(),
			chainRef: "8453",
			asset: { address: TOKEN.toLowerCase(), symbol: "TUSD", decimals: 6 },
			most: 25_000_000n,
			amount: { params: { amount: "25", symbol: "TUSD" } },
		});
	});

	it("includes what was spent today, so that the request itself still passes", () => {
		expect(dayLimitOf(sending(), () => spent("7000000"), [])).toMatchObject({ most: 32_000_000n });
	});

	it("is rounded up to four digits, also if some was spent today", () => {
		expect(dayLimitOf(sending(), () => spent("7123456"), [])).toMatchObject({
			most: 32_130_000n,
			// The amount is shown with fewer digits, but is never rounded down.
			earlier: { params: { amount: "7.1235", symbol: "TUSD" } },
		});
		expect(dayLimitOf(sending(), nothing, [])).toMatchObject({ most: 25_000_000n, earlier: null });
	});

	it("includes the fee if the coin itself is sent", () => {
		const limit = dayLimitOf(review(commitOf({ to: OTHER, value: 5n * 10n ** 17n })), nothing, []);
		expect(limit).toMatchObject({ asset: { address: "native", symbol: "ETH", decimals: 18 } });
		expect(limit?.most).toBeGreaterThan(5n * 10n ** 17n);
	});

	it("is absent if the spending is unknown, unlimited, or only a fee", () => {
		expect(dayLimitOf(sending(), () => spent(null), [])).toBeNull();
		const unlimited = { to: TOKEN, data: approveData(VAULT, 2n ** 256n - 1n) };
		expect(dayLimitOf(review(commitOf(unlimited)), nothing, [])).toBeNull();
		expect(dayLimitOf(review(commitOf({ to: VAULT, data: "0x12345678" })), nothing, [])).toBeNull();
	});

	it("is absent if the request can never be approved, for example because its nonce is used", () => {
		const approval = (change: Partial<ReturnType<typeof sending>["approval"]>) => ({
			...sending(),
			approval: { ...sending().approval, possible: false, ...change },
		});
		expect(dayLimitOf(approval({ canRetry: false }), nothing, [])).toBeNull();
		expect(dayLimitOf(approval({ canRetry: true }), nothing, [])).not.toBeNull();
	});

	it("is absent for a lowered allowance", () => {
		const approving = review(commitOf({ to: TOKEN, data: approveData(VAULT, 250n) }));
		expect(dayLimitOf(approving, nothing, [])).not.toBeNull();
		expect(dayLimitOf({ ...approving, frozen: evmLowering() }, nothing, [])).toBeNull();
	});

	it("is absent if a rule is as strict, and offered next to a looser one", () => {
		expect(dayLimitOf(sending(), nothing, [ruleWith(25_000_000n)])).toBeNull();
		expect(dayLimitOf(sending(), nothing, [ruleWith(25_000_001n)])).not.toBeNull();
	});

	it("becomes a rule that only refuses, for this account, network and token", () => {
		expect(ruleWith(25_000_000n)).toMatchObject({
			kind: "spend_day",
			most: 25_000_000n,
			scope: { accounts: [SIGNER.toLowerCase()], chains: ["8453"], apps: "all", agents: "all" },
			asset: { address: TOKEN.toLowerCase() },
		});
	});
});
