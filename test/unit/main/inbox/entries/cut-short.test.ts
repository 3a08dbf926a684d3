import { describe, expect, it } from "vitest";
import { writeDetail } from "../../../../../src/core/journal/details.ts";
import type { JournalRow } from "../../../../../src/core/journal/types.ts";
import { message, sentences, verbatim } from "../../../../../src/core/localized-text.ts";
import { isCutShort, outcomeOf, progressView } from "../../../../../src/main/inbox/entries/progress-view.ts";
import { rowOf } from "./rows.ts";

/** An approval of several steps that is in progress, or was cut short. */

const step = (place: number, patch: Partial<JournalRow>) =>
	rowOf({ kind: "leg", id: `leg-${place}`, parent: "row-1", place, state: "settled", text: null, ...patch });

const DONE = step(0, { outcome: "confirmed" });
const UNSIGNED = step(1, { state: "refused", outcome: "unsigned", text: message("signing.rest.rule") });
const SKIPPED = step(2, { outcome: "skipped" });

const viewOf = (rows: readonly JournalRow[]) =>
	progressView(rowOf({ state: "settled", outcome: "failed" }), [], "A session", {
		items: rows.map((row) => ({
			row,
			steps:
				row.state === "refused"
					? [
							{
								seq: 1,
								rowId: row.id,
								step: "refused",
								at: 1,
								detail: writeDetail({
									kind: "stopped_by",
									rules: [{ id: "hours", name: "Office hours" }],
								}),
							},
						]
					: [],
		})),
		canReplace: [],
		asks: false,
		device: null,
		happened: ({ outcome }) => outcome === "confirmed",
	});

describe("an approval of several steps", () => {
	const text = verbatim("Not final yet.");
	const approved = rowOf({ state: "approved", text });
	const outcome = (...rows: JournalRow[]) =>
		outcomeOf(
			approved,
			[],
			rows.map((row) => ({ row, steps: [] })),
		);
	const waiting = step(1, { state: "approved" });

	it("counts as in progress while a step awaits its block, and until the next is signed", () => {
		expect(outcome(step(0, { state: "submitted", text }), waiting)).toBe("moving");
		expect(outcome(DONE, waiting)).toBe("moving");
		expect(outcome(DONE, step(1, { state: "signing" }))).toBe("moving");
	});

	it("is stuck if something keeps the next step from being signed or sent", () => {
		expect(outcome(DONE, step(1, { state: "approved", text }))).toBe("stuck");
		expect(outcome(step(0, { state: "sending", text }), waiting)).toBe("stuck");
		expect(outcome(step(0, { state: "held", text }), waiting)).toBe("stuck");
	});
});

describe("an approval that ended after some steps", () => {
	it("says of each step whether it was signed and confirmed, and which rule stopped it", () => {
		const { items, result } = viewOf([DONE, UNSIGNED, SKIPPED]);
		expect(items.map(({ state }) => state)).toEqual(["confirmed", "unsigned", "skipped"]);
		expect(items[1]?.text).toEqual(
			sentences(
				message("signing.rest.rule"),
				message("progress.note.stopped-by", {
					count: 1,
					rules: [message("rule.quoted", { name: "Office hours" })],
				}),
			),
		);
		expect(result.headline).toEqual(
			message("outcome.cut-short", { confirmed: 1, count: 3, headline: rowOf().headline }),
		);
	});

	it.each([
		["nothing was confirmed", [UNSIGNED, SKIPPED], false],
		["everything was signed", [DONE, step(1, { outcome: "confirmed" })], false],
		["a step failed on the chain", [DONE, step(1, { outcome: "failed" }), UNSIGNED], false],
		["a step is still pending", [step(0, { state: "submitted", outcome: null }), UNSIGNED], false],
		["the rest was not signed", [DONE, UNSIGNED], true],
	] as const)("is distinguished from others: %s", (_, rows, isShort) => {
		expect(isCutShort(rows)).toBe(isShort);
	});
});
