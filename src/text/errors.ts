import { AppError } from "../core/app-error.ts";
import { textOf } from "./index.ts";

/** What an error tells: the sentence of our own ones, the message of any other. */
export function textOfError(error: unknown): string {
	if (error instanceof AppError) return textOf(error.text);
	return error instanceof Error ? error.message : String(error);
}
