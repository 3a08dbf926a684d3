import type { CommitBatchMember } from "../../contract/commit.ts";
import { type Check, failed, noted, passed } from "./check.ts";
import type { FrozenCommit } from "./frozen.ts";
import type { ExecuteType, Member } from "./member.ts";
import { sameCluster } from "./svm-cluster.ts";

/** Does the batch say one thing only about this commit's place, its review and its neighbours? */

function digestCheck(frozen: FrozenCommit, batch: CommitBatchMember): Check {
	const values = { reviewed: frozen.review_digest, payload: batch.review_digest };
	return batch.review_digest === frozen.review_digest
		? passed("batch.review_digest", "The batch and the review carry the same digest.", values)
		: failed("batch.review_digest", "The batch names another review than the one shown.", values);
}

function placeCheck(frozen: FrozenCommit, batch: CommitBatchMember): Check {
	const there = batch.ordered_commit_ids[batch.index] ?? null;
	const values = { reviewed: there, payload: frozen.commit_id };
	return there === frozen.commit_id
		? passed("batch.index", "The commit stands where the batch says.", values)
		: failed("batch.index", "Another commit stands at this place of the batch.", values);
}

function predecessorCheck(batch: CommitBatchMember): Check {
	const expected = batch.index === 0 ? null : (batch.ordered_commit_ids[batch.index - 1] ?? null);
	const values = { reviewed: expected ?? "none", payload: batch.predecessor_commit_id ?? "none" };
	return expected === batch.predecessor_commit_id
		? passed("batch.predecessor_commit_id", "The commit before it is the one the order says.", values)
		: failed("batch.predecessor_commit_id", "The batch contradicts itself about what comes before.", values);
}

function orderCheck(batch: CommitBatchMember): Check {
	const count = batch.ordered_commit_ids.length;
	const values = { reviewed: String(count), payload: String(batch.ordered_stage_ids.length) };
	if (new Set(batch.ordered_commit_ids).size !== count)
		return failed("batch.ordered_commit_ids", "The batch names one commit twice.", values);
	return batch.ordered_stage_ids.length === count
		? passed("batch.ordered_stage_ids", "The batch lists as many steps as commits.", values)
		: failed("batch.ordered_stage_ids", "The batch lists another number of steps than commits.", values);
}

function sameChain(frozen: FrozenCommit, ref: string): boolean {
	return frozen.chain_family === "svm" ? sameCluster(ref, frozen.chain_ref) : ref === frozen.chain_ref;
}

function sourceCheck(
	frozen: FrozenCommit,
	batch: CommitBatchMember,
	member: Member<ExecuteType>,
): Check | null {
	if (batch.sources.length === 0) return null;
	const stage = batch.ordered_stage_ids[batch.index];
	const source = batch.sources.find((each) => each.stage_id === stage);
	if (source === undefined)
		return failed("batch.sources", "The batch does not say where this step comes from.");
	const values = {
		reviewed: `${source.chain_family} ${source.chain_ref}`,
		payload: `${frozen.chain_family} ${frozen.chain_ref}`,
	};
	if (source.chain_family !== frozen.chain_family || !sameChain(frozen, source.chain_ref))
		return failed("batch.sources", "The batch says another chain for this step.", values);
	const pending = member.transaction.pending_tx_id;
	if (typeof pending === "number" && pending !== source.source_id)
		return noted("batch.sources", "The batch names the staged transaction by another number.", {
			reviewed: String(pending),
			payload: String(source.source_id),
		});
	return passed("batch.sources", "The batch says the same chain for this step.", values);
}

export function batchChecks(frozen: FrozenCommit, member: Member<ExecuteType>): Check[] {
	const batch = frozen.batch;
	if (batch === null)
		return [passed("legs", "The review holds exactly one transaction, and it is this one.")];
	const source = sourceCheck(frozen, batch, member);
	return [
		passed("legs", `The review holds ${member.count} transactions; this is number ${member.index + 1}.`),
		digestCheck(frozen, batch),
		placeCheck(frozen, batch),
		predecessorCheck(batch),
		orderCheck(batch),
		...(source === null ? [] : [source]),
	];
}
