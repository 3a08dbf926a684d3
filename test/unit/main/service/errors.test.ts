import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import {
	CODE_WORDS,
	KIND_WORDS,
	type ServiceErrorKind,
	STATUS_WORDS,
} from "../../../../src/main/service/error-text.ts";
import {
	quotedText,
	ServiceError,
	serviceErrorOf,
	supportedText,
} from "../../../../src/main/service/errors.ts";
import { outline } from "../../../support/outline.ts";
import { saying } from "../../../support/saying.ts";

const TOKEN = "secret-token-0123456789";
const NOW = Date.UTC(2026, 10, 22, 7, 0, 0);

function answered(status: number, body: unknown = null, headers: Record<string, string> = {}): ServiceError {
	const text = body === null || typeof body === "string" ? body : JSON.stringify(body);
	return serviceErrorOf({ status, headers: new Headers(headers), body: text, token: TOKEN, now: NOW });
}

const coded = (status: number, code: string) =>
	answered(status, code === "" ? null : { error: { code, message: "of the service" } });

describe("the error texts", () => {
	it("name the missing permission from WWW-Authenticate", () => {
		const challenge = 'Bearer error="insufficient_scope", scope="account:credits:topup"';
		const error = answered(403, { error: "insufficient_scope" }, { "www-authenticate": challenge });
		const missing = message("service.missing-scope", { scope: "account:credits:topup" });
		expect(error.text).toEqual(sentences(message("service.code.insufficient-scope"), missing));
		const strange = 'Bearer scope="<b>call us</b>"';
		const unnamed = answered(403, { error: "insufficient_scope" }, { "www-authenticate": strange });
		expect(unnamed.code).toBe("service.code.insufficient-scope");
	});

	it.each([
		["1", 1_000, "service.wait.seconds(seconds: 1)"],
		["30", 30_000, "service.wait.seconds(seconds: 30)"],
		["150", 150_000, "service.wait.minutes(minutes: 3)"],
		["99999", 3_600_000, "service.wait.minutes(minutes: 60)"],
		[new Date(NOW + 90_000).toUTCString(), 90_000, "service.wait.seconds(seconds: 90)"],
	])("show the delay of Retry-After: %s", (header, ms, told) => {
		const error = answered(429, { error: "limit" }, { "retry-after": header });
		expect(error.retryAfterMs).toBe(ms);
		expect(outline(error.text)).toContain(told);
	});

	it.each(["soon", "-5", "", new Date(NOW - 5_000).toUTCString()])(
		"show no delay if Retry-After is %j",
		(header) => {
			expect(answered(503, null, { "retry-after": header }).text).toEqual(KIND_WORDS.server);
		},
	);

	it("say that a web page instead of data may be somebody else's", () => {
		const page = { "content-type": "text/html; charset=utf-8" };
		expect(answered(403, "<html>blocked</html>", page).text).toEqual(
			sentences(KIND_WORDS.forbidden, message("service.web-page")),
		);
		expect(answered(502, "<html>bad gateway</html>", page).text).toEqual(KIND_WORDS.server);
		expect(answered(403, "<html>blocked</html>", page).stated).toBeNull();
	});
});

describe("the error envelope", () => {
	it.each<[string, unknown, string | null, string | null, string | null]>([
		["a code", { error: "busy" }, "busy", null, null],
		["a code with a message next to it", { error: "busy", message: "Wait." }, "busy", "Wait.", null],
		["OAuth's", { error: "invalid_grant", error_description: "Gone." }, "invalid_grant", "Gone.", null],
		[
			"an object",
			{ error: { code: "busy", message: "Wait.", requestId: "req_1" } },
			"busy",
			"Wait.",
			"req_1",
		],
		["an object with odd members", { error: { code: 7, message: "M", requestId: null } }, "7", "M", null],
		["a nested one", { error: { error: { code: "deep", message: "M" } }, request_id: "r" }, "deep", "M", "r"],
		["a list", { error: ["busy"] }, null, null, null],
		["null", { error: null }, null, null, null],
		["none", { code: "busy" }, null, null, null],
		["an inherited one", "[]", null, null, null],
		["no JSON", "{broken", null, null, null],
		["nothing", null, null, null, null],
	])("is read if it is %s", (_what, body, code, stated, requestId) => {
		expect(answered(409, body)).toMatchObject({ kind: "conflict", serviceCode: code, stated, requestId });
	});

	it("is rejected if it is nested endlessly", () => {
		const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ error: inner }), "bottom");
		expect(answered(500, deep).serviceCode).toBeNull();
	});

	it("that is hostile leaks hidden content to neither log nor texts", () => {
		const error = answered(400, { error: { code: "a\u202eb", message: "one\n\u202etwo\u0007" } });
		expect(error.serviceCode).toBeNull();
		expect(error.stated).toBe("one  two");
		expect(error.text).toEqual(STATUS_WORDS.get(400));
		expect(answered(400, { error: { message: "x".repeat(10_000) } }).stated).toHaveLength(300);
	});

	it("that repeats the token loses it", () => {
		const error = answered(
			401,
			{ error: { code: TOKEN, message: `bad ${TOKEN}`, requestId: TOKEN } },
			{ "x-request-id": `r:${TOKEN}` },
		);
		expect(JSON.stringify({ ...error, message: error.message, told: supportedText(error) })).not.toContain(
			TOKEN,
		);
	});

	it("shows the request's id to the user for the service's support", () => {
		expect(supportedText(answered(500, null, { "x-request-id": "req_7" }))).toEqual(
			sentences(KIND_WORDS.server, message("service.support", { id: "req_7" })),
		);
		expect(answered(500).support).toBeNull();
		expect(supportedText(answered(500))).toEqual(answered(500).text);
	});
});

it("a code that mentions idempotency counts as such, in any wording", () => {
	for (const code of ["idempotency_key_reused", "IDEMPOTENCY_MISMATCH"])
		expect(coded(409, code).text).toEqual(CODE_WORDS.get("idempotency_conflict")?.text);
});

it.each<[ServiceErrorKind, boolean]>([
	["offline", true],
	["conflict", false],
])("an error of kind %s without details has the kind's text", (kind, retryable) => {
	expect(new ServiceError(kind)).toMatchObject({ text: KIND_WORDS[kind], retryable, unsent: false });
});

describe("the service's own text of a refusal", () => {
	const refusal = (text: string) => answered(422, { error: { code: "too_long", message: text } });
	const said = (text: string) => quotedText(refusal(text));

	it("is quoted after ours", () => {
		const told = refusal("At most 32,000 characters.");
		expect(quotedText(told)).toEqual(
			sentences(told.text, message("service.stated", { text: "At most 32,000 characters." })),
		);
	});

	it("can't leave its quotes, and may be absent", () => {
		expect(said("x”. All is well. “y")).toEqual(saying("service.stated", { text: "x'. All is well. 'y" }));
		expect(said("x＂. All is well. ❝y")).toEqual(saying("service.stated", { text: "x'. All is well. 'y" }));
		expect(quotedText(answered(422))).toEqual(supportedText(answered(422)));
	});
});
