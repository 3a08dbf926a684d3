import type { ActionRequest, ExecuteEvmRequest, ExecuteSvmRequest } from "../../service-api/action.ts";
import type { CommitBatchMember } from "../../service-api/commit.ts";
import type { PipelineSimulation } from "../../service-api/simulation.ts";
import { type Message, message } from "../localized-text.ts";

export interface ReviewParts {
	readonly batch: CommitBatchMember | null;
	readonly request: ActionRequest;
	readonly legs: readonly ActionRequest[];
}

interface Executes {
	readonly execute_evm: ExecuteEvmRequest;
	readonly execute_svm: ExecuteSvmRequest;
}
export type ExecuteType = keyof Executes;

export interface Member<T extends ExecuteType = "execute_evm"> {
	readonly index: number;
	readonly count: number;
	readonly transaction: Executes[T]["transactions"][number];
	/** The request's copy of the same transaction. `null` unless both the item and the request contain it. */
	readonly twin: Executes[T]["transactions"][number] | null;
	readonly item: Executes[T] | null;
}

export type Membership<T extends ExecuteType = "execute_evm"> =
	| { readonly ok: true; readonly member: Member<T> }
	| RefusedMember;

interface RefusedMember {
	readonly ok: false;
	readonly field: string;
	readonly text: Message;
}

const refused = (field: string, text: Message): RefusedMember => ({ ok: false, field, text });

function isOf<T extends ExecuteType>(
	request: ActionRequest | undefined,
	type: T,
): request is ActionRequest & Executes[T] {
	return request?.type === type;
}

function counts(parts: ReviewParts): number {
	return parts.batch === null ? 1 : parts.batch.ordered_commit_ids.length;
}

function fromItems<T extends ExecuteType>(
	parts: ReviewParts,
	request: Executes[T],
	type: T,
	index: number,
	count: number,
): Membership<T> {
	if (parts.legs.length !== count)
		return refused("legs", message("match.legs.count", { legs: parts.legs.length, count }));
	const leg = parts.legs[index];
	if (!isOf(leg, type)) return refused("legs", message("match.legs.not-of-type", { type }));
	const transaction: Executes[T]["transactions"][number] | undefined = leg.transactions[0];
	if (transaction === undefined || leg.transactions.length > 1)
		return refused("legs", message("match.legs.several-transactions"));
	if (request.transactions.length !== count)
		return refused(
			"request",
			message("match.request.count-of-legs", { transactions: request.transactions.length, count }),
		);
	return {
		ok: true,
		member: { index, count, transaction, twin: request.transactions[index] ?? null, item: leg },
	};
}

/**
 * The review of a commit in a batch may cover only that commit
 * (docs/service-api/differences.md#batches-of-cohorts).
 */
function isAlone({ batch, request, legs: items }: ReviewParts): boolean {
	return batch !== null && request.type !== "sign" && request.transactions.length === 1 && items.length === 0;
}

/** The index only locates the transaction. The payload is still compared field by field. */
export function indexInRequest(parts: ReviewParts): number {
	return isAlone(parts) ? 0 : (parts.batch?.index ?? 0);
}

function fromRequest<T extends ExecuteType>(
	parts: ReviewParts,
	request: Executes[T],
	index: number,
	count: number,
): Membership<T> {
	const [own] = request.transactions;
	if (isAlone(parts) && own !== undefined)
		return { ok: true, member: { index, count, transaction: own, twin: null, item: request } };
	if (request.transactions.length !== count)
		return refused(
			"request",
			message("match.request.count", { transactions: request.transactions.length, count }),
		);
	const transaction: Executes[T]["transactions"][number] | undefined = request.transactions[index];
	if (transaction === undefined) return refused("batch.index", message("match.batch-place.missing"));
	return { ok: true, member: { index, count, transaction, twin: null, item: null } };
}

function memberOfType<T extends ExecuteType>(parts: ReviewParts, type: T): Membership<T> {
	const { request } = parts;
	if (!isOf(request, type)) return refused("request", message("match.request.not-of-type", { type }));
	const index = parts.batch?.index ?? 0;
	const count = counts(parts);
	if (index >= count) return refused("batch.index", message("match.batch-place.missing"));
	return parts.legs.length > 0
		? fromItems(parts, request, type, index, count)
		: fromRequest(parts, request, index, count);
}

/** Without a batch, the review must contain exactly one transaction. */
export function memberOf(parts: ReviewParts): Membership {
	return memberOfType(parts, "execute_evm");
}

export function svmMemberOf(parts: ReviewParts): Membership<"execute_svm"> {
	return memberOfType(parts, "execute_svm");
}

/**
 * Largest number that is interpreted as seconds. Larger numbers are milliseconds
 * (docs/service-api/records.md#times).
 */
const LAST_SECONDS = 100_000_000_000;

export function toSeconds(stated: number): number {
	return stated >= LAST_SECONDS ? Math.floor(stated / 1000) : stated;
}

export function expirySecondsOf(parts: ReviewParts): number | null {
	const membership = memberOf(parts);
	if (!membership.ok) return null;
	const { transaction, twin } = membership.member;
	const stated = [transaction.expires_at, twin?.expires_at].filter((time) => typeof time === "number");
	return stated.length === 0 ? null : Math.min(...stated.map(toSeconds));
}

export function simulationOfStep(
	whole: PipelineSimulation,
	index: number,
	count: number,
): PipelineSimulation {
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

export function simulationOf(parts: ReviewParts): PipelineSimulation | null {
	if (parts.request.type === "sign") return null;
	const membership = memberOfType<ExecuteType>(parts, parts.request.type);
	if (!membership.ok) return null;
	const { item, index, count } = membership.member;
	return item === null ? simulationOfStep(parts.request.simulation, index, count) : item.simulation;
}
