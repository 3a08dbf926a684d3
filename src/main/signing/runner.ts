import type { ReadCommit } from "../../contract/commit.ts";
import { checkSignedEvm } from "../match/evm-bytes.ts";
import { type FrozenReview, frozenReview } from "../match/frozen.ts";
import type { Clock } from "../ports.ts";
import type { Signer } from "../signers/signer.ts";
import { StorageError } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import { ENDED, type JournalRow } from "../storage/journal-types.ts";
import { replacedFacts, settledFacts, wordsOf } from "./endings.ts";
import { AGAIN, createLaps, END, type Next, wait } from "./laps.ts";
import { type ChainStanding, CommitFault, type CommitService, type LaneChain } from "./ports.ts";
import { isExpired, standingOf, vetoOf } from "./veto.ts";

/** An approval that could not be carried out by then is void: the person decides again. In ms. */
export const APPROVAL_LIFE_MS = 10 * 60_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
const FOLLOW_MS = 1_000;
const HELD_MS = 15_000;
/** An RPC can be behind itself for a moment: only this many looks in a row make a transaction a replaced one. */
const LOOKS = 3;

export interface RunnerParts {
	readonly journal: Journal;
	readonly commits: CommitService;
	readonly signer: Signer;
	readonly chain: (chainRef: string) => LaneChain;
	readonly clock: Clock;
	/** The scope that is signed in: rows of another are left alone. */
	readonly scope: () => string;
	readonly onChange: (row: JournalRow) => void;
	/** The journal can't be written (words for a person), or can again (null). */
	readonly onStorage: (words: string | null) => void;
	readonly log: (line: string) => void;
}

export interface Runner {
	/** Takes up every row that a crash or a quit left. */
	recover(): void;
	/** Something has changed for this row (unlocked, a new view, a wish): look again now. */
	kick(rowId: string): void;
	kickAll(): void;
	/** Ends after the step that is being taken. */
	stop(): Promise<void>;
}

/** What is known of a row within this run. */
interface Lap {
	/** Failures in a row, for the backoff. */
	failures: number;
	/** The bytes were signed or handed in within this run: no crash lies between, no re-read is needed. */
	fresh: boolean;
	read: ReadCommit | null;
	/** Looks in a row at which the nonce was used and the transaction unknown. */
	gone: number;
}

/**
 * Carries approved rows through to the end. It is the only caller of a Signer. Each effect follows a durable
 * step of the journal, so that a crash at any instant neither loses an approval nor signs twice.
 */
