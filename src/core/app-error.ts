import { codesOf, isMessage, type Message, type Params, type Text } from "./message.ts";

/** What could not be done, told without language: `error.message` is its codes, and nothing reads a sentence of it. */
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

/** What an error of the app tells the user; null for any other error, whose details are for the log alone. */
export function textOfError(error: unknown): Text | null {
	if (error instanceof AppError) return error.text;
	if (!(error instanceof Error) || !("text" in error)) return null;
	const { text } = error;
	return typeof text === "string" || isMessage(text) ? text : null;
}
