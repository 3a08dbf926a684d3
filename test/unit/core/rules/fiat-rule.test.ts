import { describe, expect, it } from "vitest";
import type { Price } from "../../../../src/core/fiat/price.ts";
import { refusalsOf } from "../../../../src/core/rules/check-rules.ts";
import { fiatRuleFault } from "../../../../src/core/rules/fiat-rule.ts";
import {
	type ItemFacts,
	type RulePrice,
	type RulePrices,
	rulePrice,
} from "../../../../src/core/rules/rule-facts.ts";
import type { PolicyContext, Rule, RuleScope } from "../../../../src/core/rules/rules.ts";
import { addSpends, NO_SPENDS } from "../../../../src/core/rules/spends.ts";
import { saying } from "../../../support/saying.ts";
import {
	dollarsDay,
	dollarsOnce,
	EVERYWHERE,
	ON_BASE,
	OTHER,
	once,
	policyContextWith,
	request,
	rule,
	spendingItem,
	spent,
	TOKEN,
	UNKNOWN,
} from "./scene.ts";

/** Rules in US dollars use only price feeds, round against the user, and refuse unknown values. */

const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;
const USDC_BASE = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const CBETH_BASE = "0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22";

const priced = (dollars: bigint, more: bigint = 0n): Price => ({
	answer: dollars * 10n ** 8n + more,
	decimals: 8,
	feed: "ETH / USD",
	at: 0,
});
const sure = (price: Price): RulePrice => ({ kind: "price", price, sure: true });
const alone = (price: Price): RulePrice => ({ kind: "price", price, sure: false });
/** Returns prices in which every asset on every chain has this price. */
const at =
	(price: RulePrice): RulePrices =>
	() =>
		price;

const faults = (rules: readonly Rule[], legs: readonly ItemFacts[], change: Partial<PolicyContext> = {}) =>
	refusalsOf(policyContextWith(rules, { prices: at(sure(priced(2500n))), ...change }), legs);
const stops = (fault: string) => [{ text: { code: "rule.stops", params: { fault: { code: fault } } } }];

describe("the maximum per transaction, in dollars", () => {
	it("passes up to the last cent, and refuses a started one", () => {
		// 0.04 ETH at $2,500 are $100.
		expect(faults([dollarsOnce(10_000n)], [spendingItem(ETHER / 25n)])).toEqual([]);
		expect(faults([dollarsOnce(10_000n)], [spendingItem(ETHER / 25n + 1n)])).toMatchObject(
			stops("rule.fault.over-once"),
		);
	});

	it("counts all assets and all legs together, fees among them", () => {
		const all = [spendingItem(100_000_000n, USDC_BASE), spendingItem(ETHER / 50n)];
		const prices: RulePrices = (_, asset) => sure(priced(asset === "native" ? 2500n : 1n));
		expect(faults([dollarsOnce(15_000n)], all, { prices })).toEqual([]);
		expect(faults([dollarsOnce(14_999n)], all, { prices })).toMatchObject(stops("rule.fault.over-once"));
	});

	it("counts a listed dollar as at least one, and as more if its feed says more", () => {
		const hundred = [spendingItem(100_000_000n, USDC_BASE)];
		const fallen = at(sure({ ...priced(0n), answer: 90_000_000n }));
		expect(faults([dollarsOnce(9_999n)], hundred, { prices: fallen })).toHaveLength(1);
		expect(faults([dollarsOnce(10_000n)], hundred, { prices: fallen })).toEqual([]);
		const risen = at(sure({ ...priced(1n), answer: 101_000_000n }));
		expect(faults([dollarsOnce(10_099n)], hundred, { prices: risen })).toHaveLength(1);
	});

	it.each<[string, RulePrice, string]>([
		["no feed", { kind: "none" }, "rule.fault.worth.no-feed"],
		["no fresh price", { kind: "unknown" }, "rule.fault.worth.no-price"],
		["two RPCs that disagree", { kind: "differs" }, "rule.fault.worth.differs"],
	])("counts %s as too much", (_, price, fault) => {
		expect(faults([dollarsOnce(10n ** 30n)], [spendingItem(1n)], { prices: at(price) })).toMatchObject(
			stops(fault),
		);
	});

	it("counts unlisted, unlimited and unknown amounts as too much", () => {
		const most = dollarsOnce(10n ** 30n);
		expect(faults([most], [spendingItem(1n, TOKEN)])).toMatchObject(stops("rule.fault.worth.no-feed"));
		expect(faults([most], [spendingItem(null)])).toMatchObject(stops("rule.fault.no-limit"));
		expect(faults([most], [UNKNOWN])).toMatchObject(stops("rule.fault.amount-unknown"));
		expect(
			faults([most], [spendingItem(1n)], {
				request: request({ chainRef: "" }),
				prices: at({ kind: "none" }),
			}),
		).toHaveLength(1);
	});

	it("passes a request that takes nothing, at any price", () => {
		expect(faults([dollarsOnce(0n)], [spendingItem(0n)], { prices: at({ kind: "none" }) })).toEqual([]);
	});
});

