import type { StepDetail } from "../../core/journal/details.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { isSameFrozen } from "../../core/match/fingerprint.ts";
import { allowsBlind, type Frozen } from "../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../core/message.ts";
import { NOTHING_SIGNED, notSigned } from "../../core/unsigned.ts";
import type { ProvenSignature } from "../wallet/signers/signed.ts";
import { SignerError } from "../wallet/signers/signer.ts";
import { lineOf, unsignedText, waitingText } from "./outcomes.ts";
import { isExpired } from "./recheck.ts";
import type { RowTransitions, Run, RunnerParts } from "./row-work.ts";
import { AGAIN, END, type Next, type Runs, wait } from "./runs.ts";

/** From an approval to a signature on disk: the same for every kind of row. */

/** An approval that could not be carried out by then is void: the user decides again. In ms. */
export const APPROVAL_LIFE_MS = 10 * 60_000;
/** Between two looks at a signer that waits for the user; an unlocked vault and a device that comes wake the row. */
const SIGNER_LOOK_MS = 15_000;
/** What the service said before a signature that took longer, on a device, is asked again before it is handed in. */
const FRESH_MS = 5_000;

/** Its meaning can't be compared with a review; transactions of an action can, whatever was allowed then. */
const isBlind = (frozen: Frozen): boolean =>
	allowsBlind(frozen) && (frozen.kind !== "action" || frozen.request.type === "sign");

/** A sound signature, and none of what was asked for: a step of another row, or other bytes under the same review. */
function otherIntent(): SignerError {
	const text = sentences(message("signer.other-intent"), message("signer.thrown-away"));
	return new SignerError("refusedMatch", text, "place", { mayHaveSigned: true });
}

/** What is asked right before signing; `text` ends it, `frozen` may carry a renewed blockhash. */
export type RecheckResult =
	| { readonly stopped: true; readonly text: Message }
	| { readonly stopped: false; readonly frozen: Frozen };

export interface SignStep {
	/**
	 * Of an `approved` row, or one whose wallet attempt is being claimed or is claimed.
	 * @param ask what the service and the chain say now; asked once the signer is ready
	 */
	take(
		row: JournalRow,
		frozen: Frozen,
		run: Run,
		ask: () => Promise<RecheckResult>,
		how?: SigningWay,
	): Promise<Next>;
}

/** What a wallet attempt, or a step of an action, does otherwise than a commit. */
interface SigningWay {
	/** Since when the approval's life counts, Unix ms. */
	readonly from?: number;
	/** Done in place of the signature once nothing stands against it. */
	readonly instead?: () => Promise<Next>;
	/** Ends the row without a signature. @param cause what the signer threw, where it was asked */
	readonly refuse?: (row: JournalRow, text: Message, cause?: unknown) => Next;
}

export function createSignStep(parts: RunnerParts, moves: RowTransitions, runs: () => Runs): SignStep {
	const { journal, signer, clock } = parts;
	const { changed, stuck } = moves;

	/** Why an approval is void by now; null where it stands. */
	function lapsed(row: JournalRow, frozen: Frozen, from: number): Message | null {
		const now = clock.now();
		if (isExpired(frozen, now, parts.clockOffset()))
			return notSigned(message("signing.expired.before-signed"));
		if (now - from > APPROVAL_LIFE_MS)
			return sentences(
				message("signing.approved.too-long-ago"),
				row.state === "claimed" ? NOTHING_SIGNED : message("signing.not-signed.review-again"),
			);
		if (isBlind(frozen) && !parts.blindAllowed()) return notSigned(message("signing.blind-off"));
		if (signer.state(row.signer) === "missing") return notSigned(message("signing.account-missing"));
		return null;
	}

	/** The user took it back, or its action ended, while others were asked: that stands, with its own words. */
	const isOver = (row: JournalRow) => journal.row(row.id)?.state !== row.state;

	/** A renewed blockhash, and which device is asked, are on disk with the very step that precedes the signature. */
	function begin(row: JournalRow, before: Frozen, use: Frozen): void {
		const isRenewed = !isSameFrozen(use, before);
		const place = signer.placeOf?.(row.signer) ?? null;
		const asked: StepDetail = { kind: "asked", device: place, renewed: isRenewed };
		const detail = isRenewed || place !== null ? { detail: asked } : {};
		changed(
			journal.step(row.id, [row.state], "signing", { ...(isRenewed ? { frozen: use } : {}), ...detail }),
		);
	}

	/** The app's own end took the question away: what became of it is told when the row is found again. */
	function isCutOff(row: JournalRow, cause: unknown): boolean {
		const onDevice = (signer.placeOf?.(row.signer) ?? null) !== null;
		return onDevice && runs().stopped() && !(cause instanceof SignerError && cause.reason === "rejected");
	}

	/** Of a row whose signer is ready. */
	async function signNow(
		row: JournalRow,
		frozen: Frozen,
		run: Run,
		ask: () => Promise<RecheckResult>,
		how: Required<Omit<SigningWay, "instead">> & Pick<SigningWay, "instead">,
	): Promise<Next> {
		const { refuse } = how;
		const recheck = await ask();
		// The questions took time: what stood before them must stand now. An app that ends signs no more.
		if (runs().stopped()) return END;
		if (isOver(row)) return AGAIN;
		const after = lapsed(row, frozen, how.from);
		if (after !== null) return refuse(row, after);
		if (signer.state(row.signer) !== "ready") return AGAIN;
		if (recheck.stopped) return refuse(row, recheck.text);
		if (how.instead !== undefined) return await how.instead();
		const use = recheck.frozen;
		begin(row, frozen, use);
		const askedAt = clock.now();
		let proven: ProvenSignature;
		try {
			proven = await signer.sign(use, row.place, row.fingerprint, row.signer);
			if (!proven.isOf(use, row.place, row.fingerprint)) throw otherIntent();
		} catch (cause) {
			parts.log(`signing: row ${row.id}: ${lineOf(cause)}`);
			return isCutOff(row, cause) ? END : refuse(row, unsignedText(cause), cause);
		}
		changed(
			journal.step(row.id, ["signing"], "signed", {
				signature: proven.kept,
				...(proven.id === null ? {} : { transactionId: proven.id }),
			}),
		);
		run.fresh = clock.now() - askedAt < FRESH_MS;
		return AGAIN;
	}

	function waitFor(row: JournalRow, text: Message): Next {
		stuck(row, waitingText(text));
		return wait(SIGNER_LOOK_MS);
	}

	return {
		async take(row, frozen, run, ask, how = {}) {
			const { from = row.approvedAt, refuse = (of, text) => moves.refuse(of, text), instead } = how;
			const before = lapsed(row, frozen, from);
			if (before !== null) return refuse(row, before);
			if (signer.state(row.signer) === "locked") {
				stuck(row, sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")));
				return wait(SIGNER_LOOK_MS);
			}
			const readiness = await signer.prepare(row.signer);
			try {
				if (runs().stopped()) return END;
				if (isOver(row)) return AGAIN;
				if (!readiness.ready) return waitFor(row, readiness.text);
				return await signNow(row, frozen, run, ask, { from, refuse, ...(instead && { instead }) });
			} finally {
				if (readiness.ready) readiness.release?.();
			}
		},
	};
}
