import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { type PastRequest, refusalsOf, wouldStop } from "../../../../src/core/rules/check-rules.ts";
import type { ItemFacts } from "../../../../src/core/rules/rule-facts.ts";
import { momentAt } from "../../../../src/core/rules/rule-hours.ts";
import type { PolicyContext, Rule } from "../../../../src/core/rules/rules.ts";
import {
	day,
	dollarsOnce,
	EVERYWHERE,
	itemFacts,
	ME,
	MONDAY_NOON,
	ON_BASE,
	OTHER,
	once,
	policyContextWith,
	request,
	rule,
	STRANGER,
	spendingItem,
	spent,
	TOKEN,
	UNKNOWN,
	USDC,
} from "./scene.ts";

/** A request must pass every rule that applies. An unknown value doesn't pass. */

/** Returns each refusal's fault as JSON, one per line. */
const faults = (rules: readonly Rule[], legs: readonly ItemFacts[], change: Partial<PolicyContext> = {}) =>
	refusalsOf(policyContextWith(rules, change), legs)
		.map(({ text }) => JSON.stringify(text.params?.["fault"] ?? text))
		.join("\n");

describe("the maximum per transaction", () => {
	it("passes up to the last unit, and refuses one more", () => {
		expect(faults([once(100n)], [spendingItem(100n)])).toBe("");
		expect(faults([once(100n)], [spendingItem(101n)])).toMatch(
			/rule\.fault\.over-once.*"0\.0+101","symbol":"ETH"/,
		);
		// Amounts are shortened and spends rounded up, so a spend above the limit never reads as the limit.
		const [most, more] = [30_000_000_000_000_000n, 30_000_000_000_000_001n];
		expect(faults([once(most)], [spendingItem(more)])).toMatch(/"0\.03001",.*"0\.03",/);
	});

	it("counts all legs together", () => {
		expect(faults([once(100n)], [spendingItem(60n), spendingItem(40n)])).toBe("");
		expect(faults([once(100n)], [spendingItem(60n), spendingItem(41n)])).toMatch(/rule\.fault\./);
	});

	it("counts only its own asset", () => {
		const tokens = rule({ kind: "spend_once", asset: USDC, most: "5" });
		expect(faults([tokens], [spendingItem(10n ** 30n)])).toBe("");
		expect(faults([tokens], [spendingItem(6n, TOKEN)])).toMatch(/"0\.000006","symbol":"USDC"/);
	});

	it("refuses unlimited and unknown amounts", () => {
		expect(faults([once(10n ** 30n)], [spendingItem(null)])).toMatch(/rule\.fault\.no-limit/);
		expect(faults([once(10n ** 30n)], [UNKNOWN])).toMatch(/rule\.fault\.[a-z]+-unknown/);
		// One leg with unknown spends is enough.
		expect(faults([once(10n ** 30n)], [spendingItem(1n), UNKNOWN])).toMatch(/rule\.fault\.[a-z]+-unknown/);
	});
});

describe("the maximum per day", () => {
	it("adds earlier approvals", () => {
		expect(faults([day(100n)], [spendingItem(40n)], { spent: spent(60n) })).toBe("");
		const refusals = refusalsOf(policyContextWith([day(100n)], { spent: spent(61n) }), [spendingItem(40n)]);
		expect(refusals).toMatchObject([
			{ passing: true, text: { params: { fault: { code: "rule.fault.over-day" } } } },
		]);
	});

	it("refuses if earlier approvals are unknown", () => {
		expect(faults([day(100n)], [spendingItem(1n)], { spent: spent(null) })).toMatch(
			/rule\.fault\.[a-z]+-unknown/,
		);
	});

	it("passes a request that takes nothing, however much was spent", () => {
		expect(faults([day(100n)], [spendingItem(1n, TOKEN)], { spent: spent(null) })).toBe("");
	});

	it("says that waiting does not help if this request alone is too much", () => {
		expect(refusalsOf(policyContextWith([day(100n)]), [spendingItem(101n)])).toMatchObject([
			{ passing: false },
		]);
	});
});

