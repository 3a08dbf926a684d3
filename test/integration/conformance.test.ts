import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHECK_IDS } from "../../src/conformance/checks.ts";
import { type CheckFinding, exitCode, table } from "../../src/conformance/report.ts";
import { runConformance } from "../../src/conformance/run.ts";
import type { RunOptions } from "../../src/conformance/run-parts.ts";
import { cached } from "../fixtures/entries.ts";
import { Caller, openWorld, type World } from "../mock-service/fixture.ts";
import { type Deviation, deviatingProxy } from "./deviating.ts";
import { at, type DeliberateDeviation, edit, list } from "./deviation-tools.ts";
import { readingDeviations } from "./reading-deviations.ts";
import { writingDeviations } from "./writing-deviations.ts";

/**
 * Runs the conformance checks on the mock service: the service passes all of them, and each check finds its
 * deviation.
 */

const OTHER = "0x00000000000000000000000000000000000c0ffe";

let world: World;
let victim: string;

beforeAll(async () => {
	world = await openWorld({ settings: { pageSize: 8, followMs: 20 } });
	const caller = new Caller(world.service);
	await caller.turn("sign the message: hi");
	await caller.turn(`send 0.01 ETH to ${OTHER}`);
	await caller.turn(`send 0.01 ETH to ${OTHER} and 0.02 ETH to ${OTHER}`);
	// Creates a busy account, in which the checked session isn't one of the newest.
	for (let times = 0; times < 7; times += 1) victim = (await caller.turn("hello")).session_id;
});

afterAll(() => world.close());

function run(
	baseUrl: string,
	more: Partial<RunOptions> = {},
	now?: () => number,
): Promise<readonly CheckFinding[]> {
	const options: RunOptions = {
		token: world.service.token,
		pipelineToken: null,
		accountToken: null,
		sessionId: null,
		applicationId: 7,
		write: false,
		message: "hello",
		longMessage: "work for 5 s",
		turnMs: 5_000,
		...more,
	};
	return runConformance({ baseUrl, fetch, options, restMs: 200, ...(now === undefined ? {} : { now }) });
}

/** Lists the checks that found a deviation or an addition, as "check: verdict". */
const found = (findings: readonly CheckFinding[]) =>
	findings
		.filter(({ verdict }) => verdict === "deviates" || verdict === "extra")
		.map(({ id, verdict }) => `${id}: ${verdict}`)
		.toSorted();

interface Tried {
	readonly deliberate: DeliberateDeviation;
	readonly expected: readonly string[];
	readonly found: readonly string[];
	readonly shown: string;
}

async function attempt(deliberate: DeliberateDeviation, more: Partial<RunOptions> = {}): Promise<Tried> {
	const proxy = await deviatingProxy(world.service.url, deliberate.make());
	try {
		const findings = await run(proxy.url, more, proxy.now);
		const { finds, also = [], verdict = "deviates" } = deliberate;
		const expected = [`${finds}: ${verdict}`, ...also.map((id) => `${id}: deviates`)].toSorted();
		return { deliberate, expected, found: found(findings), shown: table(findings) };
	} finally {
		await proxy.stop();
	}
}

function tell(tried: readonly Tried[]): void {
	const rows = tried.map(({ deliberate, expected, found: seen }) => {
		const right = JSON.stringify(expected) === JSON.stringify(seen);
		return `${right ? "found " : "MISSED"}  ${deliberate.finds.padEnd(18)} ${deliberate.what}`;
	});
	const right = rows.filter((row) => row.startsWith("found")).length;
	console.log(`${rows.join("\n")}\nfound ${right} of ${rows.length} deviations`);
}

describe("the mock service", () => {
	it("conforms in every readable endpoint", async () => {
		const findings = await run(world.service.url);
		expect(found(findings), table(findings)).toEqual([]);
		expect(exitCode(findings)).toBe(0);
		const unchecked = findings.filter(({ verdict }) => verdict !== "conforms").map(({ id }) => id);
		expect(unchecked.filter((id) => !/^(?:turn|interrupt)\./.test(id))).toEqual([]);
	});

	it("gets only GET requests if nothing may be written", async () => {
		await world.service.control.clearRecords({});
		await run(world.service.url);
		const { requests } = await world.service.control.records();
		expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
		expect(requests.length).toBeGreaterThan(20);
	});

	it("conforms with turns as well, and gets no request to sign, pay or commit", async () => {
		await world.service.control.clearRecords({});
		const findings = await run(world.service.url, { write: true });
		expect(
			findings.filter(({ verdict }) => verdict !== "conforms"),
			table(findings),
		).toEqual([]);
		const { requests } = await world.service.control.records();
		const posted = requests
			.filter(({ method }) => method !== "GET")
			.map(({ method, path }) => `${method} ${path}`);
		for (const line of posted) expect(line).toMatch(/^POST \/v1\/agent\/chat(?:\/[^/]+\/interrupt)?$/);
	});
});

