import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEventPage } from "../../src/service-api/event-page.ts";
import { type Service, startService } from "../mock-service/service.ts";
import { UNREACHABLE_CHAIN } from "../mock-service/unreachable-chain.ts";
import { type Followed, follow, makeFolder } from "../unit/main/conversations/followed.ts";

/** Sessions with the mock service: whatever happens in transit, our log equals the service's. */

let service: Service;
let serviceDir: string;
let folder: ReturnType<typeof makeFolder>;
let followed: Followed | null = null;

beforeEach(async () => {
	serviceDir = await mkdtemp(join(tmpdir(), "countersign-stand-in-"));
	service = await startService({
		dataDir: serviceDir,
		token: "test-token",
		chains: [UNREACHABLE_CHAIN],
		settings: { paceMs: 5 },
	});
	folder = makeFolder();
});

afterEach(async () => {
	await followed?.close();
	followed = null;
	await service.stop();
	await rm(serviceDir, { recursive: true, force: true });
	folder.remove();
});

function begin(): Followed {
	followed = follow({
		url: service.url,
		dir: folder.dir,
		token: "test-token",
		settings: { readDeadlineMs: 400 },
	});
	return followed;
}

/** Reads the ids of the session's events from the service, page by page. */
async function truth(sessionId: string): Promise<string[]> {
	const ids: string[] = [];
	for (let cursor: string | null = null; ; ) {
		const query: string = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
		const answer = await fetch(`${service.url}/v1/agent/chat/${sessionId}${query}`, {
			headers: { authorization: "Bearer test-token" },
		});
		const page = readEventPage(await answer.json());
		if (!page.ok) throw new Error(page.reason);
		ids.push(...page.value.events.map(({ event }) => event.event_id));
		if (!page.value.hasMore) return ids;
		cursor = page.value.cursor;
	}
}

const ours = (one: Followed, id: string) => one.events(id).map(({ event_id }) => event_id);
const turnOf = (one: Followed, id: string) =>
	one.sessions.list().find((session) => session.id === id)?.turnState;

/** Sends a message, follows the turn to its end, and compares both logs. */
async function talk(one: Followed, text: string): Promise<string> {
	const { sessionId, outcome } = one.sessions.startTurn(null, { message: text });
	expect(await outcome).toEqual({ ok: true });
	await one.until(() => turnOf(one, sessionId) === "complete");
	const all = await truth(sessionId);
	await one.until(() => ours(one, sessionId).length >= all.length);
	expect(ours(one, sessionId)).toEqual(all);
	return sessionId;
}

const STREAM = { path: "/stream" };

describe("a turn with the mock service", () => {
	it("is followed to its end, with live text on the way", async () => {
		const one = begin();
		const live: string[] = [];
		one.sessions.subscribe(({ kind, sessionId }) => {
			if (kind === "live" && sessionId !== null)
				live.push(...one.sessions.live(sessionId).map((text) => text.content));
		});
		const sessionId = await talk(one, "work for 0.2 s");
		expect(one.sessions.list().find(({ id }) => id === sessionId)).toMatchObject({
			fault: null,
			pendingMessage: null,
		});
		expect(live.length).toBeGreaterThan(0);
	});

	it.each([1, 7, 50, 131, 313, 700, 1_300])(
		"loses nothing if the stream is cut after %d bytes",
		async (bytes) => {
			await service.control.fault({ kind: "cut_stream_after_bytes", bytes, match: STREAM });
			await talk(begin(), "work for 0.1 s");
		},
	);

	it("loses nothing if the stream goes silent", async () => {
		await service.control.fault({ kind: "stall_stream_after_bytes", bytes: 200, match: STREAM });
		await talk(begin(), "work for 0.1 s");
	});

	it.each(["duplicate_event", "reverse_events", "drop_event", "garbage_page", "html"] as const)(
		"loses nothing to %s",
		async (kind) => {
			await service.control.fault({ kind, match: STREAM });
			await talk(begin(), "work for 0.1 s");
		},
	);

	it("is started once, even if its answer was lost", async () => {
		await service.control.fault({ kind: "lost_answer", match: { method: "POST" } });
		const one = begin();
		const sessionId = await talk(one, "hello");
		const said = one
			.events(sessionId)
			.filter((event) => event.type === "message" && event["sender"] === "user");
		expect(said).toHaveLength(1);
	});

	it("continues over ended streams, resync and expired cursors", async () => {
		const one = begin();
		const { sessionId, outcome } = one.sessions.startTurn(null, { message: "work for 0.6 s" });
		await outcome;
		await one.until(() => one.sessions.list()[0]?.connection.state === "live");
		await service.control.endStreams();
		await service.control.resync();
		await service.control.expireCursors({ sessionId });
		await service.control.endStreams();
		await one.until(() => turnOf(one, sessionId) === "complete");
		const all = await truth(sessionId);
		await one.until(() => ours(one, sessionId).length >= all.length);
		expect(ours(one, sessionId)).toEqual(all);
	});

	it("of another device is noticed through the list", async () => {
		const one = begin();
		const { sessionId } = await service.control.say({ message: "hello" });
		await one.until(() => turnOf(one, sessionId) === "complete");
		expect(ours(one, sessionId)).toEqual(await truth(sessionId));
	});

	it("is found again after the service was down", async () => {
		const one = begin();
		await one.until(() => one.sessions.connection().state === "watching");
		await service.down();
		await one.until(() => one.sessions.connection().state === "offline");
		const { outcome } = one.sessions.startTurn("my-session", { message: "hello" });
		await service.up();
		expect(await outcome).toEqual({ ok: true });
		await one.until(() => turnOf(one, "my-session") === "complete");
		expect(one.sessions.connection().state).not.toBe("offline");
	});
});

describe("fifty sessions", () => {
	it("are followed at once, each to its end", async () => {
		const one = begin();
		const started = Array.from({ length: 50 }, () =>
			one.sessions.startTurn(null, { message: "work for 0.5 s" }),
		);
		await Promise.all(started.map(({ outcome }) => outcome));
		for (const { sessionId } of started) {
			await one.until(() => turnOf(one, sessionId) === "complete");
			const all = await truth(sessionId);
			await one.until(() => ours(one, sessionId).length >= all.length);
			expect(ours(one, sessionId)).toEqual(all);
		}
	});

	it("with long logs are read completely, and not again once they rest", async () => {
		const { sessionIds } = await service.control.addSessions({ count: 50, events: 250 });
		const one = begin();
		for (const id of sessionIds) await one.until(() => ours(one, id).length === 250);
		await one.until(() => one.sessions.list().every(({ connection }) => connection.state === "watching"));
		const readMeanwhile = async () => {
			await service.control.clearRecords();
			await new Promise((resolve) => setTimeout(resolve, 500));
			const { requests } = await service.control.records();
			return requests.filter(({ path }) => path.includes("/chat/"));
		};
		// Events are listed again if they were read within the second in which they occurred.
		let read = await readMeanwhile();
		for (let tries = 0; read.length > 0 && tries < 10; tries += 1) read = await readMeanwhile();
		expect(read).toEqual([]);
	});
});
