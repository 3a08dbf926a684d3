import type { ActionRequest, AssembledEvmTransaction, ExecuteEvmRequest } from "../../contract/action.ts";
import type { CommitBatchMember } from "../../contract/commit.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";

/** Which transaction of a review belongs to this commit, and which simulation speaks of it. */

/** The parts of a review that say which of its transactions a commit is. */
export interface ReviewParts {
	readonly commit_id: string;
	readonly batch: CommitBatchMember | null;
	readonly request: ActionRequest;
	readonly legs: readonly ActionRequest[];
}

export interface Member {
	/** Counted from 0. */
	readonly index: number;
	readonly count: number;
	/** Of the leg, or of the request where there are no legs. */
	readonly transaction: AssembledEvmTransaction;
	/** The same transaction as the request tells it, where both are there. */
	readonly twin: AssembledEvmTransaction | null;
	readonly leg: ExecuteEvmRequest | null;
}

export type Membership =
	| { readonly ok: true; readonly member: Member }
	| { readonly ok: false; readonly field: string; readonly words: string };

const refused = (field: string, words: string): Membership => ({ ok: false, field, words });

function counts(parts: ReviewParts): number {
	return parts.batch === null ? 1 : parts.batch.ordered_commit_ids.length;
}

function fromLegs(parts: ReviewParts, request: ExecuteEvmRequest, index: number, count: number): Membership {
	if (parts.legs.length !== count)
		return refused("legs", `The review has ${parts.legs.length} legs where ${count} are expected.`);
	const leg = parts.legs[index];
	if (leg?.type !== "execute_evm") return refused("legs", "The leg is not an EVM transaction.");
	const [transaction, ...others] = leg.transactions;
	if (transaction === undefined || others.length > 0)
		return refused("legs", "A leg must hold exactly one transaction.");
	if (request.transactions.length !== count)
		return refused(
			"request",
			`The request holds ${request.transactions.length} transactions where the legs hold ${count}.`,
		);
	return { ok: true, member: { index, count, transaction, twin: request.transactions[index] ?? null, leg } };
}

function fromRequest(request: ExecuteEvmRequest, index: number, count: number): Membership {
	if (request.transactions.length !== count)
		return refused(
			"request",
			`The request holds ${request.transactions.length} transactions where ${count} are expected.`,
		);
	const transaction = request.transactions[index];
	if (transaction === undefined) return refused("batch.index", "The batch names a place that is not there.");
	return { ok: true, member: { index, count, transaction, twin: null, leg: null } };
}

/**
 * `legs[index]`, or `request.transactions[index]` where legs is empty; without a batch there is exactly one.
 * Any other reading is refused.
 */
export function memberOf(parts: ReviewParts): Membership {
	if (parts.request.type !== "execute_evm")
		return refused("request", "The review is not of an EVM transaction.");
	const index = parts.batch?.index ?? 0;
	const count = counts(parts);
	if (index >= count) return refused("batch.index", "The batch names a place that is not there.");
	return parts.legs.length > 0
		? fromLegs(parts, parts.request, index, count)
		: fromRequest(parts.request, index, count);
}

/** The greatest time that is read as seconds; above it is milliseconds (learnt.md part 2, gap 1). */
const LAST_SECONDS = 100_000_000_000;

/** Unix seconds of a stated time, whichever unit it is in. */
export function toSeconds(stated: number): number {
	return stated >= LAST_SECONDS ? Math.floor(stated / 1000) : stated;
}

/** The earliest end that the review states for this transaction, in Unix seconds; null where it states none. */
export function expirySecondsOf(parts: ReviewParts): number | null {
	const membership = memberOf(parts);
	if (!membership.ok) return null;
	const { transaction, twin } = membership.member;
	const stated = [transaction.expires_at, twin?.expires_at].filter((time) => typeof time === "number");
	return stated.length === 0 ? null : Math.min(...stated.map(toSeconds));
}

/** What the service's simulation says of this transaction alone. */
export function simulationOf(parts: ReviewParts): PipelineSimulation | null {
	const membership = memberOf(parts);
	if (!membership.ok || parts.request.type !== "execute_evm") return null;
	const { leg, index, count } = membership.member;
	if (leg !== null) return leg.simulation;
	const whole = parts.request.simulation;
	if (count === 1) return whole;
	const here = (record: { step?: number | null | undefined }) =>
		record.step === undefined || record.step === null || record.step === index + 1;
	return {
		...whole,
		balanceChanges: whole.balanceChanges.filter(here),
		approvals: whole.approvals.filter(here),
		logs: whole.logs.filter(here),
	};
}
