import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../../src/core/journal/types.ts";
import { progressView } from "../../../../../src/main/inbox/entries/progress-view.ts";
import { answerAt, PREDICTED, receiptOf } from "../../storage/kept.ts";
import { rowOf } from "./rows.ts";

/** The app says “No funds have moved” only if that is known. */

function moved(
	row: JournalRow,
	legs: readonly JournalRow[] = [],
	happened: readonly JournalRow[] = [],
): boolean {
	return progressView(row, [], "Vault deposit", {
		items: legs.map((leg) => ({ row: leg, steps: [] })),
		canReplace: [],
		asks: false,
		device: null,
		happened: (each) => happened.includes(each),
	}).fundsMayHaveMoved;
}

const predicted = PREDICTED;
const receipt = receiptOf(false);

const commit = (patch: Partial<JournalRow>) =>
	rowOf({ kind: "commit", predicted, signature: { kind: "one", bytes: "0x02" }, ...patch });
const leg = (patch: Partial<JournalRow>) => rowOf({ kind: "leg", predicted, parent: "row-1", ...patch });
const over = { state: "settled", live: false } as const;

describe("funds may have moved", () => {
	it("by a transaction whose call was made by a replacement, although it can no longer take effect itself", () => {
		const replaced = commit({ ...over, outcome: "replaced" });
		expect(moved(replaced, [], [replaced])).toBe(true);
		expect(moved(replaced)).toBe(false);
	});

	it("by a step whose call was made by a replacement, if a later one failed", () => {
		const done = leg({ ...over, signature: { kind: "one", bytes: "0x02" }, outcome: "replaced" });
		const reverted = leg({ ...over, signature: { kind: "one", bytes: "0x02" }, outcome: "failed", receipt });
		const action = rowOf({ ...over, predicted, outcome: "failed", answer: answerAt(3) });
		expect(moved(action, [done, reverted], [done])).toBe(true);
		expect(moved(action, [reverted])).toBe(false);
	});

	it("by a signature that the service may have seen, although its answer did not count", () => {
		const signed = leg({ ...over, signature: { kind: "one", bytes: "0x02" }, outcome: "refused" });
		expect(moved(rowOf({ ...over, predicted, outcome: "refused", answer: answerAt(3) }), [signed])).toBe(
			true,
		);
		expect(moved(rowOf({ ...over, predicted, outcome: "refused", answer: null }), [signed])).toBe(false);
	});

	it("by a failure that only the service reports", () => {
		expect(moved(commit({ ...over, outcome: "failed", receipt: null }))).toBe(true);
		expect(moved(commit({ ...over, outcome: "failed", receipt }))).toBe(false);
	});

	it("by any signed and unsettled item; not by a dropped, refused or unsent one", () => {
		expect(moved(commit({ state: "held" }))).toBe(true);
		expect(moved(commit({ state: "signed" }))).toBe(false);
		expect(moved(commit({ ...over, outcome: "dropped", dead: true }))).toBe(false);
		expect(moved(commit({ state: "refused", signature: null, outcome: "unsigned" }))).toBe(false);
	});
});
