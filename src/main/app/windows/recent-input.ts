import type { Gesture } from "../../ports.ts";

/** How long real input on a window counts for its commands, in ms. */
const INPUT_LIFE_MS = 10_000;

/**
 * Somebody was at the window just now. Input from after `now` says that the clock was set back: it counts no longer.
 * @param now Unix ms
 */
export const hadInput = ({ lastInputAt }: Gesture, now: number): boolean =>
	lastInputAt !== null && now >= lastInputAt && now - lastInputAt <= INPUT_LIFE_MS;
