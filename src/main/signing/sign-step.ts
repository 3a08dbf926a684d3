import type { StepDetail } from "../../core/journal/details.ts";
import type { StoredSignature } from "../../core/journal/kept-signature.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { isSameFrozen } from "../../core/match/fingerprint.ts";
import { allowsBlind, type Frozen, intentsOf } from "../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../core/message.ts";
import { NOTHING_SIGNED, notSigned } from "../../core/unsigned.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/feature.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { ProvenSignature } from "../wallet/signers/signed.ts";
import { type Signer, SignerError } from "../wallet/signers/signer.ts";
import { lineOf, unsignedText, waitingText } from "./outcomes.ts";
import { isExpired, type Recheck } from "./recheck.ts";
import { AGAIN, END, type Next, wait } from "./row-scheduler.ts";
import type { RowTransitions, Run } from "./row-transitions.ts";
import type { SigningAccount } from "./signing-service.ts";

/** Life of an approval in ms: one that could not be carried out by then is void, and the user decides again. */
export const APPROVAL_LIFE_MS = 10 * 60_000;
/** Interval between looks at a signer that waits for the user; an unlocked vault and a device that comes wake the row. */
const SIGNER_LOOK_MS = 15_000;
/** Age in ms at which the service's answer is too old for a signature: after a slow device it is read again. */
const FRESH_MS = 5_000;

type Signed = Pick<JournalRow, "signature">;

function signatureOf({ signature }: Signed): StoredSignature {
	if (signature === null) throw new Error("a signed row without its signature");
	return signature;
}

/** Returns the bytes of a row that has one transaction or one signature. Throws if it has none, or several. */
export function signedBytesOf(row: Signed): string {
	const signature = signatureOf(row);
	if (signature.kind !== "one") throw new Error("several signatures where one was asked for");
	return signature.bytes;
}

/**
 * Returns the `payloads` of a CommitManual `signed` (docs/service-api/commits.md#calls-and-bodies): one transaction, or
 * one signature per request. Throws if the signature is not of the kind that the intent asks for.
 */
export function payloadsOf(row: Signed & Pick<JournalRow, "place">, frozen: Frozen): readonly string[] {
	if (intentsOf(frozen)[row.place]?.kind !== "user_operation") return [signedBytesOf(row)];
	const signature = signatureOf(row);
	if (signature.kind !== "each") throw new Error("one text where a signature for each request was asked for");
	return signature.signatures;
}

/** Its meaning can't be compared with a review; transactions of an action can, whatever was allowed then. */
const isBlind = (frozen: Frozen): boolean =>
	allowsBlind(frozen) && (frozen.kind !== "action" || frozen.request.type === "sign");

/** A sound signature, and none of what was asked for: a step of another row, or other bytes under the same review. */
function otherIntent(): SignerError {
	const text = sentences(message("signer.other-intent"), message("signer.thrown-away"));
	return new SignerError("refusedMatch", text, "place", { mayHaveSigned: true });
}

/** Differences of a wallet attempt or an action's step from a commit. */
interface SigningWay {
	/** Since when the approval's life counts, Unix ms. */
	readonly from?: number;
	/** Done in place of the signature once nothing stands against it. */
	readonly instead?: () => Promise<Next>;
	/** Ends the row without a signature. @param cause what the signer threw, if it was asked */
	readonly refuse?: (row: JournalRow, text: Message, cause?: unknown) => Next;
}

