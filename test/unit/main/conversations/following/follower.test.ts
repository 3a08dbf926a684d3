import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "../../../../../src/main/ports.ts";
import { saying } from "../../../../support/saying.ts";
import { type Followed, type FollowOptions, follow, makeFolder, realClock } from "../followed.ts";
import { commit, event, liveText, message, page, type RawEvent, SESSION, turn } from "../pages.ts";
import {
	frame,
	type Handler,
	html,
	json,
	lost,
	problem,
	type ScriptedService,
	sessionList,
	startScripted,
	stream,
} from "../scripted-service.ts";

let service: ScriptedService;
let folder: ReturnType<typeof makeFolder>;
let followed: Followed | null = null;
/** The service's events. Polls return those after the number in the cursor. */
let log: RawEvent[];

const fromLog: Handler = (response, asked) => {
	const after = Number(/^cur_(\d+)$/.exec(asked.query.get("cursor") ?? "")?.[1] ?? 0);
	const events = log.filter(({ sequence }) => sequence > after);
	const cursor = `cur_${Math.max(after, ...log.map(({ sequence }) => sequence))}`;
	json(page(events, { cursor }))(response, asked);
};

beforeEach(async () => {
	service = await startScripted();
	folder = makeFolder();
	log = [turn(1, "processing")];
	service.always("list", sessionList(SESSION));
	service.always("poll", fromLog);
});

afterEach(async () => {
	await followed?.close();
	followed = null;
	await service.close();
	folder.remove();
});

function begin(options: Partial<FollowOptions> = {}): Followed {
	followed = follow({ url: service.url, dir: folder.dir, ...options });
	return followed;
}

/** Returns the real clock, which also records the waits in ms. */
const noting = (waits: number[]): Clock => ({
	now: realClock.now,
	after(ms, run) {
		waits.push(ms);
		return realClock.after(ms, run);
	},
});
/** Matches the pause after a first failure. No other wait in these settings has that length. */
const betweenTries = (ms: number) => ms >= 250 && ms <= 500;

const seen = (one: Followed) => one.events(SESSION).map(({ sequence }) => sequence);
const record = (one: Followed) => one.sessions.list().find(({ id }) => id === SESSION);
const has = (one: Followed, sequence: number) => () => seen(one).includes(sequence);
/** Waits until nothing was requested for several of the longest pauses. */
async function rests(asked: () => number): Promise<void> {
	for (let before = -1; before !== asked(); ) {
		before = asked();
		await new Promise((resolve) => setTimeout(resolve, 300));
	}
}
const pageFrame = (...events: RawEvent[]) => frame("page", page(events));

