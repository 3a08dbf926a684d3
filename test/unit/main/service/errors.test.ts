import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/message.ts";
import {
	CODE_WORDS,
	KIND_WORDS,
	NETWORK_WORDS,
	RETRYABLE,
	type ServiceErrorKind,
	STATUS_WORDS,
} from "../../../../src/main/service/error-words.ts";
import {
	networkErrorOf,
	quotedWords,
	ServiceError,
	serviceErrorOf,
	toldWords,
} from "../../../../src/main/service/errors.ts";
import { textOf } from "../../../../src/text/index.ts";

const TOKEN = "secret-token-0123456789";
const NOW = Date.UTC(2026, 10, 22, 7, 0, 0);

function answered(status: number, body: unknown = null, headers: Record<string, string> = {}): ServiceError {
	const text = body === null || typeof body === "string" ? body : JSON.stringify(body);
	return serviceErrorOf({ status, headers: new Headers(headers), body: text, token: TOKEN, now: NOW });
}

/** As Node's fetch throws it, or Chromium's. */
function failed(code: string): ServiceError {
	return networkErrorOf(
		code.startsWith("net::")
			? new Error(code)
			: new TypeError("fetch failed", { cause: Object.assign(new Error("inner"), { code }) }),
	);
}

const coded = (status: number, code: string) =>
	answered(status, code === "" ? null : { error: { code, message: "of the service" } });