describe("the maximum per day of a lowered allowance", () => {
	const rules = [
		rule({ kind: "spend_day", asset: USDC, most: "100" }),
		rule({ kind: "worth_day", most: "0" }, ON_BASE, "w1"),
	];
	const lowering = request({ lowers: { slot: "slot", amount: 40n } });
	const covering = (amount: bigint | null) => () => ({
		...spent(100n, USDC.address)(),
		covering: new Map([[USDC.address, amount]]),
	});
	const found = (change: Partial<PolicyContext>) => faults(rules, [spendingItem(40n, USDC.address)], change);

	it("isn't reached if the larger allowance counts already, or is unlimited", () => {
		for (const amount of [40n, 100n, null])
			expect(found({ request: lowering, spent: covering(amount) })).toBe("");
		expect(found({ request: request({ instead: 7n }), spent: covering(40n) })).toBe("");
	});

	it("counts in full if the larger allowance doesn't count, and for another request", () => {
		for (const change of [
			{ request: lowering, spent: spent(100n, USDC.address) },
			{ request: lowering, spent: covering(39n) },
			{ request: request(), spent: covering(40n) },
		])
			expect(found(change).split("\n")).toHaveLength(2);
	});

	it("leaves the maximum per transaction as it is", () => {
		const tokens = rule({ kind: "spend_once", asset: USDC, most: "39" });
		const change = { request: lowering, spent: covering(100n) };
		expect(faults([tokens], [spendingItem(40n, USDC.address)], change)).toMatch(/over-once/);
	});
});

describe("allowed recipients", () => {
	const people = (contacts: boolean) => rule({ kind: "recipients", addresses: [OTHER], contacts });
	const paying = (...recipients: string[]) => [itemFacts({ recipients })];

	it("are those on the list, in any case of letters, and the user's own accounts", () => {
		expect(faults([people(false)], paying(OTHER, ME, OTHER.toUpperCase().replace("0X", "0x")))).toBe("");
		expect(faults([people(false)], paying(OTHER, STRANGER))).toContain(STRANGER);
	});

	it("include contacts only if the rule says so", () => {
		expect(faults([people(true)], paying(STRANGER), { contacts: [STRANGER] })).toBe("");
		expect(faults([people(false)], paying(STRANGER), { contacts: [STRANGER] })).toMatch(/rule\.fault\./);
		expect(faults([people(true)], paying(OTHER), { contacts: null })).toMatch(/rule\.fault\.book-unreadable/);
	});

	it("are unknown if the recipient is", () => {
		expect(faults([people(true)], [UNKNOWN])).toMatch(/rule\.fault\.[a-z]+-unknown/);
		expect(faults([people(true)], [itemFacts({ recipients: null })])).toMatch(/rule\.fault\.[a-z]+-unknown/);
	});
});

describe("allowed contracts and spenders", () => {
	const contracts = rule({ kind: "contracts", addresses: [TOKEN] });
	const spenders = rule({ kind: "spenders", addresses: [OTHER], contacts: false });
	const grant = (spender: string, unlimited = false) =>
		itemFacts({ grants: [{ spender, token: TOKEN, unlimited }] });

	it("refuse every other one, by its address", () => {
		expect(faults([contracts], [itemFacts({ contracts: [TOKEN] })])).toBe("");
		expect(faults([contracts], [itemFacts({ contracts: [TOKEN, STRANGER] })])).toContain(STRANGER);
		expect(faults([spenders], [grant(OTHER)])).toBe("");
		expect(faults([spenders], [grant(OTHER), grant(STRANGER)])).toContain(STRANGER);
	});

	it("refuse unknown ones", () => {
		expect(faults([contracts], [itemFacts({ contracts: null })])).toMatch(/rule\.fault\.[a-z]+-unknown/);
		expect(faults([spenders], [UNKNOWN])).toMatch(/rule\.fault\.[a-z]+-unknown/);
	});

	it("are separate from unlimited permissions", () => {
		const never = rule({ kind: "no_unlimited" });
		expect(faults([never], [grant(STRANGER)])).toBe("");
		expect(faults([never], [grant(OTHER, true)])).toMatch(/rule\.fault\.unlimited/);
		expect(faults([never], [UNKNOWN])).toMatch(/rule\.fault\.[a-z]+-unknown/);
	});
});

