import { message, type Text } from "../../../core/message.ts";
import {
	type DeskProcedures,
	deskProcedures,
	type TrustedProcedures,
	trustedProcedures,
} from "../../../ipc/windows.ts";
import type { Gesture } from "../../ports.ts";

/**
 * Rejects commands that require real input (`needsInput` in src/ipc) if their window had none recently. A
 * compromised page can't run them while the user is away, and can't flood the user.
 */

/** Time in ms for which input counts. */
const INPUT_LIFE_MS = 10_000;

/** Maximum number of desk commands that require input, per `WITHIN_MS`. */
const MAX_WITHIN = 30;
const WITHIN_MS = 60_000;

/** Input from the future shows that the clock was set back, so it doesn't count. */
const hadInput = ({ lastInputAt }: Gesture, now: number): boolean =>
	lastInputAt !== null && now >= lastInputAt && now - lastInputAt <= INPUT_LIFE_MS;

export class DeskInput {
	#accepted: readonly number[] = [];

	/** Returns the reason for a rejection, or counts the command and returns `null`. @param now Unix ms */
	fault(name: keyof DeskProcedures, gesture: Gesture, now: number): Text | null {
		if (!deskProcedures[name].needsInput) return null;
		if (gesture.visibleSince === null || !hadInput(gesture, now)) return message("app.no-input");
		// `Math.abs` covers a clock that was set back.
		this.#accepted = this.#accepted.filter((at) => Math.abs(now - at) < WITHIN_MS);
		if (this.#accepted.length >= MAX_WITHIN) return message("app.too-often");
		this.#accepted = [...this.#accepted, now];
		return null;
	}
}

/**
 * @returns the reason for a rejection, or `null`
 * @param now Unix ms
 */
export function trustedInputFault(name: keyof TrustedProcedures, gesture: Gesture, now: number): Text | null {
	if (!trustedProcedures[name].needsInput) return null;
	if (gesture.visibleSince === null) return message("app.not-on-screen");
	return hadInput(gesture, now) ? null : message("app.no-input");
}
