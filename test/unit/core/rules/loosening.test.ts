import { describe, expect, it } from "vitest";
import { refusalsOf } from "../../../../src/core/rules/check-rules.ts";
import { isFiatRule } from "../../../../src/core/rules/fiat-rule.ts";
import {
	countsOnAccounts,
	countsOnContacts,
	countsOnRpc,
	loosens,
	rpcGuard,
	rpcRequiresPassword,
} from "../../../../src/core/rules/loosening.ts";
import type { ItemFacts, RulePrice } from "../../../../src/core/rules/rule-facts.ts";
import { momentAt } from "../../../../src/core/rules/rule-hours.ts";
import type { Rule, RuleScope } from "../../../../src/core/rules/rules.ts";
import { addSpends } from "../../../../src/core/rules/spends.ts";
import {
	day,
	dollarsDay,
	dollarsOnce,
	ETH,
	EVERYWHERE,
	itemFacts,
	ME,
	ON_BASE,
	OTHER,
	once,
	policyContextWith,
	request,
	rule,
	STRANGER,
	TOKEN,
} from "./scene.ts";

/** Only an edit that counts as loosening may permit a request that was refused before. */

const edit = (before: readonly Rule[], after: readonly Rule[]) => loosens({ ok: true, rules: before }, after);
const either = (before: Rule, after: Rule) => [edit([before], [after]), edit([after], [before])];

describe("an edit that makes rules stricter", () => {
	it("adds a rule, reorders rules, or renames one", () => {
		const [a, b] = [once(5n), rule({ kind: "no_unlimited" }, EVERYWHERE, "r2")];
		expect(edit([], [a])).toBe(false);
		expect(edit([a, b], [b, a])).toBe(false);
		expect(edit([a], [{ ...a, name: "Otherwise", id: "r9" }])).toBe(false);
		expect(edit([a], [a])).toBe(false);
	});
});

