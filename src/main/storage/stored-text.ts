import { z } from "zod";
import { type Message, message, type Text, verbatim } from "../../core/message.ts";
import { messageSchema } from "../../core/message-schema.ts";

/**
 * A text of the journal's rows: the code and values of a message, as JSON with the version of this encoding. A row of
 * before there were codes holds a sentence, which is read as it stands. The chain of hashes covers the text as stored.
 */

const VERSION = 2;

/** A newer one is not read, and not shown as the JSON that it is. */
const newer = z.looseObject({ version: z.int().gt(VERSION), message: z.looseObject({}) });
const encoded = z.strictObject({ version: z.literal(VERSION), message: messageSchema });

export function writeText(text: Text): string {
	return JSON.stringify({ version: VERSION, message: typeof text === "string" ? verbatim(text) : text });
}

/** Never throws: what is no message of an encoding is a sentence. */
export function readText(stored: string): Message {
	if (!stored.startsWith("{")) return verbatim(stored);
	try {
		const json: unknown = JSON.parse(stored);
		const read = encoded.safeParse(json);
		if (read.success) return read.data.message;
		return newer.safeParse(json).success ? message("storage.text-newer") : verbatim(stored);
	} catch {
		return verbatim(stored);
	}
}
