import type { StepDetail } from "../../core/journal/details.ts";
import type { JournalRow, StoredSignature } from "../../core/journal/types.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import { isSameFrozen } from "../../core/match/fingerprint.ts";
import { allowsBlind, type Frozen, intentsOf, isActionLike } from "../../core/match/frozen.ts";
import { NOTHING_SIGNED, notSigned } from "../../core/unsigned.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { ProvenSignature } from "../wallet/signers/signed.ts";
import { type Signer, SignerError } from "../wallet/signers/signer.ts";
import { lineOf, unsignedText, waitingText } from "./outcomes.ts";
import { isExpired, type Passed, type Recheck, type Stopped } from "./recheck.ts";
import { AGAIN, END, type Next, wait } from "./row-scheduler.ts";
import type { RowTransitions } from "./row-transitions.ts";
import type { Run } from "./run.ts";
import type { SigningAccount } from "./signing-service.ts";

export const APPROVAL_LIFE_MS = 10 * 60_000;
/** Polling interval while the signer is waiting for the user. */
export const SIGNER_POLL_MS = 15_000;
/**
 * Maximum age of the service's answer. An older answer is re-read before signing, for example after a slow
 * device.
 */
const FRESH_MS = 5_000;

type Signed = Pick<JournalRow, "signature">;

function signatureOf({ signature }: Signed): StoredSignature {
	if (signature === null) throw new Error("the signed row has no signature");
	return signature;
}

export function signedBytesOf(row: Signed): string {
	const signature = signatureOf(row);
	if (signature.kind !== "one") throw new Error("expected one signature, got several");
	return signature.bytes;
}

export function payloadsOf(row: Signed & Pick<JournalRow, "place">, frozen: Frozen): readonly string[] {
	if (intentsOf(frozen)[row.place]?.kind !== "user_operation") return [signedBytesOf(row)];
	const signature = signatureOf(row);
	if (signature.kind !== "each") throw new Error("expected a signature for each request, got one");
	return signature.signatures;
}

/** Returns whether the payload's meaning can't be compared with the review after signing. */
const isBlind = (frozen: Frozen): boolean =>
	allowsBlind(frozen) && (!isActionLike(frozen) || frozen.request.type === "sign");

function otherIntent(): SignerError {
	const text = sentences(message("signer.other-intent"), message("signer.thrown-away"));
	return new SignerError("refusedMatch", text, "place", { mayHaveSigned: true });
}

type Refuse = (row: JournalRow, text: Message, cause?: unknown) => Next;

interface SigningWay {
	/** Start of the approval period, in Unix ms. */
	readonly from?: number;
	readonly refuse?: Refuse;
}

export interface SignContext {
	readonly ports: Pick<Ports, "clock" | "log">;
	readonly stores: { readonly journal: Journal };
	readonly wallet: { readonly signer: Signer };
	readonly rules: Pick<Rules, "blindAllowed">;
}

export class SignStep {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;
	readonly #isStopped: () => boolean;

	constructor(
		app: SignContext,
		account: Pick<SigningAccount, "serviceClock">,
		rows: RowTransitions,
		isStopped: () => boolean,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
		this.#isStopped = isStopped;
	}

	/** Checks the row and signs its payload. Writes `signing` before the signer is asked. */
	async sign(
		row: JournalRow,
		frozen: Frozen,
		run: Run,
		recheck: () => Promise<Recheck>,
		way: SigningWay = {},
	): Promise<Next> {
		const refuse = this.#refusalOf(way);
		return await this.whenReady(
			row,
			frozen,
			recheck,
			(passed) => this.#signNow(row, frozen, passed.frozen, run, refuse),
			way,
		);
	}

