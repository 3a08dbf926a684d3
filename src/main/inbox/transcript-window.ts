import type { TranscriptFinding, TranscriptItem, TranscriptPosition } from "../../ipc/conversations.ts";
import type { InboxEntryView } from "../../ipc/inbox.ts";
import type { SessionRecord } from "../conversations/session-types.ts";
import type { Sessions } from "../conversations/sessions.ts";
import { seekerOf } from "../conversations/transcript/search.ts";
import { mergeByTime, messageKey, WITHIN_SECOND_MS } from "../conversations/transcript/transcript-view.ts";
import type { Entry } from "./entries/entry.ts";

/**
 * Lays out part of a transcript: log items, cards at the time their requests arrived, and text that is still
 * being written.
 */

const WINDOW = 160;

export interface TranscriptParts {
	readonly sessions: Pick<Sessions, "live" | "transcripts">;
	readonly session: SessionRecord;
	readonly entries: readonly Entry[];
	readonly views: (entries: readonly Entry[]) => readonly InboxEntryView[];
}

export interface TranscriptWindow {
	readonly items: readonly TranscriptItem[];
	readonly from: number;
	readonly total: number;
}

interface PlacedCard {
	readonly entry: Entry;
	readonly position: number;
	readonly index: number;
}

interface Layout {
	readonly cards: readonly PlacedCard[];
	readonly settled: number;
	/** Text that is still being written, keyed by the position of the log item that it continues. */
	readonly liveTexts: ReadonlyMap<number, TranscriptItem>;
	readonly tail: readonly TranscriptItem[];
}

function cardOf(view: InboxEntryView): TranscriptItem {
	return { kind: "entry", key: `entry:${view.id}`, entry: view, at: view.arrivedAt };
}

/** Returns `null` while the log's items are being built. */
function layoutOf(parts: TranscriptParts): Layout | null {
	const { sessions, session, entries, views } = parts;
	const { transcripts } = sessions;
	const count = transcripts.count(session.id);
	if (count === null) return null;
	const placed = entries
		.toSorted((a, b) => a.firstSeen - b.firstSeen)
		.map((entry) => ({
			entry,
			position: transcripts.indexAfter(session.id, entry.firstSeen + WITHIN_SECOND_MS),
		}));
	const cards = placed
		.filter(({ position }) => position < count)
		.map((card, before) => ({ ...card, index: card.position + before }));
	const last = placed.filter(({ position }) => position >= count).map(({ entry }) => entry);
	const liveTexts = new Map<number, TranscriptItem>();
	const written: TranscriptItem[] = [];
	for (const { messageKey: key, content, receivedAt } of sessions.live(session.id)) {
		const item: TranscriptItem = {
			kind: "message",
			key: messageKey(key),
			sender: "agent",
			text: content,
			live: true,
			at: receivedAt,
		};
		const stored = transcripts.itemOf(session.id, key);
		if (stored === null) written.push(item);
		// An older snapshot must not replace stored text.
		else if (stored.item.kind === "message" && stored.item.live) liveTexts.set(stored.index, item);
	}
	const { pendingMessage: pending } = session;
	const own: readonly TranscriptItem[] =
		pending === null
			? []
			: [
					{
						kind: "message",
						key: "message:pending",
						sender: "user",
						text: pending.text,
						live: false,
						sending: pending.state,
						at: pending.since,
					},
				];
	const tail = [...mergeByTime(written, views(last).map(cardOf)), ...own];
	return { cards, settled: count + cards.length, liveTexts, tail };
}

function indexOf({ cards, settled, tail }: Layout, entryId: string): number | null {
	const card = cards.find(({ entry }) => entry.id === entryId);
	if (card !== undefined) return card.index;
	const below = tail.findIndex((item) => item.kind === "entry" && item.entry.id === entryId);
	return below === -1 ? null : settled + below;
}

function startOf(layout: Layout, at: TranscriptPosition): number {
	const total = layout.settled + layout.tail.length;
	const last = Math.max(0, total - WINDOW);
	if (at.kind === "end") return last;
	const index = at.kind === "index" ? at.index : indexOf(layout, at.entryId);
	return index === null ? last : Math.max(0, Math.min(last, index - WINDOW / 2));
}

export function transcriptWindow(parts: TranscriptParts, at: TranscriptPosition): TranscriptWindow | null {
	const layout = layoutOf(parts);
	if (layout === null) return null;
	const { cards, settled, liveTexts, tail } = layout;
	const from = startOf(layout, at);
	const to = Math.min(settled, from + WINDOW);
	const before = cards.filter(({ index }) => index < from).length;
	const inside = cards.filter(({ index }) => index >= from && index < to);
	const first = from - before;
	const items = parts.sessions.transcripts.items(
		parts.session.id,
		first,
		first + (to - from) - inside.length,
	);
	const shown = parts.views(inside.map(({ entry }) => entry)).map(cardOf);
	const above: TranscriptItem[] = [];
	let next = 0;
	const putCards = (until: number) => {
		for (; (inside[next]?.position ?? until) < until; next += 1) above.push(...shown.slice(next, next + 1));
	};
	for (const { index, item } of items) {
		putCards(index + 1);
		above.push(liveTexts.get(index) ?? item);
	}
	putCards(Number.POSITIVE_INFINITY);
	const below = tail.slice(Math.max(0, from - settled), Math.max(0, from + WINDOW - settled));
	return { items: [...above, ...below], from, total: settled + tail.length };
}

export async function findInTranscript(parts: TranscriptParts, text: string): Promise<TranscriptFinding> {
	const { places, more } = await parts.sessions.transcripts.find(parts.session.id, text);
	const layout = layoutOf(parts);
	const seeker = seekerOf(text);
	if (layout === null || seeker === null) return { matches: [], more: false };
	const { cards, settled, tail } = layout;
	const [earliest = 0] = more ? places : [];
	const ofCards = cards
		.filter(({ position }) => position >= earliest)
		.flatMap(({ entry, index }) =>
			parts
				.views([entry])
				.map(cardOf)
				.filter(seeker.isIn)
				.map(({ key }) => ({ index, key })),
		);
	const ofLog = places.flatMap((index) =>
		parts.sessions.transcripts.items(parts.session.id, index, index + 1).map(({ item }) => ({
			index: index + cards.filter((card) => card.position <= index).length,
			key: item.key,
		})),
	);
	const ofTail = tail.flatMap((item, at) =>
		seeker.isIn(item) ? [{ index: settled + at, key: item.key }] : [],
	);
	return { matches: [...ofLog, ...ofCards, ...ofTail].toSorted((a, b) => a.index - b.index), more };
}