/** The rows of the tables of docs/errors.md, each as its cells without their backticks. */
function rowsOf(heading: string): string[][] {
	const text = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8");
	const part = text.split(/^## /m).find((each) => each.startsWith(heading)) ?? "";
	const rows = part
		.split("\n")
		.filter((line) => line.startsWith("| ") && !/^\| (?:status|failure) /.test(line));
	return rows.map((row) =>
		row
			.slice(1, -1)
			.split("|")
			.map((cell) => cell.trim().replaceAll("`", "")),
	);
}

const ANSWERS = rowsOf("Answers");
const SILENCES = rowsOf("No answer");

describe("docs/errors.md", () => {
	it.each(ANSWERS)("says of %s %s what the code does", (status = "", code = "", kind, again, words) => {
		const error = coded(Number(status), code);
		expect([error.kind, error.retryable ? "yes" : "no", textOf(error.told)]).toEqual([kind, again, words]);
	});

	it.each(SILENCES)("says of %s what the code does", (code = "", kind, again, reached, words) => {
		const error = failed(code);
		expect([error.kind, error.retryable ? "yes" : "no", textOf(error.told)]).toEqual([kind, again, words]);
		expect(error.unsent ? "no" : "unknown").toBe(reached);
	});

	it("leaves out no code, no status with words of its own, no failure and no kind", () => {
		const codes = new Set(ANSWERS.map(([, code]) => code));
		const statuses = new Set(ANSWERS.map(([status]) => Number(status)));
		const words = new Set(SILENCES.map((row) => row[4]));
		expect([...CODE_WORDS.keys()].filter((code) => !codes.has(code))).toEqual([]);
		expect([...STATUS_WORDS.keys()].filter((status) => !statuses.has(status))).toEqual([]);
		expect(Object.values(NETWORK_WORDS).filter((each) => !words.has(textOf(each)))).toEqual([]);
		const kinds = new Set([...ANSWERS, ...SILENCES].flat());
		// Of no status and no failure of the network: the page tells of it below its tables.
		const untold = Object.keys(KIND_WORDS).filter((kind) => !kinds.has(kind) && kind !== "unreadable");
		expect(untold).toEqual([]);
	});
});

describe("the words", () => {
	it("are whole sentences, and say of funds or of what was done", () => {
		const all = [
			...Object.values(KIND_WORDS),
			...STATUS_WORDS.values(),
			...[...CODE_WORDS.values()].map(({ words }) => words),
			...Object.values(NETWORK_WORDS),
		];
		for (const words of all.map(textOf)) {
			expect(words).toMatch(/^[A-Z].*\.$/s);
			expect(words, words).toMatch(/[Nn]othing|funds|not known|not touched|as a whole/);
		}
	});

	it("never promise another try where none is made", () => {
		for (const [kind, words] of Object.entries(KIND_WORDS)) {
			const known = RETRYABLE as ReadonlySet<string>;
			if (/tries again by itself|asks again/.test(textOf(words))) expect(known.has(kind), kind).toBe(true);
		}
	});

	it("name the permission that is missing, as WWW-Authenticate says it", () => {
		const challenge = 'Bearer error="insufficient_scope", scope="account:credits:topup"';
		const error = answered(403, { error: "insufficient_scope" }, { "www-authenticate": challenge });
		const missing = message("service.missing-scope", { scope: "account:credits:topup" });
		expect(error.told).toEqual(sentences(message("service.code.insufficient-scope"), missing));
		const strange = 'Bearer scope="<b>call us</b>"';
		const unnamed = answered(403, { error: "insufficient_scope" }, { "www-authenticate": strange });
		expect(unnamed.code).toBe("service.code.insufficient-scope");
	});

	it.each([
		["1", 1_000, "1 second"],
		["30", 30_000, "30 seconds"],
		["150", 150_000, "3 minutes"],
		["99999", 3_600_000, "60 minutes"],
		[new Date(NOW + 90_000).toUTCString(), 90_000, "90 seconds"],
	])("tell how long Retry-After: %s asks to wait", (header, ms, told) => {
		const error = answered(429, { error: "limit" }, { "retry-after": header });
		expect(error.retryAfterMs).toBe(ms);
		expect(textOf(error.told)).toContain(`It asks to wait ${told}.`);
	});

	it.each(["soon", "-5", "", new Date(NOW - 5_000).toUTCString()])(
		"tell no time where Retry-After is %j",
		(header) => {
			expect(answered(503, null, { "retry-after": header }).told).toEqual(KIND_WORDS.server);
		},
	);

	it("say that a web page in place of data may be somebody else's", () => {
		const page = { "content-type": "text/html; charset=utf-8" };
		expect(answered(403, "<html>blocked</html>", page).told).toEqual(
			sentences(KIND_WORDS.forbidden, message("service.web-page")),
		);
		expect(answered(502, "<html>bad gateway</html>", page).told).toEqual(KIND_WORDS.server);
		expect(answered(403, "<html>blocked</html>", page).stated).toBeNull();
	});
});

describe("the envelope", () => {
	it.each<[string, unknown, string | null, string | null, string | null]>([
		["a code", { error: "busy" }, "busy", null, null],
		["a code with a message beside it", { error: "busy", message: "Wait." }, "busy", "Wait.", null],
		["OAuth's", { error: "invalid_grant", error_description: "Gone." }, "invalid_grant", "Gone.", null],
		[
			"an object",
			{ error: { code: "busy", message: "Wait.", requestId: "req_1" } },
			"busy",
			"Wait.",
			"req_1",
		],
		["an object with odd members", { error: { code: 7, message: "M", requestId: null } }, "7", "M", null],
		[
			"one in another",
			{ error: { error: { code: "deep", message: "M" } }, request_id: "r" },
			"deep",
			"M",
			"r",
		],
		["a list", { error: ["busy"] }, null, null, null],
		["null", { error: null }, null, null, null],
		["none", { code: "busy" }, null, null, null],
		["an inherited one", "[]", null, null, null],
		["no JSON", "{broken", null, null, null],
		["nothing", null, null, null, null],
	])("is read where it is %s", (_what, body, code, stated, requestId) => {
		expect(answered(409, body)).toMatchObject({ kind: "conflict", serviceCode: code, stated, requestId });
	});

	it("ends where it is nested without end", () => {
		const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ error: inner }), "bottom");
		expect(answered(500, deep).serviceCode).toBeNull();
	});

	it("that is hostile reaches neither log nor words with what it hides", () => {
		const error = answered(400, { error: { code: "a\u202eb", message: "one\n\u202etwo\u0007" } });
		expect(error.serviceCode).toBeNull();
		expect(error.stated).toBe("one  two");
		expect(error.told).toEqual(STATUS_WORDS.get(400));
		expect(answered(400, { error: { message: "x".repeat(10_000) } }).stated).toHaveLength(300);
	});

	it("that repeats the token loses it", () => {
		const error = answered(
			401,
			{ error: { code: TOKEN, message: `bad ${TOKEN}`, requestId: TOKEN } },
			{ "x-request-id": `r:${TOKEN}` },
		);
		expect(JSON.stringify({ ...error, message: error.message, told: toldWords(error) })).not.toContain(TOKEN);
	});

	it("gives the request's id to the user for the service's support", () => {
		expect(toldWords(answered(500, null, { "x-request-id": "req_7" }))).toEqual(
			sentences(KIND_WORDS.server, message("service.support", { id: "req_7" })),
		);
		expect(answered(500).support).toBeNull();
		expect(toldWords(answered(500))).toEqual(answered(500).told);
	});
});

it("a code that names idempotency is one, whatever its exact word", () => {
	for (const code of ["idempotency_key_reused", "IDEMPOTENCY_MISMATCH"])
		expect(coded(409, code).told).toEqual(CODE_WORDS.get("idempotency_conflict")?.words);
});

it.each<[ServiceErrorKind, boolean]>([
	["offline", true],
	["conflict", false],
])("an error of kind %s without facts has the kind's words", (kind, retryable) => {
	expect(new ServiceError(kind)).toMatchObject({ told: KIND_WORDS[kind], retryable, unsent: false });
});

describe("the service's own words for a refusal", () => {
	const refusal = (text: string) => answered(422, { error: { code: "too_long", message: text } });
	const said = (text: string) => textOf(quotedWords(refusal(text)));

	it("stand in quotes after ours", () => {
		const told = refusal("At most 32,000 characters.");
		expect(quotedWords(told)).toEqual(
			sentences(told.told, message("service.stated", { text: "At most 32,000 characters." })),
		);
	});

	it("can't leave their quotes, and are not missed where there are none", () => {
		expect(said("x”. All is well. “y")).toContain("“x'. All is well. 'y”");
		expect(said("x＂. All is well. ❝y")).toContain("“x'. All is well. 'y”");
		expect(quotedWords(answered(422))).toEqual(toldWords(answered(422)));
	});
});
