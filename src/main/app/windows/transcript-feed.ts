import type { TranscriptPlace, TranscriptView } from "../../../ipc/conversations.ts";
import { type Patch, patchBetween } from "../../../ipc/patch.ts";
import type { DeskPush } from "../../../ipc/windows.ts";
import { type EventName, REQUEST_SOURCES } from "../../events.ts";

/** The part of one conversation that the desk looks at: composed where this one moved, told as what changed of it. */

/** The part of this conversation; null while there is none to tell. */
export type ComposeTranscript = (
	sessionId: string,
	at: TranscriptPlace,
) => Omit<TranscriptView, "revision"> | null;

export interface TranscriptFeed {
	/** @param sessionId the only one that it concerns; null: any */
	changed(event: EventName, sessionId: string | null): void;
	/** Looks there from now on, and gives it as it is; null looks nowhere. */
	readonly watch: (sessionId: string | null, at: TranscriptPlace) => TranscriptView | null;
	/** What changed since it was told last; null where nothing did, or nobody looks. */
	next(): DeskPush | null;
}

const SOURCES: ReadonlySet<EventName> = new Set<EventName>([
	...REQUEST_SOURCES,
	"session-changed",
	"title-changed",
	"stream-changed",
	"connection-changed",
	"price-changed",
	"app-changed",
]);

export function createTranscriptFeed(compose: ComposeTranscript): TranscriptFeed {
	let watched: { readonly sessionId: string; readonly at: TranscriptPlace } | null = null;
	let pushed: TranscriptView | null = null;
	let isStale = false;
	let revision = 0;

	function numbered(view: Omit<TranscriptView, "revision">): TranscriptView {
		revision += 1;
		pushed = { ...view, revision };
		return pushed;
	}

	return {
		changed(event, sessionId) {
			if (watched === null || (sessionId !== null && sessionId !== watched.sessionId)) return;
			isStale ||= SOURCES.has(event);
		},
		watch(sessionId, at) {
			watched = sessionId === null ? null : { sessionId, at };
			pushed = null;
			isStale = false;
			const view = watched === null ? null : compose(watched.sessionId, at);
			return view === null ? null : numbered(view);
		},
		next() {
			if (watched === null || !isStale) return null;
			isStale = false;
			const view = compose(watched.sessionId, watched.at);
			if (view === null) return null;
			const before = pushed;
			if (before === null || before.sessionId !== view.sessionId)
				return { kind: "transcript", view: numbered(view) };
			const patch = patchBetween(before, { ...view, revision: before.revision });
			if (patch?.kind !== "fields") return null;
			const stamp: Patch = { kind: "set", value: numbered(view).revision };
			return {
				kind: "transcriptPatch",
				sessionId: view.sessionId,
				of: before.revision,
				patch: { ...patch, fields: [...patch.fields, ["revision", stamp]] },
			};
		},
	};
}