describe("an edit that loosens", () => {
	it("raises a limit in dollars, drops one of its chains, or adds a condition that lets it trust one RPC", () => {
		const both: RuleScope = { ...EVERYWHERE, chains: ["1", "8453"] };
		expect(either(dollarsDay(5n), dollarsDay(6n))).toEqual([true, false]);
		expect(either(dollarsDay(5n, both), dollarsDay(5n))).toEqual([true, false]);
		expect(either(dollarsDay(5n), dollarsOnce(5n))).toEqual([true, true]);
		expect(edit([dollarsDay(5n)], [dollarsDay(5n), once(1n)])).toBe(true);
		expect(edit([once(2n), dollarsDay(5n)], [once(1n), dollarsDay(5n)])).toBe(false);
		expect(edit([once(2n)], [once(2n), dollarsDay(5n)])).toBe(false);
	});

	it("removes a rule, whatever remains", () => {
		expect(edit([once(5n), rule({ kind: "simulated" }, EVERYWHERE, "r2")], [once(5n)])).toBe(true);
		expect(edit([once(5n)], [])).toBe(true);
	});

	it("replaces unreadable rules", () => {
		expect(loosens({ ok: false }, [once(0n)])).toBe(true);
	});

	it("changes its kind", () => {
		expect(edit([once(5n)], [day(5n)])).toBe(true);
		expect(edit([day(5n)], [once(0n)])).toBe(true);
	});

	it.each<[string, Rule, Rule]>([
		["raises an amount", once(5n), once(6n)],
		["raises a daily amount", day(5n), day(6n)],
		[
			"raises the amount that requires a Ledger",
			rule({ kind: "ledger_above", asset: ETH, above: "5" }),
			rule({ kind: "ledger_above", asset: ETH, above: "6" }),
		],
		[
			"adds a recipient",
			rule({ kind: "recipients", addresses: [OTHER], contacts: false }),
			rule({ kind: "recipients", addresses: [OTHER, STRANGER], contacts: false }),
		],
		[
			"adds all contacts",
			rule({ kind: "recipients", addresses: [OTHER], contacts: false }),
			rule({ kind: "recipients", addresses: [OTHER], contacts: true }),
		],
		[
			"adds a contract",
			rule({ kind: "contracts", addresses: [] }),
			rule({ kind: "contracts", addresses: [TOKEN] }),
		],
		[
			"adds a spender",
			rule({ kind: "spenders", addresses: [], contacts: true }),
			rule({ kind: "spenders", addresses: [TOKEN], contacts: true }),
		],
		[
			"adds a minute to the hours",
			rule({ kind: "hours", from: 480, to: 1200, days: [1] }),
			rule({ kind: "hours", from: 480, to: 1201, days: [1] }),
		],
		[
			"adds a day to the hours",
			rule({ kind: "hours", from: 480, to: 1200, days: [1] }),
			rule({ kind: "hours", from: 480, to: 1200, days: [1, 2] }),
		],
		["holds for fewer accounts", once(5n), once(5n, { ...ON_BASE, accounts: [ME] })],
		[
			"holds for fewer chains",
			once(5n, { ...EVERYWHERE, chains: ["1", "8453"] }),
			once(5n, { ...EVERYWHERE, chains: ["8453"] }),
		],
		["holds for fewer apps", once(5n), once(5n, { ...ON_BASE, apps: ["vault"] })],
		[
			"unblocks an app",
			rule({ kind: "blocked_app" }, { ...EVERYWHERE, apps: ["a", "b"] }),
			rule({ kind: "blocked_app" }, { ...EVERYWHERE, apps: ["a"] }),
		],
		[
			"unblocks a recipient",
			rule({ kind: "blocked_recipient", addresses: [OTHER, STRANGER] }),
			rule({ kind: "blocked_recipient", addresses: [OTHER] }),
		],
	])("%s; the reverse does not", (_, strict, loose) => {
		expect(either(strict, loose)).toEqual([true, false]);
	});

	it("changes the asset, the hours, or a list to another", () => {
		const usdc = rule({ kind: "spend_once", asset: { address: TOKEN, symbol: "", decimals: 6 }, most: "0" });
		expect(either(once(5n), usdc)).toEqual([true, true]);
		expect(
			either(
				rule({ kind: "hours", from: 0, to: 60, days: [1] }),
				rule({ kind: "hours", from: 60, to: 120, days: [1] }),
			),
		).toEqual([true, true]);
	});

	it("recognises a night in another notation", () => {
		const night = rule({ kind: "hours", from: 1320, to: 360, days: [0, 1, 2, 3, 4, 5, 6] });
		const morning = rule({ kind: "hours", from: 0, to: 360, days: [0, 1, 2, 3, 4, 5, 6] });
		expect(either(night, morning)).toEqual([false, true]);
	});
});

it("adds contacts only if a rule relies on them", () => {
	const listed = (contacts: boolean) => rule({ kind: "recipients", addresses: [], contacts });
	expect(countsOnContacts({ ok: true, rules: [once(1n), listed(false)] })).toBe(false);
	expect(countsOnContacts({ ok: true, rules: [once(1n), listed(true)] })).toBe(true);
	expect(countsOnContacts({ ok: false })).toBe(true);
});

