import { plain } from "../../../core/format/plain.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { claimDifference } from "../../../core/match/attempt.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { message, sentences } from "../../../core/message.ts";
import { notSigned } from "../../../core/unsigned.ts";
import type { CommitWalletAttemptRequest, ReadAttempt } from "../../../service-api/commit.ts";
import { LEFT_WAITING } from "../outcomes.ts";
import { CommitFault } from "../ports.ts";
import type { RowTransitions, Run, RunnerParts } from "../row-work.ts";
import { AGAIN, type Next } from "../runs.ts";
import { APPROVAL_LIFE_MS, type SignStep } from "../sign-step.ts";
import { recheckCommit } from "./recheck-commit.ts";

/** From an approval to a claimed attempt: asked for under an id that is on disk, and held against what was approved. */

export interface Claiming {
	/** Of an `approved` row: the signer is ready and nothing stands against it, before anything is claimed. */
	first(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
	/** Of a `claiming` row: an earlier try may have arrived. */
	again(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
}

/** Longer text of the service's is cut. */
const CLIP = 120;

export function createClaiming(parts: RunnerParts, moves: RowTransitions, signStep: SignStep): Claiming {
	const { journal, commits } = parts;
	const { changed, refuse } = moves;

	function bodyOf(row: JournalRow, frozen: FrozenCommit, version: number): CommitWalletAttemptRequest {
		return {
			version,
			review_digest: frozen.review_digest,
			client_request_id: row.signedKey,
			transport: "browser_send",
		};
	}

	/** @param version of the view that the approval was held against just now */
	async function claim(row: JournalRow, frozen: FrozenCommit, run: Run, version: number): Promise<Next> {
		if (row.state === "approved") changed(journal.step(row.id, ["approved"], "claiming"));
		let read: ReadAttempt;
		try {
			read = await commits.startAttempt(row.intentId, row.sessionId, bodyOf(row, frozen, version));
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			return refuse(row, notSigned(message("signing.attempt.refused", { why: cause.text })));
		}
		return claimed(row, frozen, run, read);
	}

	/** The answer to a claim, read as if an enemy had made it. */
	function claimed(row: JournalRow, frozen: FrozenCommit, run: Run, read: ReadAttempt): Next {
		if (read.kind === "unreadable")
			return refuse(
				row,
				sentences(
					notSigned(message("signing.attempt.unreadable", { reason: plain(read.reason, CLIP) })),
					LEFT_WAITING,
				),
				read.attemptId,
			);
		const { attempt_id: attemptId, may_invoke_wallet: may, request, state } = read.view;
		if (!may || request === null || state !== "awaiting_wallet")
			return refuse(row, sentences(message("signing.attempt.given-already"), LEFT_WAITING), attemptId);
		const { payload } = frozen;
		if (payload.kind !== "evm_transaction") throw new Error("an attempt without an EVM transaction");
		const different = claimDifference(payload, request);
		if (different !== null) {
			const field = plain(different.field, CLIP);
			const approved = plain(different.approved, CLIP);
			const given = plain(different.claimed, CLIP);
			return refuse(
				row,
				sentences(
					notSigned(message("signing.attempt.other-field", { field, approved, given })),
					LEFT_WAITING,
				),
				attemptId,
			);
		}
		changed(
			journal.step(row.id, ["claiming"], "claimed", {
				attemptId,
				detail: { kind: "attempt", id: plain(attemptId, CLIP) },
			}),
		);
		run.fresh = true;
		return AGAIN;
	}

	/** The attempt that the service made of an earlier claim of this very row; null where it was none of ours. */
	async function namedAttempt(
		row: JournalRow,
		frozen: FrozenCommit,
		version: number,
	): Promise<string | null> {
		try {
			const read = await commits.startAttempt(row.intentId, row.sessionId, bodyOf(row, frozen, version));
			return read.kind === "known" ? read.view.attempt_id : (read.attemptId ?? null);
		} catch (cause) {
			if (cause instanceof CommitFault) return null;
			throw cause;
		}
	}

	async function first(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		let version: number | null = null;
		const ask = async () => {
			const recheck = await recheckCommit(parts, row, frozen);
			version = recheck.version;
			return recheck;
		};
		const instead = async () => {
			if (version === null) throw new Error("a claim before its commit was read");
			return await claim(row, frozen, run, version);
		};
		return await signStep.take(row, frozen, run, ask, { instead });
	}

	return {
		first,
		async again(row, frozen, run) {
			// Whatever the service made of the claim, nothing is signed for it by then any more.
			const isLate = parts.clock.now() - row.approvedAt > APPROVAL_LIFE_MS;
			const read = await commits.read(row.intentId, row.sessionId).catch((cause: unknown) => {
				if (isLate) return null;
				throw cause;
			});
			const known = read?.kind === "known" ? read.view : null;
			// Whose attempt it is, the same request id tells: its answer gives the same attempt, and no second call.
			if (known !== null && known.wallet_attempt !== null && !isLate)
				return await claim(row, frozen, run, known.version);
			if (isLate) {
				// Its name is all that is wanted: the user can then tell the service that nothing was sent.
				const attempt = known?.wallet_attempt == null ? null : await namedAttempt(row, frozen, known.version);
				return refuse(
					row,
					sentences(
						notSigned(message("signing.attempt.no-clear-answer")),
						attempt === null ? message("signing.attempt.review-again") : LEFT_WAITING,
					),
					attempt ?? undefined,
				);
			}
			return await first(row, frozen, run);
		},
	};
}
