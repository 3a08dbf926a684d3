import { readDetail, type StepFacts } from "../../core/journal/details.ts";
import type { AnswerBody } from "../../core/journal/records.ts";
import { ENDED, type JournalOutcome, type JournalRow } from "../../core/journal/types.ts";
import { readable } from "../../core/journal/unreadable.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import { feeItemOf } from "../../core/match/fee-item.ts";
import {
	type Frozen,
	type FrozenAction,
	type FrozenActionLike,
	isActionLike,
	isTracked,
	revisionOf,
} from "../../core/match/frozen.ts";
import { NOTHING_SIGNED } from "../../core/unsigned.ts";
import type { ActionResult } from "../../service-api/action.ts";
import type { Action } from "../../service-api/events.ts";
import { doneBy, sameNonceRows } from "../storage/same-nonce.ts";
import { answeredBy, isDecided, resultOfSignatures, resultOfSteps } from "./answer-body.ts";
import { acceptsAnswer, actionRejection, isExpired, isSameOpen, readAgain } from "./recheck.ts";
import { AGAIN, END, type Next, wait } from "./row-scheduler.ts";
import { FOLLOW_MS, type RowContext, type RowTransitions } from "./row-transitions.ts";
import type { Run } from "./run.ts";
import { CommitFault, type SigningAccount } from "./signing-service.ts";

const MAX_MOVES = 10;

const WITHHELD = message("signing.answer.kept-back");
const ANOTHERS = message("signing.answer.another");
const UNCLEAR = message("signing.answer.unclear");
const PERHAPS_SEEN = message("signing.answer.perhaps-seen");

function isDoneInFull(result: ActionResult): boolean {
	return result.status === "submitted" && result.legs.every(({ status }) => status === "submitted");
}

class AnswerReport {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;

	constructor(
		app: RowContext,
		account: Pick<SigningAccount, "actions" | "serviceClock">,
		rows: RowTransitions,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
	}

	async send(row: JournalRow, frozen: FrozenAction, run: Run): Promise<Next> {
		const { actions, serviceClock } = this.#account;
		const written = readable(row.answer);
		if (written === null) throw new Error("the answer is not stored");
		const body: AnswerBody = { ...written, revision: this.#revisionOf(row, written) };
		const signs = body.result.status === "signed";
		if (!run.isFresh) {
			const action = await readAgain(actions, row, frozen);
			const holder = answeredBy(action, body.result);
			if (holder !== null) return this.#reported(row, holder === "us" ? null : ANOTHERS);
			const recheck = actionRejection(action, { ...frozen, action_revision: body.revision });
			// See docs/service-api/differences.md#handed-in-answers
			const isNewer = action !== null && action.revision > body.revision && isSameOpen(action, frozen);
			if (isNewer && isDoneInFull(body.result)) {
				const next = this.#moveOn(row, action.revision);
				if (next !== null) return next;
			}
			if (signs && recheck !== null)
				return this.end(
					row,
					"refused",
					sentences(recheck, message("signing.answer.not-sent-any-more"), PERHAPS_SEEN),
				);
			// The service ignores results for an earlier revision (docs/service-api/actions.md#rules).
			if (action?.state === "pending" && recheck !== null)
				return this.#reported(row, sentences(recheck, message("signing.answer.earlier-form")));
		}
		if (signs && isExpired(frozen, this.#app.ports.clock.now(), serviceClock.offset()))
			return this.end(
				row,
				"refused",
				run.isFresh
					? sentences(message("signing.answer.expired-before"), WITHHELD)
					: sentences(message("signing.answer.expired"), PERHAPS_SEEN),
			);
		run.isFresh = false;
		try {
			// A different revision has a different body, so it needs its own idempotency key.
			const key = body.revision === written.revision ? row.reportKey : `${row.reportKey}:${body.revision}`;
			const answered = await actions.resolve(frozen.action_id, row.sessionId, body, key);
			if (answered.id === frozen.action_id && answered.revision >= body.revision)
				return this.#reported(row, null);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			if (!cause.unclear) {
				const action = await readAgain(actions, row, frozen);
				return this.#refused(row, frozen, run, { cause, action, body });
			}
		}
		return this.#unclear(row, frozen, run, { action: await readAgain(actions, row, frozen), body });
	}

	end(row: JournalRow, outcome: JournalOutcome, text: Message | null): Next {
		for (const item of this.#app.stores.journal.stepRowsOf(row.id))
			if (item.state === "signed")
				this.#rows.step(item, ["signed"], "settled", {
					outcome: outcome === "refused" ? "refused" : "answered",
					live: false,
				});
		this.#rows.step(row, [row.state], "settled", { outcome, live: false, text });
		return END;
	}

	#revisionsAfter(row: JournalRow): readonly number[] {
		return this.#app.stores.journal.steps(row.id).flatMap((step) => {
			const detail = readDetail(step);
			return detail?.kind === "at_revision" ? [detail.revision] : [];
		});
	}

	/** Returns the approved revision, or a newer one with an identical request. */
	#revisionOf(row: JournalRow, body: AnswerBody): number {
		return Math.max(body.revision, ...this.#revisionsAfter(row));
	}

	/** Returns `null` after `MAX_MOVES` newer revisions. */
	#moveOn(row: JournalRow, revision: number): Next | null {
		if (this.#revisionsAfter(row).length >= MAX_MOVES) return null;
		this.#rows.step(row, ["reporting"], "reporting", { detail: { kind: "at_revision", revision } });
		return wait(FOLLOW_MS);
	}

	/**
	 * If the action, re-read after a conflict (409), still makes the same request, sends the same result
	 * again.
	 */
	#refused(
		row: JournalRow,
		frozen: FrozenAction,
		run: Run,
		{ cause, action, body }: { cause: CommitFault; action: Action | null; body: AnswerBody },
	): Next {
		const holder = answeredBy(action, body.result);
		if (holder !== null) return this.#reported(row, holder === "us" ? null : ANOTHERS);
		const accepts = cause.conflict && action !== null && acceptsAnswer(action, frozen, body.result);
		if (accepts && action.revision > body.revision) {
			const next = this.#moveOn(row, action.revision);
			if (next !== null) return next;
		} else if (accepts && action.revision === body.revision && run.reports.allowRetry()) {
			return wait(FOLLOW_MS);
		}
		const { serviceText } = cause;
		const refusal =
			serviceText === null
				? message("signing.answer.not-taken")
				: message("signing.answer.not-taken.said", { said: serviceText });
		const signs = body.result.status === "signed";
		return this.#reported(row, signs ? sentences(refusal, message("signing.answer.has-seen")) : refusal);
	}

	#unclear(
		row: JournalRow,
		frozen: FrozenAction,
		run: Run,
		{ action, body }: { action: Action | null; body: AnswerBody },
	): Next {
		const holder = answeredBy(action, body.result);
		if (holder !== null) return this.#reported(row, holder === "us" ? null : ANOTHERS);
		const accepts = action !== null && acceptsAnswer(action, frozen, body.result);
		if (accepts && action.revision === body.revision && run.reports.allowRetry()) return wait(FOLLOW_MS);
		return this.#reported(row, UNCLEAR, "unclear");
	}

	/** @param doubt why the service may not use our answer; `null` if it has received the answer */
	#reported(row: JournalRow, doubt: Message | null, kind: "refused" | "unclear" = "refused"): Next {
		const facts: StepFacts = doubt === null ? {} : { text: doubt, detail: { kind, told: doubt } };
		this.#rows.step(row, ["reporting"], "reported", facts);
		return AGAIN;
	}
}

