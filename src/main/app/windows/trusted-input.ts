import { message, type Text } from "../../../core/message.ts";
import type { TrustedProcedures } from "../../../ipc/windows.ts";
import type { Gesture } from "../../ports.ts";

/** A command that moves money or secrets counts only shortly after real input on the window, in ms. */
const INPUT_LIFE_MS = 10_000;

/** Commands that a page may make without a user at it. */
const WITHOUT_INPUT: ReadonlySet<keyof TrustedProcedures> = new Set(["reviewShown", "close", "hideSecret"]);

/**
 * Why a command of the trusted window is not carried out, as a whole sentence; null where it is.
 * @param now Unix ms
 */
export function inputFault(name: keyof TrustedProcedures, gesture: Gesture, now: number): Text | null {
	if (WITHOUT_INPUT.has(name)) return null;
	if (gesture.visibleSince === null) return message("app.not-on-screen");
	if (gesture.lastInputAt === null || now - gesture.lastInputAt > INPUT_LIFE_MS)
		return message("app.no-input");
	return null;
}
