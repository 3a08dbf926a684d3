import type { FrozenCommit } from "../match/frozen.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { lifeOf, sameId } from "./endings.ts";
import type { Lane } from "./lane.ts";
import { AGAIN, type Next, wait } from "./laps.ts";
import { CommitFault } from "./ports.ts";
import { FOLLOW_MS, type Lap, type Moves, type RunnerParts } from "./row-work.ts";
import { payloadsOf } from "./signatures.ts";
import { isExpired, type Standing, standingOf } from "./veto.ts";

/** From a signature to the transaction's report: handing in, submitting, reporting. */

export interface Delivery {
	/** Of a `signed` or `handing_in` row: the first time or again with the same key. */
	handIn(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next>;
	handedIn(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next>;
	sending(row: JournalRow, frozen: FrozenCommit): Promise<Next>;
	/** Of a `submitted` or `reporting` row. */
	report(row: JournalRow, frozen: FrozenCommit): Promise<Next>;
}

function endedWords(row: JournalRow, standing: Standing & { kind: "over" }): string {
	const failure = standing.failure === null ? "" : ` ${standing.failure}`;
	return `The service ended this commit (${standing.state}).${failure} Until ${lifeOf(row)}, the transaction could still be sent.`;
}

/** A row that was signed names its transaction, or it would not be submitted by us. */
function idOf(row: JournalRow): string {
	if (row.transactionId === null) throw new Error("a signed row without a hash");
	return row.transactionId;
}

export function createDelivery(parts: RunnerParts, moves: Moves): Delivery {
	const { journal, commits, clock } = parts;
	const { changed, stuck, hold } = moves;

	function laneFor(row: JournalRow, frozen: FrozenCommit): Lane {
		const lane = parts.lane(row, frozen);
		if (lane === null) throw new Error("a transaction without a chain");
		return lane;
	}

	/** A service without an answer is waited for only while the transaction can still happen. */
	async function whileAlive(row: JournalRow, frozen: FrozenCommit, work: () => Promise<Next>): Promise<Next> {
		try {
			return await work();
		} catch (cause) {
			if (!(cause instanceof CommitFault) || row.transactionId === null) throw cause;
			const lane = laneFor(row, frozen);
			const over = (await lane.spent()) && (await lane.lookup(row.transactionId)).state === "unknown";
			if (!over) throw cause;
			return hold(
				journal.row(row.id) ?? row,
				`By your RPC ${lifeOf(row)}, and it does not know the signed transaction; the service gives no answer about it.`,
			);
		}
	}

	/** Hands the signature in, the first time or again with the same key. */
	async function handIn(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next> {
		if (row.signedBytes === null) throw new Error("a signed row without bytes");
		if (!lap.fresh) {
			const read = await commits.read(row.intentId, row.sessionId);
			const standing = standingOf(read, frozen);
			if (standing.kind !== "asked") return received(row, standing);
		}
		if (isExpired(frozen, clock.now()))
			return hold(
				row,
				"The offer expired before the signature could be handed in, so Countersign keeps it back. Your funds have not moved.",
			);
		if (row.state === "signed") changed(journal.step(row.id, ["signed"], "handing_in"));
		lap.fresh = false;
		try {
			const body = { kind: "signed" as const, payloads: [...payloadsOf(row, frozen)] };
			lap.read = await commits.manual(row.intentId, row.sessionId, body, row.signedKey);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			const now = journal.row(row.id) ?? row;
			return hold(
				now,
				`The service refused the signature: ${cause.message} It has seen it, so until ${lifeOf(row)} the transaction could still be sent.`,
			);
		}
		changed(journal.step(row.id, ["handing_in"], "handed_in"));
		return AGAIN;
	}

	/** A re-read found that the service already has the signature, or has stopped wanting it. */
	function received(row: JournalRow, standing: Standing): Next {
		if (standing.kind === "stopped")
			return hold(row, `${standing.words} Countersign keeps the signature back.`);
		if (standing.kind === "over" && standing.state !== "confirmed" && standing.transactionId === null)
			return hold(
				row,
				`The service ended this commit (${standing.state}) before the transaction was sent.${standing.failure === null ? "" : ` ${standing.failure}`} Until ${lifeOf(row)}, a signed transaction exists.`,
			);
		changed(journal.step(row.id, [row.state], "handed_in"));
		return AGAIN;
	}

	async function handedIn(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next> {
		const read = lap.read ?? (await commits.read(row.intentId, row.sessionId));
		lap.read = null;
		const standing = standingOf(read, frozen);
		if (standing.kind === "stopped") return hold(row, standing.words);
		if (standing.kind === "asked") {
			stuck(row, "The service took the signature but still asks for it. Waiting for it to go on.");
			return wait(FOLLOW_MS);
		}
		if (standing.kind === "broadcast") return submit(row, frozen, standing);
		const named = standing.transactionId;
		if (named !== null && row.transactionId !== null && !sameId(named, row.transactionId))
			return hold(
				row,
				`The service names another transaction (${named}) than the one that you signed (${row.transactionId ?? "none"}).`,
			);
		if (standing.kind === "over" && standing.state !== "confirmed" && named === null)
			return hold(row, endedWords(row, standing));
		if (row.broadcaster === "wallet") return await sentByAnother(row, frozen, standing);
		changed(journal.step(row.id, ["handed_in"], "submitted", { detail: "by the service" }));
		return AGAIN;
	}

	/** It was for us to submit, and we did not: only the chain can show that somebody has sent these very bytes. */
	async function sentByAnother(
		row: JournalRow,
		frozen: FrozenCommit,
		standing: Standing & { kind: "moving" | "over" },
	): Promise<Next> {
		const known = await laneFor(row, frozen).lookup(idOf(row));
		if (known.state !== "unknown") {
			changed(journal.step(row.id, ["handed_in"], "submitted", { detail: "found on the chain" }));
			return AGAIN;
		}
		if (standing.kind === "over" && standing.state !== "confirmed")
			return hold(row, endedWords(row, standing));
		stuck(
			row,
			`The service says that the transaction is ${standing.kind === "over" ? "confirmed" : "submitted"}, but your RPC does not know it. Waiting until your RPC shows it.`,
		);
		return wait(FOLLOW_MS);
	}

	async function submit(
		row: JournalRow,
		frozen: FrozenCommit,
		asked: { readonly bytes: string; readonly transactionId: string },
	): Promise<Next> {
		if (row.broadcaster !== "wallet") {
			stuck(
				row,
				`The signature is handed in; the ${row.broadcaster === "venue" ? "venue" : "service"} submits it, Countersign never does.`,
			);
			return wait(FOLLOW_MS);
		}
		if (!sameId(asked.bytes, row.signedBytes) || !sameId(asked.transactionId, row.transactionId))
			return hold(
				row,
				"The service hands back other bytes than the ones that you signed. Countersign did not send them.",
			);
		if (isExpired(frozen, clock.now()))
			return hold(
				row,
				row.state === "sending"
					? "The offer expired while it was being submitted; your RPC does not know it. Countersign sends it no more."
					: "The offer expired before it could be submitted. Countersign did not send it.",
			);
		const chain = laneFor(row, frozen);
		const before = await chain.lookup(idOf(row));
		if (before.state === "unknown") {
			if (row.state === "handed_in") changed(journal.step(row.id, ["handed_in"], "sending"));
			const hash = await chain.send(row.signedBytes ?? asked.bytes, idOf(row));
			if (!sameId(hash, row.transactionId))
				return hold(
					journal.row(row.id) ?? row,
					`The RPC answered another hash (${hash}) than the signed one.`,
				);
		}
		changed(journal.step(row.id, ["handed_in", "sending"], "submitted"));
		return AGAIN;
	}

	/** Sending was under way when we stopped: the chain and the service say how far it got. */
	async function sending(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		const chain = laneFor(row, frozen);
		const spent = await chain.spent();
		const known = await chain.lookup(idOf(row));
		if (known.state !== "unknown") {
			changed(journal.step(row.id, ["sending"], "submitted", { detail: "found on the chain" }));
			return AGAIN;
		}
		if (spent) return hold(row, `By your RPC ${lifeOf(row)}, and it does not know the signed transaction.`);
		const standing = standingOf(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind === "broadcast") return submit(row, frozen, standing);
		return received(row, standing);
	}

	async function report(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		if (row.broadcaster !== "wallet") {
			changed(journal.step(row.id, ["submitted"], "reported", { detail: "nothing to report" }));
			return AGAIN;
		}
		if (row.state === "reporting") {
			const standing = standingOf(await commits.read(row.intentId, row.sessionId), frozen);
			if (standing.kind === "moving" || standing.kind === "over") {
				changed(journal.step(row.id, ["reporting"], "reported", { detail: "already known" }));
				return AGAIN;
			}
		} else changed(journal.step(row.id, ["submitted"], "reporting"));
		try {
			const body = { kind: "broadcast" as const, transaction_id: idOf(row) };
			await commits.manual(row.intentId, row.sessionId, body, row.reportKey);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			const now = journal.row(row.id) ?? row;
			changed(
				journal.step(now.id, ["reporting"], "reported", {
					words: `The service refused the report: ${cause.message}`,
				}),
			);
			return AGAIN;
		}
		changed(journal.step(row.id, ["reporting"], "reported"));
		return AGAIN;
	}

	return {
		handIn: (row, frozen, lap) => whileAlive(row, frozen, () => handIn(row, frozen, lap)),
		handedIn: (row, frozen, lap) => whileAlive(row, frozen, () => handedIn(row, frozen, lap)),
		sending,
		report,
	};
}