describe("a price from a single RPC", () => {
	const prices = at(alone(priced(2500n)));

	it("counts only if another rule limits that asset in its own units", () => {
		const rules = [dollarsOnce(10_000n)];
		expect(faults(rules, [spendingItem(1n)], { prices })).toMatchObject(stops("rule.fault.worth.one-rpc"));
		expect(faults([...rules, once(ETHER)], [spendingItem(ETHER / 25n)], { prices })).toEqual([]);
		expect(faults([...rules, once(ETHER)], [spendingItem(1n, CBETH_BASE)], { prices })).toMatchObject(
			stops("rule.fault.worth.one-rpc"),
		);
	});

	it("does not count if that limit has a narrower scope than the rule", () => {
		const narrow: RuleScope = { ...ON_BASE, accounts: [OTHER] };
		expect(faults([dollarsOnce(10_000n), once(ETHER, narrow)], [spendingItem(1n)], { prices })).toMatchObject(
			stops("rule.fault.worth.one-rpc"),
		);
	});

	it("counts for a listed dollar: a lie can only raise it", () => {
		const one = at(alone(priced(1n)));
		expect(faults([dollarsOnce(100n)], [spendingItem(1_000_000n, USDC_BASE)], { prices: one })).toEqual([]);
	});
});

describe("rules in dollars on Solana", () => {
	const SOLANA: RuleScope = { ...EVERYWHERE, chains: ["mainnet-beta"] };
	const USDC_SOLANA = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
	const UNLISTED = "8nYzPpJiwXcYwJq8PMYHyZK1Ag5sDgnYB2Cg1CdqGrgM";
	const LAMPORTS = 10n ** 9n;
	const here = { request: request({ chainRef: "mainnet-beta" }) };
	const sol =
		(price: RulePrice): RulePrices =>
		(chainRef, asset) =>
			rulePrice(chainRef, asset, null, null).kind === "none" ? { kind: "none" } : price;

	it("count SOL by the lamport, rounded up, and a listed dollar as at least one", () => {
		const prices = sol(sure(priced(150n)));
		const most = [dollarsOnce(15_000n, SOLANA)];
		expect(faults(most, [spendingItem(LAMPORTS)], { ...here, prices })).toEqual([]);
		expect(faults(most, [spendingItem(LAMPORTS + 1n)], { ...here, prices })).toMatchObject(
			stops("rule.fault.over-once"),
		);
		const fallen = sol(alone({ ...priced(0n), answer: 50_000_000n }));
		expect(
			faults(most, [spendingItem(150_000_001n, USDC_SOLANA)], { ...here, prices: fallen }),
		).toMatchObject(stops("rule.fault.over-once"));
		expect(faults(most, [spendingItem(150_000_000n, USDC_SOLANA)], { ...here, prices: fallen })).toEqual([]);
	});

	it("count assets without a feed as too much, and SOL on one RPC's word", () => {
		const most = [dollarsOnce(10n ** 30n, SOLANA)];
		expect(
			faults(most, [spendingItem(1n, UNLISTED)], { ...here, prices: sol(sure(priced(150n))) }),
		).toMatchObject(stops("rule.fault.worth.no-feed"));
		expect(faults(most, [spendingItem(1n)], { ...here, prices: sol(alone(priced(150n))) })).toMatchObject(
			stops("rule.fault.worth.one-rpc"),
		);
	});

	it("add spending there to spending on other chains", () => {
		const both = dollarsDay(30_000n, { ...EVERYWHERE, chains: ["1", "mainnet-beta"] });
		const prices: RulePrices = (chainRef) => sure(priced(chainRef === "1" ? 2500n : 150n));
		const before = (chainRef?: string) => (chainRef === "1" ? spent(ETHER / 25n)() : NO_SPENDS);
		const rules = [both];
		expect(faults(rules, [spendingItem(LAMPORTS)], { ...here, prices, spent: before })).toEqual([]);
		expect(faults(rules, [spendingItem(2n * LAMPORTS)], { ...here, prices, spent: before })).toMatchObject([
			{ text: { params: { fault: { code: "rule.fault.over-day" } } } },
		]);
	});

	it("are accepted next to a limit in SOL, or with a second RPC", () => {
		const day = dollarsDay(1n, SOLANA);
		expect(fiatRuleFault([day], () => true)).toBeNull();
		expect(fiatRuleFault([day], () => false)).toEqual(
			saying("rule.worth.one-rpc", { chain: "Solana", coin: "SOL" }),
		);
		const sol = { address: "native", symbol: "SOL", decimals: 9 };
		const limit = rule({ kind: "spend_once", asset: sol, most: "1" }, SOLANA, "r2");
		expect(fiatRuleFault([day, limit], () => false)).toBeNull();
		expect(fiatRuleFault([dollarsDay(1n, { ...EVERYWHERE, chains: ["devnet"] })], () => true)).toMatchObject({
			code: "rule.worth.no-feed",
		});
	});
});

