import { detailOf } from "../../../core/journal/details.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import type { Frozen, FrozenCommit } from "../../../core/match/frozen.ts";
import { message } from "../../../core/message.ts";
import {
	endedFacts,
	minedAfterAllFacts,
	mismatchedFacts,
	serviceFacts,
	settledFacts,
	unreportedFacts,
} from "../outcomes.ts";
import type { ChainStatus } from "../ports.ts";
import { commitStatusOf, standingNow } from "../recheck.ts";
import { FOLLOW_MS, HELD_MS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { END, type Next, wait } from "../runs.ts";
import { createWhenSpent } from "./gone.ts";
import type { Sequencing } from "./nonce-lane.ts";
import { createOnItsWay } from "./on-its-way.ts";

/** How a signed transaction ends, as the chain shows it. */

export interface ConfirmationTracker {
	/** Of a `reported` row. */
	follow(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
	/** Of a row that is held: settled only when its nonce is used. */
	held(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
	/** Of what no commit carries, `submitted` or `held`: only the chain decides. */
	own(row: JournalRow, frozen: Frozen, lane: Sequencing, run: Run): Promise<Next>;
}

export function createConfirmationTracker(parts: RunnerParts, moves: RowTransitions): ConfirmationTracker {
	const { journal, commits } = parts;
	const { settle, stuck } = moves;
	const whenSpent = createWhenSpent(parts, moves);
	const onItsWay = createOnItsWay(parts, moves);

	/** Over once the service has seen it as well, or will not come to know of it. */
	async function inBlock(
		row: JournalRow,
		frozen: FrozenCommit,
		known: ChainStatus & { state: "mined" },
	): Promise<Next> {
		if (row.live) journal.release(row.id);
		const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind === "over") return settle(row, endedFacts(known, standing.state));
		if (standing.kind === "mismatched") return settle(row, mismatchedFacts(known));
		const reported = detailOf(journal.steps(row.id), "reported");
		const asks = standing.kind === "asked" || standing.kind === "broadcast";
		const unreported = asks ? unreportedFacts(known, reported) : null;
		if (unreported !== null) return settle(row, unreported);
		stuck(row, message("signing.mined-waiting", { block: String(known.blockNumber) }));
		return wait(FOLLOW_MS);
	}

	/** Only the service knows the transaction that comes of it (a user operation, another's fee payer). */
	async function byService(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		const standing = commitStatusOf(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind === "over") return settle(row, serviceFacts(standing));
		stuck(row, message("signing.service.makes-it"));
		return wait(FOLLOW_MS);
	}

	return {
		async follow(row, frozen, run) {
			const lane = parts.lane(row, frozen);
			if (row.transactionId === null || lane === null) return await byService(row, frozen);
			// The nonce first: a block between the two questions then shows as mined, never as replaced.
			const spent = await lane.spent();
			const known = await lane.lookup(row.transactionId);
			if (spent && known.state !== "mined") return await whenSpent(row, frozen, lane, known, run);
			run.gone = null;
			return known.state === "mined"
				? await inBlock(row, frozen, known)
				: await onItsWay.ofCommit(row, frozen, lane, known, run);
		},
		async held(row, frozen, run) {
			if (!row.live) return END;
			const lane = parts.lane(row, frozen);
			if (lane === null) return await byService(row, frozen);
			if (!(await lane.spent())) {
				run.gone = null;
				return wait(HELD_MS);
			}
			const known: ChainStatus =
				row.transactionId === null ? { state: "unknown" } : await lane.lookup(row.transactionId);
			if (known.state === "mined") return settle(row, minedAfterAllFacts(known));
			return await whenSpent(row, frozen, lane, known, run);
		},
		async own(row, frozen, lane, run) {
			if (row.transactionId === null) throw new Error("a submitted row without a hash");
			const spent = await lane.spent();
			const known = await lane.lookup(row.transactionId);
			const held = row.state === "held";
			if (known.state === "mined") return settle(row, held ? minedAfterAllFacts(known) : settledFacts(known));
			if (spent) return await whenSpent(row, frozen, lane, known, run);
			run.gone = null;
			return held ? wait(HELD_MS) : await onItsWay.of(row, frozen, lane, known, run);
		},
	};
}
