import { describe, expect, it } from "vitest";
import type { PresenceOfSecrets } from "../../../src/contract/account.ts";
import { creditAmount, creditsView, momentOf, secretsView } from "../../../src/main/views/account-view.ts";

describe("an amount of credit", () => {
	it.each([
		[0n, "0.00 USD", "0 credits"],
		[1n, "0.000001 USD", "0.0001 credits"],
		[10_000n, "0.01 USD", "1 credit"],
		[-10_000n, "−0.01 USD", "−1 credit"],
		[15_500n, "0.0155 USD", "1.55 credits"],
		[12_340_000n, "12.34 USD", "1,234 credits"],
		[12_345_678n, "12.345678 USD", "1,234.5678 credits"],
		[1_000_000_000n, "1,000.00 USD", "100,000 credits"],
		[-1_234_567_890_000n, "−1,234,567.89 USD", "−123,456,789 credits"],
		[90_071_992_547_409_931n, "90,071,992,547.409931 USD", "9,007,199,254,740.9931 credits"],
	])("of %s micro-USD is shown in USD and credits, to the last digit", (micro, usd, credits) => {
		expect(creditAmount(micro)).toEqual({ usd, credits, micro: micro.toString() });
	});
});

describe("a moment whose unit is not said", () => {
	it.each<[unknown, number | null]>([
		[1_790_000_000, 1_790_000_000_000],
		[1_790_000_000_123, 1_790_000_000_123],
		["1790000000", 1_790_000_000_000],
		["2026-09-21T13:33:20Z", Date.UTC(2026, 8, 21, 13, 33, 20)],
		["2026-09-21T15:33:20.5+02:00", Date.UTC(2026, 8, 21, 13, 33, 20, 500)],
		["2026-13-41T00:00:00Z", null],
		["yesterday", null],
		["1", 1_000],
		[Number.NaN, null],
		[1e300, null],
		[-5, null],
		[null, null],
		[{}, null],
	])("%j is %s", (raw, at) => {
		expect(momentOf(raw)).toBe(at);
	});
});

it("entries have a known kind or the service's own word, and a reference of what there is", () => {
	const base = {
		applicationId: null,
		method: null,
		provider: null,
		reference: null,
		createdAt: 1_790_000_000,
	};
	const zero = { limit: 0n, used: 0n, remaining: 0n };
	const entries = [
		{ ...base, id: "1", kind: "purchase", amount: 5n, method: "card", provider: "", reference: "p1" },
		{ ...base, id: "2", kind: "usage_debit", amount: -5n, applicationId: 7 },
		{ ...base, id: "3", kind: "gift\u202e", amount: 1n, createdAt: "?" },
	];
	const view = creditsView(
		{ month: "2026-11", included: zero, balance: 0n, debt: 0n, entries, nextBeforeId: 1 },
		true,
		42,
	);
	expect(view).toMatchObject({ more: true, readAt: 42, month: "2026-11" });
	expect(
		view.entries.map(({ kind, application, reference, at }) => [kind, application, reference, at]),
	).toEqual([
		["purchase", null, "card · p1", 1_790_000_000_000],
		["usage_debit", "Application 7", null, 1_790_000_000_000],
		["unknown", null, null, null],
	]);
	expect(view.entries[2]?.stated).toBe("gift\u202e");
});

it("secrets are yours, the app's, there, or missing", () => {
	const slot = (more: Partial<PresenceOfSecrets["slots"][number]>) => ({
		name: "K",
		required: false,
		configured: false,
		...more,
	});
	const view = secretsView({
		application_id: 7,
		app: "vault",
		ready: false,
		missing_required: ["K"],
		slots: [
			slot({ configured: true, user_own: true }),
			slot({ configured: true, app_provided: true, user_own: false }),
			slot({ configured: true }),
			slot({ user_own: true, description: "d" }),
		],
	});
	expect(view.slots.map(({ presence }) => presence)).toEqual(["own", "app", "present", "missing"]);
	expect(view).toMatchObject({ ready: false, missing: ["K"] });
});
