import { applyDeskPush, applyTranscriptPush } from "../../ipc/apply-push.ts";
import type { TranscriptView } from "../../ipc/conversations.ts";
import { DESK_TOPICS, type DeskTopic } from "../../ipc/topics.ts";
import type { DeskPush, DeskView } from "../../ipc/windows.ts";

/**
 * Desk state outside React: components re-render for the topics that they read, and main learns which topics
 * are read.
 */

/** All topics, and the state next to them. */
interface DeskState extends DeskView {
	readonly transcript: TranscriptView | null;
}

const NAMES: readonly (keyof DeskState)[] = [...DESK_TOPICS, "now", "revision", "transcript"];

/** Unsent message with its options. */
export interface MessageDraft {
	readonly message: string;
	readonly options: TurnOptions;
}

/** Message options as typed. */
export interface TurnOptions {
	readonly mode: "auto" | "direct";
	readonly app: string;
	/** Digits. */
	readonly applicationId: string;
	readonly model: string;
}

const MAX_DRAFTS = 60;

/** Drafts by session, until the window closes. */
export class MessageDrafts {
	readonly #drafts = new Map<string, MessageDraft>();

	get(key: string): MessageDraft | null {
		return this.#drafts.get(key) ?? null;
	}

	/** Adds or replaces a draft, dropping the oldest if there are too many. */
	set(key: string, draft: MessageDraft): void {
		this.#drafts.delete(key);
		this.#drafts.set(key, draft);
		const oldest = this.#drafts.keys().next();
		if (this.#drafts.size > MAX_DRAFTS && oldest.done !== true) this.#drafts.delete(oldest.value);
	}
}

/** Tracks the topics that one component reads; it re-renders only for those. */
export class DeskReader {
	readonly view: DeskView;
	readonly #read = new Map<keyof DeskState, unknown>();
	readonly #now: () => DeskState | null;
	readonly #onRead: () => void;
	readonly #onMount: (read: ReadonlyMap<keyof DeskState, unknown>, onChange: () => void) => () => void;
	#seen = {};

	constructor(store: {
		readonly now: () => DeskState | null;
		/** Called when the component reads a new topic. */
		readonly onRead: () => void;
		readonly onMount: (read: ReadonlyMap<keyof DeskState, unknown>, onChange: () => void) => () => void;
	}) {
		this.#now = store.now;
		this.#onRead = store.onRead;
		this.#onMount = store.onMount;
		const own: object = {};
		for (const name of NAMES)
			Object.defineProperty(own, name, {
				enumerable: name !== "transcript",
				get: () => this.#look(name),
			});
		this.view = own as DeskView;
	}

	get transcript(): TranscriptView | null {
		return this.#look("transcript");
	}

	/** Returns another object after a change to anything read. */
	readonly seen = (): object => {
		const now = this.#now();
		if (now !== null && [...this.#read].some(([name, value]) => now[name] !== value)) {
			for (const name of this.#read.keys()) this.#read.set(name, now[name]);
			this.#seen = {};
		}
		return this.#seen;
	};

	readonly subscribe = (onChange: () => void): (() => void) => this.#onMount(this.#read, onChange);

	#look<Name extends keyof DeskState>(name: Name): DeskState[Name] {
		const now = this.#now();
		if (now === null) throw new Error("nothing was told yet");
		if (!this.#read.has(name)) this.#onRead();
		this.#read.set(name, now[name]);
		return now[name];
	}
}

/** The desk's view and transcript as pushed by main. */
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

	/** Returns `null` until the first push. */
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

	take(push: DeskPush): void {
		this.#change(applyDeskPush(this.#view, push), applyTranscriptPush(this.transcript(), push));
	}

	setTranscript(transcript: TranscriptView | null): void {
		this.#change(this.#view, transcript);
	}

	readonly subscribe = (onChange: () => void): (() => void) => {
		this.#listeners.add(onChange);
		return () => this.#listeners.delete(onChange);
	};

	/** Subscribes to the set of topics that mounted components read. Returns the unsubscribe function. */
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

	/** Reports once per commit, after mounting and unmounting. */
	#readsMayDiffer(): void {
		if (this.#isAsking || this.#hear === null) return;
		this.#isAsking = true;
		queueMicrotask(() => this.#announceRead());
	}
}
