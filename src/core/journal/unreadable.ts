import { AppError } from "../app-error.ts";
import { message } from "../message.ts";

/** Columns that contain a record. */
export type RecordColumn = "frozen" | "predicted" | "answer" | "receipt";

/**
 * A stored record that this version can't read: damaged, or written by another version. It takes the value's
 * position, so that it is never mistaken for a missing one and nothing is inferred from it.
 */
export class UnreadableRecord extends AppError {
	override readonly name = "UnreadableRecord";

	/** @param cause position of the fault, for the log */
	constructor(record: RecordColumn, cause: unknown) {
		super(message("storage.record-unreadable", { record }), { cause });
		this.message = `${record}: ${cause instanceof Error ? cause.message : String(cause)}`;
	}
}

/**
 * Returns the value.
 * @throws UnreadableRecord if it takes the value's position
 */
export function readable<T>(value: T | UnreadableRecord): T {
	if (value instanceof UnreadableRecord) throw value;
	return value;
}

/** Returns the value, or `null` if unreadable, for comparison and display only. */
export const readableOrNull = <T>(value: T | UnreadableRecord): T | null =>
	value instanceof UnreadableRecord ? null : value;
