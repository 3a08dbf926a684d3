import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { message } from "../../../core/message.ts";
import type { Sequencing } from "../chain/nonce-lane.ts";
import { sameId, spentUnknown } from "../outcomes.ts";
import { type CommitStatus, commitStatusOf, isExpired } from "../recheck.ts";
import type { RowTransitions, RunnerParts } from "../row-work.ts";
import { AGAIN, type Next } from "../runs.ts";

/** Sends what the service asks the wallet to send, once it handed in its signature. */
export interface Sending {
	submit(row: JournalRow, frozen: FrozenCommit, asked: AskedBytes): Promise<Next>;
	/** Of a `sending` row. */
	readonly goOn: (row: JournalRow, frozen: FrozenCommit) => Promise<Next>;
}

/** What is to be sent, as the service says. */
interface AskedBytes {
	readonly bytes: string;
	readonly transactionId: string;
}

/** A row that was signed names its transaction, or it would not be submitted by us. */
export function idOf(row: JournalRow): string {
	if (row.transactionId === null) throw new Error("a signed row without a hash");
	return row.transactionId;
}

export function laneFor(parts: Pick<RunnerParts, "lane">, row: JournalRow, frozen: FrozenCommit): Sequencing {
	const lane = parts.lane(row, frozen);
	if (lane === null) throw new Error("a transaction without a chain");
	return lane;
}

/** @param received goes on where the service does not ask for the sending any more */
export function createSending(
	parts: RunnerParts,
	{ changed, hold }: RowTransitions,
	received: (row: JournalRow, standing: CommitStatus) => Next,
): Sending {
	const { journal, commits, clock } = parts;

	async function submit(row: JournalRow, frozen: FrozenCommit, asked: AskedBytes): Promise<Next> {
		const bytes = row.signature?.kind === "one" ? row.signature.bytes : null;
		if (bytes === null || !sameId(asked.bytes, bytes) || !sameId(asked.transactionId, row.transactionId))
			return hold(row, message("signing.other-bytes"));
		if (isExpired(frozen, clock.now(), parts.clockOffset()))
			return hold(
				row,
				row.state === "sending"
					? message("signing.expired.while-submitting")
					: message("signing.expired.before-submitted"),
			);
		const chain = laneFor(parts, row, frozen);
		const before = await chain.lookup(idOf(row));
		if (before.state === "unknown") {
			if (row.state === "handed_in") changed(journal.step(row.id, ["handed_in"], "sending"));
			const hash = await chain.send(bytes, idOf(row));
			if (!sameId(hash, row.transactionId))
				return hold(journal.row(row.id) ?? row, message("signing.rpc.other-hash", { hash }));
		}
		changed(journal.step(row.id, ["handed_in", "sending"], "submitted"));
		return AGAIN;
	}

	/** Sending was under way when we stopped: the chain and the service say how far it got. */
	async function goOn(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		const chain = laneFor(parts, row, frozen);
		const spent = await chain.spent();
		const known = await chain.lookup(idOf(row));
		if (known.state !== "unknown") {
			changed(
				journal.step(row.id, ["sending"], "submitted", { detail: { kind: "sent_by", whom: "unknown" } }),
			);
			return AGAIN;
		}
		if (spent) return hold(row, spentUnknown(row));
		const standing = commitStatusOf(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind === "broadcast") return submit(row, frozen, standing);
		return received(row, standing);
	}

	return { submit, goOn };
}
