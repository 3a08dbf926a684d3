import { type Message, message } from "../../core/message.ts";
import { HOLD_MS } from "../../ipc/values.ts";
import type { Gesture } from "../ports.ts";

/** The shortest press that main itself must have seen, in ms: it hears of one later than the window that draws it. */
export const PRESS_MS = HOLD_MS - 200;

/** Why what the user did at the trusted window is no press that is held; null where it is. @param now Unix ms */
export function heldFault(gesture: Gesture, now: number): Message | null {
	if (gesture.visibleSince === null) return message("approval.not-shown");
	if (gesture.heldSince === null) return message("approval.no-press");
	return now - gesture.heldSince < PRESS_MS ? message("approval.press-too-short") : null;
}
