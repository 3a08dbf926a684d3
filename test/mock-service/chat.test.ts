import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionList } from "../../src/service-api/event-page.ts";
import { liveMessage } from "../../src/service-api/events.ts";
import { Caller, conforming, framesOf, lastState, openWorld, readStream, type World } from "./fixture.ts";

let world: World;
let caller: Caller;
beforeAll(async () => {
	world = await openWorld({ tokens: { reader: ["agent:read"] } });
	caller = new Caller(world.service);
});
afterAll(() => world.close());

const chat = (sessionId: string, query = "") => `/v1/agent/chat/${sessionId}${query}`;

describe("the bearer token", () => {
	it("is required; otherwise the service answers 401 with a challenge", async () => {
		const { status, headers, body } = await new Caller(world.service, "wrong").call(
			"GET",
			"/v1/agent/sessions",
		);
		expect(status).toBe(401);
		expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
		expect(body.error).toMatchObject({ code: "invalid_token", requestId: headers.get("x-request-id") });
	});

	it("gets 403 without the scope", async () => {
		const reader = new Caller(world.service, "reader");
		const { status, body } = await reader.start("hello");
		expect(status).toBe(403);
		expect(body.error.code).toBe("insufficient_scope");
		expect((await reader.call("GET", "/v1/agent/sessions")).status).toBe(200);
	});
});

describe("starting a turn", () => {
	it("creates a session, reports the whole turn in order, and ends complete", async () => {
		const page = await caller.turn("hello");
		expect(page.events.map((event) => event.sequence)).toEqual(page.events.map((_, index) => index + 1));
		expect(page.events.map((event) => event.type)).toEqual([
			"message",
			"turn_state_changed",
			"title_changed",
			"message",
			"turn_state_changed",
		]);
		expect(lastState(page)).toBe("complete");
	});

	it("uses the client's session id", async () => {
		const { body } = await caller.start("hello", { sessionId: "my-own-session" });
		expect(body.session_id).toBe("my-own-session");
	});

	it("needs an idempotency key of 1 to 160 characters", async () => {
		expect((await caller.call("POST", "/v1/agent/chat", { message: "hello" })).status).toBe(400);
		expect((await caller.start("hello", {}, "k".repeat(161))).status).toBe(400);
		expect((await caller.start("hello", {}, "k".repeat(160))).status).toBe(200);
	});

	it("refuses invalid JSON with 400, and a body outside the contract with 422", async () => {
		const key = { "idempotency-key": "broken" };
		expect((await caller.call("POST", "/v1/agent/chat", "{", key)).body.error.code).toBe("invalid_json");
		expect((await caller.start("")).status).toBe(422);
		expect((await caller.start("m".repeat(32_001))).status).toBe(422);
		expect((await caller.start("hello", { colour: "red" })).status).toBe(422);
	});

	it("has one outcome per key with any cursor, and answers 409 to another body", async () => {
		const first = await caller.start("hello", { sessionId: "once" }, "the-key");
		const again = await caller.start("hello", { sessionId: "once", cursor: first.body.cursor }, "the-key");
		const other = await caller.start("goodbye", { sessionId: "once" }, "the-key");
		expect([first.status, again.status, other.status]).toEqual([200, 200, 409]);
		expect(other.body.error.code).toBe("idempotency_conflict");
		const page = await caller.readUntil(conforming(first.body), (read) => lastState(read) === "complete");
		const userMessages = page.events.filter((event) => event.type === "message" && event.sender === "user");
		expect(userMessages).toHaveLength(1);
	});

	it("is refused with 409 busy while a turn runs in the session", async () => {
		const { body } = await caller.start("work for 30 s");
		const busy = await caller.start("hello", { sessionId: body.session_id });
		expect([busy.status, busy.body.error.code]).toEqual([409, "busy"]);
	});

	it("answers only with events after a cursor, and with everything if it has expired", async () => {
		const page = await caller.turn("hello");
		const more = { sessionId: page.session_id, cursor: page.cursor };
		const after = conforming((await caller.start("hello", more)).body);
		expect(after.events[0]?.sequence).toBe(page.events.length + 1);
		await caller.readUntil(after, (read) => lastState(read) === "complete");
		await world.service.control.expireCursors({ sessionId: page.session_id });
		const whole = await caller.start("hello", more);
		expect(whole.status).toBe(200);
		expect(conforming(whole.body).events[0]?.sequence).toBe(1);
	});
});

