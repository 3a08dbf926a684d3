import type { CommitBatchMember, CommitView } from "../../contract/commit.ts";
import { type Check, failed, passed, unproven } from "../match/check.ts";

/** What the other members of a batch say, held against this one (learnt.md 7.8). */

const same = (left: readonly string[], right: readonly string[]) =>
	left.length === right.length && left.every((each, index) => each === right[index]);

function contradictionOf(view: CommitView, batch: CommitBatchMember, other: CommitView): string | null {
	const theirs = other.batch;
	if (theirs === null || theirs.batch_id !== batch.batch_id)
		return "A commit that this batch names says that it belongs to no batch, or to another.";
	if (other.thread_id !== view.thread_id) return "Two members of this batch belong to different sessions.";
	if (!same(theirs.ordered_commit_ids, batch.ordered_commit_ids))
		return "Two members of this batch name different commits as its members.";
	if (!same(theirs.ordered_stage_ids, batch.ordered_stage_ids))
		return "Two members of this batch name different steps.";
	if (batch.ordered_commit_ids[theirs.index] !== other.commit_id)
		return "A member of this batch stands at another place than it says.";
	if (theirs.review_digest !== batch.review_digest)
		return "Two members of this batch name different reviews.";
	return null;
}

/**
 * Every member must be known and tell the same story: one bad member stops all. A successor waits until the commit
 * before it is `confirmed`; submitted is not enough.
 * @param known the latest view of each commit, by id
 */
export function siblingChecks(view: CommitView, known: ReadonlyMap<string, CommitView>): Check[] {
	const { batch } = view;
	if (batch === null) return [];
	const others = batch.ordered_commit_ids.filter((id) => id !== view.commit_id);
	const missing = others.filter((id) => !known.has(id));
	const said = others.flatMap((id) => {
		const other = known.get(id);
		const words = other === undefined ? null : contradictionOf(view, batch, other);
		return words === null ? [] : [failed("batch.members", words, { payload: id })];
	});
	if (said.length > 0) return said;
	if (missing.length > 0)
		return [
			unproven("batch.members", `${missing.length} of the batch's other commits have not been seen yet.`, {
				payload: missing[0] ?? null,
			}),
		];
	const members = passed("batch.members", "All members of the batch tell the same order and review.");
	const before = batch.predecessor_commit_id === null ? null : known.get(batch.predecessor_commit_id);
	if (before === null || before === undefined || before.state === "confirmed") return [members];
	return [
		members,
		unproven("batch.predecessor", "The step before this one is not confirmed yet.", {
			reviewed: "confirmed",
			payload: before.state,
		}),
	];
}
