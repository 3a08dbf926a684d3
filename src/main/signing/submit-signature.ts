import type { JournalRow } from "../../core/journal/types.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import type { FrozenCommit } from "../../core/match/frozen.ts";
import type { Broadcaster } from "../../service-api/action.ts";
import { type CommitBroadcast, endedText, signatureReceived } from "./commit-broadcast.ts";
import { lifeOf, sameId } from "./outcomes.ts";
import { commitStatusOf, isExpired } from "./recheck.ts";
import { AGAIN, type Next } from "./row-scheduler.ts";
import type { RowContext, RowTransitions } from "./row-transitions.ts";
import type { Run } from "./run.ts";
import { payloadsOf } from "./sign-step.ts";
import { CommitFault, type SigningAccount } from "./signing-service.ts";

const WITH_OTHERS: Readonly<Record<Broadcaster, Message>> = {
	wallet: message("signing.handed-in.wallet"),
	hosted: message("signing.handed-in.hosted"),
	venue: message("signing.handed-in.venue"),
};

export class SignatureSubmission {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;
	readonly #broadcast: CommitBroadcast;

	constructor(
		app: RowContext,
		account: Pick<SigningAccount, "commits" | "sequencer" | "serviceClock">,
		rows: RowTransitions,
		broadcast: CommitBroadcast,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
		this.#broadcast = broadcast;
	}

	submit(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		return this.#whileAlive(row, frozen, () => this.#submit(row, frozen, run));
	}

	follow(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		return this.#whileAlive(row, frozen, () => this.#follow(row, frozen, run));
	}

	/** Stops retrying an unreachable service once the transaction can no longer be mined. */
	async #whileAlive(row: JournalRow, frozen: FrozenCommit, work: () => Promise<Next>): Promise<Next> {
		try {
			return await work();
		} catch (cause) {
			if (!(cause instanceof CommitFault) || row.transactionId === null) throw cause;
			const sequencing = this.#account.sequencer.requireFor(row, frozen);
			const over =
				(await sequencing.isSpent()) && (await sequencing.lookup(row.transactionId)).state === "unknown";
			if (!over) throw cause;
			return this.#rows.hold(
				this.#app.stores.journal.row(row.id) ?? row,
				message("signing.spent.unknown-unanswered", { life: lifeOf(row) }),
			);
		}
	}

	async #submit(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const { commits, serviceClock } = this.#account;
		const { ports, stores } = this.#app;
		if (!run.isFresh) {
			const read = await commits.read(row.intentId, row.sessionId);
			const status = commitStatusOf(read, frozen);
			if (status.kind !== "asked") return signatureReceived(this.#rows, row, status);
		}
		if (isExpired(frozen, ports.clock.now(), serviceClock.offset()))
			return this.#rows.hold(row, message("signing.expired.before-hand-in"));
		if (row.state === "signed") this.#rows.step(row, ["signed"], "handing_in");
		run.isFresh = false;
		try {
			const body = { kind: "signed" as const, payloads: [...payloadsOf(row, frozen)] };
			run.submitAnswer = await commits.manual(row.intentId, row.sessionId, body, row.signedKey);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			return await this.#refused(stores.journal.row(row.id) ?? row, frozen, cause);
		}
		this.#rows.step(row, ["handing_in"], "handed_in");
		return AGAIN;
	}

	/**
	 * After a conflict (409), submits the same bytes again later if the service still makes the same request.
	 */
	async #refused(row: JournalRow, frozen: FrozenCommit, cause: CommitFault): Promise<Next> {
		const seen = message("signing.refused-signature.seen", { life: lifeOf(row) });
		const { serviceText } = cause;
		const refusal =
			serviceText === null
				? message("signing.refused-signature")
				: message("signing.refused-signature.said", { said: serviceText });
		if (!cause.conflict) return this.#rows.hold(row, sentences(refusal, seen));
		const read = await this.#account.commits.read(row.intentId, row.sessionId);
		const status = commitStatusOf(read, frozen);
		if (status.kind === "asked")
			throw new CommitFault(sentences(refusal, message("signing.refused-signature.again")), {
				again: true,
				retryAfterMs: cause.retryAfterMs,
				cause,
			});
		if (status.kind === "stopped") return this.#rows.hold(row, sentences(refusal, status.text, seen));
		return signatureReceived(this.#rows, row, status);
	}

	async #follow(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const rows = this.#rows;
		const read = run.submitAnswer ?? (await this.#account.commits.read(row.intentId, row.sessionId));
		run.submitAnswer = null;
		const status = commitStatusOf(read, frozen);
		if (status.kind === "stopped") return rows.hold(row, status.text);
		if (status.kind === "asked")
			return await this.#broadcast.awaitOthers(row, frozen, message("signing.handed-in.still-asked"));
		if (status.kind === "broadcast" && row.broadcaster !== "hosted")
			return this.#broadcast.send(row, frozen, status);
		if (status.kind === "broadcast" || status.kind === "waits")
			return await this.#broadcast.awaitOthers(row, frozen, WITH_OTHERS[row.broadcaster]);
		const named = status.transactionId;
		if (named !== null && row.transactionId !== null && !sameId(named, row.transactionId))
			return rows.hold(row, message("signing.other-transaction", { named, signed: row.transactionId }));
		if (status.kind === "over" && status.state !== "confirmed" && named === null)
			return rows.hold(row, endedText(row, status));
		if (row.broadcaster === "wallet") return await this.#broadcast.awaitSender(row, frozen, status);
		rows.step(row, ["handed_in"], "submitted", { detail: { kind: "sent_by", whom: "service" } });
		return AGAIN;
	}
}