describe("a running turn", () => {
	it("is followed by stream, from the last cursor, with bearer and session headers", async () => {
		service.next("stream", stream([pageFrame(message(2))]));
		const one = begin();
		await one.until(has(one, 2));
		const asked = await service.request("stream");
		expect(asked.query.get("cursor")).toBe("cur_1");
		expect(asked.headers).toMatchObject({
			authorization: "Bearer secret-token",
			accept: "text/event-stream",
			"x-session-id": SESSION,
			"x-thread-id": SESSION,
		});
		expect(record(one)?.connection.state).toBe("live");
		expect(one.sessions.connection().state).toBe("live");
	});

	it("loses nothing if the stream is cut inside a frame, and continues after the last whole page", async () => {
		const whole = pageFrame(message(2));
		service.next("stream", stream([whole, pageFrame(message(3)).slice(0, 40)], "cut"));
		service.next("stream", stream([pageFrame(message(3))]));
		const one = begin();
		await one.until(has(one, 3));
		expect(seen(one)).toEqual([1, 2, 3]);
		expect((await service.request("stream", 2)).query.get("cursor")).toBe("cur_2");
	});

	it("assembles a character with split bytes", async () => {
		const bytes = Buffer.from(pageFrame(message(2, { content: "für 5 €" })));
		const at = bytes.indexOf(Buffer.from("€")) + 1;
		const handler: Handler = (response) => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			response.write(bytes.subarray(0, at), () => setImmediate(() => response.write(bytes.subarray(at))));
		};
		service.next("stream", handler);
		const one = begin();
		await one.until(has(one, 2));
		expect(one.events(SESSION)[1]).toMatchObject({ content: "für 5 €" });
	});

	it("survives a dead connection", async () => {
		service.next("stream", stream([pageFrame(message(2))]), stream([pageFrame(message(3))]));
		const one = begin({ settings: { readDeadlineMs: 100 } });
		await one.until(has(one, 3));
		expect(one.lines.some((line) => line.includes("stream silent for 100 ms"))).toBe(true);
	});

	it("counts comments as activity", async () => {
		const beats: Handler = (response) => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			let left = 8;
			const beat = setInterval(() => {
				response.write(left > 0 ? ": keepalive\n\n" : pageFrame(message(2)));
				left -= 1;
				if (left < 0) clearInterval(beat);
			}, 50);
		};
		service.next("stream", beats);
		const one = begin({ settings: { readDeadlineMs: 250 } });
		await one.until(has(one, 2));
		expect(service.count("stream")).toBe(1);
	});

	it("reconnects at once after a clean end", async () => {
		service.next("stream", stream([pageFrame(message(2))], "end"), stream([pageFrame(message(3))], "end"));
		service.next("stream", stream([pageFrame(message(4))]));
		const waits: number[] = [];
		const one = begin({ clock: noting(waits) });
		await one.until(has(one, 4));
		expect(waits.filter(betweenTries)).toEqual([]);
	});

	it("does not reconnect immediately to a service that ends every stream at once", async () => {
		service.always("stream", stream([frame("page", page([], { cursor: "cur_1" }))], "end"));
		const waits: number[] = [];
		begin({ clock: noting(waits) });
		await service.request("stream", 3);
		expect(waits.filter(betweenTries)).toHaveLength(1);
	});

	it("skips duplicates and reads missing events again", async () => {
		service.next("stream", (response, asked) => {
			log = [...log, message(2), message(3)];
			stream([pageFrame(log[0] ?? message(1), message(3))])(response, asked);
		});
		const one = begin();
		await one.until(has(one, 3));
		expect(seen(one)).toEqual([1, 2, 3]);
		expect(record(one)?.fault).toBeNull();
	});

	it("reads a page's missing events again although its cursor was past them", async () => {
		service.next("stream", (response, asked) => {
			log = [...log, message(2), message(3)];
			const nothing = frame("page", page([], { cursor: "cur_2" }));
			stream([nothing, pageFrame(message(3))])(response, asked);
		});
		const one = begin();
		await one.until(has(one, 3));
		expect(seen(one)).toEqual([1, 2, 3]);
		expect((await service.request("poll", 2)).query.get("cursor")).toBe("cur_1");
	});

	it("accepts numbers that stay missing, and requests them only once", async () => {
		service.next("stream", (response, asked) => {
			log = [...log, message(5)];
			stream([pageFrame(message(5))])(response, asked);
		});
		service.next("stream", stream([pageFrame(message(9))]));
		const one = begin();
		await one.until(has(one, 9));
		expect(seen(one)).toEqual([1, 5, 9]);
		expect(service.count("poll")).toBe(2);
	});

	it("applies an event out of order, reports it and continues", async () => {
		const stray = { ...message(1), event_id: "evt_stray" };
		service.next("stream", stream([frame("page", page([stray, message(2)]))]));
		const one = begin();
		await one.until(has(one, 2));
		expect(seen(one)).toEqual([1, 1, 2]);
		expect(record(one)?.fault?.code).toBe("session.misplaced");
		expect(one.lines.join("\n")).toMatch(/evt_stray: sequence 1 is not after 1/);
	});

	it.each([
		["was there before", 1],
		["no number can hold", 2 ** 53 + 2],
	])(
		"includes an action whose number %s, and reports the number outside the conversation",
		async (_how, sequence) => {
			const action = { ...event(9, "action", { id: "act_1", revision: 1, state: "pending" }), sequence };
			service.next("stream", stream([frame("page", page([action, message(2)]))]));
			const one = begin();
			await one.until(has(one, 2));
			expect(one.sessions.unreadableActions().map((stored) => stored.action.id)).toEqual(["act_1"]);
			expect(one.sessions.misplacedActions()).toBe(1);
		},
	);

	it("refuses another session's page", async () => {
		service.next("stream", stream([frame("page", page([message(2)], { session_id: "ses_2" }))]));
		service.next("stream", stream([pageFrame(message(2))]));
		const one = begin();
		await one.until(has(one, 2));
		expect(one.events("ses_2")).toEqual([]);
		expect(one.lines.join("\n")).toMatch(/page of another session/);
	});

	it("survives a malformed page, and continues from the good cursor", async () => {
		service.next("stream", stream([frame("page", "{not json")]), stream([pageFrame(message(2))]));
		const one = begin();
		await one.until(has(one, 2));
		expect((await service.request("stream", 2)).query.get("cursor")).toBe("cur_1");
	});

	it("drops the cursor on resync, reads everything and reconciles by event id", async () => {
		service.next("stream", (response, asked) => {
			log = [turn(1, "processing"), message(2), message(3)];
			stream([pageFrame(message(2)), frame("resync", {})])(response, asked);
		});
		const one = begin();
		await one.until(has(one, 3));
		expect(seen(one)).toEqual([1, 2, 3]);
		expect(
			service.asked
				.filter(({ route }) => route === "poll")
				.at(-1)
				?.query.get("cursor"),
		).toBeNull();
		await service.request("stream", 2);
	});

	it.each([
		["410", problem(410, "cursor_expired")],
		["400 invalid_cursor", problem(400, "invalid_cursor")],
	])("reads everything again after %s", async (_name, answer) => {
		service.next("stream", answer, stream([pageFrame(message(2))]));
		const one = begin();
		await one.until(has(one, 2));
		const polls = Array.from({ length: service.count("poll") }, (_, at) => service.request("poll", at + 1));
		// On a busy machine the stream is silent long enough for a parallel poll, which has a cursor.
		const whole = (await Promise.all(polls)).filter(({ query }) => query.get("cursor") === null);
		expect(whole).toHaveLength(2);
	});

	it("waits 500 ms after a fault of the service, shows it, and recovers", async () => {
		service.next("stream", problem(503, "down"), stream([pageFrame(message(2))]));
		const from = Date.now();
		const one = begin();
		await one.until(() => record(one)?.connection.state === "offline");
		expect(record(one)?.connection.text).toEqual(saying("service.server"));
		expect(record(one)?.connection.nextTryAt).toBeGreaterThanOrEqual(from + 250);
		await one.until(has(one, 2));
		expect(record(one)?.connection.state).toBe("live");
	});

	it("obeys Retry-After", async () => {
		service.next(
			"stream",
			problem(429, "slow_down", { "retry-after": "1" }),
			stream([pageFrame(message(2))]),
		);
		const waits: number[] = [];
		begin({ clock: noting(waits) });
		await service.request("stream");
		await service.request("stream", 2);
		expect(waits).toContain(1000);
	});

	it("shows the end of a long pause as its next try, while other sessions continue", async () => {
		service.always("list", sessionList("ses_limited", SESSION));
		const limited = problem(429, "slow_down", { "retry-after": "3600" });
		service.always("poll", (response, asked) =>
			(asked.id === "ses_limited" ? limited : fromLog)(response, asked),
		);
		const from = Date.now();
		const one = begin();
		const paused = () => one.sessions.list().find(({ id }) => id === "ses_limited")?.connection;
		await one.until(() => paused()?.state === "offline");
		log = [...log, message(2)];
		await one.until(has(one, 2));
		expect(paused()?.nextTryAt).toBeGreaterThanOrEqual(from + 3_600_000);
		expect(service.asked.filter(({ route, id }) => route === "poll" && id === "ses_limited")).toHaveLength(1);
	});

	it("shows the end of the session list's pause", async () => {
		service.always("list", problem(429, "slow_down", { "retry-after": "3600" }));
		const from = Date.now();
		const one = begin();
		await one.until(() => one.sessions.connection().state === "offline");
		expect(one.sessions.connection().nextTryAt).toBeGreaterThanOrEqual(from + 3_600_000);
	});

	it.each([
		["404", problem(404, "not_found")],
		["405", problem(405, "method_not_allowed")],
		["501", problem(501, "not_implemented")],
		["HTML in its place", html()],
	])("falls back to long polling if the stream answers %s, and retries it later", async (_name, answer) => {
		service.next("stream", answer, stream([pageFrame(message(3))]));
		const one = begin({ settings: { streamRetryMs: 300 } });
		await one.until(() => record(one)?.connection.state === "polling");
		log = [...log, message(2)];
		await one.until(has(one, 2));
		const long = service.asked.find(({ route, query }) => route === "poll" && query.has("wait"));
		expect(long?.query.get("wait")).toBe("200");
		await one.until(has(one, 3));
		expect(record(one)?.connection.state).toBe("live");
	});

	it("shows live text before it is durable, and replaces it with the durable message", async () => {
		const live = frame("message", liveText(1, "Hal"));
		let finish: () => void = () => {};
		service.next("stream", (response, asked) => {
			stream([live, frame("message", liveText(2, "Hallo"))])(response, asked);
			finish = () => response.write(pageFrame(message(2, { message_key: "msg_live", content: "Hallo!" })));
		});
		const one = begin();
		await one.until(() => one.sessions.live(SESSION)[0]?.content === "Hallo");
		finish();
		await one.until(has(one, 2));
		expect(one.sessions.live(SESSION)).toEqual([]);
	});
});

