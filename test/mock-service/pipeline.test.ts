import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../src/service-api/build.ts";
import { directory, operationDescriptor } from "../../src/service-api/directory.ts";
import { Caller, openWorld, type World } from "./fixture.ts";

/** Tests the mock service's pipeline by itself: what it refuses, and that a commit takes effect once. */

const ROOT = "/v1/pipeline";
const FRIEND = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";
const SEND = { asset: "ETH", to: FRIEND, amount: "1000" };
const RUN = `${ROOT}/apps/demo/operations/send?applicationId=7`;

let world: World;
let caller: Caller;
/** Milliseconds by which the service's clock is ahead of the real one. */
let ahead = 0;
beforeAll(async () => {
	world = await openWorld({
		clock: () => Date.now() + ahead,
		tokens: { other: ["pipeline:catalog", "pipeline:execute"], reader: ["pipeline:catalog"] },
		subjects: { other: "somebody else" },
	});
	caller = new Caller(world.service);
});
afterAll(() => world.close());

/** Posts a body and returns the raw response text. */
async function post(path: string, body: string, headers: Record<string, string> = {}) {
	const answer = await fetch(`${world.service.url}${path}`, {
		method: "POST",
		headers: {
			authorization: `Bearer ${world.service.token}`,
			"content-type": "application/json",
			...headers,
		},
		body,
	});
	return { status: answer.status, text: await answer.text() };
}

async function simulated(): Promise<string> {
	const made = await post(RUN, JSON.stringify(SEND));
	expect(made.status).toBe(200);
	const { status, text } = await post(`${ROOT}/evm/simulate`, `{"build":${made.text}}`);
	expect(status).toBe(200);
	return text;
}

const commit = (text: string, key: string) =>
	post(`${ROOT}/evm/commit`, `{"build":${text}}`, { "idempotency-key": key });

describe("the tree of the mock service", () => {
	it("follows the interface, and its pages join to all entries", async () => {
		const names: string[] = [];
		let next: string | null = `${ROOT}/apps`;
		while (next !== null) {
			const { body }: { body: unknown } = await caller.call("GET", next);
			const page = directory.parse(body);
			expect(page.entries.length).toBeLessThanOrEqual(20);
			names.push(...page.entries.map(({ name }) => name));
			next = page.next ?? null;
		}
		expect(new Set(names).size).toBe(47);
	});

	it("describes its operations with their schema", async () => {
		const { body } = await caller.call("GET", `${ROOT}/apps/demo/operations/send-many`);
		const { inputSchema } = operationDescriptor.parse(body);
		expect(inputSchema).toMatchObject({
			required: ["payments"],
			properties: { payments: { type: "array", maxItems: 5 }, options: { type: "object" } },
		});
	});

	it("requires one scope to read it and another to run an operation", async () => {
		const reader = new Caller(world.service, "reader");
		expect((await reader.call("GET", ROOT)).status).toBe(200);
		expect((await reader.call("POST", RUN, SEND)).status).toBe(403);
	});
});