describe("over many random rules and requests", () => {
	/** Generates the same numbers in each run (mulberry32). */
	function chance(seed: number): () => number {
		let state = seed;
		return () => {
			state = (state + 0x6d2b79f5) | 0;
			let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
			mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
			return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
		};
	}
	const random = chance(20_261_122);
	const pick = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
	const some = <T>(all: readonly T[]) => all.filter(() => random() < 0.5);
	const orAll = <T>(all: readonly [T, ...T[]]) => {
		const found = some(all);
		return random() < 0.4 || found.length === 0 ? ("all" as const) : found;
	};
	const PEOPLE = [ME, OTHER, STRANGER, TOKEN] as const;
	const scopeOf = (): RuleScope => ({
		accounts: orAll([ME, OTHER]),
		agents: orAll(["a1", "a2"]),
		apps: orAll(["a", "b"]),
		chains: orAll(["1", "8453"]),
	});
	const minute = () => pick([0, 60, 480, 720, 1200, 1320]);
	const amountScope = (): RuleScope => {
		const scope = scopeOf();
		return scope.chains === "all" ? { ...scope, chains: ["1", "8453"] } : scope;
	};

	function anyRule(id: string): Rule {
		const most = pick(["0", "1", "2", "3"]);
		const list = { addresses: some(PEOPLE), contacts: random() < 0.5 };
		switch (Math.floor(random() * 12)) {
			case 11:
				return rule(
					{ kind: "blocked_recipient", addresses: pick([[OTHER], [ME], [OTHER, ME]]) },
					scopeOf(),
					id,
				);
			case 0:
				return rule({ kind: "spend_once", asset: ETH, most }, amountScope(), id);
			case 1:
				return rule({ kind: "spend_day", asset: ETH, most }, amountScope(), id);
			case 2:
				return rule({ kind: "ledger_above", asset: ETH, above: most }, amountScope(), id);
			case 3:
				return rule({ kind: "recipients", ...list }, scopeOf(), id);
			case 4:
				return rule({ kind: "spenders", ...list }, scopeOf(), id);
			case 5:
				return rule({ kind: "contracts", addresses: list.addresses }, scopeOf(), id);
			case 9:
			case 10: {
				const kind = pick<"worth_once" | "worth_day">(["worth_once", "worth_day"]);
				const chains = pick([["1"], ["8453"], ["1", "8453"]]);
				return rule({ kind, most }, { ...scopeOf(), chains }, id);
			}
			case 6:
				return rule({ kind: pick(["no_unlimited", "simulated"]) }, scopeOf(), id);
			case 7: {
				const apps = pick([["a"], ["b"], ["a", "b"]]);
				return rule({ kind: "blocked_app" }, { ...scopeOf(), apps }, id);
			}
			default: {
				const from = minute();
				const to = pick([61, 481, 1201, 1440]);
				return rule({ kind: "hours", from, to, days: [1, ...some([2, 3])] }, scopeOf(), id);
			}
		}
	}

	function anyCase() {
		const known = random() < 0.8;
		const facts: ItemFacts = itemFacts({
			spends: { certain: known, amounts: [{ asset: "native", amount: pick(["0", "1", "2", "4", null]) }] },
			known,
			recipients: random() < 0.9 ? some(PEOPLE) : null,
			contracts: random() < 0.9 ? some(PEOPLE) : null,
			grants: some(PEOPLE).map((spender) => ({ spender, token: TOKEN, unlimited: random() < 0.5 })),
			simulated: pick(["agrees", "differs", "not", "nothing"]),
		});
		const of = request({
			account: pick([ME, OTHER]),
			chainRef: pick(["1", "8453", ""]),
			apps: pick([null, ["a"], ["b"], ["a", "b"]]),
			onLedger: random() < 0.3,
		});
		const before = addSpends([
			{ certain: random() < 0.9, amounts: [{ asset: "native", amount: pick(["0", "1"]) }] },
		]);
		const moment = momentAt(
			Date.UTC(2026, 10, 23 + Math.floor(random() * 4), Math.floor(random() * 24)),
			"UTC",
		);
		const price = { answer: pick([1n, 10n ** 18n]), decimals: 8, feed: "", at: 0 };
		const priced = pick<RulePrice>([
			{ kind: "price", price, sure: true },
			{ kind: "price", price, sure: false },
			{ kind: "unknown" },
		]);
		return (rules: readonly Rule[]) =>
			refusalsOf(
				policyContextWith(rules, {
					request: of,
					accounts: [ME],
					contacts: [STRANGER],
					moment,
					spent: () => before,
					prices: () => priced,
				}),
				[facts],
			).length > 0;
	}

	const rulesOf = (count: number) => Array.from({ length: count }, (_, at) => anyRule(`r${at}`));

	it("permits nothing that was refused, unless the edit counts as loosening", () => {
		let tight = 0;
		let loose = 0;
		for (let round = 0; round < 1500; round += 1) {
			const before = rulesOf(1 + Math.floor(random() * 2));
			// Most new lists extend the old one, so that not every edit counts as loosening.
			const after = random() < 0.7 ? [...before.filter(() => random() < 0.9), ...rulesOf(1)] : rulesOf(4);
			const called = edit(before, after);
			if (called) loose += 1;
			else tight += 1;
			for (let times = 0; times < 12 && !called; times += 1) {
				const refuses = anyCase();
				if (refuses(before)) expect(refuses(after), JSON.stringify({ before, after }, digits)).toBe(true);
			}
		}
		expect(Math.min(tight, loose)).toBeGreaterThan(150);
	});

	it("never counts an addition as loosening, and counts every removal of the only limit", () => {
		for (let round = 0; round < 300; round += 1) {
			const before = rulesOf(2);
			// Next to a fiat rule, an added limit may count as loosening, because the fiat rule then accepts a price
			// from one RPC.
			if (!before.some(isFiatRule)) expect(edit(before, [anyRule("x"), ...before.toReversed()])).toBe(false);
			const [first] = before;
			if (first !== undefined) expect(edit([first], [])).toBe(true);
		}
	});
});

