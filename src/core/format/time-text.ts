import type { Message } from "../message.ts";
import { inUtc, WITHOUT_END } from "./labels.ts";

/** Moments, as a review tells them. */

/** Seconds until 9999-12-31, the last day that a date is written for. */
export const LAST_DAY = 253_402_300_799n;

/** "2026-09-21 13:50 UTC"; "without end" beyond the year 9999. Unix seconds. */
export function timeText(seconds: bigint): Message {
	if (seconds > LAST_DAY) return WITHOUT_END;
	return inUtc(new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace("T", " "));
}
