import type { CommitBatchMember, CommitView } from "../../../service-api/commit.ts";
import { type Message, message } from "../../localized-text.ts";
import { type Check, failed, passed, unproven } from "../../match/check.ts";

/** Compares a commit with the others in its batch (docs/service-api/commits.md#batches). */

const same = (left: readonly string[], right: readonly string[]) =>
	left.length === right.length && left.every((each, index) => each === right[index]);

function contradictionOf(view: CommitView, batch: CommitBatchMember, other: CommitView): Message | null {
	const theirs = other.batch;
	if (theirs === null || theirs.batch_id !== batch.batch_id)
		return message("match.batch-members.other-batch");
	if (other.thread_id !== view.thread_id) return message("match.batch-members.other-session");
	if (!same(theirs.ordered_commit_ids, batch.ordered_commit_ids))
		return message("match.batch-members.other-commits");
	if (!same(theirs.ordered_stage_ids, batch.ordered_stage_ids))
		return message("match.batch-members.other-steps");
	if (batch.ordered_commit_ids[theirs.index] !== other.commit_id)
		return message("match.batch-members.other-place");
	if (theirs.review_digest !== batch.review_digest) return message("match.batch-members.other-review");
	return null;
}

/**
 * A single invalid or unknown commit stops the whole batch. Each commit waits until the previous one is
 * `confirmed`, because being submitted isn't enough.
 */
export function siblingChecks(view: CommitView, known: ReadonlyMap<string, CommitView>): Check[] {
	const { batch } = view;
	if (batch === null) return [];
	const others = batch.ordered_commit_ids.filter((id) => id !== view.commit_id);
	const missing = others.filter((id) => !known.has(id));
	const checks = others.flatMap((id) => {
		const other = known.get(id);
		const text = other === undefined ? null : contradictionOf(view, batch, other);
		return text === null ? [] : [failed("batch.members", text, { payload: id })];
	});
	if (checks.length > 0) return checks;
	if (missing.length > 0)
		return [
			unproven("batch.members", message("match.batch-members.not-seen", { count: missing.length }), {
				payload: missing[0] ?? null,
			}),
		];
	const members = passed("batch.members", message("match.batch-members.agree"));
	const before = batch.predecessor_commit_id === null ? null : known.get(batch.predecessor_commit_id);
	if (before === null || before === undefined || before.state === "confirmed") return [members];
	return [
		members,
		unproven("batch.predecessor", message("match.batch-predecessor.not-confirmed"), {
			reviewed: "confirmed",
			payload: before.state,
		}),
	];
}
