import { describe, expect, it } from "vitest";
import { asleepOf } from "../../../../src/renderer/trusted/review/decision/decision-bar.tsx";
import { isAwakeFor, questionOf } from "../../../../src/renderer/trusted/review/decision/use-wake.ts";

describe("Approve", () => {
	const awake = questionOf("ticket-1", "calm");

	it("is enabled for the question that enabled it", () => {
		expect(isAwakeFor(awake, questionOf("ticket-1", "calm"))).toBe(true);
	});

	it("is disabled again for another verdict, for another ticket, and without one", () => {
		expect(isAwakeFor(awake, questionOf("ticket-1", "danger"))).toBe(false);
		expect(isAwakeFor(awake, questionOf("ticket-2", "calm"))).toBe(false);
		expect(isAwakeFor(awake, questionOf(null, "calm"))).toBe(false);
		expect(isAwakeFor(null, questionOf(null, "calm"))).toBe(false);
	});
});

describe("the reason why Approve is disabled", () => {
	const ready = {
		offline: false,
		simulating: false,
		editing: false,
		given: false,
		awake: true,
		wordFits: true,
	};

	it.each([
		[{}, null],
		[{ wordFits: false }, "word"],
		[{ awake: false, wordFits: false }, "waking"],
		[{ editing: true, awake: false, wordFits: false }, "editing"],
		[{ editing: true, given: true }, "busy"],
		[{ given: true, awake: false, wordFits: false }, "busy"],
		[{ simulating: true, given: true, awake: false, wordFits: false }, "simulating"],
		[{ offline: true, simulating: true, awake: false }, "offline"],
	])("is the first of its reasons: %j is %s", (patch, asleep) => {
		expect(asleepOf({ ...ready, ...patch })).toBe(asleep);
	});
});
