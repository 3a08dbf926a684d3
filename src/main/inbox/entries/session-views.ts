import type {
	SessionRow,
	TranscriptFinding,
	TranscriptPlace,
	TranscriptView,
} from "../../../ipc/conversations.ts";
import type { SessionRecord } from "../../conversations/session-types.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import { turnStateView } from "../../conversations/transcript/transcript-view.ts";
import type { Ports } from "../../ports.ts";
import { findInTranscript, type TranscriptParts, transcriptWindow } from "../transcript-window.ts";
import type { Entries } from "./entries.ts";
import type { Entry } from "./entry.ts";
import { UNTITLED } from "./titles.ts";

export interface SessionViewsDeps {
	readonly ports: Pick<Ports, "settings">;
	readonly inbox: Pick<Entries, "views">;
	/** Whoever is signed in. */
	account(): { readonly sessions: Pick<Sessions, "list" | "live" | "transcripts"> };
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
}

/** Conversations with what waits in them, as the desk lists them, and one of them drawn whole. */

/** How many wait in each session. */
function waitingIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { sessionId, actionable } of entries)
		if (actionable) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
	return counts;
}

function sessionRow(session: SessionRecord, waiting: number, muted: boolean): SessionRow {
	return {
		id: session.id,
		title: session.title ?? UNTITLED,
		turnState: turnStateView(session.turnState),
		updatedAt: session.updatedAt,
		waiting,
		muted,
		archived: session.archived,
		connection: session.connection,
	};
}

export function sessionRows(deps: SessionViewsDeps): readonly SessionRow[] {
	const waiting = waitingIn(deps.entries());
	const { mutedSessions } = deps.ports.settings.get();
	return deps
		.account()
		.sessions.list()
		.map((session) => sessionRow(session, waiting.get(session.id) ?? 0, mutedSessions.includes(session.id)));
}

function partsOf(deps: SessionViewsDeps, sessionId: string): TranscriptParts | null {
	const { sessions } = deps.account();
	const session = sessions.list().find((each) => each.id === sessionId);
	if (session === undefined) return null;
	const entries = deps.entries().filter((entry) => entry.sessionId === sessionId);
	return { sessions, session, entries, views: deps.inbox.views };
}

/** The part of a conversation around a place; null where there is none, and while it is still made ready. */
export function transcriptView(
	deps: SessionViewsDeps,
	sessionId: string,
	at: TranscriptPlace,
): Omit<TranscriptView, "revision"> | null {
	const parts = partsOf(deps, sessionId);
	const shown = parts === null ? null : transcriptWindow(parts, at);
	if (parts === null || shown === null) return null;
	const { session } = parts;
	return {
		sessionId,
		title: session.title ?? UNTITLED,
		turnState: turnStateView(session.turnState),
		turnId: session.turnId,
		connection: session.connection,
		...shown,
		pending: session.pending,
		fault: session.fault,
		archived: session.archived,
		fixed: session.fixed,
	};
}

/** Where a text occurs in a conversation. */
export async function transcriptFinding(
	deps: SessionViewsDeps,
	sessionId: string,
	text: string,
): Promise<TranscriptFinding> {
	const parts = partsOf(deps, sessionId);
	return parts === null ? { matches: [], more: false } : await findInTranscript(parts, text);
}
