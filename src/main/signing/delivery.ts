import type { FrozenReview } from "../match/frozen.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { AGAIN, type Next, wait } from "./laps.ts";
import { CommitFault } from "./ports.ts";
import { FOLLOW_MS, type Lap, type Moves, type RunnerParts } from "./row-work.ts";
import { isExpired, type Standing, standingOf } from "./veto.ts";

/** From a signature to the transaction's report: handing in, submitting, reporting. */

export interface Delivery {
	/** Of a `signed` or `handing_in` row: the first time or again with the same key. */
	handIn(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next>;
	handedIn(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next>;
	sending(row: JournalRow, frozen: FrozenReview): Promise<Next>;
	/** Of a `submitted` or `reporting` row. */
	report(row: JournalRow, frozen: FrozenReview): Promise<Next>;
}

function endedWords(row: JournalRow, standing: Standing & { kind: "over" }): string {
	return `The service ended this commit (${standing.state}). Until nonce ${row.nonce} is used, the transaction could still be sent.`;
}

export function createDelivery(parts: RunnerParts, moves: Moves): Delivery {
	const { journal, commits, clock } = parts;
	const { changed, stuck, hold } = moves;

	/** Hands the signature in, the first time or again with the same key. */
	async function handIn(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next> {
		if (row.signedBytes === null) throw new Error("a signed row without bytes");
		if (!lap.fresh) {
			const read = await commits.read(row.commitId, row.sessionId);
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
			const body = { kind: "signed" as const, payloads: [row.signedBytes] };
			lap.read = await commits.manual(row.commitId, row.sessionId, body, row.signedKey);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			const now = journal.row(row.id) ?? row;
			return hold(
				now,
				`The service refused the signature: ${cause.message} It has seen it, so until nonce ${row.nonce} is used the transaction could still be sent.`,
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
				`The service ended this commit (${standing.state}) before the transaction was sent. Until nonce ${row.nonce} is used, a signed transaction exists.`,
			);
		changed(journal.step(row.id, [row.state], "handed_in"));
		return AGAIN;
	}

	async function handedIn(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next> {
		const read = lap.read ?? (await commits.read(row.commitId, row.sessionId));
		lap.read = null;
		const standing = standingOf(read, frozen);
		if (standing.kind === "stopped") return hold(row, standing.words);
		if (standing.kind === "asked") {
			stuck(row, "The service took the signature but still asks for it. Waiting for it to go on.");
			return wait(FOLLOW_MS);
		}
		if (standing.kind === "broadcast") return submit(row, frozen, standing);
		const named = standing.transactionId;
		if (named !== null && named.toLowerCase() !== row.transactionId)
			return hold(
				row,
				`The service names another transaction (${named}) than the one that you signed (${row.transactionId ?? "none"}).`,
			);
		if (standing.kind === "over" && standing.state !== "confirmed" && named === null)
			return hold(row, endedWords(row, standing));
		if (row.broadcaster === "wallet") return await sentByAnother(row, standing);
		changed(journal.step(row.id, ["handed_in"], "submitted", { detail: "by the service" }));
		return AGAIN;
	}

	/** It was for us to submit, and we did not: only the chain can show that somebody has sent these very bytes. */
	async function sentByAnother(
		row: JournalRow,
		standing: Standing & { kind: "moving" | "over" },
	): Promise<Next> {
		if (row.transactionId === null) throw new Error("a signed row without a hash");
		const known = await parts.chain(row.chainRef).lookup(row.transactionId);
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
		frozen: FrozenReview,
		asked: { readonly bytes: string; readonly transactionId: string },
	): Promise<Next> {
		if (row.broadcaster !== "wallet") {
			stuck(
				row,
				`The signature is handed in; the ${row.broadcaster === "venue" ? "venue" : "service"} submits it, Countersign never does.`,
			);
			return wait(FOLLOW_MS);
		}
		if (
			asked.bytes.toLowerCase() !== row.signedBytes ||
			asked.transactionId.toLowerCase() !== row.transactionId
		)
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
		const chain = parts.chain(row.chainRef);
		const before = await chain.lookup(row.transactionId);
		if (before.state === "unknown") {
			if (row.state === "handed_in") changed(journal.step(row.id, ["handed_in"], "sending"));
			const hash = await chain.send(row.signedBytes, row.transactionId);
			if (hash.toLowerCase() !== row.transactionId)
				return hold(
					journal.row(row.id) ?? row,
					`The RPC answered another hash (${hash}) than the signed one.`,
				);
		}
		changed(journal.step(row.id, ["handed_in", "sending"], "submitted"));
		return AGAIN;
	}

	/** Sending was under way when we stopped: the chain and the service say how far it got. */
	async function sending(row: JournalRow, frozen: FrozenReview): Promise<Next> {
		if (row.transactionId === null) throw new Error("a sending row without a hash");
		const chain = parts.chain(row.chainRef);
		const nonces = await chain.nonces(row.signer);
		const known = await chain.lookup(row.transactionId);
		if (known.state !== "unknown") {
			changed(journal.step(row.id, ["sending"], "submitted", { detail: "found on the chain" }));
			return AGAIN;
		}
		if (nonces.latest > row.nonce)
			return hold(row, `Nonce ${row.nonce} is used, and your RPC does not know the signed transaction.`);
		const standing = standingOf(await commits.read(row.commitId, row.sessionId), frozen);
		if (standing.kind === "broadcast") return submit(row, frozen, standing);
		return received(row, standing);
	}

	async function report(row: JournalRow, frozen: FrozenReview): Promise<Next> {
		if (row.transactionId === null) throw new Error("a submitted row without a hash");
		if (row.broadcaster !== "wallet") {
			changed(journal.step(row.id, ["submitted"], "reported", { detail: "nothing to report" }));
			return AGAIN;
		}
		if (row.state === "reporting") {
			const standing = standingOf(await commits.read(row.commitId, row.sessionId), frozen);
			if (standing.kind === "moving" || standing.kind === "over") {
				changed(journal.step(row.id, ["reporting"], "reported", { detail: "already known" }));
				return AGAIN;
			}
		} else changed(journal.step(row.id, ["submitted"], "reporting"));
		try {
			const body = { kind: "broadcast" as const, transaction_id: row.transactionId };
			await commits.manual(row.commitId, row.sessionId, body, row.reportKey);
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

	return { handIn, handedIn, sending, report };
}
