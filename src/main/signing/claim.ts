import type { CommitWalletAttemptRequest, ReadAttempt } from "../../contract/commit.ts";
import { claimDifference } from "../match/attempt.ts";
import type { FrozenCommit } from "../match/frozen.ts";
import { plain } from "../review/plain.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { LEFT_WAITING } from "./endings.ts";
import { AGAIN, type Next } from "./laps.ts";
import { commitObjection } from "./objection.ts";
import { CommitFault } from "./ports.ts";
import type { Lap, Moves, RunnerParts } from "./row-work.ts";
import { APPROVAL_LIFE_MS, type SignStep } from "./sign-step.ts";

/** From an approval to a claimed attempt: asked for under an id that is on disk, and held against what was approved. */

export interface Claiming {
	/** Of an `approved` row: the signer is ready and nothing stands against it, before anything is claimed. */
	first(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next>;
	/** Of a `claiming` row: an earlier try may have arrived. */
	again(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next>;
}

/** Longer text of the service's is cut. */
const CLIP = 120;

export function createClaiming(parts: RunnerParts, moves: Moves, signStep: SignStep): Claiming {
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
	async function claim(row: JournalRow, frozen: FrozenCommit, lap: Lap, version: number): Promise<Next> {
		if (row.state === "approved") changed(journal.step(row.id, ["approved"], "claiming"));
		let read: ReadAttempt;
		try {
			read = await commits.startAttempt(row.intentId, row.sessionId, bodyOf(row, frozen, version));
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			return refuse(
				row,
				`The service did not give this to Countersign to send: ${cause.message} Nothing was signed.`,
			);
		}
		return claimed(row, frozen, lap, read);
	}

	/** The answer to a claim, read as if an enemy had made it. */
	function claimed(row: JournalRow, frozen: FrozenCommit, lap: Lap, read: ReadAttempt): Next {
		if (read.kind === "unreadable")
			return refuse(
				row,
				`The service's answer about sending this can't be read (${plain(read.reason, CLIP)}). Nothing was signed. ${LEFT_WAITING}`,
				read.attemptId,
			);
		const { attempt_id: attemptId, may_invoke_wallet: may, request, state } = read.view;
		if (!may || request === null || state !== "awaiting_wallet")
			return refuse(
				row,
				`The service has given this out to be sent already, and the answer to Countersign was lost. Nothing was signed, and nothing was sent from here. ${LEFT_WAITING}`,
				attemptId,
			);
		const { payload } = frozen;
		if (payload.kind !== "evm_transaction") throw new Error("an attempt without an EVM transaction");
		const different = claimDifference(payload, request);
		if (different !== null) {
			const [approved, given] = [different.approved, different.claimed].map((value) => plain(value, CLIP));
			return refuse(
				row,
				`The service gives another “${plain(different.field, CLIP)}” to be sent than you approved (approved: ${approved}; given: ${given}). Nothing was signed. ${LEFT_WAITING}`,
				attemptId,
			);
		}
		changed(
			journal.step(row.id, ["claiming"], "claimed", {
				attemptId,
				detail: `attempt ${plain(attemptId, CLIP)}`,
			}),
		);
		lap.fresh = true;
		return AGAIN;
	}

	async function first(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next> {
		let version: number | null = null;
		const ask = async () => {
			const objection = await commitObjection(parts, row, frozen);
			version = objection.version;
			return objection;
		};
		const instead = async () => {
			if (version === null) throw new Error("a claim before its commit was read");
			return await claim(row, frozen, lap, version);
		};
		return await signStep.take(row, frozen, lap, ask, { instead });
	}

	return {
		first,
		async again(row, frozen, lap) {
			// Whatever the service made of the claim, nothing is signed for it any more.
			if (parts.clock.now() - row.approvedAt > APPROVAL_LIFE_MS)
				return refuse(
					row,
					"Too much time passed since you approved, and the service gave no clear answer. Nothing was signed. Where it still asks for this, review it again.",
				);
			const read = await commits.read(row.intentId, row.sessionId);
			const known = read.kind === "known" ? read.view : null;
			// Whose attempt it is, the same request id tells: its answer gives the same attempt, and no second call.
			if (known !== null && known.wallet_attempt !== null)
				return await claim(row, frozen, lap, known.version);
			return await first(row, frozen, lap);
		},
	};
}
