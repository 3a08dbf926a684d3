import { message, type Text } from "../../../core/message.ts";
import type { TrustedProcedures } from "../../../ipc/windows.ts";
import type { Gesture } from "../../ports.ts";
import { hadInput } from "./recent-input.ts";

/** Commands that a page may make without a user at it. */
const WITHOUT_INPUT: ReadonlySet<keyof TrustedProcedures> = new Set(["reviewShown", "close", "hideSecret"]);

/**
 * Why a command of the trusted window is not carried out, as a whole sentence; null where it is.
 * @param now Unix ms
 */
export function inputFault(name: keyof TrustedProcedures, gesture: Gesture, now: number): Text | null {
	if (WITHOUT_INPUT.has(name)) return null;
	if (gesture.visibleSince === null) return message("app.not-on-screen");
	return hadInput(gesture, now) ? null : message("app.no-input");
}
