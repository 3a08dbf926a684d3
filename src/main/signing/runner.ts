import { checkSignedEvm } from "../match/evm-bytes.ts";
import { type FrozenReview, frozenReview } from "../match/frozen.ts";
import { StorageError } from "../storage/database.ts";
import { ENDED, type JournalRow } from "../storage/journal-types.ts";
import { createDelivery } from "./delivery.ts";
import { lineOf, unsignedWords, wordsOf } from "./endings.ts";
import { AGAIN, createLaps, END, type Next, wait } from "./laps.ts";
import { CommitFault } from "./ports.ts";
import { createMoves, type Lap, type RunnerParts } from "./row-work.ts";
import { isExpired, vetoOf } from "./veto.ts";
import { createWatch } from "./watch.ts";

/** An approval that could not be carried out by then is void: the person decides again. In ms. */
export const APPROVAL_LIFE_MS = 10 * 60_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export interface Runner {
	/** Takes up every row that a crash or a quit left. */
	recover(): void;
	/** Something has changed for this row (unlocked, a new view, a wish): look again now. */
	kick(rowId: string): void;
	kickAll(): void;
	/** Ends after the step that is being taken. */
	stop(): Promise<void>;
}

/**
 * Carries approved rows through to the end. It is the only caller of a Signer. Each effect follows a durable
 * step of the journal, so that a crash at any instant neither loses an approval nor signs twice.
 */
export function createRunner(parts: RunnerParts): Runner {
	const { journal, commits, signer, clock } = parts;
	const moves = createMoves(parts);
	const { changed, stuck, refuse } = moves;
	const delivery = createDelivery(parts, moves);
	const watch = createWatch(parts, moves);

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
			parts.log(`signing: row ${row.id}: ${lineOf(cause)}`);
			return refuse(row, unsignedWords(cause));
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
				return await delivery.handIn(row, frozen, lap);
			case "handed_in":
				return await delivery.handedIn(row, frozen, lap);
			case "sending":
				return await delivery.sending(row, frozen);
			case "submitted":
			case "reporting":
				return await delivery.report(row, frozen);
			case "reported":
				return await watch.follow(row, frozen, lap);
			case "held":
				return await watch.held(row, frozen, lap);
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
		parts.log(`signing: row ${rowId}: ${lineOf(cause)}`);
		// What we broke off ourselves is no news about the row.
		if (laps.stopped()) return END;
		if (cause instanceof StorageError) parts.onStorage(cause.words);
		try {
			const row = journal.row(rowId);
			// Why it is held matters more than what its RPC says meanwhile.
			if (row !== null && row.state !== "held") stuck(row, wordsOf(cause));
		} catch (fault) {
			// A disk that takes no step takes no words either; the next try comes all the same.
			parts.log(`signing: row ${rowId}: ${lineOf(fault)}`);
		}
		return wait(Math.max(asked, Math.min(again, LONGEST_RETRY_MS)));
	}

	const laps = createLaps(clock, (rowId) => {
		const lap: Lap = { failures: 0, fresh: false, read: null, gone: null };
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
