import type { CommitBatchMember } from "../../service-api/commit.ts";
import { refusedMembers } from "../../service-api/open.ts";
import { message } from "../localized-text.ts";
import { type Check, failed, noted, passed, refusing } from "./check.ts";
import { type FrozenCommit, frozenCommit } from "./frozen.ts";
import { type ExecuteType, expirySecondsOf, type Member } from "./member.ts";
import { sameCluster } from "./svm/fields.ts";

export function memberChecks(frozen: FrozenCommit): Check[] {
	const refused = refusedMembers(frozenCommit, frozen);
	if (refused.length === 0)
		return [passed("members", message("match.members.of-review")), ...routeChecks(frozen)];
	return [...refused.map((each) => refusing(each)), ...routeChecks(frozen)];
}

function routeChecks({ route, payload, broadcaster, review_digest: digest }: FrozenCommit): Check[] {
	if (route === "sign_and_broadcast") return [];
	const values = { reviewed: broadcaster, payload: route };
	const fits = payload.kind === "evm_transaction" && broadcaster === "wallet" && digest !== "";
	return [
		fits
			? passed("route", message("match.route.wallet-sends"), values)
			: failed("route", message("match.route.not-for-wallet"), values),
	];
}

export function expiryCheck(frozen: FrozenCommit): Check {
	const stated = expirySecondsOf(frozen);
	const values = {
		reviewed: stated === null ? "none" : String(stated),
		payload: frozen.expires_at === null ? "none" : String(frozen.expires_at),
	};
	return stated === frozen.expires_at
		? passed("expires_at", message("match.expiry.same"), values)
		: failed("expires_at", message("match.expiry.differs"), values);
}

/**
 * A batch's digest may differ from its review's digest (docs/service-api/differences.md#batches-of-cohorts).
 * The approval contains both.
 */
function digestCheck(frozen: FrozenCommit, batch: CommitBatchMember): Check {
	const values = { reviewed: frozen.review_digest, payload: batch.review_digest };
	return batch.review_digest === frozen.review_digest
		? passed("batch.review_digest", message("match.batch-digest.same"), values)
		: noted("batch.review_digest", message("match.batch-digest.differs"), values);
}

function countCheck(frozen: FrozenCommit, { index, count }: Member<ExecuteType>): Check {
	const { request } = frozen;
	const stated = request.type === "sign" ? 0 : request.transactions.length;
	const step = String(index + 1);
	return stated === count
		? passed("legs", message("match.legs.several", { count, step }))
		: passed("legs", message("match.legs.alone", { count, step }));
}

function indexCheck(frozen: FrozenCommit, batch: CommitBatchMember): Check {
	const there = batch.ordered_commit_ids[batch.index] ?? null;
	const values = { reviewed: there, payload: frozen.commit_id };
	return there === frozen.commit_id
		? passed("batch.index", message("match.batch-place.same"), values)
		: failed("batch.index", message("match.batch-place.differs"), values);
}

function predecessorCheck(batch: CommitBatchMember): Check {
	const expected = batch.index === 0 ? null : (batch.ordered_commit_ids[batch.index - 1] ?? null);
	const values = { reviewed: expected ?? "none", payload: batch.predecessor_commit_id ?? "none" };
	return expected === batch.predecessor_commit_id
		? passed("batch.predecessor_commit_id", message("match.batch-predecessor.same"), values)
		: failed("batch.predecessor_commit_id", message("match.batch-predecessor.differs"), values);
}

function orderCheck(batch: CommitBatchMember): Check {
	const count = batch.ordered_commit_ids.length;
	const values = { reviewed: String(count), payload: String(batch.ordered_stage_ids.length) };
	if (new Set(batch.ordered_commit_ids).size !== count)
		return failed("batch.ordered_commit_ids", message("match.batch-order.repeated"), values);
	return batch.ordered_stage_ids.length === count
		? passed("batch.ordered_stage_ids", message("match.batch-order.complete"), values)
		: failed("batch.ordered_stage_ids", message("match.batch-order.incomplete"), values);
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
	if (source === undefined) return failed("batch.sources", message("match.batch-source.none"));
	const values = {
		reviewed: `${source.chain_family} ${source.chain_ref}`,
		payload: `${frozen.chain_family} ${frozen.chain_ref}`,
	};
	if (source.chain_family !== frozen.chain_family || !sameChain(frozen, source.chain_ref))
		return failed("batch.sources", message("match.batch-source.other-chain"), values);
	const pending = member.transaction.pending_tx_id;
	if (typeof pending === "number" && pending !== source.source_id)
		return noted("batch.sources", message("match.batch-source.other-number"), {
			reviewed: String(pending),
			payload: String(source.source_id),
		});
	return passed("batch.sources", message("match.batch-source.same"), values);
}

export function batchChecks(frozen: FrozenCommit, member: Member<ExecuteType>): Check[] {
	const batch = frozen.batch;
	if (batch === null) return [passed("legs", message("match.legs.single"))];
	const source = sourceCheck(frozen, batch, member);
	return [
		countCheck(frozen, member),
		digestCheck(frozen, batch),
		indexCheck(frozen, batch),
		predecessorCheck(batch),
		orderCheck(batch),
		...(source === null ? [] : [source]),
	];
}
