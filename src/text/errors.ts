import { AppError } from "../core/app-error.ts";
import { textOf } from "./index.ts";

/** Returns the message of a foreign error unchanged, because the catalogue has no text for it. */
export function textOfError(error: unknown): string {
	if (error instanceof AppError) return textOf(error.text);
	return error instanceof Error ? error.message : String(error);
}
