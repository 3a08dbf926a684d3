import { plain } from "../../core/format/plain.ts";
import { detailOf, type StepDetail, type StepFacts } from "../../core/journal/details.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import { claimDifference } from "../../core/match/attempt.ts";
import type { FrozenCommit } from "../../core/match/frozen.ts";
import { notSigned } from "../../core/unsigned.ts";
import type { CommitWalletAttemptRequest, ReadAttempt } from "../../service-api/commit.ts";
import { SignerError } from "../wallet/signers/signer.ts";
import { broadcastOnce, reportOnce, transactionIdOf } from "./broadcast-once.ts";
import type { ConfirmationTracker } from "./confirmation-tracker.ts";
import { LEFT_WAITING, lifeOf, sameId } from "./outcomes.ts";
import { type AttemptStatus, attemptStatusOf, isExpired, type Recheck, recheckCommit } from "./recheck.ts";
import { AGAIN, END, type Next } from "./row-scheduler.ts";
import type { RowContext, RowTransitions } from "./row-transitions.ts";
import type { Run } from "./run.ts";
import { APPROVAL_LIFE_MS, type SignStep } from "./sign-step.ts";
import { CommitFault, type SigningAccount } from "./signing-service.ts";

/** Maximum age of a claim. An older claim is re-read before signing. */
const FRESH_MS = 5_000;
const CLIP = 120;

type Declined = Extract<StepDetail, { kind: "declined" }>;

const NO_WORDS: Readonly<Record<Declined["how"], Message>> = {
	taken_back: message("signing.declined.withdrawn"),
	device: message("signing.declined.device"),
};

export function declinedStep(how: Declined["how"]): StepFacts {
	return {
		live: false,
		text: sentences(NO_WORDS[how], message("signing.declined.telling")),
		detail: { kind: "declined", how },
	};
}

function attemptOf(row: JournalRow): string {
	if (row.attemptId === null) throw new Error("the claimed row has no attempt");
	return row.attemptId;
}

function againstSending(row: JournalRow, status: AttemptStatus): Message | null {
	switch (status.kind) {
		case "asked":
			return status.attemptId === row.attemptId ? null : message("signing.another-wallet");
		case "mismatched":
			return message("signing.mismatched");
		case "moving":
			if (sameId(status.transactionId, row.transactionId)) return null;
			return status.transactionId === null
				? message("signing.follows-other.none")
				: message("signing.follows-other", { id: status.transactionId });
		case "over":
			return message("signing.ended", { state: status.state });
		case "stopped":
			return status.text;
	}
}

/** If a transaction is pending before this app has signed, another wallet sent it. */
function againstSigning(row: JournalRow, status: AttemptStatus): Message | null {
	return status.kind === "moving" ? message("signing.moving") : againstSending(row, status);
}

function isReported(row: JournalRow, status: AttemptStatus): boolean {
	if (status.kind === "over" || status.kind === "mismatched") return true;
	return status.kind === "moving" && sameId(status.transactionId, row.transactionId);
}

function claimOf(row: JournalRow, frozen: FrozenCommit, version: number): CommitWalletAttemptRequest {
	return {
		version,
		review_digest: frozen.review_digest,
		client_request_id: row.signedKey,
		transport: "browser_send",
	};
}

/**
 * Claims a wallet attempt, signs, broadcasts once and reports
 * (docs/service-api/commits.md#browser_send-step-by-step). After a crash, only a row without a `signing`
 * step is known to be unsigned.
 */
export class WalletAttempt {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;
	readonly #signStep: SignStep;
	readonly #confirmations: ConfirmationTracker;

	constructor(
		app: RowContext,
		account: Pick<SigningAccount, "commits" | "sequencer" | "serviceClock">,
		rows: RowTransitions,
		signStep: SignStep,
		confirmations: ConfirmationTracker,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
		this.#signStep = signStep;
		this.#confirmations = confirmations;
	}