describe("interrupting", () => {
	it("ends the running turn once, and lets the next one start", async () => {
		const started = conforming((await caller.start("work for 30 s")).body);
		const sessionId = started.session_id;
		const turnId = started.events[0]?.turn_id;
		const interrupt = () =>
			caller.call("POST", chat(sessionId, "/interrupt"), { turnId }, { "idempotency-key": `stop-${turnId}` });
		expect(lastState(conforming((await interrupt()).body))).toBe("interrupted");
		const again = conforming((await interrupt()).body);
		const ends = again.events.filter(
			(event) => event.type === "turn_state_changed" && event.state === "interrupted",
		);
		expect(ends).toHaveLength(1);
		expect(lastState(await caller.turn("hello", { sessionId }))).toBe("complete");
	});

	it("answers 404 for an unknown turn", async () => {
		const { session_id } = await caller.turn("hello");
		const body = { turnId: "trn_never" };
		const { status } = await caller.call("POST", chat(session_id, "/interrupt"), body, {
			"idempotency-key": "never",
		});
		expect(status).toBe(404);
	});
});

describe("polling", () => {
	it("returns pages of the configured size, with has_more until the end", async () => {
		const { sessionIds } = await world.service.control.addSessions({ count: 1, events: 25 });
		const sessionId = sessionIds[0] ?? "";
		await world.service.control.settings({ pageSize: 10 });
		const first = await caller.page(chat(sessionId));
		expect([first.events.length, first.has_more]).toEqual([10, true]);
		const all = await caller.readUntil(first, () => true);
		await world.service.control.settings({ pageSize: 100 });
		expect(all.events.map((event) => event.sequence)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
	});

	it("waits for a new entry, and returns an empty page when the wait ends", async () => {
		const page = await caller.turn("hello");
		const path = chat(page.session_id, `?cursor=${page.cursor}`);
		const empty = await caller.page(`${path}&wait=30`);
		expect([empty.events, empty.has_more]).toEqual([[], false]);
		const waiting = caller.page(`${path}&wait=30000`);
		await world.service.control.say({ message: "hello", sessionId: page.session_id });
		expect((await waiting).events[0]).toMatchObject({ type: "message", sender: "user" });
	});

	it("refuses a wait beyond 30000", async () => {
		const { session_id } = await caller.turn("hello");
		expect((await caller.call("GET", chat(session_id, "?wait=30000.5"))).status).toBe(400);
		expect((await caller.call("GET", chat(session_id, "?wait=30001"))).status).toBe(400);
	});

	it("answers invalid_cursor for a made-up or foreign cursor, 410 for an expired one", async () => {
		const one = await caller.turn("hello");
		const two = await caller.turn("hello");
		const foreign = await caller.call("GET", chat(one.session_id, `?cursor=${two.cursor}`));
		const madeUp = await caller.call("GET", chat(one.session_id, "?cursor=b3BhcXVl"));
		expect([foreign.status, foreign.body.error.code]).toEqual([400, "invalid_cursor"]);
		expect([madeUp.status, madeUp.body.error.code]).toEqual([400, "invalid_cursor"]);
		await world.service.control.expireCursors({ sessionId: one.session_id });
		const expired = await caller.call("GET", chat(one.session_id, `?cursor=${one.cursor}`));
		expect([expired.status, expired.body.error.code]).toEqual([410, "cursor_expired"]);
		const stream = await caller.call("GET", chat(one.session_id, `/stream?cursor=${one.cursor}`));
		expect(stream.status).toBe(410);
		expect((await caller.page(chat(one.session_id))).events).toHaveLength(one.events.length);
	});

	it("answers 404 for an unknown session", async () => {
		expect((await caller.call("GET", chat("never"))).body.error.code).toBe("session_not_found");
	});
});

describe("the stream", () => {
	it("sends pages that move the cursor and live text in growing snapshots, then the durable message", async () => {
		const { session_id, cursor } = await caller.turn("hello");
		const reading = readStream(world.service, chat(session_id, `/stream?cursor=${cursor}`), (text) =>
			text.includes('"state":"complete"'),
		);
		await world.service.control.say({ message: "what can you do?", sessionId: session_id });
		const frames = framesOf((await reading).text);
		const live = frames.filter(({ event }) => event === "message").map(({ data }) => liveMessage.parse(data));
		expect(live.length).toBeGreaterThan(2);
		expect(live.map(({ revision }) => revision)).toEqual(live.map((_, index) => index + 1));
		const pages = frames.filter(({ event }) => event === "page").map(({ data }) => conforming(data));
		const final = pages
			.flatMap(({ events }) => events)
			.find((event) => event.type === "message" && event.sender === "agent");
		expect(final).toMatchObject({ message_key: live[0]?.message.message_key, is_streaming: false });
		for (const [index, { message }] of live.entries()) {
			expect(message.content.startsWith(live[index - 1]?.message.content ?? "")).toBe(true);
		}
	});

	it("is kept alive by comments and sends resync on request", async () => {
		const { session_id } = await caller.turn("hello");
		await world.service.control.settings({ keepAliveMs: 10 });
		const stream = await readStream(world.service, chat(session_id, "/stream"), (text) =>
			text.includes(": keepalive\n\n: keepalive\n\n"),
		);
		await world.service.control.settings({ keepAliveMs: 15_000 });
		expect(stream.broke).toBe(false);
		let ordered = false;
		const synced = await readStream(world.service, chat(session_id, "/stream"), (text) => {
			if (!ordered && text.includes("event: page")) {
				ordered = true;
				void world.service.control.resync({ sessionId: session_id });
			}
			return text.includes("event: resync");
		});
		expect(framesOf(synced.text).at(-1)).toEqual({ event: "resync", data: {} });
	});
});

describe("sessions", () => {
	it("are listed newest first, page by page", async () => {
		const first = sessionList.parse((await caller.call("GET", "/v1/agent/sessions?limit=2")).body);
		expect(first.sessions).toHaveLength(2);
		const next = await caller.call("GET", `/v1/agent/sessions?limit=2&cursor=${first.nextCursor}`);
		const ids = [...first.sessions, ...sessionList.parse(next.body).sessions].map(({ id }) => id);
		expect(new Set(ids).size).toBe(4);
		expect((await caller.call("GET", "/v1/agent/sessions?limit=101")).status).toBe(400);
		expect((await caller.call("GET", "/v1/agent/sessions?cursor=x")).body.error.code).toBe("invalid_cursor");
	});

	it("can be renamed, archived and deleted", async () => {
		const { session_id } = await caller.turn("hello");
		const path = `/v1/agent/sessions/${session_id}`;
		const change = { title: "Rent", archived: true };
		expect((await caller.call("PATCH", path, change)).body).toMatchObject({ id: session_id, ...change });
		expect((await caller.call("DELETE", path)).status).toBe(204);
		expect((await caller.call("GET", path)).status).toBe(404);
	});
});

describe("a restart", () => {
	it("loses no events, cursors or keys, and fails the unfinished turn", async () => {
		const done = await caller.turn("hello", { sessionId: "durable" });
		const key = "durable-key";
		const running = conforming((await caller.start("work for 30 s", { sessionId: "durable" }, key)).body);
		await world.service.restart();
		const replayed = await caller.start("work for 30 s", { sessionId: "durable" }, key);
		expect(replayed.status).toBe(200);
		const after = await caller.page(chat("durable", `?cursor=${done.cursor}`));
		expect(after.events[0]).toEqual(running.events.at(-2));
		expect(lastState(after)).toBe("failed");
		const whole = await caller.page(chat("durable"));
		expect(whole.events.slice(0, done.events.length)).toEqual(done.events);
	});
});