function joined(...parts: readonly (Message | null)[]): Message | null {
	const [first, ...more] = parts.filter((each) => each !== null);
	if (first === undefined) return null;
	return more.length === 0 ? first : sentences(first, ...more);
}

const ofStep = ({ place }: JournalRow, text: Message): Message =>
	message("signing.step", { step: String(place + 1), told: text });

/**
 * Sends one result for all steps of an action. The result is stored first and repeated in every attempt
 * (docs/service-api/actions.md#rules).
 */
export class ActionAnswer {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;
	readonly #report: AnswerReport;

	constructor(
		app: RowContext,
		account: Pick<SigningAccount, "actions" | "serviceClock">,
		rows: RowTransitions,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
		this.#report = new AnswerReport(app, account, rows);
	}

	async runRow(row: JournalRow, frozen: Frozen, run: Run): Promise<Next> {
		if (!isActionLike(frozen)) throw new Error("the action's row has no action");
		switch (row.state) {
			case "approved":
				return frozen.request.type === "sign"
					? await this.#gatherSignatures(row, frozen, run)
					: this.#gatherTransactions(row, frozen);
			case "reporting":
				if (!isTracked(frozen)) throw new Error("the action isn't tracked by the service");
				return await this.#report.send(row, frozen, run);
			case "reported":
				return this.#follow(row, frozen);
			case "claiming":
			case "claimed":
			case "declining":
			case "signing":
			case "signed":
			case "handing_in":
			case "handed_in":
			case "sending":
			case "submitted":
			case "held":
			case "settled":
			case "refused":
				return END;
		}
	}

