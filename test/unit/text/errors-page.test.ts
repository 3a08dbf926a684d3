import { readFileSync } from "node:fs";
import { ResponseBodyError } from "openid-client";
import { describe, expect, it } from "vitest";
import {
	CODE_WORDS,
	KIND_WORDS,
	NETWORK_WORDS,
	RETRYABLE,
	STATUS_WORDS,
} from "../../../src/main/service/error-text.ts";
import { networkErrorOf, type ServiceError, serviceErrorOf } from "../../../src/main/service/errors.ts";
import { OAUTH_FAULTS, signInErrorOf } from "../../../src/main/sign-in/sign-in-error.ts";
import { textOf } from "../../../src/text/index.ts";

/** The errors page and the catalogue must agree. */

const coded = (status: number, code: string): ServiceError =>
	serviceErrorOf({
		status,
		headers: new Headers(),
		body: code === "" ? "" : JSON.stringify({ error: { code, message: "of the service" } }),
		token: "secret-token-0123456789",
		now: 0,
	});

/** Creates the failure as Node's fetch or Chromium throws it. */
const failed = (code: string): ServiceError =>
	networkErrorOf(
		code.startsWith("net::")
			? new Error(code)
			: new TypeError("fetch failed", { cause: Object.assign(new Error("inner"), { code }) }),
	);

const signingIn = (error: string) =>
	signInErrorOf(
		new ResponseBodyError("the server answered with an error", {
			cause: { error },
			response: new Response(null, { status: 400 }),
		}),
	);

/** Returns the rows of the tables in docs/errors.md, as cells without backticks. */
function rowsOf(heading: string): string[][] {
	const text = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
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
	it.each(ANSWERS)("describes %s %s like the code", (status = "", code = "", kind, again, text) => {
		const error = coded(Number(status), code);
		expect([error.kind, error.retryable ? "yes" : "no", textOf(error.text)]).toEqual([kind, again, text]);
	});

	it.each(SILENCES)("describes %s like the code", (code = "", kind, again, reached, text) => {
		const error = failed(code);
		expect([error.kind, error.retryable ? "yes" : "no", textOf(error.text)]).toEqual([kind, again, text]);
		expect(error.unsent ? "no" : "unknown").toBe(reached);
	});

	it("omits no code, no status with its own text, no failure and no kind", () => {
		const codes = new Set(ANSWERS.map(([, code]) => code));
		const statuses = new Set(ANSWERS.map(([status]) => Number(status)));
		const texts = new Set(SILENCES.map((row) => row[4]));
		expect([...CODE_WORDS.keys()].filter((code) => !codes.has(code))).toEqual([]);
		expect([...STATUS_WORDS.keys()].filter((status) => !statuses.has(status))).toEqual([]);
		expect(Object.values(NETWORK_WORDS).filter((each) => !texts.has(textOf(each)))).toEqual([]);
		const kinds = new Set([...ANSWERS, ...SILENCES].flat());
		// Kinds that have neither a status nor a network failure are described below the page's tables.
		const untold = Object.keys(KIND_WORDS).filter((kind) => !kinds.has(kind) && kind !== "unreadable");
		expect(untold).toEqual([]);
	});
});

describe("error texts", () => {
	it("are whole sentences, and mention funds or the action", () => {
		const all = [
			...Object.values(KIND_WORDS),
			...STATUS_WORDS.values(),
			...[...CODE_WORDS.values()].map(({ text }) => text),
			...Object.values(NETWORK_WORDS),
		];
		for (const text of all.map(textOf)) {
			expect(text).toMatch(/^[A-Z].*\.$/s);
			expect(text, text).toMatch(/[Nn]othing|funds|not known|not touched|the whole session/);
		}
	});

	it("never promise a retry if none is made", () => {
		for (const [kind, text] of Object.entries(KIND_WORDS)) {
			const known = RETRYABLE as ReadonlySet<string>;
			if (/will try again|keeps? trying/.test(textOf(text))) expect(known.has(kind), kind).toBe(true);
		}
	});
});

/** Rows of the table in docs/errors.md about signing in, as cells without backticks. */
const ROWS = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8")
	.split(/^## /m)
	.filter((part) => part.startsWith("Signing in"))
	.flatMap((part) => part.split("\n"))
	.filter((line) => line.startsWith("| `"))
	.map((row) =>
		row
			.slice(1, -1)
			.split("|")
			.map((cell) => cell.trim().replaceAll("`", "")),
	);

describe("docs/errors.md on signing in", () => {
	it.each(ROWS)("describes %s like the code", (code = "", fault, again, text) => {
		const error = signingIn(code);
		expect([error.fault, error.retryable ? "yes" : "no", textOf(error.text)]).toEqual([fault, again, text]);
	});

	it("omits no known code", () => {
		expect([...OAUTH_FAULTS.keys()].sort()).toEqual(ROWS.map(([code]) => code ?? "").sort());
	});
});
