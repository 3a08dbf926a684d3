import { describe, expect, it } from "vitest";
import { chosenEntry } from "../../../../src/renderer/desk/inbox/order.ts";
import { spokenChanges } from "../../../../src/renderer/desk/shell/spoken.ts";
import { ANSWERED } from "../../../preview/samples/common.ts";
import { entry } from "../../../preview/samples/desk.ts";

describe("the chosen entry", () => {
	const entries = [entry({ id: "a", sessionId: "s1" }), entry({ id: "b", sessionId: "s2" })];
	it("is the user’s choice while it is there", () => {
		expect(chosenEntry(entries, { entryId: "b", sessionId: null })?.id).toBe("b");
	});
	it("is the one of the session that a notification asked for", () => {
		expect(chosenEntry(entries, { entryId: null, sessionId: "s2" })?.id).toBe("b");
	});
	it("is the first once the choice has gone", () => {
		expect(chosenEntry(entries, { entryId: "gone", sessionId: null })?.id).toBe("a");
		expect(chosenEntry([], { entryId: "gone", sessionId: null })).toBeNull();
	});
});

describe("what is said aloud", () => {
	it("tells an arrival once, by its headline", () => {
		const arrived = entry({ headline: "Send 1 ETH" });
		expect(spokenChanges([], [arrived])).toEqual(["Waiting for you: Send 1 ETH"]);
		expect(spokenChanges([arrived], [arrived])).toEqual([]);
	});
	it("is silent about muted arrivals", () => {
		expect(spokenChanges([], [entry({ muted: true })])).toEqual([]);
	});
	it("tells each step and the end", () => {
		const before = entry({ headline: "Send", state: "settling", stepsDone: 3 });
		expect(spokenChanges([before], [{ ...before, stepsDone: 4 }])).toEqual(["Send: Sent"]);
		expect(spokenChanges([before], [{ ...before, state: "done", note: "confirmed" }])).toEqual([
			"Send: confirmed",
		]);
	});
	it("tells a step by the entry’s own steps", () => {
		const before = entry({ headline: "Sign in", state: "settling", steps: ANSWERED, stepsDone: 4 });
		expect(spokenChanges([before], [{ ...before, stepsDone: 5 }])).toEqual(["Sign in: Answered"]);
	});
	it("makes hidden characters audible too", () => {
		expect(spokenChanges([], [entry({ headline: "a\u202Eb" })])).toEqual(["Waiting for you: a⟦U+202E⟧b"]);
	});
});
