import { plain } from "../../../core/format/plain.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import type { Frozen, FrozenCommit } from "../../../core/match/frozen.ts";
import { message, sentences } from "../../../core/message.ts";
import { isSentByUs } from "../../storage/same-nonce.ts";
import { lifeOf } from "../outcomes.ts";
import type { ChainStatus } from "../ports.ts";
import { isExpired, standingNow } from "../recheck.ts";
import { FOLLOW_MS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { type Next, wait } from "../runs.ts";
import type { Sequencing } from "./nonce-lane.ts";

/** Of a row that is in no block yet, and can still come into one. */
export interface OnItsWay {
	/** Of a commit, which may have been in a block before, and of which the service may know better. */
	ofCommit(
		row: JournalRow,
		frozen: FrozenCommit,
		lane: Sequencing,
		known: ChainStatus,
		run: Run,
	): Promise<Next>;
	of(row: JournalRow, frozen: Frozen, lane: Sequencing, known: ChainStatus, run: Run): Promise<Next>;
}

export function createOnItsWay(parts: RunnerParts, { changed, stuck }: RowTransitions): OnItsWay {
	const { journal, commits, clock } = parts;

	/** It was in a block already, which the chain took back: its nonce is held again, where nobody else has it. */
	function holdAgain(row: JournalRow): void {
		if (row.live || row.nonce === null || journal.holder(row.chainRef, row.signer, row.nonce) !== null)
			return;
		changed(
			journal.step(row.id, [row.state], row.state, {
				live: true,
				detail: { kind: "block_taken_back", whose: "own" },
			}),
		);
	}

	/** The chain holds something else under this attempt, the service says: the bytes are not sent again. */
	async function isMismatched(row: JournalRow, frozen: FrozenCommit): Promise<boolean> {
		const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind !== "mismatched") return false;
		const { transactionId } = standing;
		const life = lifeOf(row);
		stuck(
			row,
			transactionId === null
				? message("signing.mismatched.not-named", { life })
				: message("signing.mismatched.named", { id: plain(transactionId, 80), life }),
		);
		return true;
	}

	/** What fell out of the network's waiting room is sent again: the same bytes can only happen once. */
	async function sendAgain(row: JournalRow, lane: Sequencing, run: Run): Promise<void> {
		const now = clock.now();
		run.unknownSince ??= now;
		if (now - run.unknownSince < lane.resendMs) return;
		run.unknownSince = now;
		if (row.signature?.kind === "one" && row.transactionId !== null)
			await lane.send(row.signature.bytes, row.transactionId);
	}

	async function of(
		row: JournalRow,
		frozen: Frozen,
		lane: Sequencing,
		known: ChainStatus,
		run: Run,
	): Promise<Next> {
		if (known.state === "pending") {
			run.unknownSince = null;
			stuck(row, message("signing.not-final"));
			return wait(FOLLOW_MS);
		}
		const lost = message("signing.unknown-to-rpc");
		if (!isSentByUs(row, journal.steps(row.id))) {
			stuck(row, sentences(lost, message("signing.unknown-to-rpc.of-others", { who: row.broadcaster })));
			return wait(FOLLOW_MS);
		}
		if (isExpired(frozen, clock.now(), parts.clockOffset())) {
			stuck(row, sentences(lost, message("signing.unknown-to-rpc.expired", { life: lifeOf(row) })));
			return wait(FOLLOW_MS);
		}
		stuck(row, sentences(lost, message("signing.unknown-to-rpc.sent-again")));
		await sendAgain(row, lane, run);
		return wait(FOLLOW_MS);
	}

	return {
		of,
		async ofCommit(row, frozen, lane, known, run) {
			holdAgain(row);
			if (frozen.route === "browser_send" && known.state === "unknown" && (await isMismatched(row, frozen)))
				return wait(FOLLOW_MS);
			return await of(row, frozen, lane, known, run);
		},
	};
}
