import { describe, expect, it } from "vitest";
import { message, type Text } from "../../../../../src/core/message.ts";
import { contentOf, isGrave } from "../../../../../src/main/inbox/notices/content.ts";
import { entry } from "../../../../preview/samples/desk.ts";

const NOW = 1_790_000_000_000;
const MINUTE = 60_000;
const HEADLINE = "Send 1,200 USDC to an unknown address";
const LOOK_ALIKE = message("finding.look-alike", { whom: "Nordlicht" });
const IMITATES = message("reason.look-alike", { whom: "Nordlicht" });

type Change = Parameters<typeof entry>[0];
const told = (change: Change = {}) =>
	entry({ headline: HEADLINE, chain: "Base", cents: "120000", expiresAt: null, match: "matched", ...change });
/** The parts of a body, in the order in which they are read. */
function partsOf(text: Text): readonly Text[] {
	if (typeof text === "string" || text.code !== "notice.and") return [text];
	const { left, right } = text.params ?? {};
	return [...partsOf(left as Text), ...partsOf(right as Text)];
}
const parts = (change: Change = {}) => partsOf(contentOf(told(change), NOW).body);
const acts = (change: Change = {}) => contentOf(told(change), NOW).acts;
const WORTH = message("worth.about", { amount: "$1,200.00" });
const danger = { worst: { severity: "danger", text: LOOK_ALIKE } } as const;

describe("a notification of a request", () => {
	it("that is calm tells what it does, for how much and where, and says nothing of its being calm", () => {
		expect(parts()).toEqual([HEADLINE, WORTH, "Base"]);
		expect(acts()).toEqual(["review", "reject", "snooze"]);
	});

	it("with a caution begins with the reason, and still leads to the review", () => {
		const change = { worst: { severity: "caution", text: LOOK_ALIKE } } as const;
		expect(parts(change)).toEqual([IMITATES, HEADLINE, WORTH, "Base"]);
		expect(acts(change)).toEqual(["review", "reject", "snooze"]);
	});

	it("in danger begins with the reason, and Reject leads", () => {
		expect(parts(danger)).toEqual([IMITATES, HEADLINE, WORTH, "Base"]);
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

	it("tells no worth where no price is known, nor one beside an unlimited permission, nor a network that is none", () => {
		expect(parts({ cents: null })).toEqual([HEADLINE, "Base"]);
		expect(parts({ unlimited: true })).toEqual([HEADLINE, "Base"]);
		expect(parts({ chain: "" })).toEqual([HEADLINE, WORTH]);
	});

	it("tells its end where it is near, and not where it is over or far", () => {
		const at = NOW + 20 * MINUTE;
		const end = message("notice.expires", { at: { at, style: "time" } });
		expect(parts({ expiresAt: at }).at(-1)).toEqual(end);
		for (const expiresAt of [NOW, NOW - MINUTE, NOW + 61 * MINUTE])
			expect(parts({ expiresAt }).at(-1)).toBe("Base");
	});
});
