import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { World } from "../mock-service/fixture.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import type { Person } from "../support/person.ts";

/**
 * The official MCP client stages a transaction at the service's own MCP endpoint. Only Countersign, which is signed
 * in to the same account, can sign it.
 */

const OTHER = "0x00000000000000000000000000000000000c0ffe";

const progress = z.looseObject({
	session: z.string(),
	state: z.string(),
	cursor: z.string(),
	pending_requests: z.array(z.strictObject({ id: z.string() })),
	handoff: z.string().optional(),
});

describe("an MCP client at the service", () => {
	let user: UserAtWorld;
	let world: World;
	let person: Person;
	let client: Client;

	beforeAll(async () => {
		user = await openUser();
		({ world, person } = user);
		client = new Client({ name: "stand-in", version: "1" });
		const requestInit = { headers: { authorization: `Bearer ${world.service.token}` } };
		const address = new URL(`${world.service.url}/v1/agent/mcp`);
		await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	});

	afterAll(async () => {
		await client?.close();
		await user?.close();
	});

	async function call(name: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
		const { structuredContent, isError } = await client.callTool({ name, arguments: given });
		if (isError === true) throw new Error(`${name} failed`);
		return structuredContent;
	}

	async function chat(message: string): Promise<string> {
		const started = z.looseObject({ session: z.string() }).parse(await call("aomi_chat", { message }));
		return started.session;
	}

	const check = async (session: string) => progress.parse(await call("aomi_check", { session }));

	async function until(session: string, state: string) {
		for (;;) {
			const read = await check(session);
			if (read.state === state) return read;
			if (read.state === "failed") throw new Error("the turn failed");
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}

	const balance = () => world.chain.publicClient.getBalance({ address: OTHER });

	it("is offered four tools, none of which signs", async () => {
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual([
			"aomi_chat",
			"aomi_check",
			"aomi_interrupt",
			"aomi_list_sessions",
		]);
	});

	it("stages a transaction that Countersign notifies, reviews, signs and answers", async () => {
		const before = await balance();
		const session = await chat(`send 0.02 ETH to ${OTHER} from ${user.account}`);
		const staged = await until(session, "awaiting_action");
		expect(staged.pending_requests).toHaveLength(1);
		expect(staged.handoff).toBeDefined();
		expect(JSON.stringify(staged)).not.toMatch(/"(?:to|data|value|payload|signature)"/);

		const entry = await person.waiting(session);
		await person.until("a notification", () =>
			person.ports.desktop.notifications.find((each) => each.entryId === entry.id),
		);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.verdict).toBe("matched");
		expect(await balance()).toBe(before);
		expect(await check(session)).toMatchObject({ state: "awaiting_action" });

		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.progress(entry.id, "confirmed");
		const done = await until(session, "complete");
		expect(done.pending_requests).toEqual([]);
		expect(done.handoff).toBeUndefined();
		expect((await balance()) - before).toBe(20_000_000_000_000_000n);
		const { signatures } = await world.service.control.records();
		expect(signatures).toHaveLength(1);
	});

	it("learns of a rejection, and nothing is signed", async () => {
		const before = await balance();
		const session = await chat(`send 0.03 ETH to ${OTHER} from ${user.account}`);
		await until(session, "awaiting_action");
		const entry = await person.waiting(session);
		await person.review(entry.id, (each) => each.approval.possible);
		const reason = "Not today.";
		expect(await person.callTrusted("reject", { entryId: entry.id, reason })).toEqual({ ok: true });
		const over = await until(session, "complete");
		expect(over).toMatchObject({ pending_requests: [] });
		expect(over.handoff).toBeUndefined();
		expect(await balance()).toBe(before);
	});

	it("sees its sessions, and can't name another account's", async () => {
		const listed = z.object({ sessions: z.array(z.looseObject({ id: z.string() })) });
		const { sessions } = listed.parse(await call("aomi_list_sessions", {}));
		expect(sessions.length).toBeGreaterThanOrEqual(2);
		const unknown = await client.callTool({ name: "aomi_check", arguments: { session: "ses_unknown" } });
		expect(unknown.isError).toBe(true);
	});

	it("gets nothing without the account's token", async () => {
		const bare = await fetch(`${world.service.url}/v1/agent/mcp`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
		});
		expect(bare.status).toBe(401);
		await bare.body?.cancel();
	});
});
