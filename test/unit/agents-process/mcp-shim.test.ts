import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, it } from "vitest";
import { agentSocketPath } from "../../../src/agents-process/protocol.ts";
import { EVM_ACCOUNT, newSecret } from "../../support/agents-main.ts";
import { type AgentsWorld, openAgentsWorld } from "../../support/agents-world.ts";

const SHIM = fileURLToPath(new URL("../../../src/agents-process/mcp-shim.mjs", import.meta.url));

const worlds: AgentsWorld[] = [];
afterEach(async () => {
	for (const world of worlds.splice(0)) await world.close();
});
async function open(
	socket?: string,
	secret = newSecret(),
): Promise<AgentsWorld & { readonly secret: string }> {
	const world = await openAgentsWorld({ http: null, ...(socket === undefined ? {} : { socket }) });
	worlds.push(world);
	return { ...world, secret: world.main.addAgent(secret) };
}

/** Runs the shim until it exits, and returns its exit code and standard error. */
function run(
	env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly error: string }> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [SHIM], { env, stdio: ["pipe", "pipe", "pipe"] });
		let error = "";
		child.stderr.on("data", (chunk) => {
			error += String(chunk);
		});
		child.on("close", (code) => resolve({ code, error }));
	});
}

describe("before it is connected", () => {
	it.each([
		["no secret", {}],
		["a short one", { COUNTERSIGN_AGENT: "abc" }],
	])("ends with one line about %s", async (_name, env) => {
		const { code, error } = await run(env);
		expect(code).toBe(1);
		expect(error).toMatch(/^countersign: [^\n]*COUNTERSIGN_AGENT[^\n]*\n$/);
	});

	it("ends with one line if the app is not running, and names no secret", async () => {
		const secret = newSecret();
		const { code, error } = await run({
			COUNTERSIGN_AGENT: secret,
			COUNTERSIGN_SOCKET: "/nonexistent/agents.sock",
		});
		expect(code).toBe(1);
		expect(error).toMatch(/^countersign: [^\n]*\/nonexistent\/agents\.sock[^\n]*\n$/);
		expect(error).not.toContain(secret);
	});

	it("ends with one line if the secret belongs to no agent", async () => {
		const { socket } = await open();
		const secret = newSecret();
		const { code, error } = await run({ COUNTERSIGN_AGENT: secret, COUNTERSIGN_SOCKET: socket });
		expect(code).toBe(1);
		expect(error).toMatch(/^countersign: [^\n]+\n$/);
		expect(error).not.toContain(secret);
	});

	it.skipIf(process.platform === "win32")("looks where the app opens its socket", async () => {
		const runtimeDir = mkdtempSync(join(tmpdir(), "agents-runtime-"));
		const facts = { platform: process.platform, user: userInfo().username };
		const linux = { ...facts, platform: "linux" };
		const runtime = agentSocketPath({ ...facts, runtimeDir, dataDir: "/unused" });
		expect((await run({ COUNTERSIGN_AGENT: newSecret(), XDG_RUNTIME_DIR: runtimeDir })).error).toContain(
			runtime,
		);
		if (process.platform === "linux") {
			const config = agentSocketPath({
				...linux,
				runtimeDir: null,
				dataDir: join(runtimeDir, "countersign"),
			});
			expect((await run({ COUNTERSIGN_AGENT: newSecret(), XDG_CONFIG_HOME: runtimeDir })).error).toContain(
				config,
			);
			const home = agentSocketPath({
				...linux,
				runtimeDir: null,
				dataDir: join(homedir(), ".config/countersign"),
			});
			expect((await run({ COUNTERSIGN_AGENT: newSecret(), HOME: homedir() })).error).toContain(home);
		}
		rmSync(runtimeDir, { recursive: true });
	});
});

async function connected(socket: string, secret: string, era: "modern" | "legacy") {
	const client = new Client(
		{ name: "test", version: "1" },
		{ versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } },
	);
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [SHIM],
			env: { COUNTERSIGN_AGENT: secret, COUNTERSIGN_SOCKET: socket },
			stderr: "ignore",
		}),
	);
	return client;
}

const PROPOSAL = {
	name: "propose_message",
	arguments: { family: "evm", from: EVM_ACCOUNT, message: "m", reason: "r", idempotency_key: "k" },
};

describe.each(["modern", "legacy"] as const)("an app that is closed and started again, %s", (era) => {
	it("answers pending calls, and serves the same client again", async () => {
		const first = await open();
		const client = await connected(first.socket, first.secret, era);
		await client.callTool(PROPOSAL);
		const id = await first.main.proposed();
		const waiting = client.callTool({ name: "get_request", arguments: { id, wait_ms: 60_000 } });
		await first.main.until(() => first.main.callsOf("get").length === 1);
		await first.server.shutDown();
		await expect(waiting).rejects.toMatchObject({
			code: -32000,
			message: expect.stringContaining("get_request"),
		});
		// The call starts while the app is closed, and is answered after the app has started again.
		const asked = client.callTool({ name: "list_accounts" });
		const second = await open(first.socket, first.secret);
		expect((await asked).structuredContent).toMatchObject({ accounts: [{ address: EVM_ACCOUNT }, {}] });
		expect(second.main.callsOf("accounts")).toHaveLength(1);
		await client.close();
	});
});