export function createRunner(parts: RunnerParts): Runner {
	const { journal, commits, signer, clock } = parts;

	/** A step is on disk. What listens is told; its faults are not the journal's. */
	function changed(row: JournalRow): JournalRow {
		try {
			parts.onStorage(null);
			parts.onChange(row);
		} catch (cause) {
			parts.log(`signing: a listener failed: ${wordsOf(cause)}`);
		}
		return row;
	}

	function stuck(row: JournalRow, words: string): void {
		if (row.words !== words) changed(journal.note(row.id, words));
	}

	function refuse(row: JournalRow, words: string): Next {
		changed(
			journal.step(row.id, ["approved", "signing"], "refused", { outcome: "unsigned", live: false, words }),
		);
		return END;
	}

	/** Signed, but never to be sent by us: it stays live until its nonce is used. */
	function hold(row: JournalRow, words: string): Next {
		changed(journal.step(row.id, [row.state], "held", { words }));
		return AGAIN;
	}

	/** Why an approval is void by now; null where it stands. */
	function lapsed(row: JournalRow, frozen: FrozenReview): string | null {
		const now = clock.now();
		if (isExpired(frozen, now)) return "The offer expired before it could be signed. Nothing was signed.";
		if (now - row.approvedAt > APPROVAL_LIFE_MS)
			return "Too much time passed since you approved. Nothing was signed: review it again.";
		if (signer.state(row.signer) === "missing")
			return "The account that must sign is not among yours. Nothing was signed.";
		return null;
	}

	async function approved(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next> {
		const before = lapsed(row, frozen);
		if (before !== null) return refuse(row, before);
		if (signer.state(row.signer) === "locked") {
			stuck(row, "You approved this, and it waits for the vault to be unlocked. Nothing is signed yet.");
			return wait(LONGEST_RETRY_MS);
		}
		const [read, nonces] = await Promise.all([
			commits.read(row.commitId, row.sessionId),
			parts.chain(row.chainRef).nonces(row.signer),
		]);
		// The questions took time: what stood before them must stand now. An app that ends signs no more.
		if (laps.stopped()) return END;
		const after = lapsed(row, frozen);
		if (after !== null) return refuse(row, after);
		if (signer.state(row.signer) !== "ready") return AGAIN;
		const veto = vetoOf(read, frozen, row.fingerprint);
		if (veto !== null) return refuse(row, veto);
		if (nonces.pending !== row.nonce)
			return refuse(
				row,
				`The account's next nonce is ${nonces.pending}, this transaction has ${row.nonce}: another one came between. Nothing was signed.`,
			);
		changed(journal.step(row.id, ["approved"], "signing"));
		let signed: { readonly raw: string; readonly hash: string };
		try {
			signed = await signer.signEvm(frozen, row.fingerprint, row.signer);
		} catch (cause) {
			return refuse(row, `${wordsOf(cause)} Nothing was signed.`);
		}
		if (frozen.payload.kind !== "evm_transaction") return refuse(row, "Not an EVM transaction.");
		const check = await checkSignedEvm(signed.raw, frozen.payload);
		if (!check.ok || check.hash !== signed.hash)
			return refuse(row, "The signer answered with bytes that are not the reviewed ones. Nothing was sent.");
		changed(
			journal.step(row.id, ["signing"], "signed", { signedBytes: check.raw, transactionId: check.hash }),
		);
		lap.fresh = true;
		return AGAIN;
	}

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
	function received(row: JournalRow, standing: ReturnType<typeof standingOf>): Next {
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
			return hold(
				row,
				`The service ended this commit (${standing.state}). Until nonce ${row.nonce} is used, the transaction could still be sent.`,
			);
		changed(journal.step(row.id, ["handed_in"], "submitted", { detail: "by the service" }));
		return AGAIN;
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

	async function follow(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next> {
		if (row.transactionId === null) throw new Error("a submitted row without a hash");
		const chain = parts.chain(row.chainRef);
		// The nonce first: a block between the two questions then shows as mined, never as replaced.
		const nonces = await chain.nonces(row.signer);
		const known = await chain.lookup(row.transactionId);
		if (known.state === "mined") {
			if (row.live) journal.release(row.id);
			const standing = standingOf(await commits.read(row.commitId, row.sessionId), frozen);
			if (standing.kind === "over") {
				changed(journal.step(row.id, ["reported"], "settled", settledFacts(known)));
				return END;
			}
			stuck(row, `Mined in block ${known.blockNumber}; waiting for the service to see it too.`);
			return wait(FOLLOW_MS);
		}
		lap.gone = nonces.latest > row.nonce ? lap.gone + 1 : 0;
		if (lap.gone >= LOOKS) {
			changed(journal.step(row.id, ["reported"], "settled", replacedFacts(row)));
			return END;
		}
		stuck(
			row,
			known.state === "pending"
				? "In the network's waiting room; not in a block yet."
				: "Your RPC does not know the transaction yet.",
		);
		return wait(FOLLOW_MS);
	}

	/** Signed and kept back: settled only when its nonce is used. */
	async function held(row: JournalRow, lap: Lap): Promise<Next> {
		if (!row.live) return END;
		const chain = parts.chain(row.chainRef);
		const nonces = await chain.nonces(row.signer);
		if (nonces.latest <= row.nonce) {
			lap.gone = 0;
			return wait(HELD_MS);
		}
		const known: ChainStanding =
			row.transactionId === null ? { state: "unknown" } : await chain.lookup(row.transactionId);
		lap.gone += 1;
		if (known.state !== "mined" && lap.gone < LOOKS) return wait(FOLLOW_MS);
		const facts = known.state === "mined" ? settledFacts(known) : replacedFacts(row);
		changed(journal.step(row.id, ["held"], "settled", facts));
		return END;
	}

	async function take(row: JournalRow, lap: Lap): Promise<Next> {
		if (ENDED.has(row.state)) return END;
		const frozen = frozenReview.parse(JSON.parse(row.frozen));
		switch (row.state) {
			case "approved":
				return await approved(row, frozen, lap);
			case "signing":
				return refuse(
					row,
					"Countersign stopped while signing, and no signature was kept. Nothing was sent: review and approve again.",
				);
			case "signed":
			case "handing_in":
				return await handIn(row, frozen, lap);
			case "handed_in":
				return await handedIn(row, frozen, lap);
			case "sending":
				return await sending(row, frozen);
			case "submitted":
			case "reporting":
				return await report(row, frozen);
			case "reported":
				return await follow(row, frozen, lap);
			case "held":
				return await held(row, lap);
			default:
				return END;
		}
	}

	/** A failed try: say so, and come again later; the row stays where it is. */
	function later(rowId: string, lap: Lap, cause: unknown): Next {
		const again = FIRST_RETRY_MS * 2 ** Math.min(lap.failures, 10);
		const asked = cause instanceof CommitFault ? (cause.retryAfterMs ?? 0) : 0;
		lap.failures += 1;
		lap.fresh = false;
		parts.log(`signing: row ${rowId}: ${wordsOf(cause)}`);
		if (cause instanceof StorageError) parts.onStorage(cause.words);
		try {
			const row = journal.row(rowId);
			// Why it is held matters more than what its RPC says meanwhile.
			if (row !== null && row.state !== "held") stuck(row, wordsOf(cause));
		} catch (fault) {
			// A disk that takes no step takes no words either; the next try comes all the same.
			parts.log(`signing: row ${rowId}: ${wordsOf(fault)}`);
		}
		return wait(Math.max(asked, Math.min(again, LONGEST_RETRY_MS)));
	}

	const laps = createLaps(clock, (rowId) => {
		const lap: Lap = { failures: 0, fresh: false, read: null, gone: 0 };
		return async () => {
			try {
				const row = journal.row(rowId);
				if (row === null || row.scope !== parts.scope()) return END;
				const next = await take(row, lap);
				lap.failures = 0;
				return next;
			} catch (cause) {
				return later(rowId, lap, cause);
			}
		};
	});

	return {
		recover() {
			for (const row of journal.unsettled()) if (row.scope === parts.scope()) laps.kick(row.id);
		},
		kick: laps.kick,
		kickAll: laps.kickAll,
		stop: laps.stop,
	};
}
