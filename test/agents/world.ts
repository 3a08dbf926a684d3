import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Address } from "viem";
import { z } from "zod";
import type { AgentRow, AgentsView } from "../../src/ipc/agents.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { ProcessChannel } from "../../src/main/ports.ts";
import { type Kinds, openKinds } from "../support/kinds.ts";
import { PASSWORD } from "../support/person.ts";
import { forkAgents } from "../support/ports.ts";

/** Opens the app with an agents process, chains and a user, and lets programs call it as agents. */

const SHIM = new URL("../../src/agents-process/mcp-shim.mjs", import.meta.url).pathname;
const SECRET = /^COUNTERSIGN_AGENT=(\S+)$/m;

/** A connected agent, with what programs need to reach it. */
export interface Agent {
	readonly id: string;
	readonly name: string;
	readonly secret: string;
	/** RPC address for developer tools. */
	readonly rpcUrl: string;
}

export type McpEra = "modern" | "legacy";
export type McpDoor = "stdio" | "http";

const status = z.looseObject({
	id: z.string(),
	state: z.string(),
	reason: z.string().nullish(),
	wanted_change: z.string().nullish(),
	transaction_id: z.string().optional(),
	signature: z.string().optional(),
});
export type Status = z.infer<typeof status>;

export class AgentsWorld {
	readonly kinds: Kinds;
	readonly #processes: ProcessChannel[];
	readonly #clients: Client[] = [];

	constructor(kinds: Kinds, processes: ProcessChannel[]) {
		this.kinds = kinds;
		this.#processes = processes;
	}

	get person() {
		return this.kinds.person;
	}

	view(): AgentsView {
		return this.person.desk().agents;
	}

	row(id: string): AgentRow | undefined {
		return this.view().local.find((each) => each.id === id);
	}

	/** Opens both doors. */
	async openDoors(): Promise<{ readonly port: number; readonly socket: string }> {
		const opened = await this.person.callTrusted("setAgentDoors", {
			socket: true,
			http: true,
			password: PASSWORD,
		});
		if (!opened.ok) throw new Error(JSON.stringify(opened.text));
		return await this.doors();
	}

	/** Waits until both doors are reachable. The view also shows them while their process restarts. */
	async doors(): Promise<{ readonly port: number; readonly socket: string }> {
		const doors = await this.person.until("open doors", () => {
			const { http, socket } = this.view().doors;
			if (http === null || socket === null || http.port === 0 || http.fault !== null || socket.fault !== null)
				return null;
			return { port: http.port, socket: socket.path };
		});
		for (let attempt = 0; attempt < 400; attempt += 1) {
			const isOpen = await fetch(`http://127.0.0.1:${doors.port}/`).then(
				() => true,
				() => false,
			);
			if (isOpen && existsSync(doors.socket)) return doors;
			await new Promise((resolve) => setTimeout(resolve, 25));
		}
		throw new Error("the doors can't be reached");
	}

	/** Adds an agent, makes its first call, and confirms the agent. */
	async addAgent(name: string, options: { readonly networks?: readonly string[] } = {}): Promise<Agent> {
		const accounts = this.person.desk().accounts.map(({ address }) => address.address);
		const added = await this.person.callTrusted("addAgent", {
			name,
			client: "other",
			accounts,
			networks: options.networks ?? [],
			maxWaiting: 100,
			maxPerHour: 1000,
			dayLimit: null,
			password: PASSWORD,
		});
		const { agentId, paste } = z.object({ agentId: z.string(), paste: z.string() }).parse(added);
		const secret = SECRET.exec(paste)?.[1];
		if (secret === undefined) throw new Error(`no secret to paste: ${paste}`);
		const { port } = await this.doors();
		const agent = { id: agentId, name, secret, rpcUrl: `http://127.0.0.1:${port}/${secret}` };
		const first = await rpc(agent, "eth_chainId", []);
		if (first.error === undefined) throw new Error("an agent that nobody confirmed was answered");
		await this.person.until("the first call", () => this.row(agentId)?.state === "calling");
		const confirmed = await this.person.callTrusted("confirmAgent", { agentId });
		if (!confirmed.ok) throw new Error(JSON.stringify(confirmed.text));
		return agent;
	}

