import { AppError } from "../app-error.ts";
import { message } from "../message.ts";

/** The columns of a row that hold a record. */
export type RecordColumn = "frozen" | "predicted" | "answer" | "receipt";

/**
 * What the journal keeps and this version can't read: damaged, or written by another version. It stands where the
 * value would stand, so that nobody takes it for a missing one, and nothing is concluded from it.
 */
export class UnreadableRecord extends AppError {
	override readonly name = "UnreadableRecord";

	/** @param cause says where it can't be read, for the log */
	constructor(record: RecordColumn, cause: unknown) {
		super(message("storage.record-unreadable", { record }), { cause });
		this.message = `${record}: ${cause instanceof Error ? cause.message : String(cause)}`;
	}
}

/** The value itself. Throws the UnreadableRecord that stands in its place. */
export function readable<T>(value: T | UnreadableRecord): T {
	if (value instanceof UnreadableRecord) throw value;
	return value;
}

/** The value; null where it can't be read, for what only compares and tells. */
export const readableOrNull = <T>(value: T | UnreadableRecord): T | null =>
	value instanceof UnreadableRecord ? null : value;
