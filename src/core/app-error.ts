import { codesOf, isMessage, type Message, type Params, type Text } from "./message.ts";

/** Error with a language-neutral text: `error.message` is its codes, and no logic reads sentences. */
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

/** Returns the user text of an app error; `null` for any other error, whose details only go to the log. */
export function textOfError(error: unknown): Text | null {
	if (error instanceof AppError) return error.text;
	if (!(error instanceof Error) || !("text" in error)) return null;
	const { text } = error;
	return typeof text === "string" || isMessage(text) ? text : null;
}
