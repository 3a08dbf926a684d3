import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { commitEntryStatus } from "../../../../src/main/inbox/entries/entry.ts";
import type { CommitView, CommitWalletAttemptStatus } from "../../../../src/service-api/commit.ts";
import { commit } from "../../core/match/honest.ts";
import { ROW_AT as NOW, rowOf } from "./entries/rows.ts";

/** The status of a commit that this wallet or another one has begun to send. */

function attempt(
	state: CommitWalletAttemptStatus["state"],
	failure_code: string | null = null,
): CommitWalletAttemptStatus {
	return { attempt_id: "attempt-1", transport: "browser_send", state, transaction_id: null, failure_code };
}

function standing(
	wallet_attempt: CommitWalletAttemptStatus,
	change: Partial<CommitView> = {},
	row: JournalRow | null = null,
) {
	const view = commit({ action: null, wallet_attempt, ...change });
	return commitEntryStatus({ kind: "known", view, reviewFault: null }, row, null, NOW);
}

describe("a commit with another wallet", () => {
	it.each([
		["awaiting_wallet", "settling", "inbox.note.other-wallet.handles"],
		["reported", "settling", "inbox.note.other-wallet.sent"],
		["observing", "settling", "inbox.note.other-wallet.on-chain"],
		["mismatched", "done", "inbox.note.other-transaction"],
	] as const)("is shown as such while its attempt is %s, and needs no answer", (state, stands, code) => {
		expect(standing(attempt(state))).toEqual({ state: stands, actionable: false, note: { code } });
	});

	it("shows the service's statement, harmlessly", () => {
		expect(standing(attempt("mismatched", "other\u202etx")).note).toEqual(
			message("inbox.note.service-says", {
				note: message("inbox.note.other-transaction"),
				code: "other‹U+202E›tx",
			}),
		);
	});

	it("is mismatched even if the service gives an action with it", () => {
		const { action } = commit();
		expect(standing(attempt("mismatched"), { action })).toMatchObject({ state: "done", actionable: false });
	});

	it("has ended once the service ended it", () => {
		expect(standing(attempt("observing"), { state: "confirmed" })).toMatchObject({
			note: message("inbox.note.confirmed"),
		});
		expect(
			standing(attempt("observing"), { state: "failed", failure_code: "dependency\u202e_failed" }),
		).toMatchObject({
			note: message("inbox.note.service-says", {
				note: message("inbox.note.failed"),
				code: "dependency‹U+202E›_failed",
			}),
		});
	});
});

describe("a commit that this wallet claimed", () => {
	const row = (patch: Partial<JournalRow>) =>
		rowOf({ kind: "commit", transport: "browser_send", attemptId: "attempt-1", ...patch });

	it.each(["approved", "claiming", "claimed", "declining", "signed", "sending", "reported"] as const)(
		"is pending while its row is %s",
		(state) => {
			expect(standing(attempt("awaiting_wallet"), {}, row({ state }))).toMatchObject({
				state: "settling",
				actionable: false,
			});
		},
	);

	it("and did not sign isn't shown as another wallet's, and can't be requested again", () => {
		const ended = row({ state: "refused", live: false, outcome: "unsigned" });
		expect(standing(attempt("awaiting_wallet"), {}, ended)).toEqual({
			state: "done",
			actionable: false,
			note: message("inbox.note.unsigned"),
		});
		const others = row({ state: "refused", live: false, attemptId: null });
		expect(standing(attempt("awaiting_wallet"), {}, others).note).toEqual(
			message("inbox.note.other-wallet.handles"),
		);
	});
});
