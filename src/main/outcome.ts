import { textOfError } from "../core/app-error.ts";
import { message, type Text } from "../core/localized-text.ts";
import type { CommandOutcome } from "../ipc/primitives.ts";
import { quotedText, ServiceError } from "./service/errors.ts";
import { StorageError } from "./storage/database.ts";

export const done: CommandOutcome = { ok: true };
export const refused = (text: Text): Extract<CommandOutcome, { ok: false }> => ({ ok: false, text });

export function asOutcome(cause: unknown, log: (line: string) => void): CommandOutcome {
	if (cause instanceof ServiceError) return refused(quotedText(cause));
	if (cause instanceof StorageError) {
		log(`storage: ${cause.message}`);
		return refused(cause.text);
	}
	log(`fault: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
	const text = textOfError(cause);
	if (text !== null) return refused(text);
	return refused(message("app.fault"));
}
