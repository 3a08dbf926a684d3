import type {
	SessionRow,
	TranscriptFinding,
	TranscriptPosition,
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

interface ConversationLists {
	readonly ports: Pick<Ports, "settings">;
	readonly inbox: Pick<Entries, "views"> & { entries(): readonly Entry[] };
	readonly signedIn: { current(): { readonly sessions: Pick<Sessions, "list" | "live" | "transcripts"> } };
}

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

export function sessionRows(app: ConversationLists): readonly SessionRow[] {
	const waiting = waitingIn(app.inbox.entries());
	const { mutedSessions } = app.ports.settings.get();
	return app.signedIn
		.current()
		.sessions.list()
		.map((session) => sessionRow(session, waiting.get(session.id) ?? 0, mutedSessions.includes(session.id)));
}

function partsOf(app: ConversationLists, sessionId: string): TranscriptParts | null {
	const { sessions } = app.signedIn.current();
	const session = sessions.list().find((each) => each.id === sessionId);
	if (session === undefined) return null;
	const entries = app.inbox.entries().filter((entry) => entry.sessionId === sessionId);
	return { sessions, session, entries, views: (some) => app.inbox.views(some) };
}

export function transcriptView(
	app: ConversationLists,
	sessionId: string,
	at: TranscriptPosition,
): Omit<TranscriptView, "revision"> | null {
	const parts = partsOf(app, sessionId);
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

export async function transcriptFinding(
	app: ConversationLists,
	sessionId: string,
	text: string,
): Promise<TranscriptFinding> {
	const parts = partsOf(app, sessionId);
	return parts === null ? { matches: [], more: false } : await findInTranscript(parts, text);
}
