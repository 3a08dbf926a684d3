import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { retryAfterMs, ServiceError } from "../../../../src/main/service/errors.ts";
import { until, withinDeadline } from "../../../../src/main/service/http.ts";
import { createService, type Service } from "../../../../src/main/service/service.ts";
import { realClock } from "../conversations/followed.ts";
import { commit, page, SESSION, turn } from "../conversations/pages.ts";
import {
	type Handler,
	html,
	json,
	lost,
	problem,
	type ScriptedService,
	startScripted,
} from "../conversations/scripted-service.ts";
import { virtualClock } from "../signing/clock.ts";

const TOKEN = "very-secret-token";
let service: ScriptedService;
let client: Service;

beforeEach(async () => {
	service = await startScripted();
	client = make();
});
afterEach(() => service.close());

function make(
	options: { baseUrl?: string; token?: string | null; timeoutMs?: number; cap?: number } = {},
): Service {
	const { token } = options;
	return createService({
		fetch,
		clock: realClock,
		baseUrl: () => options.baseUrl ?? service.url,
		token: () => (token === undefined ? TOKEN : token),
		timeoutMs: options.timeoutMs ?? 2_000,
		...(options.cap === undefined ? {} : { cap: options.cap }),
	});
}

async function failure(work: Promise<unknown>): Promise<ServiceError> {
	const error: unknown = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	if (!(error instanceof ServiceError)) throw new Error(`expected a ServiceError, not ${String(error)}`);
	return error;
}

const poll = (one = client) => one.poll({ sessionId: SESSION, cursor: null });

