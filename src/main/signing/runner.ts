import { detailOf, type StepDetail } from "../../core/journal/details.ts";
import {
	ENDED,
	hasStepRows,
	type JournalOutcome,
	type JournalRow,
	type JournalState,
} from "../../core/journal/types.ts";
import { UnreadableRecord } from "../../core/journal/unreadable.ts";
import { message } from "../../core/localized-text.ts";
import type { Frozen, FrozenCommit } from "../../core/match/frozen.ts";
import { notSigned } from "../../core/unsigned.ts";
import type { Ports } from "../ports.ts";
import { StorageError } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import { frozenOfRow, sameNonceRows } from "../storage/same-nonce.ts";
import { ActionAnswer } from "./action-answer.ts";
import { CommitBroadcast } from "./commit-broadcast.ts";
import { ConfirmationTracker } from "./confirmation-tracker.ts";
import { LocalBroadcast } from "./local-broadcast.ts";
import { briefly, cutOffText, lineOf, sameId, userMessage } from "./outcomes.ts";
import { recheckCommit } from "./recheck.ts";
import { END, type Next, RowScheduler, wait } from "./row-scheduler.ts";
import { FOLLOW_MS, RowTransitions } from "./row-transitions.ts";
import { type FinalityLookups, newRun, type Run } from "./run.ts";
import { SignStep } from "./sign-step.ts";
import { CommitFault, type SigningAccount } from "./signing-service.ts";
import { StepGuard } from "./step-guard.ts";
import { SignatureSubmission } from "./submit-signature.ts";
import { declinedStep, WalletAttempt } from "./wallet-attempt.ts";

/** After this time, no reorg is expected to undo a settled row. */
const DEEP_MS = 30 * 60_000;
const LOOKUP_MS = 15_000;

function blockOf(row: JournalRow): { readonly number: bigint; readonly hash: string } | null {
	const { receipt } = row;
	if (receipt === null || receipt instanceof UnreadableRecord || "family" in receipt) return null;
	const { blockNumber, blockHash } = receipt;
	return { number: BigInt(blockNumber), hash: blockHash };
}

const IN_BLOCK: ReadonlySet<JournalOutcome | null> = new Set(["confirmed", "failed"]);

const REORG_NOTE = message("signing.reorg");

const reorgDetail = (whose: "own" | "step"): StepDetail => ({ kind: "block_taken_back", whose });

class FinalityTracker {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;
	readonly #wake: (rowId: string) => void;

	constructor(
		app: { readonly ports: Pick<Ports, "clock">; readonly stores: { readonly journal: Journal } },
		account: Pick<SigningAccount, "sequencer">,
		rows: RowTransitions,
		wake: (rowId: string) => void,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
		this.#wake = wake;
	}

	async runRow(row: JournalRow, frozen: Frozen, lookups: FinalityLookups): Promise<Next> {
		const { ports, stores } = this.#app;
		const block = blockOf(row);
		const sequencing = this.#account.sequencer.of(row, frozen);
		if (!IN_BLOCK.has(row.outcome) || block === null || row.transactionId === null || sequencing === null)
			return END;
		if (ports.clock.now() - this.#settledAt(row) >= DEEP_MS) return END;
		// Read before the lookup. If the block is replaced in between, the lookup returns a different hash.
		const depth = await sequencing.depth(block.number);
		const known = await sequencing.lookup(row.transactionId);
		const now = stores.journal.row(row.id);
		if (now === null || !ENDED.has(now.state)) return wait(0);
		if (known.state === "mined" && sameId(known.blockHash, block.hash)) {
			lookups.reset();
			return depth === "final" ? END : wait(LOOKUP_MS);
		}
		const isLost = lookups.countMissed();
		return known.state === "mined" || isLost ? this.#reopen(now) : wait(FOLLOW_MS);
	}

	#settledAt(row: JournalRow): number {
		const { journal } = this.#app.stores;
		return journal.steps(row.id).findLast((step) => step.step === "settled")?.at ?? 0;
	}

	/** Reopens every row that the lost block had settled, because the nonce is free again. */
	#reopen(row: JournalRow): Next {
		const { journal } = this.#app.stores;
		const holder = row.nonce === null ? null : journal.holder(row.chainRef, row.signer, row.nonce);
		const sameNonce = sameNonceRows(journal, row);
		if (holder !== null && sameNonce.every((each) => each.id !== holder.id)) {
			const text = message("signing.reorg.by", { headline: briefly(holder.headline) });
			this.#rows.setNote(row, text);
			return END;
		}
		// The original comes before its replacements, because it claims the nonce.
		for (const each of sameNonce) {
			const lost = each.state === "settled" && each.outcome === "replaced";
			if (each.id === row.id || lost) {
				this.#reopenRow(each);
				this.#reopenParent(each);
			}
		}
		return wait(FOLLOW_MS);
	}

	#reopenRow(row: JournalRow): void {
		const facts = { live: true, outcome: null, receipt: null, text: REORG_NOTE, detail: reorgDetail("own") };
		this.#rows.step(row, ["settled"], this.#stateBefore(row), facts);
		this.#wake(row.id);
	}

	#reopenParent(row: JournalRow): void {
		const parent = row.parent === null ? null : this.#app.stores.journal.row(row.parent);
		if (parent?.state !== "settled" || !IN_BLOCK.has(parent.outcome)) return;
		const facts = { live: true, outcome: null, text: REORG_NOTE, detail: reorgDetail("step") };
		this.#rows.step(parent, ["settled"], "reported", facts);
		this.#wake(parent.id);
	}

	#stateBefore(row: JournalRow): JournalState {
		const steps = this.#app.stores.journal.steps(row.id);
		const settled = steps.findLastIndex((step) => step.step === "settled");
		if (steps[settled - 1]?.step === "held") return "held";
		return row.kind === "commit" ? "reported" : "submitted";
	}
}

const WITHDRAWN = notSigned(message("signing.withdrawn"));

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

	constructor(
		app: ConstructorParameters<typeof RowTransitions>[0] &
			ConstructorParameters<typeof SignStep>[0] &
			ConstructorParameters<typeof StepGuard>[0],
		account: SigningAccount,
	) {
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

type Wakeable = Pick<Runner, "wake" | "wakeAll" | "withdraw">;

/** Forwards calls to the runners of all open scopes. Each runner ignores rows in other scopes. */
export class Runners implements Wakeable {
	readonly #all: readonly Wakeable[];

	constructor(...all: readonly Wakeable[]) {
		this.#all = all;
	}

	wake(rowId: string): void {
		for (const runner of this.#all) runner.wake(rowId);
	}

	wakeAll(): void {
		for (const runner of this.#all) runner.wakeAll();
	}

	withdraw(rowId: string): boolean {
		return this.#all.some((runner) => runner.withdraw(rowId));
	}
}
