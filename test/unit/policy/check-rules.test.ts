import { describe, expect, it } from "vitest";
import { refusalsOf } from "../../../src/main/policy/check-rules.ts";
import type { LegFacts } from "../../../src/main/policy/rule-facts.ts";
import { momentAt } from "../../../src/main/policy/rule-hours.ts";
import type { PolicyStanding, Rule } from "../../../src/main/policy/rules.ts";
import {
	day,
	EVERYWHERE,
	leg,
	ME,
	MONDAY_NOON,
	ON_BASE,
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
	USDC,
} from "./scene.ts";

/** Every rule that applies must pass; what can't be known does not. */

const words = (rules: readonly Rule[], legs: readonly LegFacts[], change: Partial<PolicyStanding> = {}) =>
	refusalsOf(standing(rules, change), legs)
		.map((each) => each.words)
		.join("\n");

describe("the most in one transaction", () => {
	it("passes to the last unit, and refuses one more", () => {
		expect(words([once(100n)], [taking(100n)])).toBe("");
		expect(words([once(100n)], [taking(101n)])).toMatch(/“Rule r1” stops this: it can take 0\.0+101 ETH/);
	});

	it("counts all legs together", () => {
		expect(words([once(100n)], [taking(60n), taking(40n)])).toBe("");
		expect(words([once(100n)], [taking(60n), taking(41n)])).toMatch(/stops this/);
	});

	it("counts only its own asset", () => {
		const tokens = rule({ kind: "spend_once", asset: USDC, most: "5" });
		expect(words([tokens], [taking(10n ** 30n)])).toBe("");
		expect(words([tokens], [taking(6n, TOKEN)])).toMatch(/0\.000006 USDC/);
	});

	it("refuses what has no limit, and what nobody can tell", () => {
		expect(words([once(10n ** 30n)], [taking(null)])).toMatch(/without a limit/);
		expect(words([once(10n ** 30n)], [UNKNOWN])).toMatch(/not known/);
		// One leg that can't be told is enough.
		expect(words([once(10n ** 30n)], [taking(1n), UNKNOWN])).toMatch(/not known/);
	});
});

describe("the most in a day", () => {
	it("adds what was approved before", () => {
		expect(words([day(100n)], [taking(40n)], { spent: spent(60n) })).toBe("");
		const refusals = refusalsOf(standing([day(100n)], { spent: spent(61n) }), [taking(40n)]);
		expect(refusals).toMatchObject([{ passing: true, words: expect.stringMatching(/last 24 hours/) }]);
	});

	it("refuses where what was approved before is not known", () => {
		expect(words([day(100n)], [taking(1n)], { spent: spent(null) })).toMatch(/not known/);
	});

	it("lets through what takes nothing, however much was spent", () => {
		expect(words([day(100n)], [taking(1n, TOKEN)], { spent: spent(null) })).toBe("");
	});

	it("says that waiting does not help where this alone is too much", () => {
		expect(refusalsOf(standing([day(100n)]), [taking(101n)])).toMatchObject([{ passing: false }]);
	});
});

