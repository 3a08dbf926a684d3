import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../../src/main/service/errors.ts";
import { requestInit, type ServiceCall } from "../../../../src/main/service/request.ts";

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
