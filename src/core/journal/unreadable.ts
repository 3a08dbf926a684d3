import { AppError } from "../app-error.ts";
import { message } from "../localized-text.ts";

export type RecordColumn = "frozen" | "predicted" | "answer" | "receipt";

/**
 * A stored record that is damaged or comes from a different version. It replaces the value, so that an
 * unreadable record is never mistaken for a missing one.
 */
export class UnreadableRecord extends AppError {
	override readonly name = "UnreadableRecord";

	constructor(record: RecordColumn, cause: unknown) {
		super(message("storage.record-unreadable", { record }), { cause });
		this.message = `${record}: ${cause instanceof Error ? cause.message : String(cause)}`;
	}
}

export function readable<T>(value: T | UnreadableRecord): T {
	if (value instanceof UnreadableRecord) throw value;
	return value;
}

export const readableOrNull = <T>(value: T | UnreadableRecord): T | null =>
	value instanceof UnreadableRecord ? null : value;
