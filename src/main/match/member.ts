import type { ActionRequest, ExecuteEvmRequest, ExecuteSvmRequest } from "../../contract/action.ts";
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

/** The requests that carry assembled transactions. */
interface Executes {
	readonly execute_evm: ExecuteEvmRequest;
	readonly execute_svm: ExecuteSvmRequest;
}
export type ExecuteType = keyof Executes;

export interface Member<T extends ExecuteType = "execute_evm"> {
	/** Counted from 0. */
	readonly index: number;
	readonly count: number;
	/** Of the leg, or of the request where there are no legs. */
	readonly transaction: Executes[T]["transactions"][number];
	/** The same transaction as the request tells it, where both are there. */
	readonly twin: Executes[T]["transactions"][number] | null;
	readonly leg: Executes[T] | null;
}

export type Membership<T extends ExecuteType = "execute_evm"> =
	| { readonly ok: true; readonly member: Member<T> }
	| Refused;

interface Refused {
	readonly ok: false;
	readonly field: string;
	readonly words: string;
}

const refused = (field: string, words: string): Refused => ({ ok: false, field, words });

const NAMES: Readonly<Record<ExecuteType, string>> = {
	execute_evm: "an EVM transaction",
	execute_svm: "a Solana transaction",
};

function isOf<T extends ExecuteType>(
	request: ActionRequest | undefined,
	type: T,
): request is ActionRequest & Executes[T] {
	return request?.type === type;
}

function counts(parts: ReviewParts): number {
	return parts.batch === null ? 1 : parts.batch.ordered_commit_ids.length;
}

function fromLegs<T extends ExecuteType>(
	parts: ReviewParts,
	request: Executes[T],
	type: T,
	index: number,
	count: number,
): Membership<T> {
	if (parts.legs.length !== count)
		return refused("legs", `The review has ${parts.legs.length} legs where ${count} are expected.`);
	const leg = parts.legs[index];
	if (!isOf(leg, type)) return refused("legs", `The leg is not ${NAMES[type]}.`);
	const transaction: Executes[T]["transactions"][number] | undefined = leg.transactions[0];
	if (transaction === undefined || leg.transactions.length > 1)
		return refused("legs", "A leg must hold exactly one transaction.");
	if (request.transactions.length !== count)
		return refused(
			"request",
			`The request holds ${request.transactions.length} transactions where the legs hold ${count}.`,
		);
	return { ok: true, member: { index, count, transaction, twin: request.transactions[index] ?? null, leg } };
}

function fromRequest<T extends ExecuteType>(
	request: Executes[T],
	index: number,
	count: number,
): Membership<T> {
	if (request.transactions.length !== count)
		return refused(
			"request",
			`The request holds ${request.transactions.length} transactions where ${count} are expected.`,
		);
	const transaction: Executes[T]["transactions"][number] | undefined = request.transactions[index];
	if (transaction === undefined) return refused("batch.index", "The batch names a place that is not there.");
	return { ok: true, member: { index, count, transaction, twin: null, leg: null } };
}

/** As `memberOf`, for the kind of transaction that is named. */
export function memberOfType<T extends ExecuteType>(parts: ReviewParts, type: T): Membership<T> {
	const { request } = parts;
	if (!isOf(request, type)) return refused("request", `The review is not of ${NAMES[type]}.`);
	const index = parts.batch?.index ?? 0;
	const count = counts(parts);
	if (index >= count) return refused("batch.index", "The batch names a place that is not there.");
	return parts.legs.length > 0
		? fromLegs(parts, request, type, index, count)
		: fromRequest(request, index, count);
}

/**
 * The EVM transaction of a commit: `legs[index]`, or `request.transactions[index]` where legs is empty; without
 * a batch there is exactly one. Any other reading is refused.
 */
export function memberOf(parts: ReviewParts): Membership {
	return memberOfType(parts, "execute_evm");
}

/** The Solana transaction of a commit, found and refused as `memberOf` does. */
export function svmMemberOf(parts: ReviewParts): Membership<"execute_svm"> {
	return memberOfType(parts, "execute_svm");
}

/** The greatest time that is read as seconds; above it is milliseconds (learnt.md part 2, gap 1). */
const LAST_SECONDS = 100_000_000_000;

/** Unix seconds of a stated time, whichever unit it is in. */
export function toSeconds(stated: number): number {
	return stated >= LAST_SECONDS ? Math.floor(stated / 1000) : stated;
}

/**
 * The earliest end that the review states for this transaction, in Unix seconds; null where it states none.
 * A Solana transaction ends with its blockhash, which is no time of the clock.
 */
export function expirySecondsOf(parts: ReviewParts): number | null {
	const membership = memberOf(parts);
	if (!membership.ok) return null;
	const { transaction, twin } = membership.member;
	const stated = [transaction.expires_at, twin?.expires_at].filter((time) => typeof time === "number");
	return stated.length === 0 ? null : Math.min(...stated.map(toSeconds));
}

/** What the service's simulation says of this transaction alone. */
export function simulationOf(parts: ReviewParts): PipelineSimulation | null {
	if (parts.request.type === "sign") return null;
	const membership = memberOfType<ExecuteType>(parts, parts.request.type);
	if (!membership.ok) return null;
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
