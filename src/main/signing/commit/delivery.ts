import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { type Message, message } from "../../../core/message.ts";
import type { Broadcaster } from "../../../service-api/action.ts";
import { lifeOf, sameId } from "../outcomes.ts";
import { CommitFault } from "../ports.ts";
import { commitStatusOf } from "../recheck.ts";
import type { RowTransitions, Run, RunnerParts } from "../row-work.ts";
import { AGAIN, type Next } from "../runs.ts";
import { createHandingIn } from "./handing-in.ts";
import { createLeftToOthers, endedText } from "./left-to-others.ts";
import { createSending, laneFor } from "./sending.ts";
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

export function createDelivery(parts: RunnerParts, moves: RowTransitions): Delivery {
	const { journal, commits } = parts;
	const { changed, hold } = moves;
	const handing = createHandingIn(parts, moves);
	const sending = createSending(parts, moves, handing.received);
	const others = createLeftToOthers(parts, moves);

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

	async function handedIn(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const read = run.read ?? (await commits.read(row.intentId, row.sessionId));
		run.read = null;
		const standing = commitStatusOf(read, frozen);
		if (standing.kind === "stopped") return hold(row, standing.text);
		if (standing.kind === "asked")
			return await others.waiting(row, frozen, message("signing.handed-in.still-asked"));
		if (standing.kind === "broadcast" && row.broadcaster !== "hosted")
			return sending.submit(row, frozen, standing);
		if (standing.kind === "broadcast" || standing.kind === "waits")
			return await others.waiting(row, frozen, WITH_OTHERS[row.broadcaster]);
		const named = standing.transactionId;
		if (named !== null && row.transactionId !== null && !sameId(named, row.transactionId))
			return hold(row, message("signing.other-transaction", { named, signed: row.transactionId }));
		if (standing.kind === "over" && standing.state !== "confirmed" && named === null)
			return hold(row, endedText(row, standing));
		if (row.broadcaster === "wallet") return await others.sentByAnother(row, frozen, standing);
		changed(
			journal.step(row.id, ["handed_in"], "submitted", { detail: { kind: "sent_by", whom: "service" } }),
		);
		return AGAIN;
	}

	return {
		handIn: (row, frozen, run) => whileAlive(row, frozen, () => handing.handIn(row, frozen, run)),
		handedIn: (row, frozen, run) => whileAlive(row, frozen, () => handedIn(row, frozen, run)),
		sending: sending.goOn,
		report: createReport(parts, moves),
	};
}
