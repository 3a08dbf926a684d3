import { describe, expect, it } from "vitest";
import type { JournalRow, JournalState } from "../../../../src/core/journal/types.ts";
import { message, verbatim } from "../../../../src/core/localized-text.ts";
import { summariseCommit } from "../../../../src/core/review/summary.ts";
import { progressView } from "../../../../src/main/inbox/entries/progress-view.ts";
import { reviewView } from "../../../../src/main/views/review-view.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import { saying } from "../../../support/saying.ts";
import { commit } from "../../core/match/honest.ts";
import { commitFreezing, review } from "../../core/review/scene.ts";
import { rowOf } from "../inbox/entries/rows.ts";
import { PREDICTED } from "../storage/kept.ts";

/** Display of a wallet attempt: its route before the approval, and its steps afterwards. */

const place = { entryId: "entry-1", batch: new Map() };
const both = commit({ supported_transports: ["sign_and_broadcast", "browser_send"] });

describe("the review of a commit", () => {
	it("does not mention a route if there is only the usual one", () => {
		expect(reviewView(review(commit()), place).broadcaster).toEqual({
			kind: "wallet",
			text: message("review.submits.wallet"),
		});
	});

	it("names the route and its meaning, if the setting decides", () => {
		const route = (view: ReturnType<typeof review>) => reviewView(view, place).broadcaster.route;
		expect(route(review(both))).toEqual(message("review.route.hand-in"));
		expect(route(review(both, { transport: "browser_send" }))).toEqual(message("review.route.browser-send"));
		const only = commit({ supported_transports: ["browser_send"] });
		expect(route(review(only))).toEqual(message("review.route.browser-send"));
	});

	it("names the route among the changes", () => {
		const before = review(both).frozen;
		const now = review(both, { transport: "browser_send", previous: before });
		expect(now.changed.map(({ field }) => field.code)).toEqual(["difference.field.route"]);
	});

	const attempt = (
		state: NonNullable<CommitView["wallet_attempt"]>["state"],
		failure_code: string | null = null,
	) => ({ attempt_id: "a", transport: "browser_send" as const, state, transaction_id: null, failure_code });

	it.each(["awaiting_wallet", "reported", "observing"] as const)(
		"in another wallet (%s) is neither approvable nor called a difference",
		(state) => {
			const view = reviewView(review(commit({ action: null, wallet_attempt: attempt(state) })), place);
			expect(view.approval.possible).toBe(false);
			expect(view.approval.refusals).toContainEqual(saying(`freeze.attempt.${state.replace("_", "-")}`));
			expect(view.verdict).toBe("unproven");
			expect(view.canReject).toBe(false);
		},
	);

	it("that is mismatched is refused in red, with its meaning and the service's statement", () => {
		const wallet_attempt = attempt("mismatched", "tx\u202eother");
		const view = reviewView(review(commit({ action: null, wallet_attempt })), place);
		expect(view.verdict).toBe("refused");
		const read = {
			kind: "known" as const,
			view: commit({ action: null, wallet_attempt }),
			reviewFault: null,
		};
		expect(summariseCommit(read, commitFreezing(read), { accounts: [], labels: {} }).match).toBe("refused");
		expect(view.approval.refusals).toContainEqual(saying("freeze.attempt.mismatched"));
		expect(view.approval.refusals).toContainEqual(saying("against.attempt", { text: "tx‹U+202E›other" }));
	});
});

describe("the progress of a wallet attempt", () => {
	function progress(patch: Partial<JournalRow>, ...done: JournalState[]) {
		const row = rowOf({ kind: "commit", transport: "browser_send", predicted: PREDICTED, ...patch });
		const steps = done.map((step, seq) => ({ seq, rowId: row.id, step, at: 1_000 + seq, detail: null }));
		return progressView(row, steps, "Vault deposit", {
			items: [],
			canReplace: [],
			happened: () => false,
			asks: true,
			device: null,
		});
	}
	const told = (view: ReturnType<typeof progress>) => view.steps.map(({ name, state }) => `${name} ${state}`);

	it("has its own steps", () => {
		expect(told(progress({ state: "claimed" }, "approved", "claiming", "claimed"))).toEqual([
			"matched done",
			"claimed done",
			"signed now",
			"recorded todo",
			"submitted todo",
			"reported todo",
			"confirmed todo",
		]);
	});

	it("ends if nothing was signed, and no funds have moved", () => {
		const patch = {
			state: "refused",
			outcome: "unsigned",
			live: false,
			signature: null,
			text: verbatim("Why."),
		} as const;
		const view = progress(patch, "approved", "claiming", "refused");
		expect(told(view).slice(0, 3)).toEqual(["matched done", "claimed failed", "signed skipped"]);
		expect(view).toMatchObject({
			outcome: "refused",
			text: verbatim("Why."),
			fundsMayHaveMoved: false,
		});
	});

	it("offers no second review of a claimed request, whatever the service still shows", () => {
		const patch = { state: "refused", outcome: "unsigned", live: false, signature: null } as const;
		expect(progress({ ...patch, attemptId: null }, "approved").canRetry).toBe(true);
		expect(progress({ ...patch, attemptId: "attempt-1" }, "approved").canRetry).toBe(false);
	});

	it.each([
		["while the rejection is being reported", { state: "declining" }],
		["once it was reported", { state: "refused", outcome: "declined", live: false }],
	] as const)("is rejected by the user, %s", (_, patch) => {
		const view = progress(
			{ ...patch, signature: null, text: verbatim("You rejected this.") },
			"approved",
			"claimed",
		);
		expect(view).toMatchObject({
			outcome: "rejected",
			text: verbatim("You rejected this."),
			fundsMayHaveMoved: false,
		});
	});

	it("may have moved funds from the moment of its sending", () => {
		expect(progress({ state: "signed", signature: { kind: "one", bytes: "0x02" } }).fundsMayHaveMoved).toBe(
			false,
		);
		expect(progress({ state: "sending", signature: { kind: "one", bytes: "0x02" } }).fundsMayHaveMoved).toBe(
			true,
		);
	});
});
