import { z } from "zod";
import {
	type ActionRequest,
	type ActionResult,
	actionResult,
	type TransactionResult,
} from "../../src/service-api/action.ts";
import { TERMINAL_COMMIT_STATES } from "../../src/service-api/commit.ts";
import type { ConcreteEvent } from "../../src/service-api/events.ts";
import { unknownMembers } from "../../src/service-api/open.ts";
import { type ActionRecord, type ActionStore, actionEventOf, type SentLeg } from "./action-store.ts";
import type { ChainAccess } from "./chain-access.ts";
import { type Outcome, readEvmOutcome, readSvmOutcome } from "./commit-chains.ts";
import type { CommitRecord, CommitStore } from "./commit-store.ts";
import type { Database } from "./database.ts";
import type { Idempotency } from "./idempotency.ts";
import type { SessionLog } from "./log.ts";
import type { Settings } from "./options.ts";
import { checkOutputs } from "./outputs.ts";
import { Problem } from "./problem.ts";
import type { RecordBook } from "./records.ts";
import { checkEvmLeg, checkSvmLeg, requireOrder, requireUnused } from "./submitted-transactions.ts";
import type { SvmAccess } from "./svm-build.ts";

/**
 * Manages the lifecycle of an action: pending → submitted → completed | failed; pending → completed (signed),
 * rejected, expired. Each change is a new event with the same id and the next revision. A submitted
 * transaction is accepted even after the action has expired, because it exists on the chain.
 */

/** Body of POST …/actions/{id}/result; unknown members are rejected. */
export const actionAnswer = z.strictObject({ revision: z.number().int().min(0), result: actionResult });
export type ActionAnswer = z.infer<typeof actionAnswer>;

export interface ActionParts {
	readonly db: Database;
	readonly log: SessionLog;
	readonly store: ActionStore;
	readonly commits: CommitStore;
	readonly idempotency: Idempotency;
	readonly book: RecordBook;
	readonly settings: Settings;
	readonly clock: () => number;
	readonly later: (ms: number, work: () => void | Promise<void>) => void;
	/** @throws Problem if the service has no such chain */
	readonly chain: (chainId: number) => ChainAccess;
	readonly svm: SvmAccess | null;
	/** Creates the request again with the amounts of the next round. */
	readonly revised: (
		record: ActionRecord,
	) => Promise<Pick<ActionRecord, "said"> & { request: ActionRequest }>;
	/** Continues the turn after the user's answer or the action's expiry. */
	readonly continueTurn: (record: ActionRecord) => void;
}

type ActionEvent = Extract<ConcreteEvent, { type: "action" }>;
type Change = Partial<Pick<ActionRecord["action"], "state" | "request" | "result">>;

interface AcceptedResult {
	readonly change: Change;
	readonly sent: readonly SentLeg[];
}

export class Actions {
	readonly #parts: ActionParts;
	/** Last task for each action; tasks run one at a time. */
	readonly #locks = new Map<string, Promise<unknown>>();

	constructor(parts: ActionParts) {
		this.#parts = parts;
	}

	/** @throws Problem 404 */
	record(actionId: string, sessionId: string | null = null): ActionRecord {
		const record = this.#parts.store.get(actionId);
		if (record === null || (sessionId !== null && record.sessionId !== sessionId)) {
			throw new Problem(404, "action_not_found", "There is no such action.");
		}
		return record;
	}

	async #locked<T>(actionId: string, work: () => Promise<T>): Promise<T> {
		const before = this.#locks.get(actionId) ?? Promise.resolve();
		const run = before.catch(() => undefined).then(work);
		this.#locks.set(actionId, run);
		return await run.finally(() => {
			if (this.#locks.get(actionId) === run) this.#locks.delete(actionId);
		});
	}

