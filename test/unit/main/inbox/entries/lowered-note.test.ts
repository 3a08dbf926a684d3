import { expect, it } from "vitest";
import type { JournalStep } from "../../../../../src/core/journal/types.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import type { Lowered } from "../../../../../src/core/match/frozen.ts";
import { progressView } from "../../../../../src/main/inbox/entries/progress-view.ts";
import { loweredProposal } from "../../../core/match/lowered-proposal.ts";
import { rowOf } from "./rows.ts";

const APPROVED: JournalStep = {
	seq: 1,
	rowId: "row-1",
	step: "approved",
	at: 1_000,
	detail: null,
};

function noteOf(lowered: readonly Lowered[]) {
	const row = rowOf({ kind: "proposal", frozen: loweredProposal(lowered) });
	const { steps } = progressView(row, [APPROVED], "Claude", {
		items: [],
		canReplace: [],
		happened: () => false,
		asks: false,
		device: null,
	});
	return steps.find(({ name }) => name === "matched")?.note ?? null;
}

it("shows the proposed allowance next to the lowered one", () => {
	expect(noteOf([{ place: 0, amount: "40" }])).toEqual(
		message("progress.note.lowered", { count: 1, isUnlimited: false, proposed: "1000", approved: "40" }),
	);
	expect(noteOf([])).toBeNull();
});