describe("a Ledger above an amount", () => {
	const large = rule({ kind: "ledger_above", asset: USDC, above: "100" });

	it("is required for a larger amount, and for an unknown one", () => {
		expect(faults([large], [spendingItem(100n, TOKEN)])).toBe("");
		expect(faults([large], [spendingItem(101n, TOKEN)])).toMatch(/rule\.fault\.ledger\./);
		expect(faults([large], [UNKNOWN])).toMatch(/rule\.fault\.ledger\./);
		expect(faults([large], [spendingItem(null, TOKEN)])).toMatch(/rule\.fault\.ledger\./);
	});

	it("is sufficient for any amount", () => {
		expect(faults([large], [spendingItem(null, TOKEN)], { request: request({ onLedger: true }) })).toBe("");
	});
});

describe("a rule on our own simulation", () => {
	const simulated = rule({ kind: "simulated" });

	it("refuses if it differs, is missing or still runs", () => {
		expect(faults([simulated], [itemFacts(), itemFacts({ simulated: "nothing" })])).toBe("");
		expect(faults([simulated], [itemFacts(), itemFacts({ simulated: "differs" })])).toMatch(
			/rule\.fault\.simulation-differs/,
		);
		expect(faults([simulated], [itemFacts({ simulated: "not" })])).toMatch(/rule\.fault\.not-simulated/);
	});

	it("refuses if nobody declares a simulation that ours could agree with", () => {
		expect(faults([simulated], [itemFacts({ simulated: "undeclared" })])).toMatch(
			/rule\.fault\.not-declared/,
		);
	});
});

describe("hours", () => {
	it("follow the user's own clock", () => {
		const hours = rule({ kind: "hours", from: 13 * 60, to: 14 * 60, days: [1] });
		expect(faults([hours], [itemFacts()])).toMatch(
			/rule\.fault\.hours.*"from":"13:00","to":"14:00".*rule\.day\.monday.*"UTC"/,
		);
		expect(faults([hours], [itemFacts()], { moment: momentAt(MONDAY_NOON, "Europe/Zurich") })).toBe("");
	});
});

describe("the scope of a rule", () => {
	const refuses = (scope: Rule["scope"], of = request()) =>
		refusalsOf(policyContextWith([once(0n, { ...scope, chains: ["8453"] })], { request: of }), [
			spendingItem(1n),
		]).length > 0;

	it("is by account, in any case", () => {
		expect(refuses({ ...EVERYWHERE, accounts: [ME] })).toBe(true);
		expect(refuses({ ...EVERYWHERE, accounts: [OTHER] })).toBe(false);
	});

	it("is by chain; a request without one may be of any", () => {
		expect(refuses(EVERYWHERE, request({ chainRef: "1" }))).toBe(false);
		expect(refuses(EVERYWHERE, request({ chainRef: "" }))).toBe(true);
	});

	it("is by app; a request without one may be of any", () => {
		expect(refuses({ ...EVERYWHERE, apps: ["vault"] })).toBe(true);
		expect(refuses({ ...EVERYWHERE, apps: ["other"] })).toBe(false);
		expect(refuses({ ...EVERYWHERE, apps: ["other"] }, request({ apps: null }))).toBe(true);
		expect(refuses({ ...EVERYWHERE, apps: ["other"] }, request({ apps: ["vault", "other"] }))).toBe(true);
	});

	it("holds for the proposals of these agents only, and a rule on apps holds for every proposal", () => {
		const ofAgent = (agent: string | null) => request({ agent, apps: null });
		const scope = { ...EVERYWHERE, agents: ["a1"] };
		expect([ofAgent("a1"), ofAgent("a2"), ofAgent(null)].map((of) => refuses(scope, of))).toEqual([
			true,
			false,
			false,
		]);
		expect(refuses(EVERYWHERE, ofAgent("a2"))).toBe(true);
		expect(refuses({ ...EVERYWHERE, apps: ["other"] }, ofAgent("a1"))).toBe(true);
	});

	it("counts a day of these agents alone, and a day of everything for all", () => {
		const counted = (agents: "all" | string[]) => {
			const asked: unknown[] = [];
			const limit = day(1n, { ...EVERYWHERE, chains: ["8453"], agents });
			const spend = (_?: string, of?: unknown) => {
				asked.push(of);
				return spent(0n)();
			};
			refusalsOf(policyContextWith([limit], { request: request({ agent: "a1" }), spent: spend }), [
				spendingItem(1n),
			]);
			return asked;
		};
		expect([counted(["a1", "a2"]), counted("all")]).toEqual([[["a1", "a2"]], ["all"]]);
	});

	it("blocks recipients, spenders and contracts, and requests that may pay them", () => {
		const blocked = rule({ kind: "blocked_recipient", addresses: [STRANGER] });
		const upper = STRANGER.toUpperCase().replace("0X", "0x");
		const grants = [{ spender: STRANGER, token: TOKEN, unlimited: false }];
		for (const facts of [{ recipients: [OTHER, upper] }, { grants }, { contracts: [STRANGER] }])
			expect(faults([blocked], [itemFacts(), itemFacts(facts)])).toMatch(/rule\.fault\.recipient-blocked/);
		expect(faults([blocked], [itemFacts({ recipients: [OTHER], contracts: null })])).toBe("");
		expect(faults([blocked], [UNKNOWN])).toMatch(/rule\.fault\.recipients-unknown/);
		expect(faults([blocked], [itemFacts({ recipients: null })])).toMatch(/rule\.fault\.recipients-unknown/);
	});

	it("blocks an app, and requests that may be of it", () => {
		const blocked = rule({ kind: "blocked_app" }, { ...EVERYWHERE, apps: ["Vault"] });
		expect(faults([blocked], [itemFacts()])).toMatch(/rule\.fault\.app-blocked/);
		expect(faults([blocked], [itemFacts()], { request: request({ apps: ["other"] }) })).toBe("");
		expect(faults([blocked], [itemFacts()], { request: request({ apps: null }) })).toMatch(
			/rule\.fault\.app-unknown/,
		);
	});
});

