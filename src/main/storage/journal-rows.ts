import { z } from "zod";
import {
	type AnswerBody,
	answerBody,
	type Predicted,
	predicted,
	type Receipt,
	receipt,
} from "../../core/journal/records.ts";
import {
	JOURNAL_STATES,
	type JournalLink,
	type JournalRow,
	type JournalStep,
	readSignature,
} from "../../core/journal/types.ts";
import { type RecordColumn, UnreadableRecord } from "../../core/journal/unreadable.ts";
import { asMessage, type Message, message, type Text } from "../../core/localized-text.ts";
import { messageSchema } from "../../core/localized-text-schema.ts";
import { type Frozen, frozen } from "../../core/match/frozen.ts";
import { once } from "../../core/once.ts";
import { broadcaster } from "../../service-api/action.ts";
import { commitTransport } from "../../service-api/commit.ts";

interface Codec<T> {
	readonly write: (value: T) => string;
	/** Never throws. */
	readonly read: (text: string) => T | UnreadableRecord;
}

function codec<T>(record: RecordColumn, schema: z.ZodType<T>): Codec<T> {
	return {
		write: (value) => JSON.stringify(value),
		read(text) {
			try {
				return schema.parse(JSON.parse(text));
			} catch (cause) {
				return new UnreadableRecord(record, cause);
			}
		},
	};
}

export const messageText = {
	write: (text: Text): string => JSON.stringify(asMessage(text)),
	read(text: string): Message {
		try {
			return messageSchema.parse(JSON.parse(text));
		} catch {
			return message("storage.text-unreadable");
		}
	},
};

export const frozenText: Codec<Frozen> = codec("frozen", frozen);
export const predictedText: Codec<Predicted | null> = codec("predicted", predicted.nullable());
export const answerText: Codec<AnswerBody> = codec("answer", answerBody);
export const receiptText: Codec<Receipt> = codec("receipt", receipt);

const columns = z.object({
	id: z.string(),
	scope: z.string(),
	entry_id: z.string(),
	session_id: z.string(),
	intent_id: z.string(),
	headline: z.string(),
	chain_ref: z.string(),
	signer: z.string(),
	nonce: z.string().regex(/^[0-9]*$/),
	broadcaster,
	fingerprint: z.string(),
	digest: z.string(),
	revision: z.number(),
	frozen: z.string(),
	predicted: z.string(),
	state: z.enum(JOURNAL_STATES),
	live: z.number(),
	signed_key: z.string(),
	report_key: z.string(),
	signed_bytes: z.string().nullable(),
	transaction_id: z.string().nullable(),
	outcome: z
		.enum([
			"confirmed",
			"failed",
			"replaced",
			"refused",
			"unsigned",
			"dropped",
			"answered",
			"skipped",
			"declined",
			"unanswered",
		])
		.nullable(),
	words: z.string().nullable(),
	receipt: z.string().nullable(),
	approved_at: z.number(),
	kind: z.enum(["commit", "action", "proposal", "leg", "replacement", "revocation", "transfer"]),
	parent: z.string().nullable(),
	place: z.number(),
	replaces: z.string().nullable(),
	dead: z.number(),
	answer: z.string().nullable(),
	transport: commitTransport,
	attempt_id: z.string().nullable(),
});

const stepColumns = z.object({
	seq: z.number(),
	row_id: z.string(),
	step: columns.shape.state,
	at: z.number(),
	detail: z.string().nullable(),
	hash: z.string(),
});

const linkColumns = z.object({ previous: z.string() });

export type StoredRow = Omit<
	JournalRow,
	"headline" | "frozen" | "predicted" | "signature" | "answer" | "receipt" | "text"
> & {
	readonly headline: string;
	readonly frozen: string;
	readonly predicted: string;
	readonly signedBytes: string | null;
	readonly answer: string | null;
	readonly receipt: string | null;
	readonly words: string | null;
};

/** A list can have hundreds of rows, so each text is parsed on first access. */
export function rowOf(stored: StoredRow): JournalRow {
	const { answer: answered, receipt: shown, signedBytes, words: storedText, ...facts } = stored;
	const headline = once(() => messageText.read(stored.headline));
	const frozen = once(() => frozenText.read(stored.frozen));
	const predicted = once(() => predictedText.read(stored.predicted));
	const answer = once(() => (answered === null ? null : answerText.read(answered)));
	const receipt = once(() => (shown === null ? null : receiptText.read(shown)));
	const text = once(() => (storedText === null ? null : messageText.read(storedText)));
	return {
		...facts,
		signature: signedBytes === null ? null : readSignature(signedBytes),
		get headline() {
			return headline();
		},
		get frozen() {
			return frozen();
		},
		get predicted() {
			return predicted();
		},
		get answer() {
			return answer();
		},
		get receipt() {
			return receipt();
		},
		get text() {
			return text();
		},
	};
}

export const toRow = (raw: unknown): JournalRow => rowOf(toStored(raw));

export function toStored(raw: unknown): StoredRow {
	const row = columns.parse(raw);
	return {
		id: row.id,
		scope: row.scope,
		entryId: row.entry_id,
		sessionId: row.session_id,
		kind: row.kind,
		intentId: row.intent_id,
		parent: row.parent,
		place: row.place,
		replaces: row.replaces,
		dead: row.dead === 1,
		answer: row.answer,
		transport: row.transport,
		attemptId: row.attempt_id,
		headline: row.headline,
		chainRef: row.chain_ref,
		signer: row.signer,
		nonce: row.nonce === "" ? null : BigInt(row.nonce),
		broadcaster: row.broadcaster,
		fingerprint: row.fingerprint,
		digest: row.digest,
		revision: row.revision,
		frozen: row.frozen,
		predicted: row.predicted,
		state: row.state,
		live: row.live === 1,
		signedKey: row.signed_key,
		reportKey: row.report_key,
		signedBytes: row.signed_bytes,
		transactionId: row.transaction_id,
		outcome: row.outcome,
		words: row.words,
		receipt: row.receipt,
		approvedAt: row.approved_at,
	};
}

export function toStep(raw: unknown): JournalStep & { readonly hash: string } {
	const step = stepColumns.parse(raw);
	return {
		seq: step.seq,
		rowId: step.row_id,
		step: step.step,
		at: step.at,
		detail: step.detail,
		hash: step.hash,
	};
}

export function toLink(raw: unknown): JournalLink {
	return { ...toStep(raw), previous: linkColumns.parse(raw).previous };
}

/** EVM addresses ignore case. Solana addresses are case-sensitive and never start with `0x`. */
export const laneOf = (signer: string) => (signer.startsWith("0x") ? signer.toLowerCase() : signer);