	/** Applies one change as one revision and one event. @param within runs in the same database transaction */
	#change(
		record: ActionRecord,
		change: Change,
		rest: Partial<ActionRecord> = {},
		within: (event: ActionEvent) => void = () => undefined,
	): ActionRecord {
		const { action, sessionId, turnId } = record;
		const next = { ...record, ...rest, action: { ...action, ...change, revision: action.revision + 1 } };
		this.#parts.db.transaction(() => {
			this.#parts.store.save(next);
			const [event] = this.#parts.log.append(sessionId, turnId, [actionEventOf(next)]);
			if (event?.type === "action") within(event);
		});
		return next;
	}

	/**
	 * Handles POST …/result and returns the response text; the same key and body get the same text.
	 * @throws Problem 404, 409, 422
	 */
	async resolve(
		sessionId: string,
		actionId: string,
		body: ActionAnswer,
		{ key, hash }: { readonly key: string; readonly hash: string },
	): Promise<string> {
		return await this.#locked(actionId, async () => {
			const { db, store, book, idempotency } = this.#parts;
			const record = this.record(actionId, sessionId);
			const note = (outcome: "taken" | "repeated" | "refused", code: string | null) =>
				book.resolution(db, { actionId, revision: body.revision, status: body.result.status, outcome, code });
			try {
				const earlier = idempotency.earlier(key, hash) === null ? null : store.storedResponse(key);
				if (earlier !== null) {
					note("repeated", null);
					return earlier;
				}
				const open = this.#requireOpen(record, body);
				const { change, sent } = await this.#acceptResult(open, body.result);
				let answer = "";
				const next = this.#change(open, { ...change, result: body.result }, { sent: [...sent] }, (action) => {
					answer = JSON.stringify({ action });
					idempotency.store(key, hash, sessionId);
					store.storeResponse(key, sessionId, answer);
					note("taken", null);
				});
				this.#parts.continueTurn(next);
				return answer;
			} catch (error) {
				note("refused", error instanceof Problem ? error.code : "internal");
				throw error;
			}
		});
	}

	/** Returns the action if it can be answered. @throws Problem 409 */
	#requireOpen(found: ActionRecord, { revision, result }: ActionAnswer): ActionRecord {
		if (found.commitIds.length > 0) {
			throw new Problem(409, "answer_through_commits", "Its commits are to be answered, not the action.", {
				details: { commit_ids: found.commitIds },
			});
		}
		const { expires_at } = found.action;
		const hasExpired = expires_at !== null && this.#parts.clock() >= expires_at * 1000;
		const record = hasExpired && found.action.state === "pending" ? this.#expire(found) : found;
		const { state, revision: current } = record.action;
		const late = state === "expired";
		if (late && result.status !== "submitted") {
			throw new Problem(409, "action_expired", "The action has expired.", { details: { revision: current } });
		}
		// Expiry raised the revision by one; a late submission has the revision before it.
		if (revision !== current && !(late && revision === current - 1)) {
			throw new Problem(409, "action_revision_conflict", "The action has changed since.", {
				details: { revision: current, state },
			});
		}
		if (!late && state !== "pending") {
			throw new Problem(409, "action_closed", `The action is ${state}.`, { details: { state } });
		}
		return record;
	}

	/** @throws Problem 422 */
	async #acceptResult(record: ActionRecord, result: ActionResult): Promise<AcceptedResult> {
		const { request } = record.action;
		const unknown = unknownMembers(actionResult, result);
		if (unknown.length > 0) {
			throw new Problem(422, "unprocessable", `A result has no ${unknown.join(", ")}.`);
		}
		if (result.status === "rejected") return { change: { state: "rejected" }, sent: [] };
		if ((request.type === "sign") !== (result.status === "signed")) {
			throw new Problem(
				422,
				"result_mismatch",
				`A request to ${request.type} takes no ${result.status} result.`,
			);
		}
		if (request.type === "sign" && result.status === "signed") {
			await checkOutputs(request, result.outputs);
			return { change: { state: "completed" }, sent: [] };
		}
		const legs = result.status === "submitted" ? result.legs : [];
		return { change: { state: "submitted" }, sent: await this.#checkLegs(record, legs) };
	}

	async #checkLegs(record: ActionRecord, legs: readonly TransactionResult[]): Promise<SentLeg[]> {
		const { request } = record.action;
		if (request.type === "sign") return [];
		requireOrder(legs, request.transactions.length);
		const sent: SentLeg[] = [];
		for (const [index, leg] of legs.entries()) {
			if (leg.status !== "submitted") continue;
			const evm = request.type === "execute_evm" ? request.transactions[index] : undefined;
			const svm = request.type === "execute_svm" ? request.transactions[index] : undefined;
			if (evm !== undefined) {
				sent.push(await checkEvmLeg(this.#parts.chain(evm.chain_id), evm, leg, record.sinceNonce));
			}
			if (svm !== undefined && this.#parts.svm !== null) {
				sent.push(await checkSvmLeg(this.#parts.svm, svm, leg, record.sinceSlot));
			}
		}
		requireUnused(record, sent, (id, except) => this.#parts.store.isUsed(id, except));
		return sent;
	}

	#expire(record: ActionRecord): ActionRecord {
		const next = this.#change(record, { state: "expired" });
		this.#parts.continueTurn(next);
		return next;
	}

	/** @throws Problem 409 */
	async expire(actionId: string): Promise<ActionRecord> {
		return await this.#locked(actionId, async () => this.#expire(this.#pending(actionId)));
	}

	/**
	 * Revises the request: raises the revision, and doubles the amounts or marks the message as revised.
	 * @param same raises only the revision
	 * @throws Problem 409
	 */
	async revise(actionId: string, same = false): Promise<ActionRecord> {
		return await this.#locked(actionId, async () => {
			const record = this.#pending(actionId);
			if (same) return this.#change(record, {});
			if (record.said === null) throw new Problem(409, "has_commits", "Revise its commits instead.");
			const { request, said } = await this.#parts.revised(record);
			return this.#change(record, { request }, { said, reviseAt: null });
		});
	}

	#pending(actionId: string): ActionRecord {
		const record = this.record(actionId);
		const { state } = record.action;
		if (state === "pending") return record;
		throw new Problem(409, "action_closed", `The action is ${state}.`, { details: { state } });
	}

	/** Sets the timers for a pending action's expiry and requested revision. */
	schedule({ action: { id, expires_at }, reviseAt }: ActionRecord): void {
		const now = this.#parts.clock();
		const whenPending = (work: () => Promise<unknown>) => async () => {
			if (this.#parts.store.get(id)?.action.state === "pending") await work();
		};
		if (expires_at !== null) {
			const wait = Math.max(0, expires_at * 1000 - now);
			this.#parts.later(
				wait,
				whenPending(() => this.expire(id)),
			);
		}
		if (reviseAt !== null) {
			this.#parts.later(
				Math.max(0, reviseAt - now),
				whenPending(() => this.revise(id)),
			);
		}
	}

	/** Sets the timers again after a restart. */
	resume(): void {
		for (const record of this.#parts.store.inState("pending")) {
			// An action that represents commits ends with them.
			if (record.commitIds.length === 0) this.schedule(record);
		}
	}

	/** Checks each submitted action on the chain once. */
	async follow(): Promise<void> {
		for (const { action, commitIds } of this.#parts.store.inState("submitted")) {
			if (commitIds.length > 0) continue;
			await this.#locked(action.id, async () => {
				const record = this.record(action.id);
				if (record.action.state === "submitted") await this.#pollAction(record);
			});
		}
	}

	async #pollAction(record: ActionRecord): Promise<void> {
		const outcomes = await Promise.all(record.sent.map((leg) => this.#readOutcome(leg)));
		if (outcomes.some((outcome) => outcome?.state === "failed")) {
			this.#change(record, { state: "failed" });
			return;
		}
		if (outcomes.includes(null)) return;
		const { request } = record.action;
		const expected = request.type === "sign" ? 0 : request.transactions.length;
		this.#change(record, { state: record.sent.length === expected ? "completed" : "failed" });
	}

	async #readOutcome({
		family,
		transactionId,
		chainId,
		from,
		nonce,
		lastValid,
	}: SentLeg): Promise<Outcome | null> {
		if (family === "svm") {
			return this.#parts.svm === null
				? null
				: await readSvmOutcome(this.#parts.svm, transactionId, lastValid);
		}
		const { client } = this.#parts.chain(chainId ?? 0);
		return await readEvmOutcome(client, `0x${transactionId.slice(2)}`, from, nonce);
	}

	/** Updates the action that mirrors a commit to match the states of its commits. */
	mirror({ view }: CommitRecord): void {
		const record = this.#parts.store.ofCommit(view.commit_id);
		if (record === null) return;
		const { state, request } = record.action;
		if (state !== "pending" && state !== "submitted") return;
		const views = record.commitIds.flatMap((id) => this.#parts.commits.get(id)?.view ?? []);
		const states = views.map((each) => each.state);
		const ended = states.find((each) => TERMINAL_COMMIT_STATES.has(each) && each !== "confirmed");
		if (ended === "rejected") {
			const result = { status: "rejected", reason: "A commit of it was rejected." } as const;
			this.#change(record, { state: "rejected", result });
		} else if (ended !== undefined) {
			this.#change(record, { state: ended === "expired" ? "expired" : "failed" });
		} else if (states.every((each) => each === "confirmed")) {
			const legs = views.map(({ transaction_id }, index) => ({
				id: `leg_${index + 1}`,
				status: "submitted" as const,
				transactionId: transaction_id,
			}));
			this.#change(record, { state: "completed", result: { status: "submitted", legs } });
		} else if (state === "pending" && states.some((each) => each === "submitted" || each === "confirmed")) {
			this.#change(record, { state: "submitted" });
		} else if (view.review !== null && JSON.stringify(view.review.request) !== JSON.stringify(request)) {
			this.#change(record, { request: view.review.request });
		}
	}
}