describe("a Build of the mock service", () => {
	it("keeps its digest throughout its lifecycle, and gets a new attestation each time", async () => {
		const { text } = await post(RUN, JSON.stringify(SEND));
		const made = build.parse(JSON.parse(text));
		const again = await post(`${ROOT}/evm/simulate`, `{"build":${text}}`);
		const after = build.parse(JSON.parse(again.text));
		expect(after).toMatchObject({ status: "simulated", simulation: { status: "passed" } });
		expect(after.digest).toBe(made.digest);
		expect(after.attestation).not.toBe(made.attestation);
	});

	it("is refused if it was reformatted, belongs to another caller, or is of another chain family", async () => {
		const text = await simulated();
		const again = JSON.stringify(JSON.parse(text));
		expect((await commit(again, "again")).status).toBe(422);
		const other = await new Caller(world.service, "other").call(
			"POST",
			`${ROOT}/evm/simulate`,
			`{"build":${text}}`,
		);
		expect(other.body).toMatchObject({ error: { code: "attestation_mismatch" } });
		const { text: answer } = await post(`${ROOT}/svm/simulate`, `{"build":${text}}`);
		expect(answer).toContain("wrong_family");
	});

	it("is accepted after reformatting if the setting allows it, but not after a change of its content", async () => {
		await world.service.control.settings({ rewrittenBuilds: true });
		const made: { expiresAt: number } = JSON.parse(await simulated());
		const changed = JSON.stringify({ ...made, expiresAt: made.expiresAt + 1 });
		expect((await commit(changed, "changed")).text).toContain("attestation_mismatch");
		expect((await commit(JSON.stringify(made), "written anew")).status).toBe(200);
		await world.service.control.settings({ rewrittenBuilds: false });
	});

	it("is committed once per key, with the same answer; other bytes are a conflict", async () => {
		const text = await simulated();
		expect((await post(`${ROOT}/evm/commit`, `{"build":${text}}`)).status).toBe(400);
		const before = (await caller.call("GET", "/v1/agent/sessions")).body.sessions.length;
		const first = await commit(text, "one");
		expect(first.status).toBe(200);
		expect(await commit(text, "one")).toEqual(first);
		expect((await caller.call("GET", "/v1/agent/sessions")).body.sessions).toHaveLength(before + 1);
		expect((await commit(await simulated(), "one")).status).toBe(409);
	});

	it("leaves its requests to the caller in stateless mode, and creates no conversation", async () => {
		await world.service.control.settings({ pipelineCommits: "stateless" });
		const before = (await caller.call("GET", "/v1/agent/sessions")).body.sessions.length;
		const answer = JSON.parse((await commit(await simulated(), "stateless")).text);
		expect(answer).toMatchObject({ status: "committed", requests: [{ type: "execute_evm" }] });
		expect(answer).not.toHaveProperty("thread_id");
		expect((await caller.call("GET", "/v1/agent/sessions")).body.sessions).toHaveLength(before);
		await world.service.control.settings({ pipelineCommits: "session" });
	});

	it("stores its steps as the caller's commits in cohort mode, only under the pipeline's route and its thread", async () => {
		await world.service.control.settings({ pipelineCommits: "cohort" });
		const answer = JSON.parse((await commit(await simulated(), "cohort")).text);
		const [{ commit_id, stage_id, thread_id }] = answer.commits;
		expect(answer).toMatchObject({ thread_id, requests: [{ commitStages: [stage_id] }] });
		const statusOf = async (path: string, thread: string, token = world.service.token) => {
			const headers = { authorization: `Bearer ${token}`, "x-thread-id": thread };
			return (await fetch(`${world.service.url}${path}/${commit_id}`, { headers })).status;
		};
		const route = `${ROOT}/evm/commits`;
		expect(await statusOf(route, thread_id)).toBe(200);
		expect(await statusOf(route, "another")).toBe(404);
		expect(await statusOf(route, thread_id, "other")).toBe(404);
		expect(await statusOf(route, thread_id, "reader")).toBe(403);
		expect(await statusOf("/api/commits", thread_id)).toBe(403);
		await world.service.control.settings({ pipelineCommits: "session" });
	});

	it("is not committed before its simulation, or after its expiry", async () => {
		const made = await post(RUN, JSON.stringify(SEND));
		expect((await commit(made.text, "early")).status).toBe(409);
		const text = await simulated();
		ahead = 601_000;
		const late = await commit(text, "late");
		ahead = 0;
		expect(late).toMatchObject({ status: 422, text: expect.stringContaining("build_expired") });
	});

	it.each([
		["without its application's id", `${ROOT}/apps/demo/operations/send`, SEND, 422],
		["of another application", RUN.replace("7", "8"), SEND, 404],
		["of another platform", `${RUN}&platform=moon`, SEND, 409],
		["with a payer of the caller's choice", RUN, { ...SEND, from: FRIEND }, 422],
		["with input that does not fit", RUN, { ...SEND, amount: 5 }, 422],
	])("is not created %s", async (_, path, body, status) => {
		expect((await caller.call("POST", path, body)).status).toBe(status);
	});
});