it("suggests waiting only if time alone is a remedy", () => {
	const next = (each: Rule, before: bigint) =>
		refusalsOf(policyContextWith([each], { spent: spent(before) }), [spendingItem(2n)])[0]?.text.params?.[
			"waiting"
		];
	expect(next(day(3n), 2n)).toBe(true);
	expect(next(day(1n), 0n)).toBe(false);
	expect(next(once(1n), 0n)).toBe(false);
});

it("suggests a rejection for others' requests only, and a revocation for a lowered allowance", () => {
	const codeFor = (change: Parameters<typeof request>[0]) =>
		refusalsOf(policyContextWith([once(1n)], { request: request(change) }), [spendingItem(2n)])[0]?.text.code;
	expect(codeFor({})).toBe("rule.stops");
	expect(codeFor({ isOwn: true })).toBe("rule.stops.own");
	expect(codeFor({ isOwn: true, lowers: { slot: "slot", amount: 2n } })).toBe("rule.stops.lowers");
});

describe("all rules together", () => {
	it("are listed in the user's order, each with its remedy", () => {
		const rules = [
			rule({ kind: "no_unlimited" }, EVERYWHERE, "b"),
			rule({ kind: "simulated" }, EVERYWHERE, "c"),
			rule({ kind: "spend_once", asset: USDC, most: "5" }, ON_BASE, "a"),
		];
		const refusals = refusalsOf(policyContextWith(rules), [UNKNOWN]);
		expect(refusals.map(({ ruleId }) => ruleId)).toEqual(["b", "c", "a"]);
		for (const each of refusals) expect(each.text.code).toBe("rule.stops");
	});

	it("refuse everything if they can't be read", () => {
		const broken = policyContextWith([], { stored: { ok: false } });
		expect(refusalsOf(broken, [itemFacts()])).toMatchObject([{ text: message("rule.unreadable") }]);
	});

	it.each([undefined, "changed", "locked"] as const)(
		"also refuse revocations if they are not trusted (%s)",
		(why) => {
			const kept = why === undefined ? { ok: false as const } : { ok: false as const, why };
			const takesBack = policyContextWith([], { stored: kept, request: request({ onlyCostsFee: true }) });
			expect(refusalsOf(takesBack, [itemFacts()])).toHaveLength(1);
		},
	);

	it("never refuse a revocation, unless rules can't be read", () => {
		const rules = [
			once(0n),
			day(0n),
			rule({ kind: "contracts", addresses: [] }),
			rule({ kind: "simulated" }),
		];
		expect(refusalsOf(policyContextWith(rules), [UNKNOWN])).toHaveLength(4);
		expect(
			refusalsOf(policyContextWith(rules, { request: request({ onlyCostsFee: true }) }), [UNKNOWN]),
		).toEqual([]);
	});

	it("refuse a request of an unknown account", () => {
		expect(refusalsOf(policyContextWith([once(1n)], { request: null }), [itemFacts()])).toHaveLength(1);
	});
});

