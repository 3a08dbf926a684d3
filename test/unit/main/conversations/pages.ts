import type { CommitView } from "../../../../src/service-api/commit.ts";
import { type ReadPage, readEventPage } from "../../../../src/service-api/event-page.ts";
import type { TurnState } from "../../../../src/service-api/events.ts";

/** Builders of the service's responses. */

export const SESSION = "ses_1";
export const TURN = "trn_1";

export type RawEvent = Readonly<Record<string, unknown>> & {
	readonly event_id: string;
	readonly sequence: number;
};

export function event(
	sequence: number,
	type: string,
	members: Readonly<Record<string, unknown>> = {},
): RawEvent {
	return {
		event_id: `evt_${sequence}`,
		sequence,
		turn_id: TURN,
		occurred_at: 1_790_000_000 + sequence,
		type,
		...members,
	};
}

export function turn(sequence: number, state: TurnState, turnId = TURN): RawEvent {
	return event(sequence, "turn_state_changed", { state, turn_id: turnId });
}

export function message(sequence: number, members: Readonly<Record<string, unknown>> = {}): RawEvent {
	return event(sequence, "message", {
		sender: "agent",
		content: `text ${sequence}`,
		message_key: `msg_${sequence}`,
		is_streaming: false,
		...members,
	});
}

export interface RawPage {
	readonly session_id: string;
	readonly cursor: string;
	readonly events: readonly unknown[];
	readonly has_more: boolean;
	readonly commits?: readonly unknown[];
}

export function page(events: readonly RawEvent[], members: Partial<RawPage> = {}): RawPage {
	const last = events.at(-1)?.sequence ?? 0;
	return { session_id: SESSION, cursor: `cur_${last}`, events, has_more: false, ...members };
}

export function readPage(raw: RawPage): ReadPage {
	const read = readEventPage(raw);
	if (!read.ok) throw new Error(read.reason);
	return read.value;
}

export function commit(members: Partial<CommitView> = {}): CommitView {
	return {
		version: 1,
		commit_id: "com_1",
		thread_id: SESSION,
		stage_id: "evm:1",
		chain_family: "evm",
		chain_ref: "1",
		signer: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
		broadcaster: "wallet",
		state: "needs_signature",
		transaction_id: null,
		failure_code: null,
		batch: null,
		review: null,
		wallet_attempt: null,
		action: null,
		...members,
	};
}

export function liveText(revision: number, content: string, messageKey = "msg_live") {
	return {
		type: "message",
		turn_id: TURN,
		revision,
		message: { message_key: messageKey, sender: "agent", content, is_streaming: true },
	};
}
