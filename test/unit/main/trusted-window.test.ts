import { expect, it } from "vitest";
import { Events } from "../../../src/main/events.ts";
import { TrustedWindow } from "../../../src/main/trusted-window.ts";

function scene() {
	const steps: string[] = [];
	const events = new Events(() => {});
	const window = new TrustedWindow({ raiseTrusted: () => void steps.push("raised") }, events);
	window.onLeave((from, to) => steps.push(`${from.kind} to ${to.kind}, at ${window.route().kind}`));
	window.onMoved(() => steps.push(`moved to ${window.route().kind}`));
	events.onAny((name) => steps.push(name));
	return { window, steps };
}

it("the trusted window announces a move before and after it, and is raised last", () => {
	const { window, steps } = scene();
	window.go({ kind: "ledger" });
	expect(steps).toEqual(["empty to ledger, at empty", "moved to ledger", "app-changed", "raised"]);
});

it("the trusted window stays behind during quiet times", () => {
	const { window, steps } = scene();
	window.go({ kind: "rules" }, false);
	expect(window.route()).toEqual({ kind: "rules" });
	expect(steps).not.toContain("raised");
});

it("the trusted window is cleared without an event", () => {
	const { window, steps } = scene();
	window.go({ kind: "rules" });
	steps.length = 0;
	window.clear();
	expect(window.route()).toEqual({ kind: "empty" });
	expect(steps).toEqual([]);
});

it("no outside event navigates a pinned window, which is only raised", () => {
	const { window, steps } = scene();
	window.go({ kind: "phrase", words: [], positions: [] });
	window.pinWhile(({ kind }) => kind === "phrase");
	steps.length = 0;
	expect(window.leadTo({ kind: "rules" })).toEqual({ ok: true });
	expect(steps).toEqual(["raised"]);
	expect(window.leadOn({ kind: "rules" })).toMatchObject({ ok: false });
	expect(window.route().kind).toBe("phrase");
	window.pinWhile(() => false);
	expect(window.leadTo({ kind: "rules" })).toEqual({ ok: true });
	expect(window.leadOn({ kind: "ledger" })).toEqual({ ok: true });
	expect(window.route()).toEqual({ kind: "ledger" });
});
