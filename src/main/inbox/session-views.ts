import type { SessionRow, TranscriptView } from "../../ipc/conversations.ts";
import { connectionView } from "../conversations/connection-view.ts";
import { transcriptItems, turnStateView } from "../conversations/transcript-view.ts";
import type { SessionRecord, Sessions } from "../conversations/types.ts";
import type { Ports } from "../ports.ts";
import type { Entries } from "./entries.ts";
import type { Entry } from "./entry.ts";
import { UNTITLED } from "./titles.ts";

export interface SessionViewsDeps {
	readonly ports: Pick<Ports, "settings">;
	readonly inbox: Pick<Entries, "views">;
	/** Whoever is signed in. */
	account(): { readonly sessions: Pick<Sessions, "list" | "live" | "events"> };
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
		connection: connectionView(session.connection),
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

export function transcriptView(deps: SessionViewsDeps, sessionId: string): TranscriptView | null {
	const { sessions } = deps.account();
	const session = sessions.list().find((each) => each.id === sessionId);
	if (session === undefined) return null;
	const live = sessions.live(sessionId).map((text) => ({
		messageKey: text.messageKey,
		content: text.content,
		at: text.receivedAt,
	}));
	const cards = deps.entries().filter((entry) => entry.sessionId === sessionId);
	const items = transcriptItems(
		sessions.events(sessionId).map((event) => event.read),
		live,
		deps.inbox.views(cards),
	);
	const { pendingMessage } = session;
	if (pendingMessage !== null)
		items.push({
			kind: "message",
			key: "message:pending",
			sender: "user",
			text: pendingMessage.text,
			live: false,
			sending: pendingMessage.state,
			at: pendingMessage.since,
		});
	return {
		sessionId,
		title: session.title ?? UNTITLED,
		turnState: turnStateView(session.turnState),
		turnId: session.turnId,
		connection: connectionView(session.connection),
		items,
		pending: session.pending,
		fault: session.fault,
		archived: session.archived,
		fixed: session.fixed,
	};
}
