import { describe, expect, it } from "vitest";
import type { JournalRow, JournalState } from "../../../../../src/core/journal/types.ts";
import {
	outcomeOf,
	progressView,
	withdrawable,
} from "../../../../../src/main/inbox/entries/progress-view.ts";
import { rowOf } from "./rows.ts";

/** An approval can be withdrawn until something is signed. */

const commit = (state: JournalState, patch: Partial<JournalRow> = {}) =>
	rowOf({ kind: "commit", entryId: "commit:commit-1", state, ...patch });
const view = (row: JournalRow, offline = false) =>
	progressView(row, [], "A session", {
		items: [],
		canReplace: [],
		happened: () => false,
		asks: true,
		device: null,
		offline,
	});

describe("an approval", () => {
	it.each(["approved", "claimed"] as const)("can be withdrawn while it is %s", (state) => {
		expect(view(commit(state)).canWithdraw).toBe(true);
	});

	it.each(["signing", "signed", "handing_in", "submitted", "settled", "refused"] as const)(
		"can't be withdrawn once it is %s",
		(state) => {
			expect(view(commit(state)).canWithdraw).toBe(false);
		},
	);

	it("of several steps can be withdrawn for the steps that no signer was asked to sign yet", () => {
		const action = rowOf({ state: "approved" });
		const leg = (id: string, state: JournalState) => rowOf({ id, kind: "leg", state });
		const legs = [leg("1", "submitted"), leg("2", "approved"), leg("3", "approved")];
		expect(withdrawable(action, legs)?.id).toBe("2");
		expect(withdrawable(action, legs.slice(0, 1))).toBeNull();
	});

	it("says that it waits for the service only if it does", () => {
		expect(view(commit("approved"), true).offline).toBe(true);
		expect(view(commit("approved")).offline).toBe(false);
		expect(view(commit("signed"), true).offline).toBe(false);
		const wish = rowOf({ kind: "revocation", entryId: "revocation:1", state: "approved" });
		expect(view(wish, true).offline).toBe(false);
	});

	it("that was withdrawn is distinguished from a refused one", () => {
		const row = commit("refused", { outcome: "unsigned", live: false });
		const step = (detail: string | null) => [
			{ seq: 1, rowId: row.id, step: "refused" as const, at: 1, detail },
		];
		const taken = JSON.stringify({ version: 1, kind: "declined", how: "taken_back" });
		expect(outcomeOf(row, step(taken))).toBe("withdrawn");
		expect(outcomeOf(row, step(null))).toBe("refused");
		const legs = [{ row: rowOf({ kind: "leg", state: "refused" }), steps: step(taken) }];
		expect(outcomeOf(rowOf({ state: "refused", outcome: "unsigned" }), [], legs)).toBe("withdrawn");
	});
});
