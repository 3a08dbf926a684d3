import { type Message, message } from "../../../core/message.ts";
import type { TurnStateView } from "../../../ipc/conversations.ts";
import type { Tone } from "../../components/pill.tsx";

/** State of a turn in a word or two. */
export const TURN_WORDS: Readonly<Record<TurnStateView, Message>> = {
	processing: message("desk.session.turn.processing"),
	awaiting_action: message("desk.session.turn.awaiting-action"),
	complete: message("desk.session.turn.complete"),
	interrupted: message("desk.session.turn.interrupted"),
	failed: message("desk.session.turn.failed"),
	unknown: message("desk.session.turn.unknown"),
};

/** A finished turn counts as awaiting the user while a request of its session waits. */
export const shownTurn = (turn: TurnStateView, waiting: number): TurnStateView =>
	turn === "complete" && waiting > 0 ? "awaiting_action" : turn;

export const TURN_TONES: Readonly<Record<TurnStateView, Tone>> = {
	processing: "accent",
	awaiting_action: "accent",
	complete: "quiet",
	interrupted: "quiet",
	failed: "danger",
	unknown: "caution",
};

/** Transcript lines for changes of a turn's state. */
export const TURN_LINES: Readonly<Record<TurnStateView, Message>> = {
	processing: message("desk.session.turn-lines.processing"),
	awaiting_action: message("desk.session.turn-lines.awaiting-action"),
	complete: message("desk.session.turn-lines.complete"),
	interrupted: message("desk.session.turn-lines.interrupted"),
	failed: message("desk.session.turn-lines.failed"),
	unknown: message("desk.session.turn-lines.unknown"),
};
