import type { TranscriptPosition, TranscriptView } from "../../../ipc/conversations.ts";
import { type Patch, patchBetween } from "../../../ipc/patch.ts";
import type { DeskPush } from "../../../ipc/windows.ts";
import { type EventName, REQUEST_SOURCES } from "../../events.ts";

export type ComposeTranscript = (
	sessionId: string,
	at: TranscriptPosition,
) => Omit<TranscriptView, "revision"> | null;

const SOURCES: ReadonlySet<EventName> = new Set<EventName>([
	...REQUEST_SOURCES,
	"session-changed",
	"title-changed",
	"stream-changed",
	"connection-changed",
	"price-changed",
	"app-changed",
]);

export class TranscriptFeed {
	readonly #compose: ComposeTranscript;
	#watched: { readonly sessionId: string; readonly at: TranscriptPosition } | null = null;
	#pushed: TranscriptView | null = null;
	#isStale = false;
	#revision = 0;

	constructor(compose: ComposeTranscript) {
		this.#compose = compose;
	}

	changed(event: EventName, sessionId: string | null): void {
		if (this.#watched === null || (sessionId !== null && sessionId !== this.#watched.sessionId)) return;
		this.#isStale ||= SOURCES.has(event);
	}

	watch(sessionId: string | null, at: TranscriptPosition): TranscriptView | null {
		this.#watched = sessionId === null ? null : { sessionId, at };
		this.#pushed = null;
		this.#isStale = false;
		const view = sessionId === null ? null : this.#compose(sessionId, at);
		return view === null ? null : this.#numbered(view);
	}

	next(): DeskPush | null {
		if (this.#watched === null || !this.#isStale) return null;
		this.#isStale = false;
		const view = this.#compose(this.#watched.sessionId, this.#watched.at);
		if (view === null) return null;
		const before = this.#pushed;
		if (before === null || before.sessionId !== view.sessionId)
			return { kind: "transcript", view: this.#numbered(view) };
		const patch = patchBetween(before, { ...view, revision: before.revision });
		if (patch?.kind !== "fields") return null;
		const stamp: Patch = { kind: "set", value: this.#numbered(view).revision };
		return {
			kind: "transcriptPatch",
			sessionId: view.sessionId,
			of: before.revision,
			patch: { ...patch, fields: [...patch.fields, ["revision", stamp]] },
		};
	}

	#numbered(view: Omit<TranscriptView, "revision">): TranscriptView {
		this.#revision += 1;
		this.#pushed = { ...view, revision: this.#revision };
		return this.#pushed;
	}
}
