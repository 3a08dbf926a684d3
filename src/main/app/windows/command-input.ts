import { message, type Text } from "../../../core/message.ts";
import {
	type DeskProcedures,
	deskProcedures,
	type TrustedProcedures,
	trustedProcedures,
} from "../../../ipc/windows.ts";
import type { Gesture } from "../../ports.ts";

/**
 * Refuses commands that need real input on their window (`needsInput` in src/ipc) and had none. A compromised
 * page can execute none of them without a user present, and can't flood the user from the desk.
 */

/** Time for which real input on a window counts for its commands. */
const INPUT_LIFE_MS = 10_000;

/** Maximum number of commands of the desk that need input, within `WITHIN_MS`. */
const MAX_WITHIN = 30;
const WITHIN_MS = 60_000;

/** Input later than `now` means that the clock was set back: it no longer counts. */
const hadInput = ({ lastInputAt }: Gesture, now: number): boolean =>
	lastInputAt !== null && now >= lastInputAt && now - lastInputAt <= INPUT_LIFE_MS;

/** Checks and counts the commands of the desk. */
export class DeskInput {
	#accepted: readonly number[] = [];

	/**
	 * Returns why the command is refused, or `null` if it is accepted; one that needs input is then counted.
	 * @param now Unix ms
	 */
	fault(name: keyof DeskProcedures, gesture: Gesture, now: number): Text | null {
		if (!deskProcedures[name].needsInput) return null;
		if (gesture.visibleSince === null || !hadInput(gesture, now)) return message("app.no-input");
		// After the clock was set back, no entry counts for longer than its original period.
		this.#accepted = this.#accepted.filter((at) => Math.abs(now - at) < WITHIN_MS);
		if (this.#accepted.length >= MAX_WITHIN) return message("app.too-often");
		this.#accepted = [...this.#accepted, now];
		return null;
	}
}

/**
 * Returns why a command of the trusted window is refused, or `null` if it is accepted.
 * @param now Unix ms
 */
export function trustedInputFault(name: keyof TrustedProcedures, gesture: Gesture, now: number): Text | null {
	if (!trustedProcedures[name].needsInput) return null;
	if (gesture.visibleSince === null) return message("app.not-on-screen");
	return hadInput(gesture, now) ? null : message("app.no-input");
}
