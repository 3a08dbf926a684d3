import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { message, sentences } from "../../../core/message.ts";
import { failureOf, lifeOf } from "../outcomes.ts";
import { CommitFault } from "../ports.ts";
import { type CommitStatus, commitStatusOf, isExpired } from "../recheck.ts";
import type { RowTransitions, Run, RunnerParts } from "../row-work.ts";
import { AGAIN, type Next } from "../runs.ts";
import { payloadsOf } from "../signatures.ts";

/** Gives the service the signature that it asked for. */
export interface HandingIn {
	/** Of a `signed` or `handing_in` row: the first time or again with the same key. */
	handIn(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
	/** A re-read found that the service already has the signature, or has stopped wanting it. */
	readonly received: (row: JournalRow, standing: CommitStatus) => Next;
}

export function createHandingIn(parts: RunnerParts, { changed, hold }: RowTransitions): HandingIn {
	const { journal, commits, clock } = parts;

	function received(row: JournalRow, standing: CommitStatus): Next {
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
		const standing = commitStatusOf(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind === "asked")
			throw new CommitFault(sentences(refusal, message("signing.refused-signature.again")), {
				again: true,
				retryAfterMs: cause.retryAfterMs,
				cause,
			});
		if (standing.kind === "stopped") return hold(row, sentences(refusal, standing.text, seen));
		return received(row, standing);
	}

	return {
		received,
		async handIn(row, frozen, run) {
			if (!run.fresh) {
				const read = await commits.read(row.intentId, row.sessionId);
				const standing = commitStatusOf(read, frozen);
				if (standing.kind !== "asked") return received(row, standing);
			}
			if (isExpired(frozen, clock.now(), parts.clockOffset()))
				return hold(row, message("signing.expired.before-hand-in"));
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
		},
	};
}
