import { z } from "zod";
import {
	type AnswerBody,
	answerBody,
	type Predicted,
	predicted,
	type Receipt,
	receipt,
} from "../../core/journal/records.ts";
import { JOURNAL_STATES, type JournalRow, readSignature } from "../../core/journal/types.ts";
import { type RecordColumn, UnreadableRecord } from "../../core/journal/unreadable.ts";
import { asMessage, type Message, message, type Text } from "../../core/localized-text.ts";
import { messageSchema } from "../../core/localized-text-schema.ts";
import { type Frozen, frozenSchema } from "../../core/match/frozen.ts";
import { once } from "../../core/once.ts";
import { broadcaster } from "../../service-api/action.ts";
import { commitTransport } from "../../service-api/commit.ts";
import { flag, rowParser } from "./database.ts";

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

export const frozenText: Codec<Frozen> = codec("frozen", frozenSchema);
export const predictedText: Codec<Predicted | null> = codec("predicted", predicted.nullable());
export const answerText: Codec<AnswerBody> = codec("answer", answerBody);
export const receiptText: Codec<Receipt> = codec("receipt", receipt);

const state = z.enum(JOURNAL_STATES);

export const toStored = rowParser({
	id: z.string(),
	scope: z.string(),
	entryId: z.string(),
	sessionId: z.string(),
	kind: z.enum(["commit", "action", "proposal", "leg", "replacement", "revocation", "transfer"]),
	intentId: z.string(),
	parent: z.string().nullable(),
	place: z.number(),
	replaces: z.string().nullable(),
	dead: flag,
	answer: z.string().nullable(),
	transport: commitTransport,
	attemptId: z.string().nullable(),
	headline: z.string(),
	chainRef: z.string(),
	signer: z.string(),
	nonce: z
		.string()
		.regex(/^[0-9]*$/)
		.transform((text) => (text === "" ? null : BigInt(text))),
	broadcaster,
	fingerprint: z.string(),
	digest: z.string(),
	revision: z.number(),
	frozen: z.string(),
	predicted: z.string(),
	state,
	live: flag,
	signedKey: z.string(),
	reportKey: z.string(),
	signedBytes: z.string().nullable(),
	transactionId: z.string().nullable(),
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
	approvedAt: z.number(),
});
export type StoredRow = Readonly<ReturnType<typeof toStored>>;

export const stepFields = {
	seq: z.number(),
	rowId: z.string(),
	step: state,
	at: z.number(),
	detail: z.string().nullable(),
	hash: z.string(),
};
export const toStep = rowParser(stepFields);
export const toLink = rowParser({ ...stepFields, previous: z.string() });

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

export const toRow = (raw: Record<string, unknown>): JournalRow => rowOf(toStored(raw));

/** EVM addresses ignore case. Solana addresses are case-sensitive and never start with `0x`. */
export const laneOf = (signer: string) => (signer.startsWith("0x") ? signer.toLowerCase() : signer);
