import type { TranscriptItem } from "../../../ipc/conversations.ts";
import { yieldToEventLoop } from "../../service/yield-to-event-loop.ts";
import { type EventIndex, LAST_EVENT, type LogItems, type StoredItem } from "../../storage/log-items.ts";
import { lineOf } from "../connection.ts";
import { mayHave, seekerOf } from "./search.ts";
import { foldItem, foldOf, messageKey, readStored } from "./transcript-view.ts";

export interface Found {
	readonly places: readonly number[];
	readonly more: boolean;
}

export interface PlacedItem {
	readonly index: number;
	readonly item: TranscriptItem;
}

const SLICE = 250;
const MAX_FOUND = 1_000;
const MAX_CACHED = 1_024;

interface CachedItem {
	readonly events: number;
	readonly ends: ReadonlyMap<string, number | null>;
	readonly item: TranscriptItem;
}

const ABANDONED: Found = { places: [], more: false };

export class Transcripts {
	readonly #items: LogItems;
	readonly #onFolded: (sessionId: string) => void;
	readonly #logLine: (line: string) => void;
	readonly #folding = new Set<string>();
	readonly #cache = new Map<number, CachedItem>();
	#cachedSession: string | null = null;
	#search = 0;
	#stopped = false;

	constructor(items: LogItems, onFolded: (sessionId: string) => void, logLine: (line: string) => void) {
		this.#items = items;
		this.#onFolded = onFolded;
		this.#logLine = logLine;
	}

	stop(): void {
		this.#stopped = true;
	}

	/**
	 * Returns the number of items. `null` while they are being built; `onFolded` is called when they are
	 * ready.
	 */
	count(sessionId: string): number | null {
		const count = this.#items.count(sessionId);
		if (count === null && !this.#folding.has(sessionId)) void this.#foldAll(sessionId);
		return count;
	}

	async #foldAll(sessionId: string): Promise<void> {
		this.#folding.add(sessionId);
		this.#cache.clear();
		try {
			const read = (row: Parameters<typeof readStored>[0][number]) => {
				const [event] = readStored([row]);
				return event === undefined ? { item: null, ends: null } : foldOf(event);
			};
			do await yieldToEventLoop();
			while (!this.#stopped && !this.#items.foldMore(sessionId, SLICE, read));
			if (!this.#stopped) this.#onFolded(sessionId);
		} catch (error) {
			this.#logLine(`session ${sessionId}: its transcript can't be made: ${lineOf(error)}`);
		} finally {
			this.#folding.delete(sessionId);
		}
	}

	items(sessionId: string, from: number, to: number): readonly PlacedItem[] {
		const ends = new Map<string, number | null>();
		const endOf = (turnId: string) => {
			const known = ends.get(turnId);
			if (known !== undefined) return known;
			const end = this.#items.endOf(sessionId, turnId);
			ends.set(turnId, end);
			return end;
		};
		return this.#items.range(sessionId, from, to).flatMap((stored) => {
			const item = this.#placedItems(sessionId, stored, endOf);
			return item === null ? [] : [{ index: stored.place, item }];
		});
	}

	#placedItems(
		sessionId: string,
		stored: StoredItem,
		endOf: (turnId: string) => number | null,
	): TranscriptItem | null {
		if (this.#cachedSession !== sessionId || this.#cache.size > MAX_CACHED) this.#cache.clear();
		this.#cachedSession = sessionId;
		const held = this.#cache.get(stored.place);
		if (held?.events === stored.events && [...held.ends].every(([turn, end]) => endOf(turn) === end))
			return held.item;
		const rows = this.#items.eventsOf(sessionId, stored);
		const ends = new Map<string, number | null>();
		const item = foldItem({
			task: stored.task,
			reads: readStored(rows),
			omitted: stored.events - rows.length,
			endOf(turnId) {
				const end = endOf(turnId);
				ends.set(turnId, end);
				return end;
			},
			unknownKinds: () => this.#items.unknownKinds(sessionId),
		});
		if (item !== null) this.#cache.set(stored.place, { events: stored.events, ends, item });
		return item;
	}

	itemOf(sessionId: string, key: string): PlacedItem | null {
		const stored = this.#items.item(sessionId, messageKey(key));
		return stored === null ? null : (this.items(sessionId, stored.place, stored.place + 1)[0] ?? null);
	}

	/** Returns the index of the first item with content later than `at` (Unix ms), or the number of items. */
	indexAfter(sessionId: string, at: number): number {
		return this.#items.indexAfter(sessionId, at);
	}

	/** Searches backwards in batches. A new search cancels the previous one. */
	async find(sessionId: string, text: string): Promise<Found> {
		this.#search += 1;
		const mine = this.#search;
		const seeker = seekerOf(text);
		if (seeker === null) return ABANDONED;
		const found = new Set<number>();
		const looked = new Set<number>();
		for (let at: EventIndex | null = LAST_EVENT; at !== null && found.size < MAX_FOUND; ) {
			const slice: ReturnType<LogItems["slice"]> = this.#items.slice(sessionId, at, "earlier", SLICE);
			for (const { raw, item: index } of slice.events) {
				if (index === null || looked.has(index) || !mayHave(raw, seeker)) continue;
				looked.add(index);
				if (this.items(sessionId, index, index + 1).some(({ item }) => seeker.isIn(item))) found.add(index);
			}
			at = slice.next;
			await yieldToEventLoop();
			if (this.#search !== mine || this.#stopped) return ABANDONED;
		}
		const places = [...found].toSorted((a, b) => a - b);
		return { places: places.slice(-MAX_FOUND), more: found.size >= MAX_FOUND };
	}
}
