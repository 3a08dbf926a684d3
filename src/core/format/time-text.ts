import type { Message } from "../message.ts";
import { inUtc, WITHOUT_END } from "./labels.ts";

/** Times in a review. */

/** Unix seconds of 9999-12-31, the last displayed date. */
export const LAST_DAY = 253_402_300_799n;

/** Formats Unix seconds as "2026-09-21 13:50 UTC"; "without end" after the year 9999. */
export function timeText(seconds: bigint): Message {
	if (seconds > LAST_DAY) return WITHOUT_END;
	return inUtc(new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace("T", " "));
}
