import { applyDeskPush, applyTranscriptPush } from "../../ipc/apply-push.ts";
import type { TranscriptView } from "../../ipc/conversations.ts";
import { DESK_TOPICS, type DeskTopic } from "../../ipc/topics.ts";
import type { DeskPush, DeskView } from "../../ipc/windows.ts";

/**
 * Stores the desk's state outside React. Components re-render only for the topics that they read, and main
 * composes only those topics.
 */

interface DeskState extends DeskView {
	readonly transcript: TranscriptView | null;
}

const NAMES: readonly (keyof DeskState)[] = [...DESK_TOPICS, "now", "revision", "transcript"];

export interface MessageDraft {
	readonly message: string;
	readonly options: TurnOptions;
}

export interface TurnOptions {
	readonly mode: "auto" | "direct";
	readonly app: string;
	readonly applicationId: string;
	readonly model: string;
}

const MAX_DRAFTS = 60;

export class MessageDrafts {
	readonly #drafts = new Map<string, MessageDraft>();

	get(key: string): MessageDraft | null {
		return this.#drafts.get(key) ?? null;
	}

	/** Stores a draft and drops the oldest one if there are too many. */
	set(key: string, draft: MessageDraft): void {
		this.#drafts.delete(key);
		this.#drafts.set(key, draft);
		const oldest = this.#drafts.keys().next();
		if (this.#drafts.size > MAX_DRAFTS && oldest.done !== true) this.#drafts.delete(oldest.value);
	}
}

interface ReadStore {
	readonly now: () => DeskState | null;
	readonly onRead: () => void;
	readonly onMount: (read: ReadonlyMap<keyof DeskState, unknown>, onChange: () => void) => () => void;
}

export class DeskReader {
	readonly view: DeskView;
	readonly #read = new Map<keyof DeskState, unknown>();
	readonly #store: ReadStore;
	#seen = {};

	constructor(store: ReadStore) {
		this.#store = store;
		const own: object = {};
		for (const name of NAMES)
			Object.defineProperty(own, name, {
				enumerable: name !== "transcript",
				get: () => this.#get(name),
			});
		this.view = own as DeskView;
	}

	get transcript(): TranscriptView | null {
		return this.#get("transcript");
	}

	/** Returns a new object whenever one of the topics read so far has changed. */
	readonly seen = (): object => {
		const now = this.#store.now();
		if (now !== null && [...this.#read].some(([name, value]) => now[name] !== value)) {
			for (const name of this.#read.keys()) this.#read.set(name, now[name]);
			this.#seen = {};
		}
		return this.#seen;
	};

	readonly subscribe = (onChange: () => void): (() => void) => this.#store.onMount(this.#read, onChange);

	#get<Name extends keyof DeskState>(name: Name): DeskState[Name] {
		const now = this.#store.now();
		if (now === null) throw new Error("no desk state received yet");
		if (!this.#read.has(name)) this.#store.onRead();
		this.#read.set(name, now[name]);
		return now[name];
	}
}

export class DeskStore {
	readonly drafts = new MessageDrafts();
	readonly #listeners = new Set<() => void>();
	readonly #mounted = new Set<ReadonlyMap<keyof DeskState, unknown>>();
	#state: DeskState | null = null;
	#view: DeskView | null = null;
	#hear: ((topics: DeskTopic[]) => void) | null = null;
	#heard = "";
	#isAsking = false;

	constructor(first: { readonly view: DeskView; readonly transcript: TranscriptView | null } | null = null) {
		if (first !== null) this.#change(first.view, first.transcript);
	}

	view(): DeskView | null {
		return this.#view;
	}

	transcript(): TranscriptView | null {
		return this.#state?.transcript ?? null;
	}

	reader(): DeskReader {
		return new DeskReader({
			now: () => this.#state,
			onRead: () => this.#readsMayDiffer(),
			onMount: (read, onChange) => {
				this.#mounted.add(read);
				this.#readsMayDiffer();
				const end = this.subscribe(onChange);
				return () => {
					this.#mounted.delete(read);
					this.#readsMayDiffer();
					end();
				};
			},
		});
	}

	applyPush(push: DeskPush): void {
		this.#change(applyDeskPush(this.#view, push), applyTranscriptPush(this.transcript(), push));
	}

	setTranscript(transcript: TranscriptView | null): void {
		this.#change(this.#view, transcript);
	}

	readonly subscribe = (onChange: () => void): (() => void) => {
		this.#listeners.add(onChange);
		return () => this.#listeners.delete(onChange);
	};

	onRead(listener: (topics: DeskTopic[]) => void): () => void {
		this.#hear = listener;
		this.#heard = "";
		this.#readsMayDiffer();
		return () => {
			this.#hear = null;
		};
	}

	#change(view: DeskView | null, transcript: TranscriptView | null): void {
		if (view === this.#view && transcript === this.transcript()) return;
		this.#view = view;
		this.#state = view === null ? null : { ...view, transcript };
		for (const listener of [...this.#listeners]) listener();
	}

	#announceRead(): void {
		this.#isAsking = false;
		const topics = DESK_TOPICS.filter((name) => [...this.#mounted].some((read) => read.has(name)));
		if (this.#hear === null || topics.join() === this.#heard) return;
		this.#heard = topics.join();
		this.#hear(topics);
	}

	#readsMayDiffer(): void {
		if (this.#isAsking || this.#hear === null) return;
		this.#isAsking = true;
		queueMicrotask(() => this.#announceRead());
	}
}
