import { type Message, message } from "../../core/localized-text.ts";
import { HOLD_MS } from "../../ipc/values.ts";
import type { Gesture } from "../ports.ts";

/** Main sees input events later than the window does, so it accepts a slightly shorter press. */
export const PRESS_MS = HOLD_MS - 200;

export function pressFault(gesture: Gesture, now: number): Message | null {
	if (gesture.visibleSince === null) return message("approval.not-shown");
	if (gesture.pressedSince === null) return message("approval.no-press");
	return now - gesture.pressedSince < PRESS_MS ? message("approval.press-too-short") : null;
}
