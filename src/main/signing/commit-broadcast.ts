import type { JournalRow } from "../../core/journal/types.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import type { FrozenCommit } from "../../core/match/frozen.ts";
import type { Ports } from "../ports.ts";
import { reportOnce, sendBytes, transactionIdOf } from "./broadcast-once.ts";
import { failureOf, lifeOf, sameId, spentUnknown } from "./outcomes.ts";
import { type CommitStatus, commitStatusOf, isExpired } from "./recheck.ts";
import { AGAIN, type Next, wait } from "./row-scheduler.ts";
import { FOLLOW_MS, type RowTransitions } from "./row-transitions.ts";
import type { Run } from "./run.ts";
import type { SigningAccount } from "./signing-service.ts";

interface RequestedBytes {
	readonly bytes: string;
	readonly transactionId: string;
}

export function endedText(row: JournalRow, status: CommitStatus & { kind: "over" }): Message {
	return sentences(
		message("signing.ended", { state: status.state }),
		...failureOf(status),
		message("signing.could-be-sent", { life: lifeOf(row) }),
	);
}

export function signatureReceived(rows: RowTransitions, row: JournalRow, status: CommitStatus): Next {
	if (status.kind === "stopped") return rows.hold(row, sentences(status.text, message("signing.kept-back")));
	if (status.kind === "over" && status.state !== "confirmed" && status.transactionId === null)
		return rows.hold(
			row,
			sentences(
				message("signing.ended.before-sent", { state: status.state }),
				...failureOf(status),
				message("signing.signed-exists", { life: lifeOf(row) }),
			),
		);
	rows.step(row, [row.state], "handed_in");
	return AGAIN;
}

export class CommitBroadcast {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;

	constructor(
		app: { readonly ports: Pick<Ports, "clock"> },
		account: Pick<SigningAccount, "commits" | "sequencer" | "serviceClock">,
		rows: RowTransitions,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
	}

	async send(row: JournalRow, frozen: FrozenCommit, asked: RequestedBytes): Promise<Next> {
		const { ports } = this.#app;
		const rows = this.#rows;
		const bytes = row.signature?.kind === "one" ? row.signature.bytes : null;
		if (bytes === null || !sameId(asked.bytes, bytes) || !sameId(asked.transactionId, row.transactionId))
			return rows.hold(row, message("signing.other-bytes"));
		if (isExpired(frozen, ports.clock.now(), this.#account.serviceClock.offset()))
			return rows.hold(
				row,
				row.state === "sending"
					? message("signing.expired.while-submitting")
					: message("signing.expired.before-submitted"),
			);
		const sequencing = this.#account.sequencer.requireFor(row, frozen);
		const before = await sequencing.lookup(transactionIdOf(row));
		if (before.state === "unknown") return await sendBytes(rows, row, sequencing, bytes);
		rows.step(row, ["handed_in", "sending"], "submitted");
		return AGAIN;
	}

	/**
	 * Resumes a `sending` row after a restart. Sends nothing until the chain and the service have been read.
	 */
	async resume(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		const sequencing = this.#account.sequencer.requireFor(row, frozen);
		const spent = await sequencing.isSpent();
		const known = await sequencing.lookup(transactionIdOf(row));
		if (known.state !== "unknown") {
			this.#rows.step(row, ["sending"], "submitted", { detail: { kind: "sent_by", whom: "unknown" } });
			return AGAIN;
		}
		if (spent) return this.#rows.hold(row, spentUnknown(row));
		const status = await this.#status(row, frozen);
		if (status.kind === "broadcast") return this.send(row, frozen, status);
		return signatureReceived(this.#rows, row, status);
	}

	/**
	 * Watches the chain for a `handed_in` row's transaction if the service reports no broadcast yet. In the
	 * meantime, the user can free the nonce with a replacement (reviewing/own/replacement.ts).
	 */
	async awaitOthers(row: JournalRow, frozen: FrozenCommit, text: Message): Promise<Next> {
		const sequencing = row.transactionId === null ? null : this.#account.sequencer.of(row, frozen);
		if (sequencing !== null) {
			const spent = await sequencing.isSpent();
			const known = await sequencing.lookup(transactionIdOf(row));
			if (known.state !== "unknown") return this.#sentByOthers(row);
			if (spent) return this.#rows.hold(row, spentUnknown(row));
		}
		this.#rows.explain(
			row,
			row.nonce === null
				? text
				: sentences(text, message("signing.holds-nonce", { nonce: row.nonce.toString() })),
		);
		return wait(FOLLOW_MS);
	}

	/**
	 * Watches the chain for a `handed_in` row's transaction that this app should have broadcast but didn't.
	 */
	async awaitSender(
		row: JournalRow,
		frozen: FrozenCommit,
		status: CommitStatus & { kind: "moving" | "over" },
	): Promise<Next> {
		const known = await this.#account.sequencer.requireFor(row, frozen).lookup(transactionIdOf(row));
		if (known.state !== "unknown") return this.#sentByOthers(row);
		if (status.kind === "over" && status.state !== "confirmed")
			return this.#rows.hold(row, endedText(row, status));
		this.#rows.explain(
			row,
			message("signing.shown-elsewhere", { state: status.kind === "over" ? "confirmed" : "submitted" }),
		);
		return wait(FOLLOW_MS);
	}

	async report(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const rows = this.#rows;
		if (row.broadcaster === "hosted") {
			rows.step(row, ["submitted"], "reported", { detail: { kind: "unreported", why: "not_asked" } });
			return AGAIN;
		}
		// A venue may have broadcast the transaction itself, in which case it doesn't expect a report.
		if (row.state === "reporting" || row.broadcaster === "venue") {
			const status = await this.#status(row, frozen);
			const known = status.kind === "moving" || status.kind === "over" || status.kind === "waits";
			if (known) {
				rows.step(row, [row.state], "reported", { detail: { kind: "unreported", why: "known" } });
				return AGAIN;
			}
		}
		const body = { kind: "broadcast" as const, transaction_id: transactionIdOf(row) };
		return await reportOnce(rows, row, run.reports, {
			send: () => this.#account.commits.manual(row.intentId, row.sessionId, body, row.reportKey),
			isExpected: async () => (await this.#status(row, frozen)).kind === "broadcast",
		});
	}

	async #status(row: JournalRow, frozen: FrozenCommit): Promise<CommitStatus> {
		return commitStatusOf(await this.#account.commits.read(row.intentId, row.sessionId), frozen);
	}

	#sentByOthers(row: JournalRow): Next {
		this.#rows.step(row, ["handed_in"], "submitted", { detail: { kind: "sent_by", whom: "unknown" } });
		return AGAIN;
	}
}