	/** Reports the signatures of a `sign` action when every step has one. If any step failed, sends none. */
	async #gatherSignatures(row: JournalRow, frozen: FrozenActionLike, run: Run): Promise<Next> {
		const { actions, serviceClock } = this.#account;
		const { ports, stores } = this.#app;
		const items = stores.journal.stepRowsOf(row.id);
		const stopped =
			items.find((item) => item.state === "refused") ?? items.find((item) => item.state === "settled");
		if (stopped !== undefined) {
			const text = stopped.text ?? NOTHING_SIGNED;
			if (stopped.outcome === "refused") return this.#keepBack(row, items, text);
			const signed = items.some((item) => item.signature !== null);
			return this.#drop(row, items, signed ? sentences(ofStep(stopped, text), WITHHELD) : text);
		}
		if (!items.every((item) => item.state === "signed")) return this.#annotate(row, items);
		const text = actionRejection(await readAgain(actions, row, frozen), frozen);
		if (text !== null) return this.#keepBack(row, items, sentences(text, WITHHELD));
		if (isExpired(frozen, ports.clock.now(), serviceClock.offset()))
			return this.#keepBack(row, items, sentences(message("signing.answer.expired-before"), WITHHELD));
		// A local agent's proposal has no service. The agent gets its signatures from our journal.
		if (!isTracked(frozen)) return this.#endHere(row);
		run.isFresh = true;
		return this.#writeDown(row, frozen, resultOfSignatures(items, frozen));
	}

	#gatherTransactions(row: JournalRow, frozen: FrozenActionLike): Next {
		const { journal } = this.#app.stores;
		const items = journal.stepRowsOf(row.id);
		const stopped = items.find((item) => item.state === "refused");
		const isUntouched = items.every(({ signature, state }) => signature === null && state !== "signing");
		if (stopped !== undefined && isUntouched) return this.#drop(row, items, stopped.text ?? NOTHING_SIGNED);
		if (!items.every((item) => isDecided(journal, item))) return this.#annotate(row, items);
		if (!isTracked(frozen)) return this.#endHere(row);
		return this.#writeDown(row, frozen, resultOfSteps(journal, items));
	}

	/** Ends an action that never left this app, so the same request can be approved again. */
	#drop(row: JournalRow, items: readonly JournalRow[], text: Message): Next {
		for (const item of items)
			if (!ENDED.has(item.state)) {
				const facts = { outcome: "skipped", live: false, dead: item.signature !== null } as const;
				this.#rows.step(item, [item.state], "settled", facts);
			}
		this.#rows.step(row, [row.state], "refused", { outcome: "unsigned", live: false, text });
		return END;
	}

	/** Ends an action whose signatures must never be sent. Nobody else has seen them. */
	#keepBack(row: JournalRow, items: readonly JournalRow[], text: Message): Next {
		const facts = { outcome: "refused", live: false, text } as const;
		for (const item of items)
			if (!ENDED.has(item.state)) this.#rows.step(item, [item.state], "settled", facts);
		this.#rows.step(row, [row.state], "settled", facts);
		return END;
	}

	/** Skips the answer, because no service is tracking the action. */
	#endHere(row: JournalRow): Next {
		this.#rows.step(row, ["approved"], "reported", { detail: { kind: "unreported", why: "no_service" } });
		return AGAIN;
	}

	#writeDown(row: JournalRow, frozen: FrozenActionLike, result: ActionResult): Next {
		const answer = { revision: revisionOf(frozen), result };
		this.#rows.step(row, ["approved"], "reporting", { answer });
		return AGAIN;
	}

	#follow(row: JournalRow, frozen: FrozenActionLike): Next {
		const { journal } = this.#app.stores;
		const doubt = this.#doubtOf(row);
		const refusal = doubt?.text ?? null;
		// The service may have these signatures, so the row can't be reported as unsigned.
		if (frozen.request.type === "sign")
			return this.#report.end(row, doubt?.kind === "refused" ? "refused" : "answered", refusal);
		const items = journal.stepRowsOf(row.id);
		const open = items.some((item) => sameNonceRows(journal, item).some((each) => !ENDED.has(each.state)));
		if (open) return this.#annotate(row, items, refusal);
		const unfinished = items.filter((item) => doneBy(journal, item) === null);
		const fee = feeItemOf(frozen)?.place;
		const bad = unfinished.find(({ place }) => place !== fee);
		const done = refusal === null ? "confirmed" : "unanswered";
		if (bad !== undefined) {
			const why = bad.text === null || items.length === 1 ? bad.text : ofStep(bad, bad.text);
			return this.#report.end(row, "failed", joined(refusal, why));
		}
		// The action itself is done, and an unpaid fee is no reason to repeat it.
		const [unpaid] = unfinished;
		const text = unpaid === undefined ? null : joined(message("signing.fee-unpaid"), unpaid.text);
		return this.#report.end(row, done, joined(refusal, text));
	}

	#doubtOf(row: JournalRow): { readonly kind: "refused" | "unclear"; readonly text: Message } | null {
		const first = this.#app.stores.journal.steps(row.id).find(({ step }) => step === "reported");
		const detail = first === undefined ? null : readDetail(first);
		return detail?.kind === "refused" || detail?.kind === "unclear"
			? { kind: detail.kind, text: detail.told }
			: null;
	}

	#annotate(row: JournalRow, items: readonly JournalRow[], before: Message | null = null): Next {
		const at = items.find((item) => !ENDED.has(item.state) && item.text !== null);
		const text = at?.text ?? null;
		const isOne = at === undefined || text === null || items.length <= 1;
		const all = joined(before, isOne ? text : ofStep(at, text));
		if (all !== null) this.#rows.explain(row, all);
		return wait(FOLLOW_MS);
	}
}
