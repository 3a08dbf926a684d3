import { AppError } from "../core/app-error.ts";
import { textOf } from "./index.ts";

/** Returns the text of our own errors, and the message of others. */
export function textOfError(error: unknown): string {
	if (error instanceof AppError) return textOf(error.text);
	return error instanceof Error ? error.message : String(error);
}
