import { AppError } from "../core/app-error.ts";
import { textOf } from "./index.ts";

/**
 * Returns an error's text. Only AppErrors have one in the catalogue, so the message of any other error is
 * returned.
 */
export function textOfError(error: unknown): string {
	if (error instanceof AppError) return textOf(error.text);
	return error instanceof Error ? error.message : String(error);
}
