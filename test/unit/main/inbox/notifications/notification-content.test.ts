import { describe, expect, it } from "vitest";
import { message, type Text } from "../../../../../src/core/localized-text.ts";
import {
	contentOf,
	isGrave,
	type Occasion,
} from "../../../../../src/main/inbox/notifications/notification-content.ts";
import { entry } from "../../../../preview/samples/desk.ts";

const NOW = 1_790_000_000_000;
const MINUTE = 60_000;
const HEADLINE = "Send 1,200 USDC to an unknown address";
const APP = "Payroll";
const IMITATES = message("reason.look-alike", { whom: "Nordlicht" });

type Change = Parameters<typeof entry>[0];
const told = (change: Change = {}) =>
	entry({
		headline: HEADLINE,
		app: APP,
		session: "Invoices",
		chain: "Base",
		cents: "120000",
		expiresAt: null,
		match: "matched",
		...change,
	});
/** Lists the parts of a body in reading order. */
function partsOf(text: Text): readonly Text[] {
	if (typeof text === "string" || text.code !== "notice.and") return [text];
	const { left, right } = text.params ?? {};
	return [...partsOf(left as Text), ...partsOf(right as Text)];
}
const content = (change: Change = {}, occasion: Occasion = "waits") => contentOf(told(change), occasion, NOW);
const parts = (change: Change = {}) => partsOf(content(change).body);
const acts = (change: Change = {}) => content(change).acts;
const WORTH = message("worth.about", { amount: "$1,200.00" });
const danger = { worst: { severity: "danger", text: IMITATES } } as const;

describe("a notification of a request", () => {
	it("is headed by its action, whatever else there is", () => {
		for (const change of [{}, danger, { match: "unreadable" }] as const)
			for (const occasion of ["waits", "revised", "last"] as const)
				expect(content(change, occasion).title).toBe(HEADLINE);
	});

	it("that is calm names amount, network and requester, and does not mention its calm", () => {
		expect(parts()).toEqual([WORTH, "Base", APP]);
		expect(acts()).toEqual(["review", "reject", "snooze"]);
	});

	it("with a caution begins with the reason, and still leads to the review", () => {
		const change = { worst: { severity: "caution", text: IMITATES } } as const;
		expect(parts(change)).toEqual([IMITATES, WORTH, "Base", APP]);
		expect(acts(change)).toEqual(["review", "reject", "snooze"]);
	});

	it("in danger begins with the reason, and Reject comes first", () => {
		expect(parts(danger)).toEqual([IMITATES, WORTH, "Base", APP]);
		expect(acts(danger)).toEqual(["reject", "review", "snooze"]);
	});

	it.each([
		["reason.differs", { match: "refused" }],
		["reason.unreadable", { match: "unreadable" }],
		["reason.blocked", { blocked: true }],
	] as const)("that can't be approved begins with %s, and Reject comes first", (code, change) => {
		expect(parts(change)[0]).toEqual(message(code));
		expect(acts(change)[0]).toBe("reject");
		expect(isGrave(told(change))).toBe(true);
	});

	it.each([
		["notice.not-checked", { match: "checking" }],
		["reason.unproven", { match: "unproven" }],
	] as const)("with unknown facts begins with %s", (code, change) => {
		expect(parts(change)[0]).toEqual(message(code));
		expect(isGrave(told(change))).toBe(false);
	});

	it("has no worth without a known price, or next to an unlimited permission, and no invalid network", () => {
		expect(parts({ cents: null })).toEqual(["Base", APP]);
		expect(parts({ unlimited: true })).toEqual(["Base", APP]);
		expect(parts({ chain: "" })).toEqual([WORTH, APP]);
	});

	it("names the conversation if no app is named", () => {
		expect(parts({ app: null }).at(-1)).toBe("Invoices");
	});

	it("says after the reason that it was revised, or expires in minutes", () => {
		expect(partsOf(content(danger, "revised").body)[1]).toEqual(message("notice.revised"));
		expect(partsOf(content(danger, "last").body)[1]).toEqual(message("notice.last", { minutes: 5 }));
	});

	it("ends with others' text of any length: no finding is pushed out of sight by it", () => {
		const app = "x".repeat(400);
		expect(parts({ ...danger, app })).toEqual([IMITATES, WORTH, "Base", app]);
	});

	it("names its expiry if it is near, and not if it is over or far", () => {
		const at = NOW + 20 * MINUTE;
		const end = message("notice.expires", { at: { at, style: "time" } });
		expect(parts({ expiresAt: at })).toEqual([WORTH, "Base", end, APP]);
		for (const expiresAt of [NOW, NOW - MINUTE, NOW + 61 * MINUTE])
			expect(parts({ expiresAt })).toEqual([WORTH, "Base", APP]);
	});
});
