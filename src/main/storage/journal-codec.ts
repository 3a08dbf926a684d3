import type { z } from "zod";
import {
	type AnswerBody,
	answerBody,
	type Predicted,
	predicted,
	type Receipt,
	receipt,
} from "../../core/journal/records.ts";
import { type RecordColumn, UnreadableRecord } from "../../core/journal/unreadable.ts";
import { asMessage, type Message, message, type Text } from "../../core/localized-text.ts";
import { messageSchema } from "../../core/localized-text-schema.ts";
import { type Frozen, frozen } from "../../core/match/frozen.ts";

export interface Codec<T> {
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