describe("allowed recipients", () => {
	const people = (contacts: boolean) => rule({ kind: "recipients", addresses: [OTHER], contacts });
	const paying = (...recipients: string[]) => [leg({ recipients })];

	it("are those of the list, in any case of letters, and the person's own accounts", () => {
		expect(words([people(false)], paying(OTHER, ME, OTHER.toUpperCase().replace("0X", "0x")))).toBe("");
		expect(words([people(false)], paying(OTHER, STRANGER))).toContain(STRANGER);
	});

	it("are contacts only where the rule says so", () => {
		expect(words([people(true)], paying(STRANGER), { contacts: [STRANGER] })).toBe("");
		expect(words([people(false)], paying(STRANGER), { contacts: [STRANGER] })).toMatch(/stops this/);
		expect(words([people(true)], paying(OTHER), { contacts: null })).toMatch(/address book can't be read/);
	});

	it("are not known where nobody tells who gets it", () => {
		expect(words([people(true)], [UNKNOWN])).toMatch(/not known/);
		expect(words([people(true)], [leg({ recipients: null })])).toMatch(/not known/);
	});
});

describe("allowed contracts and spenders", () => {
	const contracts = rule({ kind: "contracts", addresses: [TOKEN] });
	const spenders = rule({ kind: "spenders", addresses: [OTHER], contacts: false });
	const grant = (spender: string, unlimited = false) =>
		leg({ grants: [{ spender, token: TOKEN, unlimited }] });

	it("refuse every other one, by its address", () => {
		expect(words([contracts], [leg({ contracts: [TOKEN] })])).toBe("");
		expect(words([contracts], [leg({ contracts: [TOKEN, STRANGER] })])).toContain(STRANGER);
		expect(words([spenders], [grant(OTHER)])).toBe("");
		expect(words([spenders], [grant(OTHER), grant(STRANGER)])).toContain(STRANGER);
	});

	it("refuse what can't be told", () => {
		expect(words([contracts], [leg({ contracts: null })])).toMatch(/not known/);
		expect(words([spenders], [UNKNOWN])).toMatch(/not known/);
	});

	it("are one thing, and permissions without a limit another", () => {
		const never = rule({ kind: "no_unlimited" });
		expect(words([never], [grant(STRANGER)])).toBe("");
		expect(words([never], [grant(OTHER, true)])).toMatch(/without a limit/);
		expect(words([never], [UNKNOWN])).toMatch(/not known/);
	});
});

describe("a Ledger above an amount", () => {
	const large = rule({ kind: "ledger_above", asset: USDC, above: "100" });

	it("is asked for by what takes more, and by what nobody can tell", () => {
		expect(words([large], [taking(100n, TOKEN)])).toBe("");
		expect(words([large], [taking(101n, TOKEN)])).toMatch(/not on a Ledger/);
		expect(words([large], [UNKNOWN])).toMatch(/not on a Ledger/);
		expect(words([large], [taking(null, TOKEN)])).toMatch(/not on a Ledger/);
	});

	it("is enough for any amount", () => {
		expect(words([large], [taking(null, TOKEN)], { request: request({ onLedger: true }) })).toBe("");
	});
});

describe("only what our own simulation shows", () => {
	const simulated = rule({ kind: "simulated" });

	it("refuses where it differs, is missing or still runs", () => {
		expect(words([simulated], [leg(), leg({ simulated: "nothing" })])).toBe("");
		expect(words([simulated], [leg(), leg({ simulated: "differs" })])).toMatch(/does not agree/);
		expect(words([simulated], [leg({ simulated: "not" })])).toMatch(/has not shown/);
	});
});

describe("hours", () => {
	it("are those of the person's own clock", () => {
		const hours = rule({ kind: "hours", from: 13 * 60, to: 14 * 60, days: [1] });
		expect(words([hours], [leg()])).toMatch(/only from 13:00 to 14:00, Monday \(UTC\)/);
		expect(words([hours], [leg()], { moment: momentAt(MONDAY_NOON, "Europe/Zurich") })).toBe("");
	});
});

describe("where a rule holds", () => {
	const refuses = (scope: Rule["scope"], of = request()) =>
		refusalsOf(standing([once(0n, { ...scope, chains: ["8453"] })], { request: of }), [taking(1n)]).length >
		0;

	it("is by account, whatever its case", () => {
		expect(refuses({ ...EVERYWHERE, accounts: [ME] })).toBe(true);
		expect(refuses({ ...EVERYWHERE, accounts: [OTHER] })).toBe(false);
	});

	it("is by chain; what names no chain may be of any", () => {
		expect(refuses(EVERYWHERE, request({ chainRef: "1" }))).toBe(false);
		expect(refuses(EVERYWHERE, request({ chainRef: "" }))).toBe(true);
	});

	it("is by app; what doesn't say of which app it is may be of any", () => {
		expect(refuses({ ...EVERYWHERE, apps: ["vault"] })).toBe(true);
		expect(refuses({ ...EVERYWHERE, apps: ["other"] })).toBe(false);
		expect(refuses({ ...EVERYWHERE, apps: ["other"] }, request({ apps: null }))).toBe(true);
		expect(refuses({ ...EVERYWHERE, apps: ["other"] }, request({ apps: ["vault", "other"] }))).toBe(true);
	});

	it("blocks an app, and what may be of it", () => {
		const blocked = rule({ kind: "blocked_app" }, { ...EVERYWHERE, apps: ["Vault"] });
		expect(words([blocked], [leg()])).toMatch(/blocks this app/);
		expect(words([blocked], [leg()], { request: request({ apps: ["other"] }) })).toBe("");
		expect(words([blocked], [leg()], { request: request({ apps: null }) })).toMatch(/doesn't say/);
	});
});

it("waiting is named as a way out only where time alone is one", () => {
	const next = (each: Rule, before: bigint) =>
		words([each], [taking(2n)], { spent: spent(before) }).match(/You can (?:wait, )?change/)?.[0];
	expect(next(day(3n), 2n)).toBe("You can wait, change");
	expect(next(day(1n), 0n)).toBe("You can change");
	expect(next(once(1n), 0n)).toBe("You can change");
});

describe("all of them together", () => {
	it("are told in the person's order, each with what to do", () => {
		const rules = [
			rule({ kind: "no_unlimited" }, EVERYWHERE, "b"),
			rule({ kind: "simulated" }, EVERYWHERE, "c"),
			rule({ kind: "spend_once", asset: USDC, most: "5" }, ON_BASE, "a"),
		];
		const refusals = refusalsOf(standing(rules), [UNKNOWN]);
		expect(refusals.map(({ ruleId }) => ruleId)).toEqual(["b", "c", "a"]);
		for (const each of refusals)
			expect(each.words).toMatch(/Settings → Signing → Rules, or reject the request\.$/);
	});

	it("refuse everything where they can't be read", () => {
		const broken = standing([], { kept: { ok: false } });
		expect(refusalsOf(broken, [leg()])).toMatchObject([{ words: expect.stringMatching(/can't be read/) }]);
		expect(refusalsOf({ ...broken, request: request({ takesBack: true }) }, [leg()])).toHaveLength(1);
	});

	it("never refuse what only takes back, but for rules that can't be read", () => {
		const rules = [
			once(0n),
			day(0n),
			rule({ kind: "contracts", addresses: [] }),
			rule({ kind: "simulated" }),
		];
		expect(refusalsOf(standing(rules), [UNKNOWN])).toHaveLength(4);
		expect(refusalsOf(standing(rules, { request: request({ takesBack: true }) }), [UNKNOWN])).toEqual([]);
	});

	it("refuse a request of which nobody tells whose it is", () => {
		expect(refusalsOf(standing([once(1n)], { request: null }), [leg()])).toHaveLength(1);
	});
});
