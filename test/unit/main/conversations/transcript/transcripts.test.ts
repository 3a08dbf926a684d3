import { describe, expect, it, vi } from "vitest";
import { Transcripts } from "../../../../../src/main/conversations/transcript/transcripts.ts";
import { LogDb } from "../../../../../src/main/storage/log-db.ts";
import { foldVersion } from "../../../../../src/main/storage/log-items.ts";
import { readEventPage } from "../../../../../src/service-api/event-page.ts";
import { EVENT_KINDS, type ReadEvent } from "../../../../../src/service-api/events.ts";
import { event, message, turn } from "../pages.ts";
import { type TranscriptLog, transcriptLog } from "../transcript-log.ts";

/** A transcript reads only the requested range from the log, never all of it. */

const ID = "ses_1";

function reads(...raw: readonly unknown[]): readonly ReadEvent[] {
	const page = readEventPage({ session_id: ID, cursor: "c", events: raw, has_more: false });
	if (!page.ok) throw new Error(page.reason);
	return page.value.events;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const said = (from: number, to: number) => reads(...range(from, to).map((sequence) => message(sequence)));
const texts = (log: TranscriptLog, from: number, to: number) =>
	log.transcripts
		.items(ID, from, to)
		.map(({ index, item }) => [index, item.kind === "message" ? item.text : item.kind]);

/** Counts the events that are read from the log. */
function countReads(log: TranscriptLog) {
	const { items } = log.log;
	const counted = { rows: 0 };
	const eventsOf = items.eventsOf.bind(items);
	vi.spyOn(items, "eventsOf").mockImplementation((...asked) => {
		const found = eventsOf(...asked);
		counted.rows += found.length;
		return found;
	});
	return counted;
}

describe("a range of a transcript", () => {
	it("is read by its positions, without events of another", () => {
		const log = transcriptLog(ID);
		log.add(said(1, 2_001));
		const counted = countReads(log);
		expect(log.transcripts.count(ID)).toBe(2_000);
		expect(texts(log, 1_000, 1_003)).toEqual([
			[1_000, "text 1001"],
			[1_001, "text 1002"],
			[1_002, "text 1003"],
		]);
		expect(counted.rows).toBe(3);
	});

	it("is read once, and again only after a change", () => {
		const log = transcriptLog(ID);
		log.add(said(1, 101));
		const counted = countReads(log);
		log.transcripts.items(ID, 0, 100);
		log.transcripts.items(ID, 0, 100);
		expect(counted.rows).toBe(100);
		log.add(reads(message(101, { message_key: "msg_7", content: "seven" })));
		expect(texts(log, 6, 7)).toEqual([[6, "seven"]]);
		log.transcripts.items(ID, 0, 100);
		expect(counted.rows).toBe(102);
	});

	it("includes a turn's end that arrives much later", () => {
		const log = transcriptLog(ID);
		log.add(reads(event(1, "tool_update", { id: "t", call_id: "c", tool_name: "quote", result: 1 })));
		expect(log.all()).toMatchObject([{ kind: "tool", state: "running" }]);
		log.add([...said(2, 50), ...reads(turn(50, "failed"))]);
		expect(log.all()[0]).toMatchObject({ kind: "tool", state: "ended" });
	});

	it("reads the first and last of an item's very many events, and counts the omitted ones", () => {
		const log = transcriptLog(ID);
		const task = { call_id: "c", agent_id: "a" };
		log.add(
			reads(
				event(1, "task_started", { ...task, label: "Watch", app: "scout", resumed: false }),
				...range(2, 1_001).map((sequence) =>
					event(sequence, "task_activity", {
						...task,
						kind: "note",
						child_seq: sequence,
						text: `n${sequence}`,
					}),
				),
			),
		);
		const counted = countReads(log);
		const [item] = log.all();
		expect(item).toMatchObject({ kind: "task", label: "Watch", omitted: 744 });
		expect(item?.kind === "task" ? item.steps.at(-1) : null).toMatchObject({ text: "n1000" });
		expect(counted.rows).toBe(256);
	});

	it("knows whether it would contain an event of a given time", () => {
		const log = transcriptLog(ID);
		log.add(
			reads(
				...range(1, 1_001).map((sequence) => message(sequence, { occurred_at: 1_790_000_000 + sequence })),
			),
		);
		expect(log.transcripts.indexAfter(ID, 1_790_000_500_000)).toBe(500);
		expect(log.transcripts.indexAfter(ID, 0)).toBe(0);
		expect(log.transcripts.indexAfter(ID, 1_990_000_000_000)).toBe(1_000);
	});
});

describe("a transcript's positions", () => {
	it("are rebuilt, in slices, if an older event arrives while a session is reconciled", async () => {
		const { promise: folded, resolve } = Promise.withResolvers<void>();
		const log = transcriptLog(ID, resolve);
		log.add([...said(1, 5), ...said(6, 3_000)]);
		log.add(said(5, 6));
		expect(log.transcripts.count(ID)).toBeNull();
		await folded;
		expect(log.transcripts.count(ID)).toBe(2_999);
		expect(texts(log, 3, 6)).toEqual([
			[3, "text 4"],
			[4, "text 5"],
			[5, "text 6"],
		]);
	});

	it("include events that arrive during the build", async () => {
		const { promise: folded, resolve } = Promise.withResolvers<void>();
		const log = transcriptLog(ID, resolve);
		log.add(said(2, 1_000));
		log.add(said(1, 2));
		expect(log.transcripts.count(ID)).toBeNull();
		log.add(said(1_000, 1_100));
		await folded;
		expect(texts(log, 1_098, 1_099)).toEqual([[1_098, "text 1099"]]);
		expect(log.transcripts.count(ID)).toBe(1_099);
	});

	it("are built from the log of an earlier version", async () => {
		const { promise: folded, resolve } = Promise.withResolvers<void>();
		const log = transcriptLog(ID, resolve);
		log.add(said(1, 600));
		log.db.exec(
			"DELETE FROM items; UPDATE events SET item = NULL; UPDATE sessions SET folded = 0, folded_to = 0",
		);
		const { items } = new LogDb(log.db, "me");
		const transcripts = new Transcripts(
			items,
			() => resolve(),
			() => {},
		);
		expect(transcripts.count(ID)).toBeNull();
		await folded;
		expect(transcripts.items(ID, 598, 599)).toMatchObject([{ item: { text: "text 599" } }]);
	});

	it("are rebuilt by a version that knows another kind", async () => {
		const log = transcriptLog(ID);
		log.add(said(1, 4));
		const stored = new Transcripts(
			new LogDb(log.db, "me").items,
			() => {},
			() => {},
		);
		expect(stored.count(ID)).toBe(3);
		const former = new Set([...EVENT_KINDS].filter((kind) => kind !== "message"));
		log.db.prepare("UPDATE sessions SET folded = ?").run(foldVersion(1, former));
		const { promise: folded, resolve } = Promise.withResolvers<void>();
		const transcripts = new Transcripts(
			new LogDb(log.db, "me").items,
			() => resolve(),
			() => {},
		);
		expect(transcripts.count(ID)).toBeNull();
		await folded;
		expect(transcripts.count(ID)).toBe(3);
	});

	it("stay the same for an event that arrives again", () => {
		const log = transcriptLog(ID);
		log.add(said(1, 4));
		log.add(said(2, 4));
		expect(log.transcripts.count(ID)).toBe(3);
	});
});

describe("a search", () => {
	it("finds the items with a text, in order", async () => {
		const log = transcriptLog(ID);
		log.add(said(1, 1_201));
		const { places, more } = await log.transcripts.find(ID, "TEXT 100");
		expect([places, more]).toEqual([[99, 999, ...range(1_000, 1_009)].toSorted((a, b) => a - b), false]);
	});

	it("reads only the items that may have it", async () => {
		const log = transcriptLog(ID);
		log.add(said(1, 1_201));
		const counted = countReads(log);
		await log.transcripts.find(ID, "text 777");
		expect(counted.rows).toBe(1);
	});

	it("with very many matches finds the last ones, and says that there are more", async () => {
		const log = transcriptLog(ID);
		log.add(said(1, 1_601));
		const { places, more } = await log.transcripts.find(ID, "text");
		expect([places.length, places.at(-1), more]).toEqual([1_000, 1_599, true]);
	});

	it("ends if another begins", async () => {
		const log = transcriptLog(ID);
		log.add(said(1, 1_201));
		const first = log.transcripts.find(ID, "text 777");
		const second = log.transcripts.find(ID, "text 778");
		expect([(await first).places, (await second).places]).toEqual([[], [777]]);
	});
});
