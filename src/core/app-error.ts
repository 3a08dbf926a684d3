import { codesOf, isMessage, type Message, type Params, type Text } from "./localized-text.ts";

/**
 * An error with a message for the user. `error.message` contains only text codes, so no logic can depend on
 * its wording.
 */
export abstract class AppError extends Error {
	readonly text: Message;

	constructor(text: Message, options: ErrorOptions = {}) {
		super(codesOf(text).join(", "), options);
		this.text = text;
	}

	get code(): string {
		return this.text.code;
	}

	get params(): Params {
		return this.text.params ?? {};
	}
}

/**
 * Returns an `AppError`'s message for the user. Returns `null` for other errors, because their details belong
 * in the log.
 */
export function textOfError(error: unknown): Text | null {
	if (error instanceof AppError) return error.text;
	if (!(error instanceof Error) || !("text" in error)) return null;
	const { text } = error;
	return typeof text === "string" || isMessage(text) ? text : null;
}
