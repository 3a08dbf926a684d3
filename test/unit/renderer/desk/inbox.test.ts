import { describe, expect, it } from "vitest";
import { spokenChanges } from "../../../../src/renderer/desk/desk.tsx";
import { chosenEntry } from "../../../../src/renderer/desk/inbox/inbox-page.tsx";
import { ANSWERED } from "../../../preview/samples/common.ts";
import { entry } from "../../../preview/samples/desk.ts";

describe("the chosen entry", () => {
	const entries = [entry({ id: "a", sessionId: "s1" }), entry({ id: "b", sessionId: "s2" })];
	it("is the user’s choice while it is there", () => {
		expect(chosenEntry(entries, { entryId: "b", sessionId: null })?.id).toBe("b");
	});
	it("is that of the session that a notification opened", () => {
		expect(chosenEntry(entries, { entryId: null, sessionId: "s2" })?.id).toBe("b");
	});
	it("is the first once the chosen one is removed", () => {
		expect(chosenEntry(entries, { entryId: "gone", sessionId: null })?.id).toBe("a");
		expect(chosenEntry([], { entryId: "gone", sessionId: null })).toBeNull();
	});
});

describe("spoken announcements", () => {
	it("announce an arrival once, by its headline", () => {
		const arrived = entry({ headline: "Send 1 ETH" });
		expect(spokenChanges([], [arrived])).toBe("Waiting for you: Send 1 ETH");
		expect(spokenChanges([arrived], [arrived])).toBeNull();
	});
	it("are silent about muted arrivals", () => {
		expect(spokenChanges([], [entry({ muted: true })])).toBeNull();
	});
	it("announce each step and the end", () => {
		const before = entry({ headline: "Send", state: "settling", stepsDone: 3 });
		expect(spokenChanges([before], [{ ...before, stepsDone: 4 }])).toBe("Send: Sent");
		expect(spokenChanges([before], [{ ...before, state: "done", note: "confirmed" }])).toBe(
			"Send: confirmed",
		);
	});
	it("announce a step by the entry’s own steps", () => {
		const before = entry({ headline: "Sign in", state: "settling", steps: ANSWERED, stepsDone: 4 });
		expect(spokenChanges([before], [{ ...before, stepsDone: 5 }])).toBe("Sign in: Answered");
	});
	it("make hidden characters audible too", () => {
		expect(spokenChanges([], [entry({ headline: "a\u202Eb" })])).toBe("Waiting for you: a⟦U+202E⟧b");
	});
	it("stay one short sentence for 36 requests with long texts, and for one", () => {
		const long = (id: string) => entry({ id, headline: `Send ${"very ".repeat(200)}much of ${id}` });
		const flood = Array.from({ length: 36 }, (_, index) => long(`e${index}`));
		const many = spokenChanges([], flood) ?? "";
		expect(many).toContain("36");
		expect(many.length).toBeLessThanOrEqual(200);
		const one = spokenChanges([], [long("only")]) ?? "";
		expect(one).toMatch(/^Waiting for you: Send very .*…$/);
		expect(one.length).toBeLessThanOrEqual(200);
	});
	it("count arrivals separately from progress", () => {
		const before = entry({ id: "old", headline: "Send", state: "settling", stepsDone: 3 });
		const after = [{ ...before, stepsDone: 4 }, entry({ id: "a" }), entry({ id: "b" })];
		expect(spokenChanges([before], after)).toMatch(/2 .*1 /);
	});
});