/** Earlier approvals that a rule would have stopped. */

const ALL: readonly (keyof ItemFacts)[] = [
	"spends",
	"known",
	"recipients",
	"contracts",
	"grants",
	"simulated",
];

function past(
	id: string,
	legs: readonly ItemFacts[],
	change: Parameters<typeof policyContextWith>[1] = {},
	recorded: readonly (keyof ItemFacts)[] = ALL,
): PastRequest {
	return { id, context: policyContextWith([], change), items: legs, recorded: new Set(recorded) };
}

const found = (draft: Rule, all: readonly PastRequest[], rules: readonly Rule[] = [draft]) =>
	wouldStop(rules, draft, all).map(({ id, certain }) => `${id}${certain ? "" : "?"}`);

describe("a rule tried on earlier requests", () => {
	it("stops those it would have refused, and names why", () => {
		const all = [
			past("a", [spendingItem(5n)]),
			past("b", [spendingItem(6n)]),
			past("c", [spendingItem(2n), spendingItem(4n)]),
		];
		expect(found(once(5n), all)).toEqual(["b", "c"]);
		expect(wouldStop([once(5n)], once(5n), all)).toMatchObject([
			{ text: { code: "rule.stops", params: { fault: { code: "rule.fault.over-once" } } } },
			{ text: { code: "rule.stops" } },
		]);
	});

	it("counts spending within the day before each of them", () => {
		const all = [past("a", [spendingItem(5n)]), past("b", [spendingItem(5n)], { spent: spent(6n) })];
		expect(found(day(10n), all)).toEqual(["b"]);
	});

	it("applies to its accounts, apps and networks only, and never to revocations", () => {
		const elsewhere = { request: request({ chainRef: "1" }) };
		const back = { request: request({ onlyCostsFee: true }) };
		expect(
			found(once(5n), [past("a", [spendingItem(6n)], elsewhere), past("b", [spendingItem(6n)], back)]),
		).toEqual([]);
	});

	it.each([
		["recipients", rule({ kind: "recipients", addresses: [OTHER], contacts: false })],
		["contracts", rule({ kind: "contracts", addresses: [TOKEN] })],
		["spenders", rule({ kind: "spenders", addresses: [OTHER], contacts: false })],
		["simulation", rule({ kind: "simulated" })],
		["unlimited allowances", rule({ kind: "no_unlimited" })],
	])("can't judge %s if only the amounts were stored", (_, draft) => {
		const unknown = itemFacts({ known: false, recipients: null, contracts: null, simulated: "not" });
		expect(found(draft, [past("a", [unknown], {}, ["spends"])])).toEqual(["a?"]);
	});

	it("fails requests with unknown facts, as it would have then", () => {
		expect(found(once(5n), [past("a", [UNKNOWN])])).toEqual(["a"]);
		const stranger = itemFacts({ recipients: [STRANGER] });
		const draft = rule({ kind: "recipients", addresses: [OTHER], contacts: false });
		expect(found(draft, [past("a", [stranger]), past("b", [itemFacts({ recipients: [OTHER] })])])).toEqual([
			"a",
		]);
	});

	it("can't judge dollars without a current price, and judges if nothing has a feed", () => {
		const none = () => ({ kind: "none" }) as const;
		const unknown = () => ({ kind: "unknown" }) as const;
		const all = [
			past("a", [spendingItem(5n)], { prices: unknown }),
			past("b", [spendingItem(5n)], { prices: none }),
		];
		expect(found(dollarsOnce(100n), all)).toEqual(["a?", "b"]);
	});

	it("can't judge the scope if the request can't be read", () => {
		expect(found(once(5n), [past("a", [spendingItem(1n)], { request: null })])).toEqual(["a?"]);
	});

	it("includes the list's other rules, and is reported alone", () => {
		const price = { answer: 2_500n * 10n ** 8n, decimals: 8, feed: "ETH / USD", at: 0 };
		const alone = () => ({ kind: "price", price, sure: false }) as const;
		const draft = dollarsOnce(100_000n);
		const limit = once(1n, { ...EVERYWHERE, chains: ["8453"] });
		const all = [past("a", [spendingItem(10n ** 15n)], { prices: alone })];
		expect(found(draft, all)).toEqual(["a"]);
		expect(found(draft, all, [draft, limit])).toEqual([]);
	});
});