describe("a service in upstream's forms", () => {
	const upstream: Deviation = {
		answer(passed, { path }) {
			// The interface text requires X-Request-Id on no response; upstream sends it on some.
			if (passed.status < 400 || path === "/stream") delete passed.headers["x-request-id"];
			if (path === "/v1/account/apps" && passed.status === 200)
				passed.json = [
					{ name: "default", application_id: null, is_installed: true, secrets: [] },
					{ name: "test-vault", application_id: 7, is_installed: true, secrets: ["KEY"] },
					{ name: "another", application_id: 8, is_installed: false, secrets: [] },
				];
			if (passed.status !== 200 || !/^\/v1\/agent\/chat\//.test(path)) return;
			// Adds undocumented members to each event, and a notice after it.
			edit(passed.json, ["events"], (old) =>
				list(old).flatMap((event) => {
					const sequence = 2 * Number(at(event, ["sequence"]));
					const told = { ...Object(event), sequence, timestamp: "2026-11-22T18:00:00Z", trace_id: "t" };
					const notice = {
						...told,
						type: "system_notice",
						event_id: `${told.event_id}-notice`,
						sequence: sequence + 1,
					};
					return told.type === "message" ? [told, notice] : [told];
				}),
			);
			for (const view of list(at(passed.json, ["commits"])))
				Object.assign(Object(view), { signing_mode: "manual", continuation: null });
		},
	};

	it("raises no alarm: members beyond the interface are reported as such", async () => {
		const proxy = await deviatingProxy(world.service.url, upstream);
		const findings = await run(proxy.url, {}, proxy.now);
		await proxy.stop();
		const deviating = found(findings).filter((line) => line.endsWith("deviates"));
		expect(deviating, table(findings)).toEqual([]);
		expect(found(findings)).toContain("page.extra: extra");
		expect(exitCode(findings)).toBe(0);
	});
});

describe("a deliberate deviation", () => {
	it("in reading is found by the check that names it, and by no other", async () => {
		const deviations = readingDeviations({ victim });
		const tried: Tried[] = [];
		for (let index = 0; index < deviations.length; index += 4)
			tried.push(...(await Promise.all(deviations.slice(index, index + 4).map((each) => attempt(each)))));
		tell(tried);
		for (const { deliberate, expected, found: seen, shown } of tried)
			expect(seen, `${deliberate.what}\n${shown}`).toEqual(expected);
	});

	it("in turns is found by the check that names it, and by no other", async () => {
		const tried: Tried[] = [];
		// Runs one at a time, because each run changes the list that the next one reads.
		for (const each of writingDeviations())
			tried.push(await attempt(each, { write: true, turnMs: each.finds === "turn.end" ? 200 : 5_000 }));
		tell(tried);
		for (const { deliberate, expected, found: seen, shown } of tried)
			expect(seen, `${deliberate.what}\n${shown}`).toEqual(expected);
	});

	it("exists for every check", () => {
		const covered = new Set(
			[...readingDeviations({ victim }), ...writingDeviations()].flatMap(({ finds, also = [] }) => [
				finds,
				...also,
			]),
		);
		expect(CHECK_IDS.filter((id) => !covered.has(id))).toEqual([]);
	});
});

/** Runs the command in a child process, as a user does. */
async function command(
	args: readonly string[],
	more: { readonly env?: Record<string, string>; readonly stdin?: string } = {},
): Promise<{ code: number | null; out: string; err: string }> {
	const child = spawn(process.execPath, ["src/conformance/main.ts", ...args], {
		env: { ...cached(), ...more.env },
		stdio: "pipe",
		timeout: 120_000,
	});
	let [out, err] = ["", ""];
	child.stdout.on("data", (chunk) => (out += String(chunk)));
	child.stderr.on("data", (chunk) => (err += String(chunk)));
	child.stdin.end(more.stdin ?? "");
	const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
	return { code, out, err };
}

describe("the command", () => {
	it("prints a table and ends with 0, with a token from the environment or from standard input", async () => {
		const address = ["--base-url", world.service.url];
		const [byEnvironment, byInput] = await Promise.all([
			command(address, { env: { COUNTERSIGN_TOKEN: world.service.token } }),
			command([...address, "--token", "-", "--json"], { stdin: `${world.service.token}\n` }),
		]);
		expect(byEnvironment).toMatchObject({ code: 0, err: "" });
		expect(byEnvironment.out).toMatch(/^CONFORMS +auth\.missing /m);
		expect(byEnvironment.out).toMatch(/\n\d+ conforms, 0 deviates/);
		expect(byInput.code).toBe(0);
		expect(JSON.parse(byInput.out).findings).toHaveLength(CHECK_IDS.length);
		for (const { out, err } of [byEnvironment, byInput]) expect(out + err).not.toContain(world.service.token);
	});

	it("ends with 1 if something deviates, and never prints a token that the service returns", async () => {
		const proxy = await deviatingProxy(world.service.url, {
			answer(passed, { path }) {
				if (path === "/v1/pipeline") passed.json = { kind: world.service.token, path, entries: 5 };
				if (path === "/v1/account/credits") {
					passed.status = 409;
					passed.json = { error: `no ${world.service.token}` };
				}
			},
		});
		const ended = await command(["--base-url", proxy.url], {
			env: { COUNTERSIGN_TOKEN: world.service.token },
		});
		await proxy.stop();
		expect(ended.code).toBe(1);
		expect(ended.out).toMatch(/^DEVIATES +directory\.root /m);
		expect(ended.out).toContain("[token]");
		expect(ended.out + ended.err).not.toContain(world.service.token);
	});

	it("ends with 2 if it can't be used or nobody answers, and gives the reason", async () => {
		const gone = await deviatingProxy(world.service.url, {});
		await gone.stop();
		const [unreachable, clear, bare] = await Promise.all([
			command(["--base-url", gone.url, "--token", "secret-token"]),
			command(["--base-url", "http://service.example", "--token", "secret-token"]),
			command(["--base-url", world.service.url, "--tokn", "secret-token"]),
		]);
		expect([unreachable.code, clear.code, bare.code]).toEqual([2, 2, 2]);
		expect(unreachable.err).toContain("ECONNREFUSED");
		expect(clear.err).toContain("https");
		expect(bare.err).toContain("ERR_PARSE_ARGS_UNKNOWN_OPTION");
		for (const { out, err } of [unreachable, clear, bare]) expect(out + err).not.toContain("secret-token");
	});
});
