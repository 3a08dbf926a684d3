import { detailOf } from "../../core/journal/details.ts";
import { ENDED, hasStepRows, type JournalRow } from "../../core/journal/types.ts";
import { message } from "../../core/localized-text.ts";
import type { FrozenCommit } from "../../core/match/frozen.ts";
import { notSigned } from "../../core/unsigned.ts";
import { StorageError } from "../storage/database.ts";
import { frozenOfRow } from "../storage/same-nonce.ts";
import { ActionAnswer } from "./action-answer.ts";
import { CommitBroadcast } from "./commit-broadcast.ts";
import { ConfirmationTracker } from "./confirmation-tracker.ts";
import { DEEP_MS, FinalityTracker } from "./finality-tracker.ts";
import { LocalBroadcast } from "./local-broadcast.ts";
import { cutOffText, lineOf, userMessage } from "./outcomes.ts";
import { recheckCommit } from "./recheck.ts";
import { END, type Next, RowScheduler, wait } from "./row-scheduler.ts";
import { type RowContext, RowTransitions, type TransitionContext } from "./row-transitions.ts";
import { newRun, type Run } from "./run.ts";
import { type SignContext, SignStep } from "./sign-step.ts";
import { CommitFault, type SigningAccount } from "./signing-service.ts";
import { type GuardContext, StepGuard } from "./step-guard.ts";
import { SignatureSubmission } from "./submit-signature.ts";
import { declinedStep, WalletAttempt } from "./wallet-attempt.ts";

const WITHDRAWN = notSigned(message("signing.withdrawn"));

export type RunnerContext = RowContext & TransitionContext & SignContext & GuardContext;

/**
 * Carries approved rows to completion. No other class calls a Signer. Each effect follows a durable journal
 * step, so a crash never loses an approval or signs twice.
 */
export class Runner {
	readonly #app;
	readonly #account;
	readonly #scheduler: RowScheduler;
	readonly #rows: RowTransitions;
	readonly #signStep: SignStep;
	readonly #broadcast: CommitBroadcast;
	readonly #submission: SignatureSubmission;
	readonly #confirmations: ConfirmationTracker;
	readonly #finality: FinalityTracker;
	readonly #attempts: WalletAttempt;
	readonly #localBroadcast: LocalBroadcast;
	readonly #answers: ActionAnswer;

	constructor(app: RunnerContext, account: SigningAccount) {
		this.#app = app;
		this.#account = account;
		const wake = (rowId: string) => this.wake(rowId);
		this.#scheduler = new RowScheduler(app.ports.clock, (rowId) => this.#begin(rowId));
		this.#rows = new RowTransitions(app, wake);
		const rows = this.#rows;
		this.#signStep = new SignStep(app, account, rows, () => this.#scheduler.isStopped());
		this.#broadcast = new CommitBroadcast(app, account, rows);
		this.#submission = new SignatureSubmission(app, account, rows, this.#broadcast);
		this.#confirmations = new ConfirmationTracker(app, account, rows);
		this.#finality = new FinalityTracker(app, account, rows, wake);
		this.#attempts = new WalletAttempt(app, account, rows, this.#signStep, this.#confirmations);
		const guard = new StepGuard(app);
		this.#localBroadcast = new LocalBroadcast(app, account, rows, this.#signStep, this.#confirmations, guard);
		this.#answers = new ActionAnswer(app, account, rows);
	}

