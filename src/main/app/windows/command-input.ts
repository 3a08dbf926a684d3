import { message, type Text } from "../../../core/localized-text.ts";
import {
	type DeskProcedures,
	deskProcedures,
	type TrustedProcedures,
	trustedProcedures,
} from "../../../ipc/windows.ts";
import type { Gesture } from "../../ports.ts";

/**
 * Rejects commands that require real input (`needsInput` in src/ipc) if their window received none recently,
 * so a compromised page can't run them while the user is away.
 */

const INPUT_LIFE_MS = 10_000;

const MAX_WITHIN = 30;
const WITHIN_MS = 60_000;

/** A last input in the future means that the clock was set back, so the input doesn't count. */
const hadInput = ({ lastInputAt }: Gesture, now: number): boolean =>
	lastInputAt !== null && now >= lastInputAt && now - lastInputAt <= INPUT_LIFE_MS;

export class DeskInput {
	#accepted: readonly number[] = [];

	/**
	 * Returns why the command is rejected. `null` if it is accepted, in which case it is counted. `now` is in
	 * Unix ms.
	 */
	fault(name: keyof DeskProcedures, gesture: Gesture, now: number): Text | null {
		if (!deskProcedures[name].needsInput) return null;
		if (gesture.visibleSince === null || !hadInput(gesture, now)) return message("app.no-input");
		// `Math.abs` handles a clock that was set back.
		this.#accepted = this.#accepted.filter((at) => Math.abs(now - at) < WITHIN_MS);
		if (this.#accepted.length >= MAX_WITHIN) return message("app.too-often");
		this.#accepted = [...this.#accepted, now];
		return null;
	}
}

export function trustedInputFault(name: keyof TrustedProcedures, gesture: Gesture, now: number): Text | null {
	if (!trustedProcedures[name].needsInput) return null;
	if (gesture.visibleSince === null) return message("app.not-on-screen");
	return hadInput(gesture, now) ? null : message("app.no-input");
}
