import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import type { Broadcaster } from "../../../service-api/action.ts";
import { failureOf, lifeOf, sameId, spentUnknown } from "../outcomes.ts";
import { CommitFault } from "../ports.ts";
import { type CommitStanding, commitStandingOf, isExpired } from "../recheck.ts";
import { FOLLOW_MS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { AGAIN, type Next, wait } from "../runs.ts";
import { payloadsOf } from "../signatures.ts";
import { createSending, idOf, laneFor } from "./sending.ts";
import { createReport } from "./transaction-report.ts";

/** From a signature to the transaction's report: handing in, submitting, reporting. */

export interface Delivery {
	/** Of a `signed` or `handing_in` row: the first time or again with the same key. */
	handIn(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
	handedIn(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
	sending(row: JournalRow, frozen: FrozenCommit): Promise<Next>;
	/** Of a `submitted` or `reporting` row. */
	report(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
}

/** While it is for somebody else to submit. */
const WITH_OTHERS: Readonly<Record<Broadcaster, Message>> = {
	wallet: message("signing.handed-in.wallet"),
	hosted: message("signing.handed-in.hosted"),
	venue: message("signing.handed-in.venue"),
};

function endedText(row: JournalRow, standing: CommitStanding & { kind: "over" }): Message {
	return sentences(
		message("signing.ended", { state: standing.state }),
		...failureOf(standing),
		message("signing.could-be-sent", { life: lifeOf(row) }),
	);
}

export function createDelivery(parts: RunnerParts, moves: RowTransitions): Delivery {
	const { journal, commits, clock } = parts;
	const { changed, stuck, hold } = moves;
	const sending = createSending(parts, moves, received);

	/** A service without an answer is waited for only while the transaction can still happen. */
	async function whileAlive(row: JournalRow, frozen: FrozenCommit, work: () => Promise<Next>): Promise<Next> {
		try {
			return await work();
		} catch (cause) {
			if (!(cause instanceof CommitFault) || row.transactionId === null) throw cause;
			const lane = laneFor(parts, row, frozen);
			const over = (await lane.spent()) && (await lane.lookup(row.transactionId)).state === "unknown";
			if (!over) throw cause;
			return hold(
				journal.row(row.id) ?? row,
				message("signing.spent.unknown-unanswered", { life: lifeOf(row) }),
			);
		}
	}

	/** Hands the signature in, the first time or again with the same key. */
	async function handIn(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		if (!run.fresh) {
			const read = await commits.read(row.intentId, row.sessionId);
			const standing = commitStandingOf(read, frozen);
			if (standing.kind !== "asked") return received(row, standing);
		}
		if (isExpired(frozen, clock.now())) return hold(row, message("signing.expired.before-hand-in"));
		if (row.state === "signed") changed(journal.step(row.id, ["signed"], "handing_in"));
		run.fresh = false;
		try {
			const body = { kind: "signed" as const, payloads: [...payloadsOf(row, frozen)] };
			run.read = await commits.manual(row.intentId, row.sessionId, body, row.signedKey);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			return await refusedSignature(journal.row(row.id) ?? row, frozen, cause);
		}
		changed(journal.step(row.id, ["handing_in"], "handed_in"));
		return AGAIN;
	}

	/**
	 * The service did not take the signature. Where that is for its own state (409), it is read again: while it still
	 * asks for exactly this, the same bytes go in again, later; nothing is ever signed again for it.
	 */
	async function refusedSignature(row: JournalRow, frozen: FrozenCommit, cause: CommitFault): Promise<Next> {
		const seen = message("signing.refused-signature.seen", { life: lifeOf(row) });
		const { serviceText } = cause;
		const refusal =
			serviceText === null
				? message("signing.refused-signature")
				: message("signing.refused-signature.said", { said: serviceText });
		if (!cause.conflict) return hold(row, sentences(refusal, seen));
		const standing = commitStandingOf(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind === "asked")
			throw new CommitFault(sentences(refusal, message("signing.refused-signature.again")), {
				again: true,
				retryAfterMs: cause.retryAfterMs,
				cause,
			});
		if (standing.kind === "stopped") return hold(row, sentences(refusal, standing.text, seen));
		return received(row, standing);
	}

	/** A re-read found that the service already has the signature, or has stopped wanting it. */
	function received(row: JournalRow, standing: CommitStanding): Next {
		if (standing.kind === "stopped") return hold(row, sentences(standing.text, message("signing.kept-back")));
		if (standing.kind === "over" && standing.state !== "confirmed" && standing.transactionId === null)
			return hold(
				row,
				sentences(
					message("signing.ended.before-sent", { state: standing.state }),
					...failureOf(standing),
					message("signing.signed-exists", { life: lifeOf(row) }),
				),
			);
		changed(journal.step(row.id, [row.state], "handed_in"));
		return AGAIN;
	}

	async function handedIn(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const read = run.read ?? (await commits.read(row.intentId, row.sessionId));
		run.read = null;
		const standing = commitStandingOf(read, frozen);
		if (standing.kind === "stopped") return hold(row, standing.text);
		if (standing.kind === "asked")
			return await leftToOthers(row, frozen, message("signing.handed-in.still-asked"));
		if (standing.kind === "broadcast" && row.broadcaster !== "hosted")
			return sending.submit(row, frozen, standing);
		if (standing.kind === "broadcast" || standing.kind === "waits")
			return await leftToOthers(row, frozen, WITH_OTHERS[row.broadcaster]);
		const named = standing.transactionId;
		if (named !== null && row.transactionId !== null && !sameId(named, row.transactionId))
			return hold(row, message("signing.other-transaction", { named, signed: row.transactionId }));
		if (standing.kind === "over" && standing.state !== "confirmed" && named === null)
			return hold(row, endedText(row, standing));
		if (row.broadcaster === "wallet") return await sentByAnother(row, frozen, standing);
		changed(
			journal.step(row.id, ["handed_in"], "submitted", { detail: { kind: "sent_by", whom: "service" } }),
		);
		return AGAIN;
	}

	/**
	 * The signature is with somebody who does nothing about it, as far as the service says: the chain may show that it was
	 * sent, or that it can't happen any more. What it holds meanwhile the user can free (reviewing/own/replacement.ts).
	 */
	async function leftToOthers(row: JournalRow, frozen: FrozenCommit, text: Message): Promise<Next> {
		const lane = row.transactionId === null ? null : parts.lane(row, frozen);
		if (lane !== null) {
			const spent = await lane.spent();
			const known = await lane.lookup(idOf(row));
			if (known.state !== "unknown") {
				changed(
					journal.step(row.id, ["handed_in"], "submitted", { detail: { kind: "sent_by", whom: "unknown" } }),
				);
				return AGAIN;
			}
			if (spent) return hold(row, spentUnknown(row));
		}
		stuck(
			row,
			row.nonce === null
				? text
				: sentences(text, message("signing.holds-nonce", { nonce: row.nonce.toString() })),
		);
		return wait(FOLLOW_MS);
	}

	/** It was for us to submit, and we did not: only the chain can show that somebody has sent these very bytes. */
	async function sentByAnother(
		row: JournalRow,
		frozen: FrozenCommit,
		standing: CommitStanding & { kind: "moving" | "over" },
	): Promise<Next> {
		const known = await laneFor(parts, row, frozen).lookup(idOf(row));
		if (known.state !== "unknown") {
			changed(
				journal.step(row.id, ["handed_in"], "submitted", { detail: { kind: "sent_by", whom: "unknown" } }),
			);
			return AGAIN;
		}
		if (standing.kind === "over" && standing.state !== "confirmed")
			return hold(row, endedText(row, standing));
		stuck(
			row,
			message("signing.shown-elsewhere", { state: standing.kind === "over" ? "confirmed" : "submitted" }),
		);
		return wait(FOLLOW_MS);
	}

	return {
		handIn: (row, frozen, run) => whileAlive(row, frozen, () => handIn(row, frozen, run)),
		handedIn: (row, frozen, run) => whileAlive(row, frozen, () => handedIn(row, frozen, run)),
		sending: sending.goOn,
		report: createReport(parts, moves),
	};
}