	async runRow(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		switch (row.state) {
			case "approved":
				return await this.#claimFirst(row, frozen, run);
			case "claiming":
				return await this.#claimAgain(row, frozen, run);
			case "claimed":
				return await this.#sign(row, frozen, run);
			case "declining":
				return await this.#decline(row);
			case "signed":
			case "sending":
				return await this.#send(row, frozen, run);
			case "submitted":
			case "reporting":
				return await this.#report(row, frozen, run);
			case "reported":
				return await this.#confirmations.follow(row, frozen, run.confirmation);
			case "held":
				return await this.#confirmations.trackHeldRow(row, frozen, run.confirmation);
			case "signing":
			case "handing_in":
			case "handed_in":
			case "settled":
			case "refused":
				return END;
		}
	}

	async #claimFirst(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const recheck = () => recheckCommit(this.#account, row, frozen);
		return await this.#signStep.whenReady(row, frozen, recheck, ({ version }) =>
			this.#claim(row, frozen, run, version),
		);
	}

	async #claimAgain(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		// After this time, nothing is signed, regardless of how the service responds to the claim.
		const isLate = this.#app.ports.clock.now() - row.approvedAt > APPROVAL_LIFE_MS;
		const read = await this.#account.commits.read(row.intentId, row.sessionId).catch((cause: unknown) => {
			if (isLate) return null;
			throw cause;
		});
		const known = read?.kind === "known" ? read.view : null;
		// The same request ID returns the same attempt.
		if (known !== null && known.wallet_attempt !== null && !isLate)
			return await this.#claim(row, frozen, run, known.version);
		if (isLate) {
			// The user needs the ID to report that nothing was sent.
			const attempt =
				known?.wallet_attempt == null ? null : await this.#namedAttempt(row, frozen, known.version);
			return this.#rows.refuse(
				row,
				sentences(
					notSigned(message("signing.attempt.no-clear-answer")),
					attempt === null ? message("signing.attempt.review-again") : LEFT_WAITING,
				),
				attempt ?? undefined,
			);
		}
		return await this.#claimFirst(row, frozen, run);
	}

	async #claim(row: JournalRow, frozen: FrozenCommit, run: Run, version: number): Promise<Next> {
		if (row.state === "approved") this.#rows.step(row, ["approved"], "claiming");
		let read: ReadAttempt;
		try {
			read = await this.#account.commits.startAttempt(
				row.intentId,
				row.sessionId,
				claimOf(row, frozen, version),
			);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			return this.#rows.refuse(row, notSigned(message("signing.attempt.refused", { why: cause.text })));
		}
		return this.#claimed(row, frozen, run, read);
	}

	#claimed(row: JournalRow, frozen: FrozenCommit, run: Run, read: ReadAttempt): Next {
		const rows = this.#rows;
		if (read.kind === "unreadable")
			return rows.refuse(
				row,
				sentences(
					notSigned(message("signing.attempt.unreadable", { reason: plain(read.reason, CLIP) })),
					LEFT_WAITING,
				),
				read.attemptId,
			);
		const { attempt_id: attemptId, may_invoke_wallet: may, request, state } = read.view;
		if (!may || request === null || state !== "awaiting_wallet")
			return rows.refuse(row, sentences(message("signing.attempt.given-already"), LEFT_WAITING), attemptId);
		const { payload } = frozen;
		if (payload.kind !== "evm_transaction") throw new Error("the attempt has no EVM transaction");
		const different = claimDifference(payload, request);
		if (different !== null) {
			const field = plain(different.field, CLIP);
			const approved = plain(different.approved, CLIP);
			const given = plain(different.claimed, CLIP);
			return rows.refuse(
				row,
				sentences(
					notSigned(message("signing.attempt.other-field", { field, approved, given })),
					LEFT_WAITING,
				),
				attemptId,
			);
		}
		rows.step(row, ["claiming"], "claimed", {
			attemptId,
			detail: { kind: "attempt", id: plain(attemptId, CLIP) },
		});
		run.isFresh = true;
		return AGAIN;
	}

	async #namedAttempt(row: JournalRow, frozen: FrozenCommit, version: number): Promise<string | null> {
		const { commits } = this.#account;
		try {
			const read = await commits.startAttempt(row.intentId, row.sessionId, claimOf(row, frozen, version));
			return read.kind === "known" ? read.view.attempt_id : (read.attemptId ?? null);
		} catch (cause) {
			if (cause instanceof CommitFault) return null;
			throw cause;
		}
	}

	async #sign(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const { ports, stores } = this.#app;
		const since = stores.journal.steps(row.id).findLast((step) => step.step === "claimed")?.at ?? 0;
		const wasFresh = run.isFresh;
		run.isFresh = false;
		const recheck = async (): Promise<Recheck> => {
			const isFresh = wasFresh && ports.clock.now() - since < FRESH_MS;
			const [status, fault] = await Promise.all([
				isFresh ? null : this.#status(row, frozen),
				this.#account.sequencer.requireFor(row, frozen).fault(),
			]);
			const notice = status === null ? null : againstSigning(row, status);
			const text = notice === null ? fault : notSigned(notice);
			return text === null ? { stopped: false, frozen } : { stopped: true, text };
		};
		return await this.#signStep.sign(row, frozen, run, recheck, {
			refuse: (of, text, cause) => this.#unsigned(of, text, cause),
		});
	}

	/**
	 * Only a rejection on the user's device is reported as a rejection
	 * (docs/service-api/commits.md#browser_send-step-by-step).
	 */
	#unsigned(row: JournalRow, text: Message, cause?: unknown): Next {
		const no = cause instanceof SignerError && cause.reason === "rejected" && !cause.mayHaveSigned;
		if (!no) return this.#rows.refuse(row, sentences(text, LEFT_WAITING));
		this.#rows.step(row, ["signing"], "declining", declinedStep("device"));
		return AGAIN;
	}

	async #decline(row: JournalRow): Promise<Next> {
		const { commits } = this.#account;
		const detail = detailOf(this.#app.stores.journal.steps(row.id), "declining");
		const no = detail?.kind === "declined" ? NO_WORDS[detail.how] : message("signing.declined");
		let outcomeText = message("signing.declined.told");
		try {
			await commits.reportAttempt(row.intentId, row.sessionId, attemptOf(row), { kind: "rejected" });
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			outcomeText =
				cause.serviceText === null
					? message("signing.declined.not-taken")
					: message("signing.declined.not-taken.said", { said: cause.serviceText });
		}
		const facts = { outcome: "declined", live: false, text: sentences(no, outcomeText) } as const;
		this.#rows.step(row, ["declining"], "refused", facts);
		return END;
	}

	async #send(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const sequencing = this.#account.sequencer.requireFor(row, frozen);
		return await broadcastOnce(this.#rows, row, sequencing, {
			tooLate: () => this.#tooLate(row, frozen, run),
			found: { detail: { kind: "sent_by", whom: "unknown" } },
		});
	}

	async #tooLate(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Message | null> {
		const again = row.state === "sending";
		const kept = again
			? message("signing.unknown-to-rpc.not-sent")
			: message("signing.kept-back.transaction");
		const isFresh = run.isFresh && !again;
		run.isFresh = false;
		const stopped = isFresh ? null : againstSending(row, await this.#status(row, frozen));
		if (stopped !== null)
			return sentences(stopped, kept, message("signing.still-could-be-sent", { life: lifeOf(row) }));
		return isExpired(frozen, this.#app.ports.clock.now(), this.#account.serviceClock.offset())
			? sentences(message("signing.expired.before-sent"), kept)
			: null;
	}

	/** Stores the hash before the first report, so every retry sends the same one. */
	async #report(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const rows = this.#rows;
		if (row.state === "reporting" && isReported(row, await this.#status(row, frozen))) {
			rows.step(row, ["reporting"], "reported", { detail: { kind: "unreported", why: "known" } });
			return AGAIN;
		}
		const body = { kind: "transaction" as const, transaction_id: transactionIdOf(row) };
		return await reportOnce(rows, row, run.reports, {
			send: () => this.#account.commits.reportAttempt(row.intentId, row.sessionId, attemptOf(row), body),
			isExpected: async () => {
				const status = await this.#status(row, frozen);
				return status.kind === "asked" && status.attemptId === row.attemptId;
			},
		});
	}

	async #status(row: JournalRow, frozen: FrozenCommit): Promise<AttemptStatus> {
		return attemptStatusOf(await this.#account.commits.read(row.intentId, row.sessionId), frozen);
	}
}