describe("after the turn", () => {
	it("waits for a late last message of the agent, then stops reading", async () => {
		service.next("stream", (response, asked) => {
			log = [...log, turn(2, "complete")];
			stream([pageFrame(turn(2, "complete"))])(response, asked);
		});
		const one = begin({ settings: { listMs: 60_000, restListMs: 60_000 } });
		await one.until(() => record(one)?.turnState === "complete");
		const polls = service.count("poll");
		await service.request("poll", polls + 1);
		log = [...log, message(3)];
		await one.until(has(one, 3));
		await rests(() => service.count("poll"));
		expect(record(one)?.connection.state).toBe("watching");
	});

	it("reads the session when the list shows a change, and follows a new turn", async () => {
		log = [turn(1, "complete")];
		const one = begin();
		await one.until(() => record(one)?.turnState === "complete");
		log = [...log, turn(2, "processing", "trn_2")];
		service.next("stream", stream([pageFrame({ ...message(3), turn_id: "trn_2" })]));
		service.always(
			"list",
			json({ sessions: [{ id: SESSION, title: "Moved", updatedAt: 1_790_000_500, archived: false }] }),
		);
		await one.until(has(one, 3));
		expect(record(one)).toMatchObject({ title: "Moved", turnState: "processing", turnId: "trn_2" });
	});

	it("reads once more after the second that the list named, in which more may have arrived", async () => {
		log = [turn(1, "complete")];
		const one = begin({ settings: { listedSecondMs: 200 } });
		await one.until(() => record(one)?.turnState === "complete");
		// The list's times are in whole seconds, so the session looks unchanged.
		log = [...log, message(2)];
		await one.until(has(one, 2));
		const polls = service.count("poll");
		await rests(() => service.count("poll"));
		expect(service.count("poll")).toBe(polls);
	});

	it("reads page after page while more follows", async () => {
		service.next("poll", json(page([turn(1, "complete")], { cursor: "cur_1", has_more: true })));
		service.next("poll", json(page([message(2)], { cursor: "cur_2", has_more: true })));
		service.next("poll", json(page([message(3)], { cursor: "cur_3" })));
		const one = begin();
		await one.until(has(one, 3));
		expect(
			service.asked.filter(({ route }) => route === "poll").map(({ query }) => query.get("cursor")),
		).toEqual([null, "cur_1", "cur_2"]);
	});
});

