import { describe, expect, it } from "vitest";
import {
	isAppList,
	readAppList,
	readCreditPosition,
	readPresenceOfSecrets,
} from "../../../src/service-api/account.ts";
import { newer } from "../../fixtures/newer.ts";

function nested(change: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		period_utc_month: "2026-11",
		included: { limit_microusd: 5_000_000, used_microusd: 1, remaining_microusd: 4_999_999 },
		bank: { balance_microusd: 2_500_000, outstanding_debt_microusd: 0 },
		entries: [{ id: 4, amount_microusd: -50_000, entry_kind: "usage_debit", created_at: 1_790_000_000 }],
		next_before_id: 4,
		...change,
	};
}

function flat(change: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		period_utc_month: "2026-11",
		included_limit: 5_000_000,
		included_used: 1,
		included_remaining: 4_999_999,
		balance: 2_500_000,
		outstanding_debt: 0,
		records: [{ id: 4, amount: -50_000, kind: "usage_debit", created_at: 1_790_000_000 }],
		next_before_id: 4,
		...change,
	};
}

describe("a credit position", () => {
	it("is the same in either form", () => {
		const read = readCreditPosition(nested());
		expect(read).toEqual(readCreditPosition(flat()));
		expect(read).toMatchObject({
			balance: 2_500_000n,
			included: { remaining: 4_999_999n },
			entries: [{ id: "4", kind: "usage_debit", amount: -50_000n }],
			nextBeforeId: 4,
		});
	});

	it("may be decimal digits beyond the number range", () => {
		expect(readCreditPosition(flat({ balance: "9007199254740993" }))?.balance).toBe(9_007_199_254_740_993n);
		expect(readCreditPosition(flat({ outstanding_debt: "-12" }))?.debt).toBe(-12n);
	});

	it.each([
		["an unsafe number", 9_007_199_254_740_992],
		["a fraction", 1.5],
		["not a number", Number.NaN],
		["infinite", Number.POSITIVE_INFINITY],
		["a fraction in digits", "1.5"],
		["an exponent", "1e6"],
		["a leading zero", "007"],
		["a sign and no digits", "-"],
		["minus zero", "-0"],
		["hexadecimal", "0x10"],
		["empty", ""],
		["a space", " 1"],
		["longer than any amount", "9".repeat(41)],
		["null", null],
		["missing", undefined],
	])("is not read if an amount is %s", (_what, amount) => {
		expect(readCreditPosition(flat({ balance: amount }))).toBeNull();
		const bank = { balance_microusd: amount, outstanding_debt_microusd: 0 };
		expect(readCreditPosition(nested({ bank }))).toBeNull();
	});

	it("is refused if one entry can't be read: a partial sum would be wrong", () => {
		expect(readCreditPosition(flat({ records: [{ id: 1, amount: 1.5, kind: "purchase" }] }))).toBeNull();
	});

	it("in neither form is absent", () => {
		for (const raw of [null, [], "x", {}, { balance: 1 }]) expect(readCreditPosition(raw)).toBeNull();
	});
});

describe("the list of apps", () => {
	it("is read as a list or under `apps`, with the name in either member", () => {
		const items = [
			{ application_id: 7, app: "vault" },
			{ application_id: 8, name: "notes", extra: true },
		];
		const apps = [
			{ applicationId: 7, app: "vault" },
			{ applicationId: 8, app: "notes" },
		];
		expect(readAppList(items)).toEqual({ apps, others: [], unread: 0 });
		expect(readAppList({ apps: items })).toEqual({ apps, others: [], unread: 0 });
	});

	it("counts apps without a number and name, and still reads the others", () => {
		const apps = ["vault", { application_id: 0, app: "a" }, { application_id: 1.5, app: "a" }, null];
		expect(readAppList({ apps: [...apps, { application_id: 2, app: "b" }] })).toEqual({
			apps: [{ applicationId: 2, app: "b" }],
			others: [],
			unread: 4,
		});
	});

	it("distinguishes built-in or missing apps from the installed ones", () => {
		expect(readAppList(newer("apps-of-the-catalog"))).toEqual({
			apps: [{ applicationId: 7, app: "vault" }],
			others: [
				{ app: "search", applicationId: null, why: "built_in" },
				{ app: "bridge", applicationId: 9, why: "not_installed" },
			],
			unread: 0,
		});
	});

	it("in another form is absent", () => {
		for (const raw of [null, {}, "apps", { apps: {} }]) expect(readAppList(raw)).toBeNull();
	});
});

describe("the answer about an app's secrets", () => {
	const bare = { required: true, description: null, userOwn: false, appProvided: false };
	const there = { ...bare, name: "KEY", configured: true };
	const away = { ...bare, name: "PIN", configured: false };
	const slots = [
		{ name: "KEY", required: true, configured: true },
		{ name: "PIN", required: true, configured: false },
	];

	it.each<[string, unknown]>([
		[
			"as upstream writes it",
			{ application_id: 7, app: null, ready: false, missing_required: ["PIN"], slots },
		],
		["as a list", slots],
		["under `secrets`", { secrets: slots }],
		["as a map of declarations", { KEY: { configured: true }, PIN: { present: false } }],
		["as a map of presence", { secrets: { KEY: true, PIN: false } }],
		[
			"with few members",
			{
				slots: [
					{ name: "KEY", present: true },
					{ name: "PIN", configured: false },
				],
			},
		],
	])("is read %s", (_what, raw) => {
		expect(readPresenceOfSecrets(raw, 7)).toEqual({
			app: null,
			ready: false,
			missing: ["PIN"],
			slots: [there, away],
		});
	});

	it("leaves unstated members open, and counts them as missing", () => {
		expect(readPresenceOfSecrets([{ name: "KEY" }], 7)).toMatchObject({
			ready: false,
			missing: ["KEY"],
			slots: [{ configured: null, required: true }],
		});
	});

	it.each<[string, unknown]>([
		["about another app", { application_id: 12, slots }],
		["of an unknown form", { application_id: 7, ready: true }],
		["a map of texts, which may be values", { KEY: "hunter2" }],
		["an error", { error: { code: "no" } }],
		["readiness alone", { ready: true }],
		["no answer", null],
	])("is absent if it is %s", (_what, raw) => {
		expect(readPresenceOfSecrets(raw, 7)).toBeNull();
	});

	it("drops every possible value", () => {
		const slot = { name: "KEY", required: true, configured: true, value: "hunter2", preview: "hun…" };
		for (const raw of [{ slots: [slot], values: { KEY: "hunter2" } }, [slot], { KEY: slot }])
			expect(JSON.stringify(readPresenceOfSecrets(raw, 7))).not.toContain("hun");
	});
});

describe("upstream's lists of apps", () => {
	const builtIn = { name: "default", application_id: null, is_installed: true, secrets: [] };
	it.each([
		[
			"a bare list, with one built in and one not installed",
			[builtIn, { ...builtIn, application_id: 8, is_installed: false }],
			true,
		],
		["a list under `apps`", { apps: [{ application_id: 7, app: "test-vault" }] }, true],
		["names only", { apps: ["test-vault"] }, false],
		["an app without a name", [{ application_id: 7 }], false],
		["a number that is text", [{ ...builtIn, application_id: "7" }], false],
		["another record", { application_id: 7, app: "test-vault" }, false],
	])("are distinguished from anything else: %s", (_what, raw, is) => {
		expect(isAppList(raw)).toBe(is);
	});
});