describe("the maximum per day, in dollars", () => {
	it("adds earlier approvals, on all chains of the rule", () => {
		const both = dollarsDay(20_000n, { ...EVERYWHERE, chains: ["1", "8453"] });
		const on = (ref: string) => (chainRef?: string) => (chainRef === ref ? spent(ETHER / 25n)() : NO_SPENDS);
		expect(faults([both], [spendingItem(ETHER / 25n)], { spent: on("1") })).toEqual([]);
		expect(faults([both], [spendingItem(ETHER / 25n + GWEI)], { spent: on("1") })).toMatchObject([
			{ passing: true, text: { params: { fault: { code: "rule.fault.over-day" }, waiting: true } } },
		]);
		// The rule doesn't apply to this other chain.
		expect(faults([both], [spendingItem(ETHER / 25n + GWEI)], { spent: on("10") })).toEqual([]);
	});

	it("refuses if earlier approvals are unknown, or have no price now", () => {
		expect(faults([dollarsDay(10_000n)], [spendingItem(1n)], { spent: spent(null) })).toMatchObject(
			stops("rule.fault.day-unknown"),
		);
		const uncertain = () => addSpends([{ certain: false, amounts: [] }]);
		expect(faults([dollarsDay(10_000n)], [spendingItem(1n)], { spent: uncertain })).toMatchObject(
			stops("rule.fault.day-unknown"),
		);
		expect(faults([dollarsDay(10_000n)], [spendingItem(1n)], { spent: spent(1n, TOKEN) })).toMatchObject(
			stops("rule.fault.worth.no-feed"),
		);
	});

	it("says that waiting does not help if this request alone is too much", () => {
		expect(faults([dollarsDay(100n)], [spendingItem(ETHER)])).toMatchObject([{ passing: false }]);
	});
});

describe("a price for rules", () => {
	const [low, high] = [priced(2500n), priced(2574n)];

	it("is the higher of two similar ones, and missing for two different ones", () => {
		expect(rulePrice("8453", "native", low, high)).toEqual(sure(high));
		expect(rulePrice("8453", "native", high, low)).toEqual(sure(high));
		expect(rulePrice("8453", "native", low, priced(2576n))).toEqual({ kind: "differs" });
	});

	it("is uncertain with one RPC, and unknown if either is silent", () => {
		expect(rulePrice("8453", "native", low, undefined)).toEqual(alone(low));
		expect(rulePrice("8453", "native", low, null)).toEqual({ kind: "unknown" });
		expect(rulePrice("8453", "native", null, low)).toEqual({ kind: "unknown" });
		expect(rulePrice("31337", "native", low, low)).toEqual({ kind: "none" });
		expect(rulePrice("devnet", "native", low, low)).toEqual({ kind: "none" });
	});

	it("is missing for two with different decimals", () => {
		const finer: Price = { ...low, answer: low.answer * 10n, decimals: 9 };
		expect(rulePrice("mainnet-beta", "native", low, finer)).toEqual({ kind: "differs" });
	});
});

describe("a rule on worth is accepted", () => {
	const none = () => false;

	it("only next to a limit in the native coin, or with a second RPC, on each of its chains", () => {
		const both = dollarsDay(1n, { ...EVERYWHERE, chains: ["1", "8453"] });
		expect(fiatRuleFault([both], () => true)).toBeNull();
		expect(fiatRuleFault([both], (ref) => ref === "1")).toEqual(
			saying("rule.worth.one-rpc", { chain: "Base" }),
		);
		expect(fiatRuleFault([both, once(1n)], (ref) => ref === "1")).toBeNull();
		expect(fiatRuleFault([both, once(1n)], none)).toEqual(
			saying("rule.worth.one-rpc", { chain: "Ethereum" }),
		);
	});

	it("only if prices are known, whatever else exists", () => {
		const there = dollarsOnce(1n, { ...EVERYWHERE, chains: ["137"] });
		expect(fiatRuleFault([there], () => true)).toMatchObject({ code: "rule.worth.no-feed" });
		expect(fiatRuleFault([once(1n)], none)).toBeNull();
	});
});