describe("pages that announce more and contain nothing new", () => {
	const circling: Handler = (response, asked) => {
		const turns = service.count("poll");
		json(page([], { cursor: `circle_${turns % 3}`, has_more: true }))(response, asked);
	};

	it("are a displayed and delayed failure, although their cursor moves", async () => {
		service.always("poll", circling);
		const waits: number[] = [];
		const one = begin({ clock: noting(waits) });
		await one.until(() => record(one)?.connection.state === "offline");
		expect(record(one)?.connection.text).toEqual(saying("service.more-without-news"));
		await service.request("poll", 3);
		expect(waits.filter(betweenTries).length).toBeGreaterThan(0);
		expect(service.count("poll")).toBeLessThan(20);
	});

	it("end once something new arrives", async () => {
		service.next("poll", circling, circling);
		const one = begin();
		await one.until(has(one, 1));
		await one.until(() => record(one)?.connection.state === "live");
	});

	it("are still read while a lost cursor is restored, as long as they advance", async () => {
		const many = [turn(1, "complete"), message(2), message(3), message(4)];
		log = many;
		const one = begin({ settings: { listMs: 60_000, restListMs: 60_000, lateAnswerMs: 1 } });
		await one.until(has(one, 4));
		const before = service.count("poll");
		service.next("poll", problem(410, "cursor_expired"));
		for (const [at, each] of many.entries())
			service.next("poll", json(page([each], { has_more: at < many.length - 1 })));
		one.sessions.reconnect();
		await service.request("poll", before + 1 + many.length);
		await one.until(() => record(one)?.connection.state === "watching");
		expect(one.lines.join("\n")).not.toMatch(/more is said to follow/);
	});
});

