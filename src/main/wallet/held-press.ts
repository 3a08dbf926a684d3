import { type Message, message } from "../../core/message.ts";
import { HOLD_MS } from "../../ipc/values.ts";
import type { Gesture } from "../ports.ts";

/** Shortest press that main itself must have seen: it hears of one later than the window that draws it. */
export const PRESS_MS = HOLD_MS - 200;

/** Returns why a gesture at the trusted window is no held press, or null. @param now Unix ms */
export function heldFault(gesture: Gesture, now: number): Message | null {
	if (gesture.visibleSince === null) return message("approval.not-shown");
	if (gesture.heldSince === null) return message("approval.no-press");
	return now - gesture.heldSince < PRESS_MS ? message("approval.press-too-short") : null;
}
