import type { TranscriptView } from "../../ipc/conversations.ts";
import { heldDesk, heldTranscript } from "../../ipc/held.ts";
import { DESK_TOPICS, type DeskTopic } from "../../ipc/topics.ts";
import type { DeskPush, DeskView } from "../../ipc/windows.ts";

/**
 * What main told the desk, outside of React: each component is drawn again where a topic changed that it reads, and
 * main hears which topics are read.
 */

/** Everything that is told: the topics, and what stands beside them. */
interface DeskState extends DeskView {
	readonly transcript: TranscriptView | null;
}

const NAMES: readonly (keyof DeskState)[] = [...DESK_TOPICS, "now", "revision", "transcript"];

/** One component's eyes: what it reads is what it is drawn again for. */
export interface DeskReader {
	readonly view: DeskView;
	readonly transcript: TranscriptView | null;
	/** Another object where something that was read has changed. */
	readonly seen: () => object;
	readonly subscribe: (onChange: () => void) => () => void;
}

export interface DeskStore {
	/** Null until the first push. */
	readonly view: () => DeskView | null;
	readonly transcript: () => TranscriptView | null;
	readonly reader: () => DeskReader;
	readonly take: (push: DeskPush) => void;
	readonly setTranscript: (transcript: TranscriptView | null) => void;
	readonly subscribe: (onChange: () => void) => () => void;
	/** Calls back with the topics that mounted components read, whenever these are others. Returns what ends it. */
	readonly onRead: (listener: (topics: DeskTopic[]) => void) => () => void;
}

export function createDeskStore(
	first: { readonly view: DeskView; readonly transcript: TranscriptView | null } | null = null,
): DeskStore {
	let state: DeskState | null = first === null ? null : { ...first.view, transcript: first.transcript };
	let view = first?.view ?? null;
	const listeners = new Set<() => void>();
	const mounted = new Set<ReadonlyMap<keyof DeskState, unknown>>();
	let hear: ((topics: DeskTopic[]) => void) | null = null;
	let heard = "";
	let isAsking = false;

	function change(nextView: DeskView | null, transcript: TranscriptView | null): void {
		if (nextView === view && transcript === (state?.transcript ?? null)) return;
		view = nextView;
		state = nextView === null ? null : { ...nextView, transcript };
		for (const listener of [...listeners]) listener();
	}

	function announceRead(): void {
		isAsking = false;
		const topics = DESK_TOPICS.filter((name) => [...mounted].some((read) => read.has(name)));
		if (hear === null || topics.join() === heard) return;
		heard = topics.join();
		hear(topics);
	}

	/** Once a commit, after whatever it mounts and unmounts. */
	function readsMayDiffer(): void {
		if (isAsking || hear === null) return;
		isAsking = true;
		queueMicrotask(announceRead);
	}

	function subscribe(onChange: () => void): () => void {
		listeners.add(onChange);
		return () => listeners.delete(onChange);
	}

	function reader(): DeskReader {
		const read = new Map<keyof DeskState, unknown>();
		let seen = {};
		function look<Name extends keyof DeskState>(name: Name): DeskState[Name] {
			if (state === null) throw new Error("nothing was told yet");
			if (!read.has(name)) readsMayDiffer();
			read.set(name, state[name]);
			return state[name];
		}
		const own: object = {};
		for (const name of NAMES)
			Object.defineProperty(own, name, { enumerable: name !== "transcript", get: () => look(name) });
		return {
			view: own as DeskView,
			get transcript() {
				return look("transcript");
			},
			seen() {
				const now = state;
				const differs = now !== null && [...read].some(([name, value]) => now[name] !== value);
				if (differs) {
					for (const name of read.keys()) read.set(name, now[name]);
					seen = {};
				}
				return seen;
			},
			subscribe(onChange) {
				mounted.add(read);
				readsMayDiffer();
				const end = subscribe(onChange);
				return () => {
					mounted.delete(read);
					readsMayDiffer();
					end();
				};
			},
		};
	}

	return {
		view: () => view,
		transcript: () => state?.transcript ?? null,
		reader,
		take: (push) => change(heldDesk(view, push), heldTranscript(state?.transcript ?? null, push)),
		setTranscript: (transcript) => change(view, transcript),
		subscribe,
		onRead(listener) {
			hear = listener;
			heard = "";
			readsMayDiffer();
			return () => {
				hear = null;
			};
		},
	};
}
