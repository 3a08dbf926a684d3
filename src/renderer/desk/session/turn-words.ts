import type { TurnStateView } from "../../../bridge/views.ts";
import type { Tone } from "../../components/pill.tsx";

/** The state of a turn in a word or two. */
export const TURN_WORDS: Readonly<Record<TurnStateView, string>> = {
	processing: "working",
	awaiting_action: "awaiting your answer",
	complete: "complete",
	interrupted: "interrupted",
	failed: "failed",
	unknown: "state unknown",
};

export const TURN_TONES: Readonly<Record<TurnStateView, Tone>> = {
	processing: "in",
	awaiting_action: "accent",
	complete: "quiet",
	interrupted: "quiet",
	failed: "danger",
	unknown: "caution",
};

/** The line that the transcript draws where a turn changed state. */
export const TURN_LINES: Readonly<Record<TurnStateView, string>> = {
	processing: "The agent works",
	awaiting_action: "The agent waits for your answer",
	complete: "The turn is complete",
	interrupted: "The turn was interrupted",
	failed: "The turn failed",
	unknown: "The service sent a turn state that this Countersign doesn’t know",
};