describe("a call to the service", () => {
	it.each([
		[400, "invalid_cursor", "invalidCursor", false],
		[400, "bad", "refused", false],
		[401, "invalid_token", "unauthorized", false],
		[403, "insufficient_scope", "forbidden", false],
		[404, "session_not_found", "notFound", false],
		[408, "timeout", "timeout", true],
		[409, "busy", "conflict", false],
		[410, "cursor_expired", "gone", false],
		[422, "refused", "unprocessable", false],
		[429, "limit", "rateLimited", true],
		[500, "broken", "server", true],
		[501, "not_implemented", "notOffered", false],
		[503, "down", "server", true],
	] as const)("that answers %d %s is %s", async (status, code, kind, retryable) => {
		service.next("poll", problem(status, code, { "x-request-id": "req_1" }));
		const error = await failure(poll());
		expect(error).toMatchObject({ kind, status, serviceCode: code, retryable, requestId: "req_1" });
	});

	it("reads the error envelope in each of its forms, and a missing one", async () => {
		service.next("poll", json({ error: "code_only" }, 409), json({ error: { requestId: "r" } }, 409));
		service.next("poll", html(502), json("{broken", 410), (response) => response.writeHead(410).end());
		expect(await failure(poll())).toMatchObject({ serviceCode: "code_only" });
		expect(await failure(poll())).toMatchObject({ serviceCode: null, requestId: "r" });
		expect(await failure(poll())).toMatchObject({ kind: "server", retryable: true });
		expect(await failure(poll())).toMatchObject({ kind: "gone", serviceCode: null });
		expect(await failure(poll())).toMatchObject({ kind: "gone" });
	});

	it("with HTML and status 200 is unreadable, and names the likely cause", async () => {
		service.next("poll", html());
		const error = await failure(poll());
		expect(error).toMatchObject({ kind: "unreadable", retryable: true });
		expect(error.code).toBe("service.not-data");
	});

	it("without an answer is offline or a timeout", async () => {
		service.next("poll", lost, () => {});
		expect(await failure(poll())).toMatchObject({ kind: "offline" });
		expect(await failure(poll(make({ timeoutMs: 80 })))).toMatchObject({ kind: "timeout", retryable: true });
		expect(await failure(poll(make({ baseUrl: "http://127.0.0.1:1" })))).toMatchObject({ kind: "offline" });
	});

	it("that stops in the middle of its body is a timeout or offline", async () => {
		const half = (end: boolean): Handler => {
			return (response) => {
				response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
				response.write('{"session', () => end && response.destroy());
			};
		};
		service.next("poll", half(false), half(true));
		expect(await failure(poll(make({ timeoutMs: 80 })))).toMatchObject({ kind: "timeout" });
		expect(await failure(poll())).toMatchObject({ kind: "offline" });
	});

	it("reads no more than its cap, stated or not", async () => {
		const big = page([turn(1, "complete")], { cursor: "x".repeat(2_000) });
		service.always("poll", json(big));
		expect(await failure(poll(make({ cap: 1_000 })))).toMatchObject({ kind: "unreadable" });
		service.always("poll", (response) => {
			response.writeHead(200, { "content-type": "application/json" });
			response.write(JSON.stringify(big).slice(0, 500));
			response.end(JSON.stringify(big).slice(500));
		});
		expect(await failure(poll(make({ cap: 1_000 })))).toMatchObject({ kind: "unreadable" });
		expect((await poll(make({ cap: 10_000 }))).events).toHaveLength(1);
	});

	it("refuses bytes that are not UTF-8", async () => {
		service.next("poll", (response) => {
			response.writeHead(200, { "content-type": "application/json" });
			response.end(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
		});
		expect(await failure(poll())).toMatchObject({ kind: "unreadable" });
	});

	it("follows no redirect with the token", async () => {
		const other = await startScripted();
		service.next("poll", (response) => {
			response.writeHead(307, { location: `${other.url}/v1/agent/chat/${SESSION}` }).end();
		});
		expect(await failure(poll())).toMatchObject({ kind: "refused", retryable: false });
		expect(other.asked).toHaveLength(0);
		await other.close();
	});

	it("sends a token over https or to this computer only, and needs one", async () => {
		expect(await failure(poll(make({ baseUrl: "http://service.example" })))).toMatchObject({
			kind: "refused",
		});
		expect(await failure(poll(make({ baseUrl: "not an address" })))).toMatchObject({ kind: "refused" });
		expect(await failure(poll(make({ token: null })))).toMatchObject({ kind: "unauthorized" });
		expect(await failure(poll(make({ token: "two words" })))).toMatchObject({ kind: "unauthorized" });
		expect(service.asked).toHaveLength(0);
	});

	it("writes the token into no message, even if the service returns it", async () => {
		service.next("poll", problem(401, TOKEN, { "x-request-id": TOKEN }), lost);
		for (const error of [await failure(poll()), await failure(poll())]) {
			const written = `${error.message} ${JSON.stringify(error.text)} ${error.serviceCode} ${error.requestId} ${String(error.stack)}`;
			expect(written).not.toContain(TOKEN);
		}
	});

	it("notices a changed address or token", () => {
		let token = "a";
		const one = createService({ fetch, clock: realClock, baseUrl: () => service.url, token: () => token });
		const first = one.credentials();
		expect(one.credentials()).toBe(first);
		token = "b";
		expect(one.credentials()).not.toBe(first);
	});

	it("encodes ids into paths, and waits a long poll's time plus a grace period", async () => {
		service.next("poll", json(page([], { session_id: "a/b" })));
		await client.poll({ sessionId: "a/b", cursor: "x y", waitMs: 25_000 });
		const asked = await service.request("poll");
		expect(asked.id).toBe("a/b");
		expect([asked.query.get("cursor"), asked.query.get("wait")]).toEqual(["x y", "25000"]);
	});

	it("stops when its caller stops it, with the caller's own reason", async () => {
		service.next("poll", () => {});
		const controller = new AbortController();
		const asked = client.poll({ sessionId: SESSION, cursor: null, signal: controller.signal });
		await service.request("poll");
		controller.abort(new Error("enough"));
		await expect(asked).rejects.toThrow("enough");
	});

	it("reads the session list past an unreadable item", async () => {
		const good = { id: "s", updatedAt: 1, archived: false, newer: true };
		service.next("list", json({ sessions: [good, { id: 5 }], nextCursor: "n" }));
		expect(await client.listSessions(null)).toMatchObject({
			sessions: [{ id: "s" }],
			nextCursor: "n",
			faults: 1,
		});
	});
});

describe("Retry-After", () => {
	const now = Date.parse("2026-11-21T10:00:00Z");
	it.each([
		["3", 3_000],
		["Sat, 21 Nov 2026 10:00:05 GMT", 5_000],
		["Sat, 21 Nov 2026 09:00:00 GMT", 0],
		["999999999", 3_600_000],
		["soon", null],
		[null, null],
	])("%s is %s ms", (header, ms) => {
		expect(retryAfterMs(header, now)).toBe(ms);
	});
});

describe("commits", () => {
	it("are returned as read, with the session's headers", async () => {
		service.next("commit", json(commit()));
		expect(await client.getCommit("com_1", SESSION)).toEqual({
			kind: "known",
			view: commit(),
			reviewFault: null,
		});
		expect((await service.request("commit")).headers).toMatchObject({ "x-thread-id": SESSION });
	});

	it.each([
		["another commit", JSON.stringify(commit({ commit_id: "com_2" })), /commit_id/],
		["another session", JSON.stringify(commit({ thread_id: "ses_2" })), /thread_id/],
		["a duplicate key", JSON.stringify(commit()).replace("{", '{"signer":"0x0",'), /twice/],
		[
			"an unsafe number",
			JSON.stringify(commit()).replace('"version":1', '"version":9007199254740993'),
			/safe/,
		],
		["a wrong shape", JSON.stringify({ ...commit(), state: "odd" }), /state/],
	])("are unreadable if the answer has %s", async (_name, body, reason) => {
		service.next("commit", json(body));
		const read = await client.getCommit("com_1", SESSION);
		expect(read).toMatchObject({
			kind: "unreadable",
			commitId: "com_1",
			reason: expect.stringMatching(reason),
		});
	});

	it("are missing if the answer is not JSON", async () => {
		service.next("commit", json("{"));
		expect(await failure(client.getCommit("com_1", SESSION))).toMatchObject({ kind: "unreadable" });
	});

	it("are answered by hand with the caller's key", async () => {
		service.next("manual", json(commit({ version: 2, state: "submitted" })));
		const body = { kind: "signed" as const, payloads: ["0x01"] };
		expect(await client.postManual("com_1", SESSION, body, "key_1")).toMatchObject({ view: { version: 2 } });
		const asked = await service.request("manual");
		expect(asked.headers["idempotency-key"]).toBe("key_1");
		expect(JSON.parse(asked.body)).toEqual(body);
	});
});

const never = () => new Promise<never>(() => {});

function timed(signal?: AbortSignal) {
	const clock = virtualClock(0);
	return { clock, deadline: { clock, limitMs: 100, method: "GET", signal } };
}

describe("work with a deadline", () => {
	it("returns its value, and leaves no timer", async () => {
		const { clock, deadline } = timed();
		expect(await withinDeadline(deadline, async () => 7)).toBe(7);
		expect(clock.waiting()).toBe(0);
	});

	it("ends with a timeout, even if the work ignores the signal", async () => {
		const { clock, deadline } = timed();
		const ended = withinDeadline(deadline, (signal) => until(signal, never()));
		clock.advance(100);
		await expect(ended).rejects.toMatchObject({ kind: "timeout" });
	});

	it("ends with the caller's own reason, even if that came before it began", async () => {
		const caller = new AbortController();
		const { deadline } = timed(caller.signal);
		const reason = new Error("closed");
		const ended = withinDeadline(deadline, (signal) => until(signal, never()));
		caller.abort(reason);
		await expect(ended).rejects.toBe(reason);
		await expect(withinDeadline(deadline, async () => 7)).rejects.toBe(reason);
	});

	it("converts a network failure into a service failure, and keeps one that already is", async () => {
		const { deadline } = timed();
		const own = new ServiceError("refused", { detail: "own" });
		await expect(withinDeadline(deadline, () => Promise.reject(own))).rejects.toBe(own);
		const lost = withinDeadline(deadline, () => Promise.reject(new TypeError("fetch failed")));
		await expect(lost).rejects.toBeInstanceOf(ServiceError);
	});
});
