import { codesOf, isMessage, type Message, type Params, type Text } from "./localized-text.ts";

/**
 * An error with a text for the user. `error.message` holds only codes, so that no logic depends on a
 * sentence.
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

/** Returns the text of an `AppError`, or `null` for any other error, whose details belong in the log only. */
export function textOfError(error: unknown): Text | null {
	if (error instanceof AppError) return error.text;
	if (!(error instanceof Error) || !("text" in error)) return null;
	const { text } = error;
	return typeof text === "string" || isMessage(text) ? text : null;
}
