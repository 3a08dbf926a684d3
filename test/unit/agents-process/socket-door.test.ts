import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EVM_ACCOUNT, newSecret } from "../../support/agents-main.ts";
import { type AgentsWorld, openAgentsWorld } from "../../support/agents-world.ts";

let world: AgentsWorld;
let secret: string;

beforeEach(async () => {
	world = await openAgentsWorld();
	secret = world.main.addAgent();
});
afterEach(() => world.close());

/** A program's end of the socket connection. */
class Program {
	readonly lines: Record<string, unknown>[] = [];
	readonly socket: Socket;
	readonly #closed = Promise.withResolvers<void>();
	#rest = "";
	isClosed = false;

	constructor(path: string) {
		this.socket = connect(path);
		this.socket.on("error", () => {});
		this.socket.on("data", (chunk) => {
			const lines = (this.#rest + String(chunk)).split("\n");
			this.#rest = lines.pop() ?? "";
			for (const line of lines) this.lines.push(JSON.parse(line));
		});
		this.socket.on("close", () => {
			this.isClosed = true;
			this.#closed.resolve();
		});
	}

	get closed(): Promise<void> {
		return this.#closed.promise;
	}

	send(...messages: unknown[]): void {
		this.socket.write(
			messages.map((each) => `${typeof each === "string" ? each : JSON.stringify(each)}\n`).join(""),
		);
	}

	/** Waits for the response with this id. */
	async answer(id: unknown): Promise<Record<string, unknown>> {
		await expect.poll(() => this.lines.some((line) => line["id"] === id)).toBe(true);
		return this.lines.find((line) => line["id"] === id) ?? {};
	}
}

const INITIALIZE = {
	jsonrpc: "2.0",
	id: 0,
	method: "initialize",
	params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const tool = (id: number, name: string, args: object = {}) => ({
	jsonrpc: "2.0",
	id,
	method: "tools/call",
	params: { name, arguments: args },
});

async function greeted(): Promise<Program> {
	const program = new Program(world.socket);
	program.send({ secret }, INITIALIZE);
	await program.answer(0);
	return program;
}

it("is accessible only to this user", () => {
	expect(statSync(world.socket).mode & 0o777).toBe(0o600);
	expect(statSync(dirname(world.socket)).mode & 0o777).toBe(0o700);
});

it("greets an agent, and answers requests that were sent together with the secret", async () => {
	const program = await greeted();
	expect(program.lines[0]).toEqual({ countersign: "ready" });
	expect(program.lines[1]).toMatchObject({ id: 0, result: { protocolVersion: "2025-11-25" } });
	program.socket.destroy();
});

it.each([
	["a secret that belongs to no agent", () => JSON.stringify({ secret: newSecret() }), "unknown_agent"],
	["a short secret", () => '{"secret":"abc"}', "malformed"],
	["truncated JSON", () => '{"secret":"', "malformed"],
	["another member", () => JSON.stringify({ secret, admin: true }), "malformed"],
	["an MCP message", () => JSON.stringify(INITIALIZE), "malformed"],
	["a line that never ends", () => "x".repeat(2_000), "malformed"],
])("refuses %s and ends the connection", async (_name, line, code) => {
	const program = new Program(world.socket);
	program.send(line());
	await program.closed;
	expect(program.lines).toEqual([{ countersign: "refused", code }]);
	expect(world.main.callsOf("propose")).toEqual([]);
});

it("ends a connection that sends no secret in time", async () => {
	const program = new Program(world.socket);
	program.socket.write('{"secret":');
	await expect.poll(() => world.timers.waiting.filter((ms) => ms === 5_000).length).toBe(1);
	world.timers.expire(5_000);
	await program.closed;
	expect(program.lines).toEqual([{ countersign: "refused", code: "malformed" }]);
});

it("answers input that isn't a message, and continues", async () => {
	const program = await greeted();
	program.send('{"jsonrpc":"2.0","id":1,"meth', { hello: "world" }, `${"[".repeat(1_000)}`);
	program.send(tool(2, "list_accounts"));
	expect(await program.answer(2)).toMatchObject({ result: { structuredContent: { accounts: [{}, {}] } } });
	expect(program.lines.filter(({ id }) => id === null).map(({ error }) => error)).toMatchObject([
		{ code: -32700 },
		{ code: -32600 },
		{ code: -32700 },
	]);
	program.socket.destroy();
});

it("ends a connection after a line of more than a mebibyte", async () => {
	const program = await greeted();
	program.socket.write("x".repeat(2_000_000));
	await program.closed;
	expect(program.lines.at(-1)).toMatchObject({ id: null, error: { code: -32600 } });
});

it("limits the pending requests of a connection, and answers each of ten thousand", async () => {
	const program = await greeted();
	program.send(
		tool(1, "propose_message", {
			family: "evm",
			from: EVM_ACCOUNT,
			message: "hello",
			reason: "r",
			idempotency_key: "k",
		}),
	);
	await program.answer(1);
	const id = await world.main.proposed();
	program.send(
		...Array.from({ length: 10_000 }, (_, index) => tool(index + 2, "get_request", { id, wait_ms: 60_000 })),
	);
	await expect.poll(() => program.lines.length).toBe(3 + 10_000 - 64);
	expect(program.lines.at(-1)).toMatchObject({ error: { code: -32005 } });
	world.main.decide(id, { state: "rejected", isFinal: true });
	await expect.poll(() => program.lines.length).toBe(3 + 10_000);
	expect(world.main.callsOf("get").length).toBe(64);
	program.socket.destroy();
});

it("does not count cancelled requests, which are never answered", async () => {
	const program = await greeted();
	program.send(
		tool(1, "propose_message", {
			family: "evm",
			from: EVM_ACCOUNT,
			message: "m",
			reason: "r",
			idempotency_key: "k",
		}),
	);
	const id = await world.main.proposed();
	for (let index = 2; index < 202; index += 1)
		program.send(tool(index, "get_request", { id, wait_ms: 60_000 }), {
			jsonrpc: "2.0",
			method: "notifications/cancelled",
			params: { requestId: index },
		});
	program.send(tool(300, "list_accounts"));
	expect(await program.answer(300)).toMatchObject({ result: { structuredContent: {} } });
	program.socket.destroy();
});

it("refuses a request whose id is still in use", async () => {
	const program = await greeted();
	program.send(tool(1, "list_accounts"), tool(1, "list_accounts"));
	await expect.poll(() => program.lines.filter((line) => line["id"] === 1).length).toBe(2);
	expect(program.lines.filter((line) => line["id"] === 1)).toMatchObject([
		{ error: { code: -32600 } },
		{ result: {} },
	]);
	program.socket.destroy();
});

it("limits the connections of an agent", async () => {
	const programs = await Promise.all(Array.from({ length: 16 }, () => greeted()));
	const one = new Program(world.socket);
	one.send({ secret });
	await one.closed;
	expect(one.lines).toEqual([{ countersign: "refused", code: "busy" }]);
	for (const program of programs) program.socket.destroy();
});

it("closes an agent's connections when main says so, and no other's", async () => {
	const program = await greeted();
	const other = world.main.addAgent();
	const kept = new Program(world.socket);
	kept.send({ secret: other }, INITIALIZE);
	await kept.answer(0);
	world.main.disconnect(secret);
	await program.closed;
	kept.send(tool(1, "list_accounts"));
	expect(await kept.answer(1)).toMatchObject({ result: {} });
	kept.socket.destroy();
});

it("stops waiting for a program that disconnected", async () => {
	const program = await greeted();
	program.send(
		tool(1, "propose_message", {
			family: "evm",
			from: EVM_ACCOUNT,
			message: "m",
			reason: "r",
			idempotency_key: "k",
		}),
	);
	const id = await world.main.proposed();
	program.send(tool(2, "get_request", { id, wait_ms: 54_321 }));
	await expect.poll(() => world.timers.waiting.includes(54_321)).toBe(true);
	program.socket.destroy();
	await expect.poll(() => world.timers.waiting.includes(54_321)).toBe(false);
});

function folder(): { readonly path: string; remove(): void } {
	const made = mkdtempSync(join(tmpdir(), "agents-socket-"));
	return { path: join(made, "agents.sock"), remove: () => rmSync(made, { recursive: true, force: true }) };
}

it("replaces the socket of a process that has ended", async () => {
	const { path, remove } = folder();
	const dead = createServer();
	await new Promise<void>((resolve) => dead.listen(path, resolve));
	// A killed process leaves its socket file behind. This process ends normally, so the test restores the file.
	const copy = `${path}.left`;
	linkSync(path, copy);
	await new Promise<void>((resolve) => dead.close(() => resolve()));
	renameSync(copy, path);
	const second = await openAgentsWorld({ http: null, socket: path });
	expect(await second.main.open({ http: null, socket: null })).toMatchObject({ socket: true, faults: [] });
	await second.close();
	remove();
});

it("leaves the socket of a living process alone", async () => {
	const second = await openAgentsWorld({ http: null, socket: world.socket });
	expect(await second.main.open({ http: null, socket: null })).toMatchObject({
		socket: false,
		faults: ["socket_in_use"],
	});
	await second.close();
	await greeted().then(({ socket }) => socket.destroy());
});

it("overwrites no file that isn't a socket, and says what can't be opened", async () => {
	const { path, remove } = folder();
	writeFileSync(path, "precious");
	const blocked = await openAgentsWorld({ http: null, socket: path });
	expect(await blocked.main.open({ http: null, socket: null })).toMatchObject({
		socket: false,
		faults: ["socket_in_use"],
	});
	expect(statSync(path).size).toBe(8);
	await blocked.close();
	mkdirSync(`${path}.d`);
	const long = await openAgentsWorld({ http: null, socket: join(`${path}.d`, "x".repeat(200)) });
	expect(await long.main.open({ http: null, socket: null })).toMatchObject({
		socket: false,
		faults: ["not_permitted"],
	});
	await long.close();
	remove();
});
