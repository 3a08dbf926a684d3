import { describe, expect, it } from "vitest";
import type { ItemFacts } from "../../../../src/core/rules/rule-facts.ts";
import type { Rule } from "../../../../src/core/rules/rules.ts";
import { type PastRequest, wouldStop } from "../../../../src/core/rules/what-if.ts";
import {
	day,
	dollarsOnce,
	EVERYWHERE,
	leg,
	OTHER,
	once,
	request,
	rule,
	STRANGER,
	spent,
	standing,
	TOKEN,
	taking,
	UNKNOWN,
} from "./scene.ts";

/** Earlier approved requests that a rule would have stopped. */

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
	change: Parameters<typeof standing>[1] = {},
	recorded: readonly (keyof ItemFacts)[] = ALL,
): PastRequest {
	return { id, context: standing([], change), items: legs, recorded: new Set(recorded) };
}

const found = (draft: Rule, all: readonly PastRequest[], rules: readonly Rule[] = [draft]) =>
	wouldStop(rules, draft, all).map(({ id, certain }) => `${id}${certain ? "" : "?"}`);

describe("a rule tried on earlier requests", () => {
	it("stops those it would have refused, and names why", () => {
		const all = [past("a", [taking(5n)]), past("b", [taking(6n)]), past("c", [taking(2n), taking(4n)])];
		expect(found(once(5n), all)).toEqual(["b", "c"]);
		expect(wouldStop([once(5n)], once(5n), all)).toMatchObject([
			{ text: { code: "rule.stops", params: { fault: { code: "rule.fault.over-once" } } } },
			{ text: { code: "rule.stops" } },
		]);
	});

	it("counts spending within the day before each of them", () => {
		const all = [past("a", [taking(5n)]), past("b", [taking(5n)], { spent: spent(6n) })];
		expect(found(day(10n), all)).toEqual(["b"]);
	});

	it("applies to its accounts, apps and networks only, and never to revocations", () => {
		const elsewhere = { request: request({ chainRef: "1" }) };
		const back = { request: request({ onlyCostsFee: true }) };
		expect(found(once(5n), [past("a", [taking(6n)], elsewhere), past("b", [taking(6n)], back)])).toEqual([]);
	});

	it.each([
		["recipients", rule({ kind: "recipients", addresses: [OTHER], contacts: false })],
		["contracts", rule({ kind: "contracts", addresses: [TOKEN] })],
		["spenders", rule({ kind: "spenders", addresses: [OTHER], contacts: false })],
		["simulation", rule({ kind: "simulated" })],
		["unlimited allowances", rule({ kind: "no_unlimited" })],
	])("can't judge %s if only the amounts were stored", (_, draft) => {
		const unknown = leg({ known: false, recipients: null, contracts: null, simulated: "not" });
		expect(found(draft, [past("a", [unknown], {}, ["spends"])])).toEqual(["a?"]);
	});

	it("fails requests with unknown facts, as it would have then", () => {
		expect(found(once(5n), [past("a", [UNKNOWN])])).toEqual(["a"]);
		const stranger = leg({ recipients: [STRANGER] });
		const draft = rule({ kind: "recipients", addresses: [OTHER], contacts: false });
		expect(found(draft, [past("a", [stranger]), past("b", [leg({ recipients: [OTHER] })])])).toEqual(["a"]);
	});

	it("can't judge dollars without a current price, and judges if nothing has a feed", () => {
		const none = () => ({ kind: "none" }) as const;
		const unknown = () => ({ kind: "unknown" }) as const;
		const all = [past("a", [taking(5n)], { prices: unknown }), past("b", [taking(5n)], { prices: none })];
		expect(found(dollarsOnce(100n), all)).toEqual(["a?", "b"]);
	});

	it("can't judge the scope if the request can't be read", () => {
		expect(found(once(5n), [past("a", [taking(1n)], { request: null })])).toEqual(["a?"]);
	});

	it("includes the list's other rules, and is reported alone", () => {
		const price = { answer: 2_500n * 10n ** 8n, decimals: 8, feed: "ETH / USD", at: 0 };
		const alone = () => ({ kind: "price", price, sure: false }) as const;
		const draft = dollarsOnce(100_000n);
		const limit = once(1n, { ...EVERYWHERE, chains: ["8453"] });
		const all = [past("a", [taking(10n ** 15n)], { prices: alone })];
		expect(found(draft, all)).toEqual(["a"]);
		expect(found(draft, all, [draft, limit])).toEqual([]);
	});
});
