import { type Message, message } from "../../../core/localized-text.ts";
import type { TurnStateView } from "../../../ipc/conversations.ts";
import type { Tone } from "../../components/pill.tsx";

/** While one of its requests is waiting, a finished turn counts as waiting for the user. */
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

export const TURN_LINES: Readonly<Record<TurnStateView, Message>> = {
	processing: message("desk.session.turn-lines.processing"),
	awaiting_action: message("desk.home.waiting.title"),
	complete: message("desk.session.turn-lines.complete"),
	interrupted: message("desk.session.turn-lines.interrupted"),
	failed: message("desk.session.turn-lines.failed"),
	unknown: message("desk.session.turn-lines.unknown"),
};
