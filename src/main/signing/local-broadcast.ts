import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import { type Frozen, hasSeveralSteps, isActionLike } from "../../core/match/frozen.ts";
import { doneBy, sameNonceRows } from "../storage/same-nonce.ts";
import { broadcastOnce } from "./broadcast-once.ts";
import type { ConfirmationTracker } from "./confirmation-tracker.ts";
import { actionRejection, isExpired, type Recheck, readAgain, recheckAction } from "./recheck.ts";
import { END, type Next, wait } from "./row-scheduler.ts";
import { FOLLOW_MS, type RowContext, type RowTransitions } from "./row-transitions.ts";
import type { Run } from "./run.ts";
import type { Sequencing } from "./sequencing.ts";
import { SIGNER_POLL_MS, type SignStep } from "./sign-step.ts";
import type { SigningAccount } from "./signing-service.ts";
import type { StepFault, StepGuard } from "./step-guard.ts";

/** Explains why an approval with several steps ended at this step. */
const restText = ({ place }: JournalRow, why: Message): Message =>
	sentences(
		why,
		place === 0 ? message("signing.not-signed.review-again") : message("signing.rest.not-signed"),
	);

function onlySigns(frozen: Frozen): boolean {
	return isActionLike(frozen) && frozen.request.type === "sign";
}

/**
 * Executes everything that has no commit: the steps and messages of actions and proposals, and the user's own
 * transfers, revocations and replacements. A broadcast step is signed only after the previous one has been mined.
 */
export class LocalBroadcast {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;
	readonly #signStep: SignStep;
	readonly #confirmations: ConfirmationTracker;
	readonly #guard: StepGuard;

	constructor(
		app: RowContext,
		account: Pick<SigningAccount, "actions" | "sequencer" | "serviceClock">,
		rows: RowTransitions,
		signStep: SignStep,
		confirmations: ConfirmationTracker,
		guard: StepGuard,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
		this.#signStep = signStep;
		this.#confirmations = confirmations;
		this.#guard = guard;
	}

	async runRow(row: JournalRow, frozen: Frozen, run: Run): Promise<Next> {
		if (row.state === "approved") return await this.#sign(row, frozen, run);
		const sequencing = this.#account.sequencer.of(row, frozen);
		// The action's own row reports the signatures.
		if (sequencing === null || onlySigns(frozen)) return END;
		switch (row.state) {
			case "signed":
			case "sending":
				return await this.#send(row, frozen, sequencing);
			case "submitted":
			case "held":
				return await this.#confirmations.trackLocalRow(row, frozen, sequencing, run.confirmation);
			case "claiming":
			case "claimed":
			case "declining":
			case "signing":
			case "handing_in":
			case "handed_in":
			case "reporting":
			case "reported":
			case "settled":
			case "refused":
				return END;
		}
	}

	async #sign(row: JournalRow, frozen: Frozen, run: Run): Promise<Next> {
		const isGuarded = hasSeveralSteps(frozen);
		if (isGuarded) this.#guard.begin(row);
		const go = this.#stepBefore(row, frozen);
		if (go === "stop") {
			const text = sentences(message("signing.step.before-failed"), message("signing.step.not-signed"));
			this.#rows.step(row, ["approved"], "settled", { outcome: "skipped", live: false, text });
			return END;
		}
		const ended = isGuarded && this.#isNext(row) ? this.#guard.ended(row) : null;
		if (ended !== null) return this.#rows.refuse(row, restText(row, ended));
		if (go === "wait") return wait(FOLLOW_MS);
		if (isGuarded && this.#guard.waitsForVault(frozen)) {
			this.#rows.explain(
				row,
				sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")),
			);
			return wait(SIGNER_POLL_MS);
		}
		if (isGuarded) return await this.#signGuarded(row, frozen, run);
		const from = this.#startOf(row);
		return await this.#signStep.sign(row, frozen, run, () => this.#recheck(row, frozen), { from });
	}

	/**
	 * Returns whether the earlier steps are signed or have ended. While an earlier step is being signed, the
	 * later steps must not be dropped.
	 */
	#isNext(row: JournalRow): boolean {
		const previous = this.#previousOf(row);
		return previous === undefined || previous.signature !== null || ENDED.has(previous.state);
	}

	async #signGuarded(row: JournalRow, frozen: Frozen, run: Run): Promise<Next> {
		let fault: StepFault | null = null;
		const recheck = async (): Promise<Recheck> => {
			const found = await this.#recheck(row, frozen);
			if (found.stopped) return found;
			fault = await this.#guard.fault(row, frozen, run.simulations);
			// The vault may have been locked in the meantime.
			const text = fault?.text ?? this.#guard.ended(row);
			return text === null ? found : { stopped: true, text: restText(row, text) };
		};
		const refuse = (of: JournalRow, text: Message) => this.#rows.refuse(of, text, undefined, fault?.detail);
		return await this.#signStep.sign(row, frozen, run, recheck, { refuse });
	}

	#stepBefore(row: JournalRow, frozen: Frozen): "go" | "wait" | "stop" {
		const { journal } = this.#app.stores;
		if (row.parent === null || row.place === 0) return "go";
		const previous = this.#previousOf(row);
		if (previous === undefined) return "stop";
		if (onlySigns(frozen) && previous.state === "signed") return "go";
		if (doneBy(journal, previous) !== null) return "go";
		if (previous.state === "held") return "stop";
		// A replacement may contain the same call, so the replacements must have ended too.
		return sameNonceRows(journal, previous).every((each) => ENDED.has(each.state)) ? "stop" : "wait";
	}

	#previousOf(row: JournalRow): JournalRow | undefined {
		return row.parent === null ? undefined : this.#app.stores.journal.stepRowsOf(row.parent)[row.place - 1];
	}

	/** Each step's approval period starts when the previous step ends, because steps take time on chain. */
	#startOf(row: JournalRow): number {
		const previous = this.#previousOf(row);
		const last = previous === undefined ? undefined : this.#app.stores.journal.steps(previous.id).at(-1);
		return Math.max(row.approvedAt, last?.at ?? 0);
	}

	async #recheck(row: JournalRow, frozen: Frozen): Promise<Recheck> {
		const { actions, sequencer } = this.#account;
		const [text, fault] = await Promise.all([
			isActionLike(frozen) ? recheckAction(actions, row, frozen) : null,
			sequencer.of(row, frozen)?.fault() ?? null,
		]);
		const stop = text ?? fault;
		return stop === null ? { stopped: false, frozen } : { stopped: true, text: stop };
	}

	async #send(row: JournalRow, frozen: Frozen, sequencing: Sequencing): Promise<Next> {
		if (row.transactionId === null) return this.#rows.hold(row, message("signing.fee-payer-missing"));
		const tooLate = () => this.#tooLate(row, frozen);
		return await broadcastOnce(this.#rows, row, sequencing, { tooLate });
	}

	async #tooLate(row: JournalRow, frozen: Frozen): Promise<Message | null> {
		const { actions, serviceClock } = this.#account;
		const again = row.state === "sending";
		const stopped = isActionLike(frozen)
			? actionRejection(await readAgain(actions, row, frozen), frozen)
			: null;
		if (stopped !== null)
			return sentences(
				stopped,
				again ? message("signing.unknown-to-rpc.not-sent") : message("signing.kept-back.transaction"),
			);
		if (!isExpired(frozen, this.#app.ports.clock.now(), serviceClock.offset())) return null;
		return again ? message("signing.expired.while-submitting") : message("signing.expired.before-submitted");
	}
}
