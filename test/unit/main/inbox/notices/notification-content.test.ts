import { describe, expect, it } from "vitest";
import { message, type Text } from "../../../../../src/core/message.ts";
import {
	contentOf,
	isGrave,
	type Occasion,
} from "../../../../../src/main/inbox/notices/notification-content.ts";
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
/** The parts of a body, in the order in which they are read. */
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
	it("is headed by what would be done, whatever else there is to tell", () => {
		for (const change of [{}, danger, { match: "unreadable" }] as const)
			for (const occasion of ["waits", "revised", "last"] as const)
				expect(content(change, occasion).title).toBe(HEADLINE);
	});

	it("that is calm reports for how much, if and who asks, and says nothing of its being calm", () => {
		expect(parts()).toEqual([WORTH, "Base", APP]);
		expect(acts()).toEqual(["review", "reject", "snooze"]);
	});

	it("with a caution begins with the reason, and still leads to the review", () => {
		const change = { worst: { severity: "caution", text: IMITATES } } as const;
		expect(parts(change)).toEqual([IMITATES, WORTH, "Base", APP]);
		expect(acts(change)).toEqual(["review", "reject", "snooze"]);
	});

	it("in danger begins with the reason, and Reject leads", () => {
		expect(parts(danger)).toEqual([IMITATES, WORTH, "Base", APP]);
		expect(acts(danger)).toEqual(["reject", "review", "snooze"]);
	});

	it.each([
		["reason.differs", { match: "refused" }],
		["reason.unreadable", { match: "unreadable" }],
		["reason.blocked", { blocked: true }],
	] as const)("that can't be approved begins with %s, and Reject leads", (code, change) => {
		expect(parts(change)[0]).toEqual(message(code));
		expect(acts(change)[0]).toBe("reject");
		expect(isGrave(told(change))).toBe(true);
	});

	it.each([
		["notice.not-checked", { match: "checking" }],
		["reason.unproven", { match: "unproven" }],
	] as const)("of which not everything is known begins with %s", (code, change) => {
		expect(parts(change)[0]).toEqual(message(code));
		expect(isGrave(told(change))).toBe(false);
	});

	it("reports no worth if no price is known, nor one beside an unlimited permission, nor a network that is none", () => {
		expect(parts({ cents: null })).toEqual(["Base", APP]);
		expect(parts({ unlimited: true })).toEqual(["Base", APP]);
		expect(parts({ chain: "" })).toEqual([WORTH, APP]);
	});

	it("names the conversation if no app asks", () => {
		expect(parts({ app: null }).at(-1)).toBe("Invoices");
	});

	it("says after the reason that it was revised, or ends in minutes", () => {
		expect(partsOf(content(danger, "revised").body)[1]).toEqual(message("notice.revised"));
		expect(partsOf(content(danger, "last").body)[1]).toEqual(message("notice.last", { minutes: 5 }));
	});

	it("ends with the text of others, however long: nothing that was found is pushed out of sight by it", () => {
		const app = "x".repeat(400);
		expect(parts({ ...danger, app })).toEqual([IMITATES, WORTH, "Base", app]);
	});

	it("reports its end if it is near, and not if it is over or far", () => {
		const at = NOW + 20 * MINUTE;
		const end = message("notice.expires", { at: { at, style: "time" } });
		expect(parts({ expiresAt: at })).toEqual([WORTH, "Base", end, APP]);
		for (const expiresAt of [NOW, NOW - MINUTE, NOW + 61 * MINUTE])
			expect(parts({ expiresAt })).toEqual([WORTH, "Base", APP]);
	});
});