const digits = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);

describe("other changes that loosen", () => {
	const kept = (...rules: readonly Rule[]) => ({ ok: true, rules }) as const;
	const common = {
		id: "a",
		name: "a",
		scope: { accounts: "all", agents: "all", apps: "all", chains: "all" },
	} as const;
	const recipients: Rule = { ...common, kind: "recipients", addresses: [], contacts: false };
	const simulated: Rule = { ...common, kind: "simulated" };

	it("are a new account if a rule names recipients, and if the rules can't be read", () => {
		expect([kept(), kept(simulated), kept(recipients), { ok: false } as const].map(countsOnAccounts)).toEqual(
			[false, false, true, true],
		);
	});

	it("are another RPC if there is any rule", () => {
		expect([kept(), kept(simulated), kept(recipients), { ok: false } as const].map(countsOnRpc)).toEqual([
			false,
			true,
			true,
			true,
		]);
	});

	const one = { chainId: "1", rpcUrl: "https://one" };
	const two = { chainId: "2", rpcUrl: "https://two" };
	const [a, b, w] = ["https://a", "https://b", "https://w"];
	const listed = { ...one, otherRpcUrls: [a, b], secondRpcUrl: w };

	it("are another RPC for a network, and one more network, but not one fewer", () => {
		expect(rpcRequiresPassword("all", [one, two], [one])).toBe(false);
		expect(rpcRequiresPassword("all", [one], [one, two])).toBe(true);
		expect(rpcRequiresPassword("all", [one], [{ ...one, rpcUrl: two.rpcUrl }])).toBe(true);
		expect(rpcRequiresPassword("all", [one, two], [{ ...one, rpcUrl: two.rpcUrl }])).toBe(true);
	});

	it("count without any rule if a network gets another RPC, or is removed and could return with another one", () => {
		expect(rpcGuard(kept(), true)).toBe("changes");
		expect(rpcRequiresPassword("changes", [one], [one, two])).toBe(false);
		expect(rpcRequiresPassword("changes", [], [one, two])).toBe(false);
		expect(rpcRequiresPassword("changes", [one, two], [two, one])).toBe(false);
		expect(rpcRequiresPassword("changes", [one], [{ ...one, rpcUrl: two.rpcUrl }, two])).toBe(true);
		expect(rpcRequiresPassword("changes", [one, two], [one])).toBe(true);
	});

	it("need no password if there is none", () => {
		const guards = [kept(), kept(simulated)].map((rules) => rpcGuard(rules, false));
		expect(guards).toEqual(["nothing", "nothing"]);
		expect(rpcRequiresPassword("nothing", [one], [{ ...one, rpcUrl: two.rpcUrl }])).toBe(false);
		expect(rpcGuard(kept(simulated), true)).toBe("all");
	});

	it.each(["all", "changes"] as const)(
		"include one more fallback RPC, another order, and a changed or removed witness (%s)",
		(guard) => {
			type Networks = Parameters<typeof rpcRequiresPassword>[1];
			const takes = (before: Networks[number], after: Networks[number]) =>
				rpcRequiresPassword(guard, [before], [after]);
			expect(takes(one, { ...one, otherRpcUrls: [a] })).toBe(true);
			expect(takes(listed, { ...listed, otherRpcUrls: [b, a] })).toBe(true);
			expect(takes(listed, { ...listed, rpcUrl: a, otherRpcUrls: [b] })).toBe(true);
			expect(takes(listed, { ...listed, secondRpcUrl: null })).toBe(true);
			expect(takes(listed, { ...listed, secondRpcUrl: b })).toBe(true);
			expect(takes(listed, { ...listed, otherRpcUrls: [b] })).toBe(false);
			expect(takes(listed, listed)).toBe(false);
			expect(takes(one, { ...one, secondRpcUrl: w })).toBe(false);
		},
	);
});
