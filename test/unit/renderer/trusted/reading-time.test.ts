import { describe, expect, it } from "vitest";
import { approveBlockerOf } from "../../../../src/renderer/trusted/review/decision/decision-bar.tsx";
import { isReadFor, questionOf } from "../../../../src/renderer/trusted/review/decision/use-reading-time.ts";

describe("Approve", () => {
	const read = questionOf("ticket-1", "calm");

	it("is enabled for the question that enabled it", () => {
		expect(isReadFor(read, questionOf("ticket-1", "calm"))).toBe(true);
	});

	it("is disabled again for another verdict, for another ticket, and without one", () => {
		expect(isReadFor(read, questionOf("ticket-1", "danger"))).toBe(false);
		expect(isReadFor(read, questionOf("ticket-2", "calm"))).toBe(false);
		expect(isReadFor(read, questionOf(null, "calm"))).toBe(false);
		expect(isReadFor(null, questionOf(null, "calm"))).toBe(false);
	});
});

describe("the reason why Approve is disabled", () => {
	const ready = {
		offline: false,
		simulating: false,
		editing: false,
		given: false,
		isRead: true,
		wordFits: true,
	};

	it.each([
		[{}, null],
		[{ wordFits: false }, "word"],
		[{ isRead: false, wordFits: false }, "unread"],
		[{ editing: true, isRead: false, wordFits: false }, "editing"],
		[{ editing: true, given: true }, "busy"],
		[{ given: true, isRead: false, wordFits: false }, "busy"],
		[{ simulating: true, given: true, isRead: false, wordFits: false }, "simulating"],
		[{ offline: true, simulating: true, isRead: false }, "offline"],
	])("is the first of its reasons: %j is %s", (patch, blocker) => {
		expect(approveBlockerOf({ ...ready, ...patch })).toBe(blocker);
	});
});
