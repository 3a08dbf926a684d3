import { describe, expect, it } from "vitest";
import { pathSegment, requestInit, type ServiceCall, urlOf } from "../../../../src/main/service/address.ts";
import { createCommits } from "../../../../src/main/service/commits.ts";
import { ServiceError } from "../../../../src/main/service/errors.ts";
import { HttpClient } from "../../../../src/main/service/http.ts";
import { realClock } from "../conversations/followed.ts";

const BASE = "https://service.example";

describe("an id in a path", () => {
	it.each(["a/b", "a b", "会话", "...", ".a", "%2e", "a?b#c", "x".repeat(160)])(
		"stays one segment that names “%s”",
		(id) => {
			const segments = urlOf(BASE, `/v1/${pathSegment(id)}/end`, {}).pathname.split("/");
			expect(segments).toHaveLength(4);
			expect(decodeURIComponent(segments[2] ?? "")).toBe(id);
		},
	);

	it.each(["", ".", "..", "\ud800"])("is refused before anything is sent if it is %j", async (id) => {
		let sent = 0;
		const fetch = () => {
			sent += 1;
			return Promise.reject(new TypeError("sent"));
		};
		const http = new HttpClient({ fetch, clock: realClock, baseUrl: () => BASE, token: () => "token" });
		await expect(createCommits(http).getCommit(id, "ses_1")).rejects.toMatchObject({
			kind: "refused",
			text: { code: "service.id.unusable" },
			unsent: true,
		});
		expect(sent).toBe(0);
	});
});

const { signal } = new AbortController();
const of = (call: Partial<ServiceCall>) =>
	requestInit({ method: "GET", path: "/sessions", ...call }, "Bearer token", signal);

describe("a call's request", () => {
	it("follows no redirect, sends no cookie and is never cached", () => {
		expect(of({})).toEqual({
			method: "GET",
			headers: { accept: "application/json", authorization: "Bearer token" },
			redirect: "manual",
			credentials: "omit",
			cache: "no-store",
			signal,
		});
	});

	it("is JSON if it has a body, and a raw one is sent byte for byte", () => {
		expect(of({ body: { a: 1 } })).toMatchObject({
			body: '{"a":1}',
			headers: { "content-type": "application/json" },
		});
		expect(of({ rawBody: '{ "a": 1.0 }', body: { b: 2 } }).body).toBe('{ "a": 1.0 }');
	});

	it("names the session twice, and the key that makes a retry safe", () => {
		expect(of({ sessionId: "ses_1", idempotencyKey: "key-1", accept: "text/event-stream" }).headers).toEqual({
			accept: "text/event-stream",
			authorization: "Bearer token",
			"idempotency-key": "key-1",
			"x-session-id": "ses_1",
			"x-thread-id": "ses_1",
		});
	});

	it.each(["ses_1\r\nx-evil: 1", "ses 1", "sitzung-ü", "会话", "", "s".repeat(161)])(
		"names the session only in the path if no header can contain “%s”",
		(sessionId) => {
			expect(of({ sessionId }).headers).toEqual(of({}).headers);
		},
	);

	it("is not sent if a key would end its header line", () => {
		expect(() => of({ idempotencyKey: "key\r\nx-evil: 1" })).toThrow(ServiceError);
	});
});