/** Carries a row from its approval to a signature on disk: the same for every kind of row. */
export class SignStep {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;
	readonly #isStopped: () => boolean;

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "log">;
			readonly stores: { readonly journal: Journal };
			readonly wallet: { readonly signer: Signer };
			readonly rules: Pick<Rules, "blindAllowed">;
		},
		account: Pick<SigningAccount, "serviceClock">,
		rows: RowTransitions,
		isStopped: () => boolean,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
		this.#isStopped = isStopped;
	}

	/**
	 * Signs an `approved` row, or one whose wallet attempt is being claimed or is claimed.
	 * @param ask reads what the service and the chain say now; called once the signer is ready
	 */
	async sign(
		row: JournalRow,
		frozen: Frozen,
		run: Run,
		ask: () => Promise<Recheck>,
		how: SigningWay = {},
	): Promise<Next> {
		const { signer } = this.#app.wallet;
		const { from = row.approvedAt, refuse = (of, text) => this.#rows.refuse(of, text), instead } = how;
		const before = this.#lapsed(row, frozen, from);
		if (before !== null) return refuse(row, before);
		if (signer.state(row.signer) === "locked") {
			this.#rows.explain(
				row,
				sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")),
			);
			return wait(SIGNER_LOOK_MS);
		}
		const readiness = await signer.prepare(row.signer);
		try {
			if (this.#isStopped()) return END;
			if (this.#isOver(row)) return AGAIN;
			if (!readiness.ready) return this.#waitFor(row, readiness.text);
			return await this.#signNow(row, frozen, run, ask, { from, refuse, ...(instead && { instead }) });
		} finally {
			if (readiness.ready) readiness.release?.();
		}
	}

	/** Signs a row whose signer is ready. */
	async #signNow(
		row: JournalRow,
		frozen: Frozen,
		run: Run,
		ask: () => Promise<Recheck>,
		how: Required<Omit<SigningWay, "instead">> & Pick<SigningWay, "instead">,
	): Promise<Next> {
		const { ports, wallet } = this.#app;
		const { signer } = wallet;
		const { refuse } = how;
		const recheck = await ask();
		// The questions took time: what stood before them must stand now. An app that ends signs no more.
		if (this.#isStopped()) return END;
		if (this.#isOver(row)) return AGAIN;
		const after = this.#lapsed(row, frozen, how.from);
		if (after !== null) return refuse(row, after);
		if (signer.state(row.signer) !== "ready") return AGAIN;
		if (recheck.stopped) return refuse(row, recheck.text);
		if (how.instead !== undefined) return await how.instead();
		const use = recheck.frozen;
		this.#begin(row, frozen, use);
		const askedAt = ports.clock.now();
		let proven: ProvenSignature;
		try {
			proven = await signer.sign(use, row.place, row.fingerprint, row.signer);
			if (!proven.isOf(use, row.place, row.fingerprint)) throw otherIntent();
		} catch (cause) {
			ports.log(`signing: row ${row.id}: ${lineOf(cause)}`);
			return this.#isCutOff(row, cause) ? END : refuse(row, unsignedText(cause), cause);
		}
		this.#rows.step(row, ["signing"], "signed", {
			signature: proven.kept,
			...(proven.id === null ? {} : { transactionId: proven.id }),
		});
		run.fresh = ports.clock.now() - askedAt < FRESH_MS;
		return AGAIN;
	}

	/** Writes `signing`, the very step that precedes the signature, with a renewed blockhash and the device that is asked. */
	#begin(row: JournalRow, before: Frozen, use: Frozen): void {
		const isRenewed = !isSameFrozen(use, before);
		const device = this.#deviceOf(row);
		const asked: StepDetail = { kind: "asked", device, renewed: isRenewed };
		const detail = isRenewed || device !== null ? { detail: asked } : {};
		this.#rows.step(row, [row.state], "signing", { ...(isRenewed ? { frozen: use } : {}), ...detail });
	}

	#deviceOf(row: JournalRow): string | null {
		return this.#app.wallet.signer.placeOf?.(row.signer) ?? null;
	}

	/** Why an approval is void by now; `null` if it is still valid. */
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

	/** The user withdrew it, or its action ended, while others were asked: that stands, with its own words. */
	#isOver(row: JournalRow): boolean {
		return this.#app.stores.journal.row(row.id)?.state !== row.state;
	}

	/** The app's own end cancelled the device's prompt: what became of it is said when the row is found again. */
	#isCutOff(row: JournalRow, cause: unknown): boolean {
		const onDevice = this.#deviceOf(row) !== null;
		return onDevice && this.#isStopped() && !(cause instanceof SignerError && cause.reason === "rejected");
	}

	#waitFor(row: JournalRow, text: Message): Next {
		this.#rows.explain(row, waitingText(text));
		return wait(SIGNER_LOOK_MS);
	}
}
