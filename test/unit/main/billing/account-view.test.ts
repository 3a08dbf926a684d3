import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import {
	creditAmount,
	creditsView,
	momentOf,
	secretsView,
} from "../../../../src/main/billing/account-view.ts";
import type { SecretSlot } from "../../../../src/service-api/account.ts";

describe("an amount of credit", () => {
	it.each([
		[0n, "0.00", message("credits.many", { amount: "0" })],
		[1n, "0.000001", message("credits.many", { amount: "0.0001" })],
		[10_000n, "0.01", message("credits.one", { amount: "1" })],
		[-10_000n, "−0.01", message("credits.one", { amount: "−1" })],
		[15_500n, "0.0155", message("credits.many", { amount: "1.55" })],
		[12_340_000n, "12.34", message("credits.many", { amount: "1,234" })],
		[12_345_678n, "12.345678", message("credits.many", { amount: "1,234.5678" })],
		[1_000_000_000n, "1,000.00", message("credits.many", { amount: "100,000" })],
		[-1_234_567_890_000n, "−1,234,567.89", message("credits.many", { amount: "−123,456,789" })],
		[
			90_071_992_547_409_931n,
			"90,071,992,547.409931",
			message("credits.many", { amount: "9,007,199,254,740.9931" }),
		],
	])("of %s micro-USD is shown in USD and credits, to the last digit", (micro, amount, credits) => {
		const usd = message("credits.usd", { amount });
		expect(creditAmount(micro)).toEqual({ usd, credits, micro: micro.toString() });
	});
});

describe("a timestamp without a unit", () => {
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

it("entries have a known kind or the service's own word, and any available reference", () => {
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
		["usage_debit", message("credits.application", { id: "7" }), null, 1_790_000_000_000],
		["unknown", null, null, null],
	]);
	expect(view.entries[2]?.stated).toBe("gift\u202e");
});

it("secrets are yours, the app's, present, missing, or not stated", () => {
	const slot = (more: Partial<SecretSlot>): SecretSlot => ({
		name: "K",
		description: null,
		required: false,
		configured: false,
		userOwn: false,
		appProvided: false,
		...more,
	});
	const view = secretsView({
		app: "vault",
		ready: false,
		missing: ["K"],
		slots: [
			slot({ configured: true, userOwn: true }),
			slot({ configured: true, appProvided: true }),
			slot({ configured: true }),
			slot({ userOwn: true, description: "d" }),
			slot({ configured: null }),
		],
	});
	expect(view.slots.map(({ presence }) => presence)).toEqual(["own", "app", "present", "missing", "unknown"]);
	expect(view).toMatchObject({ ready: false, missing: ["K"] });
});