describe("a stream that is alive but delivers nothing", () => {
	const beating: Handler = (response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		const beat = setInterval(() => response.write(": keepalive\n\n"), 20);
		response.on("close", () => clearInterval(beat));
	};
	const moved = (updatedAt: number) =>
		json({ sessions: [{ id: SESSION, title: null, updatedAt, archived: false }] });

	it("hides no change shown by the list, which is read by GET, and is not called live", async () => {
		service.always("stream", beating);
		const one = begin({ settings: { quietStreamMs: 60 } });
		await one.until(() => record(one)?.connection.state === "live");
		log = [...log, message(2)];
		service.always("list", moved(1_790_000_500));
		await one.until(has(one, 2));
		expect(record(one)?.connection.state).not.toBe("live");
		log = [...log, message(3)];
		service.always("list", moved(1_790_000_900));
		await one.until(has(one, 3));
		await one.until(() => record(one)?.connection.state === "polling");
	});

	it("is not called live again after reopening until it has delivered something", async () => {
		let end = () => {};
		service.always("stream", (response, asked) => {
			beating(response, asked);
			end = () => response.end();
		});
		const one = begin({ settings: { quietStreamMs: 60 } });
		await one.until(() => record(one)?.connection.state === "live");
		log = [...log, message(2)];
		service.always("list", moved(1_790_000_500));
		await one.until(() => record(one)?.connection.state === "watching");
		const opened = service.count("stream");
		end();
		await service.request("stream", opened + 1);
		await rests(() => service.count("stream"));
		expect(record(one)?.connection.state).toBe("watching");
	});

	it("stays live if the GET finds nothing missing", async () => {
		service.always("stream", beating);
		const one = begin({ settings: { quietStreamMs: 60, listedSecondMs: 60_000 } });
		await one.until(() => record(one)?.connection.state === "live");
		const before = service.count("poll");
		service.always("list", moved(1_790_000_500));
		await service.request("poll", before + 1);
		await rests(() => service.count("poll"));
		expect(record(one)?.connection.state).toBe("live");
		expect([service.count("poll") - before, service.count("stream")]).toEqual([1, 1]);
	});
});

