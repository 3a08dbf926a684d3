import { describe, expect, it } from "vitest";
import type { InboxEntryView } from "../../../../src/ipc/inbox.ts";
import type { LiveText, SessionRecord } from "../../../../src/main/conversations/session-types.ts";
import type { Entry } from "../../../../src/main/inbox/entries/entry.ts";
import { findInTranscript, transcriptWindow } from "../../../../src/main/inbox/transcript-window.ts";
import { readEventPage } from "../../../../src/service-api/event-page.ts";
import { stub } from "../../../fixtures/stub.ts";
import { message } from "../conversations/pages.ts";
import { transcriptLog } from "../conversations/transcript-log.ts";

/** The part of a conversation that a window shows: log items, including cards, and the lines below them. */

const ID = "ses_1";
/** Returns the time of the event with this sequence (pages.ts). */
const at = (sequence: number) => (1_790_000_000 + sequence) * 1000;

interface Scene {
	readonly said: number;
	readonly cards?: readonly number[];
	readonly live?: readonly LiveText[];
	readonly pending?: string;
}

function scene({ said, cards = [], live = [], pending }: Scene) {
	const raw = Array.from({ length: said }, (_, index) => message(index + 1));
	const page = readEventPage({ session_id: ID, cursor: "c", events: raw, has_more: false });
	if (!page.ok) throw new Error(page.reason);
	const log = transcriptLog(ID);
	log.add(page.value.events);
	const viewed: string[] = [];
	const parts = {
		sessions: { transcripts: log.transcripts, live: () => live },
		session: stub<SessionRecord>({
			id: ID,
			pendingMessage: pending === undefined ? null : { text: pending, since: at(said), state: "sending" },
		}),
		entries: cards.map((time) => stub<Entry>({ id: `e${time}`, firstSeen: time })),
		views: (entries: readonly Entry[]) => {
			viewed.push(...entries.map(({ id }) => id));
			return entries.map(({ id, firstSeen }) =>
				stub<InboxEntryView>({ id, arrivedAt: firstSeen, headline: `Card ${id}` }),
			);
		},
	};
	return { parts, viewed };
}

const keys = (window: ReturnType<typeof transcriptWindow>) => window?.items.map(({ key }) => key) ?? [];
const liveText = (messageKey: string, content: string): LiveText => ({
	turnId: "t",
	messageKey,
	revision: 1,
	content,
	receivedAt: at(10_000),
});

describe("the displayed range of a conversation", () => {
	it("is its end at first, with the number of events above it", () => {
		const { parts } = scene({ said: 1_000 });
		const window = transcriptWindow(parts, { kind: "end" });
		expect([window?.from, window?.total, window?.items.length]).toEqual([840, 1_000, 160]);
		expect(keys(window).at(-1)).toBe("message:msg_1000");
	});

	it("is all of a short one", () => {
		const window = transcriptWindow(scene({ said: 3 }).parts, { kind: "index", index: 2 });
		expect([window?.from, window?.total, keys(window).length]).toEqual([0, 3, 3]);
	});

	it("surrounds a position, and exceeds neither end", () => {
		const { parts } = scene({ said: 1_000 });
		const from = (index: number) => transcriptWindow(parts, { kind: "index", index })?.from;
		expect([from(500), from(3), from(999), from(1_000_000)]).toEqual([420, 0, 840, 840]);
	});

	it("has cards that arrived, and composes only those in it", () => {
		const { parts, viewed } = scene({ said: 1_000, cards: [at(900), at(100), at(2_000)] });
		const around = transcriptWindow(parts, { kind: "entry", entryId: `e${at(100)}` });
		const place = keys(around).indexOf(`entry:e${at(100)}`);
		expect(keys(around)[place - 1]).toBe("message:msg_100");
		expect(keys(around)[place + 1]).toBe("message:msg_101");
		expect((around?.from ?? 0) + place).toBe(100);
		expect(around?.total).toBe(1_003);
		expect(viewed).not.toContain(`e${at(900)}`);
		expect(keys(transcriptWindow(parts, { kind: "end" })).at(-1)).toBe(`entry:e${at(2_000)}`);
	});

	it("joins the neighbouring range, cards and all", () => {
		const { parts } = scene({ said: 400, cards: [at(0), at(100), at(100), at(250), at(999)] });
		const whole = new Map<number, string>();
		for (let index = 0; index < 405; index += 50) {
			const window = transcriptWindow(parts, { kind: "index", index });
			for (const [offset, key] of keys(window).entries()) {
				const place = (window?.from ?? 0) + offset;
				expect(whole.get(place) ?? key).toBe(key);
				whole.set(place, key);
			}
		}
		expect([whole.size, new Set(whole.values()).size]).toEqual([405, 404]);
	});

	it("includes text that is still being written, and a message that is being sent", () => {
		const { parts } = scene({ said: 2, live: [liveText("new", "Hal")], pending: "And then?" });
		expect(transcriptWindow(parts, { kind: "end" })?.items.slice(2)).toMatchObject([
			{ key: "message:new", text: "Hal", live: true },
			{ key: "message:pending", text: "And then?", sending: "sending" },
		]);
	});

	it("does not withdraw what was finally sent", () => {
		const { parts } = scene({ said: 2, live: [liveText("msg_1", "te")] });
		expect(transcriptWindow(parts, { kind: "end" })?.items).toMatchObject([
			{ text: "text 1", live: false },
			{ text: "text 2" },
		]);
	});
});

describe("a search in a conversation", () => {
	it("reports the positions of matches, also among cards, and finds text that is still being written", async () => {
		const { parts } = scene({ said: 300, cards: [at(100)], live: [liveText("new", "text 250 and more")] });
		expect(await findInTranscript(parts, "text 250")).toEqual({
			matches: [
				{ index: 250, key: "message:msg_250" },
				{ index: 301, key: "message:new" },
			],
			more: false,
		});
		expect(await findInTranscript(parts, "card")).toMatchObject({ matches: [{ index: 100 }] });
	});
});
