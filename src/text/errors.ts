import { AppError } from "../core/app-error.ts";
import { textOf } from "./index.ts";

/**
 * Returns an error's text. Errors from elsewhere have none in the catalogue, so their message is returned.
 */
export function textOfError(error: unknown): string {
	if (error instanceof AppError) return textOf(error.text);
	return error instanceof Error ? error.message : String(error);
}