	/** Connects the official MCP client, with the stateless revision (`modern`) or with `initialize` (`legacy`). */
	async connect(agent: Agent, door: McpDoor, era: McpEra): Promise<Client> {
		const { port, socket } = await this.doors();
		const client = new Client(
			{ name: "story", version: "1" },
			{ versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } },
		);
		this.#clients.push(client);
		await client.connect(
			door === "http"
				? new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
						requestInit: { headers: { Authorization: `Bearer ${agent.secret}` } },
					})
				: new StdioClientTransport({
						command: process.execPath,
						args: [SHIM],
						env: { COUNTERSIGN_AGENT: agent.secret, COUNTERSIGN_SOCKET: socket },
						stderr: "ignore",
					}),
		);
		return client;
	}

	/** Returns the waiting entries of an agent, oldest first. */
	waiting(agent: Agent): readonly InboxEntryView[] {
		return this.person
			.desk()
			.inbox.filter(({ sessionId, state }) => sessionId === `local-agent:${agent.id}` && state === "waiting");
	}

	/** Returns an agent's only waiting entry, once it exists. */
	async proposed(agent: Agent): Promise<InboxEntryView> {
		return await this.person.until("a proposal", () => {
			const [entry, ...more] = this.waiting(agent);
			return more.length === 0 ? entry : null;
		});
	}

	/** Approves an agent's waiting request, and waits until the desk shows it as answered. */
	async approve(agent: Agent): Promise<InboxEntryView> {
		const entry = await this.proposed(agent);
		const approved = await this.person.approve(entry.id);
		if (!approved.ok) throw new Error(`not approved: ${JSON.stringify(approved.text)}`);
		await this.#answered(agent, entry.id);
		return entry;
	}

	async reject(agent: Agent, reason: string): Promise<void> {
		const entry = await this.proposed(agent);
		const rejected = await this.person.callTrusted("reject", { entryId: entry.id, reason });
		if (!rejected.ok) throw new Error(`not rejected: ${JSON.stringify(rejected.text)}`);
		await this.#answered(agent, entry.id);
	}

	/** Waits until the desk shows the entry as answered, which takes one more frame. */
	async #answered(agent: Agent, entryId: string): Promise<void> {
		await this.person.until("an answered entry", () => this.waiting(agent).every(({ id }) => id !== entryId));
	}

	async nonce(): Promise<number> {
		return await this.kinds.world.chain.publicClient.getTransactionCount({ address: this.kinds.evm });
	}

	async balance(address: Address): Promise<bigint> {
		return await this.kinds.world.chain.publicClient.getBalance({ address });
	}

	/** Kills the current agents process. */
	killProcess(): void {
		this.#processes.at(-1)?.kill();
	}

	processes(): number {
		return this.#processes.length;
	}

	async restart(): Promise<void> {
		await this.kinds.restart();
	}

	async close(): Promise<void> {
		await Promise.allSettled(this.#clients.map(async (client) => await client.close()));
		await this.kinds.close();
	}
}

export async function openAgentsWorld(): Promise<AgentsWorld> {
	const processes: ProcessChannel[] = [];
	const kinds = await openKinds({
		forkAgents: () => {
			const channel = forkAgents();
			processes.push(channel);
			return channel;
		},
	});
	return new AgentsWorld(kinds, processes);
}

const answer = z.object({
	result: z.unknown().optional(),
	error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** Calls a method as a developer tool does; gives up after `timeoutMs`. */
export async function rpc(
	agent: Pick<Agent, "rpcUrl">,
	method: string,
	params: readonly unknown[],
	timeoutMs?: number,
): Promise<z.infer<typeof answer>> {
	const response = await fetch(agent.rpcUrl, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
		...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
	});
	return answer.parse(await response.json());
}

/** Calls an MCP tool and returns its structured result. @throws if the tool reports a fault */
export async function callTool(
	client: Client,
	name: string,
	args: Record<string, unknown>,
): Promise<unknown> {
	const result = await client.callTool({ name, arguments: args });
	if (result.isError === true) throw new Error(JSON.stringify(result.structuredContent ?? result.content));
	return result.structuredContent;
}

export async function callForStatus(
	client: Client,
	name: string,
	args: Record<string, unknown>,
): Promise<Status> {
	return status.parse(await callTool(client, name, args));
}

/** Waits until a request has one of these states, as an agent does. */
export async function untilState(client: Client, id: string, ...states: readonly string[]): Promise<Status> {
	for (let attempt = 0; attempt < 60; attempt += 1) {
		const now = await callForStatus(client, "get_request", { id, wait_ms: 2_000 });
		if (states.includes(now.state)) return now;
	}
	throw new Error(`the request never became ${states.join(" or ")}`);
}

/** Runs a program until it exits. */
export async function run(
	command: string,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
	cwd?: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
	const child: ChildProcess = spawn(command, args, {
		env: { PATH: process.env["PATH"] ?? "", HOME: cwd ?? "/nonexistent", ...env },
		stdio: ["ignore", "pipe", "pipe"],
		...(cwd === undefined ? {} : { cwd }),
	});
	let output = "";
	const add = (data: unknown) => {
		output += String(data);
	};
	child.stdout?.on("data", add);
	child.stderr?.on("data", add);
	return await new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("exit", (code) => resolve({ code, output }));
	});
}