	/**
	 * Checks that the row can be signed now, then calls `act` without another wait. The signer stays reserved
	 * until `act` ends.
	 */
	async whenReady<P extends Passed>(
		row: JournalRow,
		frozen: Frozen,
		recheck: () => Promise<Stopped | P>,
		act: (passed: P) => Promise<Next>,
		way: SigningWay = {},
	): Promise<Next> {
		const { signer } = this.#app.wallet;
		const { from = row.approvedAt } = way;
		const refuse = this.#refusalOf(way);
		const before = this.#lapsed(row, frozen, from);
		if (before !== null) return refuse(row, before);
		if (signer.state(row.signer) === "locked") {
			this.#rows.explain(
				row,
				sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")),
			);
			return wait(SIGNER_POLL_MS);
		}
		const readiness = await signer.prepare(row.signer);
		try {
			if (this.#isStopped()) return END;
			if (this.#isEnded(row)) return AGAIN;
			if (!readiness.ready) return this.#waitFor(row, readiness.text);
			const checked = await recheck();
			// Checks everything again, because the reads took time. An app that is stopping must not sign.
			if (this.#isStopped()) return END;
			if (this.#isEnded(row)) return AGAIN;
			const after = this.#lapsed(row, frozen, from);
			if (after !== null) return refuse(row, after);
			if (signer.state(row.signer) !== "ready") return AGAIN;
			if (checked.stopped) return refuse(row, checked.text);
			return await act(checked);
		} finally {
			if (readiness.ready) readiness.release?.();
		}
	}

	#refusalOf({ refuse }: SigningWay): Refuse {
		return refuse ?? ((row, text) => this.#rows.refuse(row, text));
	}

	async #signNow(row: JournalRow, frozen: Frozen, use: Frozen, run: Run, refuse: Refuse): Promise<Next> {
		const { ports, wallet } = this.#app;
		this.#begin(row, frozen, use);
		const askedAt = ports.clock.now();
		let proven: ProvenSignature;
		try {
			proven = await wallet.signer.sign(use, row.place, row.fingerprint, row.signer);
			if (!proven.isOf(use, row.place, row.fingerprint)) throw otherIntent();
		} catch (cause) {
			ports.log(`signing: row ${row.id}: ${lineOf(cause)}`);
			return this.#isCutOff(row, cause) ? END : refuse(row, unsignedText(cause), cause);
		}
		this.#rows.step(row, ["signing"], "signed", {
			signature: proven.stored,
			...(proven.id === null ? {} : { transactionId: proven.id }),
		});
		run.isFresh = ports.clock.now() - askedAt < FRESH_MS;
		return AGAIN;
	}

	#begin(row: JournalRow, before: Frozen, use: Frozen): void {
		const isRenewed = !isSameFrozen(use, before);
		const device = this.#deviceOf(row);
		const asked: StepDetail = { kind: "asked", device, renewed: isRenewed };
		const detail = isRenewed || device !== null ? { detail: asked } : {};
		this.#rows.step(row, [row.state], "signing", { ...(isRenewed ? { frozen: use } : {}), ...detail });
	}

	#deviceOf(row: JournalRow): string | null {
		return this.#app.wallet.signer.pathOf?.(row.signer) ?? null;
	}

	#lapsed(row: JournalRow, frozen: Frozen, from: number): Message | null {
		const { ports, rules, wallet } = this.#app;
		const now = ports.clock.now();
		if (isExpired(frozen, now, this.#account.serviceClock.offset()))
			return notSigned(message("signing.expired.before-signed"));
		if (now - from > APPROVAL_LIFE_MS)
			return sentences(
				message("signing.approved.too-long-ago"),
				row.state === "claimed" ? NOTHING_SIGNED : message("signing.not-signed.review-again"),
			);
		if (isBlind(frozen) && !rules.blindAllowed()) return notSigned(message("signing.blind-off"));
		if (wallet.signer.state(row.signer) === "missing") return notSigned(message("signing.account-missing"));
		return null;
	}

	/** During the reads, the user may have withdrawn the row, or its action may have ended. */
	#isEnded(row: JournalRow): boolean {
		return this.#app.stores.journal.row(row.id)?.state !== row.state;
	}

	/** Returns whether shutting down the app cancelled the device's prompt. The next startup then says so. */
	#isCutOff(row: JournalRow, cause: unknown): boolean {
		const onDevice = this.#deviceOf(row) !== null;
		return onDevice && this.#isStopped() && !(cause instanceof SignerError && cause.reason === "rejected");
	}

	#waitFor(row: JournalRow, text: Message): Next {
		this.#rows.explain(row, waitingText(text));
		return wait(SIGNER_POLL_MS);
	}
}
