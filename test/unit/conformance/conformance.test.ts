import { describe, expect, it } from "vitest";
import { ConformanceUsageError, readArguments } from "../../../src/conformance/args.ts";
import { CHECK_IDS } from "../../../src/conformance/checks.ts";
import { ConformanceClient, frameOf, NoAnswer } from "../../../src/conformance/client.ts";
import { exitCode, Report, summary, table } from "../../../src/conformance/report.ts";
import { type Message, verbatim } from "../../../src/core/localized-text.ts";
import { naming } from "../../support/saying.ts";

const nobody = async () => {
	throw new Error("standard input was read");
};
const read = (
	args: readonly string[],
	env: Record<string, string> = {},
	stdin: () => Promise<string> = nobody,
) => readArguments(args, env, stdin);

async function refusal(args: readonly string[], env: Record<string, string> = {}): Promise<Message> {
	const error: unknown = await read(args, env).then(
		() => null,
		(reason: unknown) => reason,
	);
	if (!(error instanceof ConformanceUsageError))
		throw new Error(`expected a UsageError, not ${String(error)}`);
	return error.text;
}

const HERE = ["--base-url", "http://127.0.0.1:5000/"];

describe("the options", () => {
	it("read the token from the environment, from standard input, or as given", async () => {
		expect((await read(HERE, { COUNTERSIGN_TOKEN: "e" }))?.options.token).toBe("e");
		expect((await read([...HERE, "--token", "-"], {}, async () => " i \n"))?.options.token).toBe("i");
		expect((await read([...HERE, "--token", "a"], { COUNTERSIGN_TOKEN: "e" }))?.options.token).toBe("a");
	});

	it("only read, unless writing is allowed", async () => {
		const given = await read(HERE, { COUNTERSIGN_TOKEN: "e", COUNTERSIGN_PIPELINE_TOKEN: "p" });
		expect(given).toMatchObject({
			baseUrl: "http://127.0.0.1:5000",
			json: false,
			options: { write: false, pipelineToken: "p", accountToken: null, sessionId: null, applicationId: null },
		});
		const more = [...HERE, "--write", "--session", "s", "--application", "7", "--account-token", "c"];
		expect((await read(more, { COUNTERSIGN_TOKEN: "e" }))?.options).toMatchObject({
			write: true,
			sessionId: "s",
			applicationId: 7,
			accountToken: "c",
		});
	});

	it("offer help", async () => {
		expect(await read(["--help"])).toBeNull();
	});

	it.each([
		[["--token", "t"], "no-address"],
		[["--base-url", "http://service.example"], "address-in-clear"],
		[["--base-url", "ftp://127.0.0.1"], "address-in-clear"],
		[["--base-url", "https://me:secret@service.example"], "address-only"],
		[["--base-url", "nonsense"], "address-unreadable"],
		[HERE, "no-token"],
		[[...HERE, "--token", "two words"], "token-characters"],
		[[...HERE, "--token", "t", "--application", "0"], "application"],
		[[...HERE, "--token", "t", "--application", "7.5"], "application"],
		[[...HERE, "--token", "t", "--session", "s".repeat(161)], "session"],
		[[...HERE, "--tokne", "secret-token"], "unreadable"],
		[[...HERE, "secret-token"], "unreadable"],
	])("refuse %j", async (args, code) => {
		const told = await refusal(args);
		expect(told.code).toBe(`conformance.args.${code}`);
		expect(told).not.toEqual(naming("secret"));
	});
});

describe("the report", () => {
	it("has a line for every check, run or not, with its worst verdict", () => {
		const report = new Report([]);
		report.conforms("page.events");
		report.deviates("page.events", "events[1].content: wrong");
		report.conforms("page.events");
		report.record("page.extra", "extra", "members");
		report.conforms("page.extra");
		const findings = report.findings();
		expect(findings.map(({ id }) => id)).toEqual(CHECK_IDS);
		expect(findings.find(({ id }) => id === "page.events")).toMatchObject({
			verdict: "deviates",
			detail: "events[1].content: wrong",
		});
		expect(summary(findings)).toMatch(/^0 conforms, 1 deviates, 1 extra, 0 not offered, \d+ not checked$/);
		expect(exitCode(findings)).toBe(1);
		expect(table(findings).split("\n")).toHaveLength(CHECK_IDS.length);
	});

	it("ends with 0 for additions and for endpoints that aren't offered", () => {
		const report = new Report([]);
		report.record("page.extra", "extra", "x");
		report.record("account.credits", "not offered");
		expect(exitCode(report.findings())).toBe(0);
	});

	it("shows no token, no invisible characters, and few details of one check", () => {
		const report = new Report(["secret-token", ""]);
		for (let index = 0; index < 9; index += 1)
			report.deviates("page.events", `${index} secret-token \u202e\u0007\n${"x".repeat(500)}`);
		const [line = ""] = table(report.findings().filter(({ id }) => id === "page.events")).split("\n");
		expect(line).not.toMatch(/secret-token|\p{Cc}|\p{Cf}/u);
		expect(line).toContain("[token]");
		expect(line).toMatch(/and 6 more$/);
		expect(line.length).toBeLessThan(900);
	});
});

describe("a frame of a stream", () => {
	it.each([
		['event: page\ndata: {"a":1}', { event: "page", data: '{"a":1}' }],
		["event: page\r\ndata: one\r\ndata: two", { event: "page", data: "one\ntwo" }],
		["data:x", { event: "message", data: "x" }],
		["data:  x", { event: "message", data: " x" }],
		["data", { event: "message", data: "" }],
		[": keepalive", null],
		["event: resync", null],
		["id: 5\nretry: 10", null],
		["database: 1\neventual: 2", null],
	])("%j is parsed", (block, frame) => {
		expect(frameOf(block)).toEqual(frame);
	});
});

describe("an answer", () => {
	const signal = new AbortController().signal;
	const client = (fetch: typeof globalThis.fetch) =>
		new ConformanceClient({ baseUrl: "http://127.0.0.1:5000", fetch, signal, now: () => time });
	let time = 0;

	it("is timed by the given clock, until it is read completely", async () => {
		const slow = client(async () => {
			time += 1_500;
			return new Response("{}");
		});
		expect((await slow.ask({ path: "/", token: null })).ms).toBe(1_500);
	});

	it("that is too large, or breaks off, is missing", async () => {
		const large = client(async () => new Response(new Uint8Array(9 * 1024 * 1024)));
		await expect(large.ask({ path: "/", token: null })).rejects.toThrow(NoAnswer);
		await expect(large.ask({ path: "/", token: null })).rejects.toThrow("conformance.answer-too-large");
		const broken = client(async () => {
			throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) });
		});
		await expect(broken.ask({ path: "/", token: null })).rejects.toMatchObject({
			text: verbatim("ECONNRESET"),
		});
	});

	it("that never arrives is missing, after its timeout", async () => {
		const silent = client(
			(_url, init) =>
				new Promise((_, reject) =>
					init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
				),
		);
		await expect(silent.ask({ path: "/", token: null, timeoutMs: 20 })).rejects.toThrow(
			"conformance.no-answer-in-time",
		);
	});

	it("follows no redirect, so that the token goes nowhere else", async () => {
		let asked: RequestInit | undefined;
		const answered = client(async (_url, init) => {
			asked = init;
			return new Response(null, { status: 307, headers: { location: "https://elsewhere.example" } });
		});
		expect((await answered.ask({ path: "/", token: "t" })).status).toBe(307);
		expect(asked?.redirect).toBe("manual");
	});
});
