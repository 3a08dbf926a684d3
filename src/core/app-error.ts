import { codesOf, isMessage, type Message, type Params, type Text } from "./message.ts";

/** What could not be done, told without language: `error.message` is its codes, and nothing reads a sentence of it. */
export abstract class AppError extends Error {
	readonly told: Message;

	constructor(told: Message, options: ErrorOptions = {}) {
		super(codesOf(told).join(", "), options);
		this.told = told;
	}

	get code(): string {
		return this.told.code;
	}

	get params(): Params {
		return this.told.params ?? {};
	}
}

/** What an error of the app tells the user; null for any other error, whose details are for the log alone. */
export function toldBy(error: unknown): Text | null {
	if (error instanceof AppError) return error.told;
	if (!(error instanceof Error) || !("text" in error)) return null;
	const { text } = error;
	return typeof text === "string" || isMessage(text) ? text : null;
}