	recover(): void {
		const { journal } = this.#app.stores;
		const shallow = journal.settledSince(this.#app.ports.clock.now() - DEEP_MS);
		for (const row of [...journal.unsettled(), ...shallow])
			if (row.scope === this.#account.scope) this.wake(row.id);
	}

	wake(rowId: string): void {
		this.#scheduler.wake(rowId);
	}

	wakeAll(): void {
		this.#scheduler.wakeAll();
	}

	/** Returns `false` if a signer has already been prompted or the row isn't waiting. */
	withdraw(rowId: string): boolean {
		const row = this.#app.stores.journal.row(rowId);
		if (row?.scope !== this.#account.scope) return false;
		if (row.state === "claimed") this.#rows.step(row, ["claimed"], "declining", declinedStep("taken_back"));
		else if (row.state === "approved")
			this.#rows.step(row, ["approved"], "refused", {
				outcome: "unsigned",
				live: false,
				text: WITHDRAWN,
				detail: { kind: "declined", how: "taken_back" },
			});
		else return false;
		this.wake(row.id);
		return true;
	}

	stop(): Promise<void> {
		return this.#scheduler.stop();
	}

	#begin(rowId: string): () => Promise<Next> {
		const run = newRun();
		return async () => {
			try {
				const row = this.#app.stores.journal.row(rowId);
				if (row === null || row.scope !== this.#account.scope) return END;
				const next = await this.#runRow(row, run);
				run.retry.reset();
				return next;
			} catch (cause) {
				return this.#retryLater(rowId, run, cause);
			}
		};
	}

	async #runRow(row: JournalRow, run: Run): Promise<Next> {
		if (row.state === "refused" || (row.state === "settled" && hasStepRows(row))) return END;
		if (row.state === "signing")
			return this.#rows.refuse(row, cutOffText(this.#promptingDevice(row), row.transport));
		const frozen = frozenOfRow(row);
		if (row.state === "settled") return await this.#finality.runRow(row, frozen, run.finality);
		if (hasStepRows(row)) return await this.#answers.runRow(row, frozen, run);
		if (frozen.kind === "commit") return await this.#runCommit(row, frozen, run);
		return await this.#localBroadcast.runRow(row, frozen, run);
	}

	async #runCommit(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		if (frozen.route === "browser_send") return await this.#attempts.runRow(row, frozen, run);
		switch (row.state) {
			case "approved":
				return await this.#signStep.sign(row, frozen, run, () => recheckCommit(this.#account, row, frozen));
			case "signed":
			case "handing_in":
				return await this.#submission.submit(row, frozen, run);
			case "handed_in":
				return await this.#submission.follow(row, frozen, run);
			case "sending":
				return await this.#broadcast.resume(row, frozen);
			case "submitted":
			case "reporting":
				return await this.#broadcast.report(row, frozen, run);
			case "reported":
				return await this.#confirmations.follow(row, frozen, run.confirmation);
			case "held":
				return await this.#confirmations.trackHeldRow(row, frozen, run.confirmation);
			// There is no default case, so the compiler reports new states.
			case "claiming":
			case "claimed":
			case "declining":
			case "signing":
			case "settled":
			case "refused":
				return END;
		}
	}

	#promptingDevice(row: JournalRow): string | null {
		const asked = detailOf(this.#app.stores.journal.steps(row.id), "signing");
		return asked?.kind === "asked" ? asked.device : null;
	}

	#retryLater(rowId: string, run: Run, cause: unknown): Next {
		const { alerts, ports, stores } = this.#app;
		const delay = run.retry.countFailure();
		const asked = cause instanceof CommitFault ? (cause.retryAfterMs ?? 0) : 0;
		run.isFresh = false;
		ports.log(`signing: row ${rowId}: ${lineOf(cause)}`);
		// If the app's own shutdown caused the error, the error says nothing about the row.
		if (this.#scheduler.isStopped()) return END;
		if (cause instanceof StorageError) alerts.storage(cause.text);
		try {
			const row = stores.journal.row(rowId);
			if (row !== null && row.state !== "held" && !ENDED.has(row.state))
				this.#rows.explain(row, userMessage(cause));
		} catch (fault) {
			// If the disk is full, the text can't be stored either. The row is still retried.
			ports.log(`signing: row ${rowId}: ${lineOf(fault)}`);
		}
		return wait(Math.max(asked, delay));
	}
}
