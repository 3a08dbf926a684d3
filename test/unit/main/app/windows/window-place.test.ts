import { expect, it } from "vitest";
import { createWindowPlace } from "../../../../../src/main/app/windows/window-place.ts";

function scene() {
	const steps: string[] = [];
	const window = createWindowPlace({
		leaving: (from, to) => steps.push(`${from.kind} to ${to.kind}, at ${window.place().kind}`),
		moved: () => steps.push(`moved to ${window.place().kind}`),
		raise: () => steps.push("raised"),
	});
	return { window, steps };
}

it("the trusted window leaves one place before it stands at the other, and is raised last", () => {
	const { window, steps } = scene();
	window.go({ kind: "ledger" });
	expect(steps).toEqual(["empty to ledger, at empty", "moved to ledger", "raised"]);
});

it("the trusted window is not raised where nobody is to be disturbed", () => {
	const { window, steps } = scene();
	window.go({ kind: "rules" }, false);
	expect(window.place()).toEqual({ kind: "rules" });
	expect(steps).not.toContain("raised");
});

it("the trusted window is emptied without a word", () => {
	const { window, steps } = scene();
	window.go({ kind: "rules" });
	steps.length = 0;
	window.clear();
	expect(window.place()).toEqual({ kind: "empty" });
	expect(steps).toEqual([]);
});
