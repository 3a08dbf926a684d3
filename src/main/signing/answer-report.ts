import type { StepFacts } from "../../core/journal/details.ts";
import { readDetail } from "../../core/journal/details.ts";
import type { AnswerBody } from "../../core/journal/records.ts";
import type { JournalOutcome, JournalRow } from "../../core/journal/types.ts";
import { readable } from "../../core/journal/unreadable.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import type { FrozenAction } from "../../core/match/frozen.ts";
import type { ActionResult } from "../../service-api/action.ts";
import type { Action } from "../../service-api/events.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { answeredBy } from "./answer-body.ts";
import { acceptsAnswer, actionRejection, isExpired, isSameOpen, readAgain } from "./recheck.ts";
import { AGAIN, END, type Next, wait } from "./row-scheduler.ts";
import { FOLLOW_MS, MAX_REFUSALS, type RowTransitions, type Run } from "./row-transitions.ts";
import { CommitFault, type SigningAccount } from "./signing-service.ts";

const MAX_MOVES = 10;

export const WITHHELD = message("signing.answer.kept-back");
const ANOTHERS = message("signing.answer.another");
const UNCLEAR = message("signing.answer.unclear");
const PERHAPS_SEEN = message("signing.answer.perhaps-seen");

function isDoneInFull(result: ActionResult): boolean {
	return result.status === "submitted" && result.legs.every(({ status }) => status === "submitted");
}

export class AnswerReport {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock">;
			readonly stores: { readonly journal: Pick<Journal, "steps" | "stepRowsOf"> };
		},
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
		if (written === null) throw new Error("an answer that was not written down");
		const body: AnswerBody = { ...written, revision: this.#revisionOf(row, written) };
		const signs = body.result.status === "signed";
		if (!run.fresh) {
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
				run.fresh
					? sentences(message("signing.answer.expired-before"), WITHHELD)
					: sentences(message("signing.answer.expired"), PERHAPS_SEEN),
			);
		run.fresh = false;
		try {
			// A different revision means a different body, so it needs its own idempotency key.
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

	/** After a conflict (409) the action was read again, so an identical request gets the same result. */
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
		} else if (accepts && action.revision === body.revision && run.refusals < MAX_REFUSALS) {
			run.refusals += 1;
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
		if (accepts && action.revision === body.revision && run.refusals < MAX_REFUSALS) {
			run.refusals += 1;
			return wait(FOLLOW_MS);
		}
		return this.#reported(row, UNCLEAR, "unclear");
	}

	/** @param doubt why the answer may not count; `null` if the service has it */
	#reported(row: JournalRow, doubt: Message | null, kind: "refused" | "unclear" = "refused"): Next {
		const facts: StepFacts = doubt === null ? {} : { text: doubt, detail: { kind, told: doubt } };
		this.#rows.step(row, ["reporting"], "reported", facts);
		return AGAIN;
	}
}