describe("access", () => {
	it("stops everything on 401, with a message, and resumes automatically with another token", async () => {
		service.always("list", problem(401, "invalid_token"));
		const one = begin();
		await one.until(() => one.sessions.connection().state === "unauthorized");
		expect(one.sessions.connection().text.code).toBe("service.unauthorized");
		await rests(() => service.asked.length);
		service.always("list", sessionList(SESSION));
		service.next("stream", stream([pageFrame(message(2))]));
		one.setToken("other-token");
		await one.until(has(one, 2));
		expect(one.sessions.connection().state).toBe("live");
		expect(one.lines.join("\n")).not.toMatch(/secret-token|other-token/);
	});

	it("is retried at once on reconnect", async () => {
		service.next("list", problem(401, "invalid_token"));
		const one = begin();
		await one.until(() => one.sessions.connection().state === "unauthorized");
		one.sessions.reconnect();
		await one.until(() => seen(one).length === 1);
	});

	it("excludes one session on 403, and only that one", async () => {
		service.always("list", sessionList(SESSION, "ses_2"));
		service.always("poll", (response, asked) =>
			asked.id === SESSION
				? problem(403, "insufficient_scope")(response, asked)
				: json(page([turn(1, "complete")], { session_id: "ses_2" }))(response, asked),
		);
		const one = begin();
		await one.until(() => one.events("ses_2").length === 1);
		await one.until(() => record(one)?.connection.state === "unauthorized");
		expect(one.sessions.connection().state).not.toBe("unauthorized");
	});

	it("recognises a sign-in page of the network", async () => {
		service.next("list", html(), html());
		const one = begin();
		await one.until(() => one.sessions.connection().state === "offline");
		expect(one.sessions.connection().text.code).toBe("service.not-data");
		await one.until(() => seen(one).length === 1);
	});

	it.each([
		["one failure, which is tried again at once", [lost], false],
		["two in a row", [lost, lost], true],
		["a refused token", [lost, problem(401, "invalid_token")], false],
	] as const)("treats the service as unreachable, or not, by %s", async (_name, answers, away) => {
		service.next("list", ...answers);
		const one = begin();
		const heard: boolean[] = [];
		one.sessions.subscribe(() => void heard.push(one.sessions.isAway()));
		const over = answers.length === 2 && !away ? "unauthorized" : "live";
		service.always("stream", stream([]));
		await one.until(() => one.sessions.connection().state === over);
		expect([heard.includes(true), one.sessions.isAway()]).toEqual([away, false]);
	});

	it("does not treat a refusing service as unreachable", async () => {
		service.always("list", problem(403, "insufficient_scope"));
		service.next("list", lost, lost);
		service.always("poll", problem(403, "insufficient_scope"));
		const one = begin();
		await one.until(() => one.sessions.isAway());
		await one.until(() => one.sessions.connection().state === "unauthorized");
		expect(one.sessions.isAway()).toBe(false);
	});

	it("does not treat the service as unreachable for one unreadable session", async () => {
		service.always("poll", problem(503, "down"));
		const one = begin();
		await one.until(() => record(one)?.connection.state === "offline");
		expect(one.sessions.isAway()).toBe(false);
	});

	it("reports an unreachable service, and recovers without a restart", async () => {
		service.next("list", lost, lost);
		const one = begin();
		await one.until(() => one.sessions.connection().state === "offline");
		expect(one.sessions.connection().text.code).toBe("service.network.reset");
		await one.until(() => seen(one).length === 1);
	});
});

describe("durable state", () => {
	it("survives a restart, with cursor, commits and reading position", async () => {
		service.next("stream", stream([frame("page", page([message(2)], { commits: [commit()] }))]));
		service.always("commit", json(commit()));
		const first = begin();
		await first.until(has(first, 2));
		await first.close();
		service.always("list", problem(503, "down"));
		service.always("poll", problem(503, "down"));
		const again = begin();
		expect(seen(again)).toEqual([1, 2]);
		expect(again.sessions.commits()).toMatchObject([
			{ commitId: "com_1", sessionId: SESSION, confirmedByGet: null },
		]);
		const polls = service.asked.filter(({ route }) => route === "poll");
		await service.request("poll", polls.length + 1);
		expect(
			service.asked
				.filter(({ route }) => route === "poll")
				.at(-1)
				?.query.get("cursor"),
		).toBe("cur_2");
	});

	it("is announced in the same tick in which it became durable, the commit first", async () => {
		service.next("stream", stream([frame("page", page([message(2)], { commits: [commit()] }))]));
		service.always("commit", json(commit()));
		const one = begin();
		let stored: readonly number[] = [];
		one.sessions.subscribe((change) => {
			if (change.kind === "commit" && stored.length === 0) stored = seen(one);
		});
		await one.until(() => stored.length > 0);
		expect(stored).toEqual([1, 2]);
		const kinds = one.changes.map(({ kind }) => kind);
		expect(kinds.indexOf("commit")).toBeLessThan(kinds.lastIndexOf("session"));
	});
});
