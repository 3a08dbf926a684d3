import { createHash } from "node:crypto";
import {
	type AgentAnswer,
	type AgentRequest,
	agentAnswer,
	type Caller,
	type ProposalStatus,
	type ToAgents,
	toAgents,
} from "../../src/agents-process/protocol.ts";
import type { AddedAgent } from "../../src/ipc/agents.ts";
import type { ProcessChannel } from "../../src/main/ports.ts";
import { must, PASSWORD, type Person } from "./person.ts";

/** Test double of the agents process. It opens every door immediately, and makes the calls of the user's agents. */
export class AgentProgram {
	readonly sent: ToAgents[] = [];
	forks = 0;
	#channel: { readonly send: (message: object) => void; readonly end: () => void } | null = null;
	#token = "";
	#nextId = 1;
	readonly #waiting = new Map<number, (answer: AgentAnswer) => void>();
	readonly #states = new Map<string, ProposalStatus>();
	readonly #checks = new Set<() => void>();

	/** Starts the process. Implements `Ports.forkAgents`. */
	readonly fork = (): ProcessChannel => {
		this.forks += 1;
		const listeners = { message: (_: unknown) => {}, exit: (_: number) => {} };
		const end = () => {
			this.#channel = null;
			listeners.exit(0);
		};
		this.#channel = { send: (message) => listeners.message({ token: this.#token, ...message }), end };
		return {
			post: (message) => this.#receive(toAgents.parse(message)),
			onMessage: (listener) => {
				listeners.message = listener;
			},
			onExit: (listener) => {
				listeners.exit = listener;
			},
			kill: end,
		};
	};

	get isRunning(): boolean {
		return this.#channel !== null;
	}

	/** Ends the process, as a crash would. */
	crash(): void {
		this.#channel?.end();
	}

	async call(
		secret: string,
		request: AgentRequest,
		caller: Caller = { door: "mcp_stdio", pid: 77, program: "claude-code" },
	): Promise<AgentAnswer> {
		const id = this.#nextId++;
		const credential = createHash("sha256").update(secret, "utf8").digest("hex");
		const answer = new Promise<AgentAnswer>((resolve) => void this.#waiting.set(id, resolve));
		if (this.#channel === null) throw new Error("the agents process is not running");
		this.#channel.send({ kind: "call", id, credential, caller, request });
		return agentAnswer.parse(await answer);
	}

	/** Proposes a request, and returns its first state. */
	async propose(
		secret: string,
		request: Omit<Extract<AgentRequest, { kind: "propose" }>, "kind" | "reason" | "key" | "expiresAt"> & {
			readonly reason?: string;
			readonly key?: string;
		},
	): Promise<ProposalStatus> {
		const { proposed, reason = null, key = null } = request;
		const answer = await this.call(secret, { kind: "propose", proposed, reason, key, expiresAt: null });
		if (answer.kind !== "proposal") throw new Error(JSON.stringify(answer));
		return answer.status;
	}

	/** Waits until main reports that a proposal is in this state. */
	async until(id: string, state: ProposalStatus["state"], ms = 60_000): Promise<ProposalStatus> {
		return await new Promise((resolve, reject) => {
			const timer = setTimeout(
				() => reject(new Error(`waited for ${state}: ${JSON.stringify(this.#states.get(id))}`)),
				ms,
			);
			const check = () => {
				const status = this.#states.get(id);
				if (status?.state !== state) return;
				clearTimeout(timer);
				this.#checks.delete(check);
				resolve(status);
			};
			this.#checks.add(check);
			check();
		});
	}

	#receive(message: ToAgents): void {
		this.sent.push(message);
		switch (message.kind) {
			case "hello":
				this.#token = message.token;
				this.#channel?.send({
					kind: "listening",
					port: message.doors.http === null ? null : 43_210,
					socket: message.doors.socket !== null,
					faults: [],
				});
				return;
			case "answer":
				this.#waiting.get(message.id)?.(message.answer);
				this.#waiting.delete(message.id);
				return;
			case "changed":
				this.#states.set(message.status.id, message.status);
				for (const check of [...this.#checks]) check();
				return;
			case "disconnect":
				return;
		}
	}
}

/** Opens the socket door, and adds and confirms an agent that may propose for these accounts. @returns its secret */
export async function paired(
	person: Person,
	program: AgentProgram,
	accounts: readonly string[],
): Promise<string> {
	must(await person.callTrusted("setAgentDoors", { socket: true, http: false, password: PASSWORD }));
	const added = (await person.callTrusted("addAgent", {
		name: "Claude",
		client: "claude_code",
		accounts,
		networks: [],
		maxWaiting: 3,
		maxPerHour: 100,
		dayLimit: null,
		password: PASSWORD,
	})) as AddedAgent;
	must(added);
	const secret = /"COUNTERSIGN_AGENT": "([A-Za-z0-9_-]{43})"/.exec(added.paste ?? "")?.[1] ?? "";
	await program.call(secret, { kind: "accounts" });
	must(await person.callTrusted("confirmAgent", { agentId: added.agentId }));
	return secret;
}
