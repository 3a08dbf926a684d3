import { describe, expect, expectTypeOf, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { momentAt, withinHours } from "../../../../src/core/rules/rule-hours.ts";
import { hoursText, ruleSentence, unitsText } from "../../../../src/core/rules/rule-text.ts";
import {
	type RuleText,
	readRules,
	ruleList,
	ruleSchema,
	ruleText,
	writeRules,
} from "../../../../src/core/rules/rules.ts";
import type { RuleInput } from "../../../../src/ipc/rules.ts";
import { outline } from "../../../support/outline.ts";
import { saying } from "../../../support/saying.ts";
import { day, ETH, EVERYWHERE, ME, ON_BASE, OTHER, once, rule, TOKEN } from "./scene.ts";

describe("stored rules", () => {
	const all = [
		once(5n),
		{ ...day(10n ** 24n), id: "r2" },
		rule({ kind: "recipients", addresses: [OTHER], contacts: true }, EVERYWHERE, "r3"),
		rule({ kind: "hours", from: 1320, to: 360, days: [0, 6] }, EVERYWHERE, "r4"),
	];

	it("are read back as written", () => {
		expect(readRules(writeRules(all))).toEqual({ ok: true, rules: all });
		expect(readRules(null)).toEqual({ ok: true, rules: [] });
	});

	it.each([
		["no JSON", "{"],
		["another format", '{"format":2,"rules":[]}'],
		["a rule that is not known", '{"format":1,"rules":[{"id":"1","name":"x","kind":"never"}]}'],
		[
			"a member that is not known",
			JSON.stringify({ format: 1, rules: [{ ...ruleText(once(1n)), but: true }] }),
		],
		["nothing at all", ""],
	])("can't be read with %s", (_, text) => {
		expect(readRules(text)).toEqual({ ok: false });
	});

	it("hold for all requests if they were stored before agents existed", () => {
		const { agents: _agents, ...scope } = once(5n).scope;
		const text = JSON.stringify({ format: 1, rules: [{ ...ruleText(once(5n)), scope }] });
		expect(readRules(text)).toEqual({ ok: true, rules: [once(5n)] });
	});

	it("are the ones in the window", () => {
		expectTypeOf<RuleText>().toExtend<RuleInput>();
	});

	it("have an id of their own each", () => {
		expect(ruleList.safeParse([once(1n), once(2n)].map(ruleText)).success).toBe(false);
	});
});

describe("an invalid rule", () => {
	const raw = (change: object) => ({ ...ruleText(once(5n)), ...change });

	it.each([
		["an amount on all chains", raw({ scope: EVERYWHERE })],
		["an amount of both families", raw({ scope: { ...EVERYWHERE, chains: ["1", "devnet"] } })],
		["ETH counted as SOL", raw({ asset: { ...ETH, decimals: 9 } })],
		["SOL counted as ETH", raw({ scope: { ...EVERYWHERE, chains: ["devnet"] } })],
		[
			"a token of the other family",
			raw({
				asset: { address: TOKEN, symbol: "", decimals: 6 },
				scope: { ...EVERYWHERE, chains: ["devnet"] },
			}),
		],
		["a negative amount", raw({ most: "-1" })],
		["an amount with a point", raw({ most: "1.5" })],
		["no chain", raw({ scope: { ...EVERYWHERE, chains: [] } })],
		["an invalid account", raw({ scope: { ...ON_BASE, accounts: ["me"] } })],
		["no name", raw({ name: "  " })],
		["hours of no length", { ...ruleText(rule({ kind: "hours", from: 1, to: 2, days: [1] })), to: 1 }],
		["nobody to block", { id: "1", name: "x", scope: EVERYWHERE, kind: "blocked_recipient", addresses: [] }],
		["no app to block", { id: "1", name: "x", scope: EVERYWHERE, kind: "blocked_app" }],
	])("is rejected: %s", (_, text) => {
		expect(ruleSchema.safeParse(raw({})).success).toBe(true);
		expect(ruleSchema.safeParse(text).success).toBe(false);
	});
});

describe("a rule's sentence", () => {
	const names = {
		address: (address: string) => address.slice(0, 6),
		chain: (ref: string) => `chain ${ref}`,
		agent: (id: string) => `agent ${id}`,
	};

	it.each([
		[
			"rule.spend-day(amount: rule.amount(amount: 2.5, symbol: ETH), where: rule.where(ofAccounts: false, accounts: , ofChains: true, chains: chain 8453, ofApps: false, apps: , ofAgents: false, agents: ))",
			day(25n * 10n ** 17n),
		],
		[
			"rule.spend-once(amount: rule.amount(amount: 1,000, symbol: ETH), where: rule.where(ofAccounts: true, accounts: 0x7e5f, ofChains: true, chains: chain 8453, ofApps: true, apps: rule.one-of.two(first: vault, second: swap), ofAgents: false, agents: ))",
			once(10n ** 21n, { ...EVERYWHERE, accounts: [ME], chains: ["8453"], apps: ["vault", "swap"] }),
		],
		[
			"rule.no-unlimited(where: rule.where(ofAccounts: false, accounts: , ofChains: false, chains: , ofApps: false, apps: , ofAgents: true, agents: rule.one-of.two(first: agent a1, second: agent a2)))",
			rule({ kind: "no_unlimited" }, { ...EVERYWHERE, agents: ["a1", "a2"] }),
		],
		[
			"rule.recipients(whom: rule.one-of.three(first: rule.your-contacts, second: 0x2b5a, third: rule.your-accounts), where: rule.where(ofAccounts: false, accounts: , ofChains: false, chains: , ofApps: false, apps: , ofAgents: false, agents: ))",
			rule({ kind: "recipients", addresses: [OTHER], contacts: true }),
		],
		[
			"rule.recipients(whom: rule.your-accounts, where: rule.where(ofAccounts: false, accounts: , ofChains: false, chains: , ofApps: false, apps: , ofAgents: false, agents: ))",
			rule({ kind: "recipients", addresses: [], contacts: false }),
		],
		[
			"rule.contracts.none(where: rule.where(ofAccounts: false, accounts: , ofChains: false, chains: , ofApps: false, apps: , ofAgents: false, agents: ))",
			rule({ kind: "contracts", addresses: [] }),
		],
		[
			"rule.only-hours(hours: rule.hours(from: 22:00, to: 06:00, overnight: true, days: rule.days.weekend), where: rule.where(ofAccounts: false, accounts: , ofChains: false, chains: , ofApps: false, apps: , ofAgents: false, agents: ))",
			rule({ kind: "hours", from: 1320, to: 360, days: [0, 6] }),
		],
		[
			"rule.blocked-app(where: rule.where(ofAccounts: false, accounts: , ofChains: false, chains: , ofApps: true, apps: vault, ofAgents: false, agents: ))",
			rule({ kind: "blocked_app" }, { ...EVERYWHERE, apps: ["Vault"] }),
		],
		[
			"rule.blocked-recipient(whom: 0x2b5a, where: rule.where(ofAccounts: false, accounts: , ofChains: false, chains: , ofApps: false, apps: , ofAgents: false, agents: ))",
			rule({ kind: "blocked_recipient", addresses: [OTHER] }),
		],
	])("is: %s", (text, of) => {
		expect(outline(ruleSentence(of, names))).toBe(text);
	});

	it("names days in weekly order", () => {
		expect(hoursText({ from: 0, to: 1440, days: [5, 1, 2, 3, 4] })).toEqual(
			message("rule.hours", {
				from: "00:00",
				to: "24:00",
				overnight: false,
				days: message("rule.days.week"),
			}),
		);
		expect(hoursText({ from: 0, to: 1440, days: [0, 1, 2, 3, 4, 5, 6] })).toEqual(saying("rule.days.all"));
		expect(hoursText({ from: 0, to: 1440, days: [0, 3] })).toEqual(
			saying("rule.hours", { days: [message("rule.day.wednesday"), message("rule.day.sunday")] }),
		);
		const more = message("rule.days.more", {
			first: message("rule.day.monday"),
			second: message("rule.day.tuesday"),
			third: message("rule.day.wednesday"),
			count: 2,
		});
		expect(hoursText({ from: 1320, to: 360, days: [1, 2, 3, 4, 6] })).toEqual(
			saying("rule.hours", { overnight: true, days: more }),
		);
	});

	it("shows every digit of an amount", () => {
		expect(unitsText(1_234_567_890_123_456_789n, 18)).toBe("1.234567890123456789");
		expect(unitsText(10n ** 24n, 18)).toBe("1,000,000");
		expect(unitsText(0n, 0)).toBe("0");
		expect(unitsText(5n, 6)).toBe("0.000005");
	});
});

describe("hours", () => {
	const at = (day: number, hour: number, minute = 0) => ({ day, minute: hour * 60 + minute });

	it("begin with their first minute and end before their last", () => {
		const hours = { from: 480, to: 1200, days: [1] };
		expect(withinHours(hours, at(1, 7, 59))).toBe(false);
		expect(withinHours(hours, at(1, 8))).toBe(true);
		expect(withinHours(hours, at(1, 19, 59))).toBe(true);
		expect(withinHours(hours, at(1, 20))).toBe(false);
		expect(withinHours(hours, at(2, 12))).toBe(false);
	});

	it("across midnight belong to the day on which they begin", () => {
		const night = { from: 1320, to: 360, days: [6] };
		expect(withinHours(night, at(6, 23))).toBe(true);
		expect(withinHours(night, at(0, 5, 59))).toBe(true);
		expect(withinHours(night, at(0, 23))).toBe(false);
		expect(withinHours(night, at(6, 5))).toBe(false);
	});

	it("follow the time zone, summer and winter", () => {
		expect(momentAt(Date.UTC(2026, 6, 1, 22, 30), "Europe/Zurich")).toMatchObject({ day: 4, minute: 30 });
		expect(momentAt(Date.UTC(2026, 11, 1, 22, 30), "Europe/Zurich")).toMatchObject({ day: 2, minute: 1410 });
		expect(momentAt(Date.UTC(2026, 11, 1, 0, 0), "UTC")).toMatchObject({ day: 2, minute: 0 });
	});
});
