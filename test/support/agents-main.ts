import { createHash, randomBytes } from "node:crypto";
import {
	type AgentAnswer,
	type AgentFault,
	type AgentRequest,
	type Doors,
	type FromAgents,
	fromAgents,
	type ProposalStatus,
	type ToAgents,
} from "../../src/agents-process/protocol.ts";

/**
 * Test double of the main process for tests of the agents process. It stores agents and proposals, and tests
 * decide.
 */

type Call = Extract<FromAgents, { kind: "call" }>;
type Listening = Extract<FromAgents, { kind: "listening" }>;

export const EVM_ACCOUNT = "0x1111111111111111111111111111111111111111";
export const SVM_ACCOUNT = "So11111111111111111111111111111111111111112";
export const RECIPIENT = "0x2222222222222222222222222222222222222222";
export const TX_HASH = `0x${"ab".repeat(32)}`;

/** Creates a secret in the format of the main process. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

interface KnownAgent {
	/** Fault that answers every call. `null` if calls succeed. */
	fault: AgentFault | null;
	accounts: { family: "evm" | "svm"; address: string }[];
	networks: { chain: string; family: "evm" | "svm"; name: string }[];
}

interface KnownProposal {
	status: ProposalStatus;
	readonly credential: string;
	readonly fields: string;
	isDelivered: boolean;
}

/** Changes to a proposal's status by the user or the chain. */
export type Decision = Partial<Omit<ProposalStatus, "id">>;

export const SENT: Decision = { state: "sent", transactionIds: [TX_HASH] };
export const REJECTED: Decision = {
	state: "rejected",
	isFinal: true,
	reason: "Not now.",
	wantedChange: "Send half.",
};
export const SIGNED: Decision = { state: "signed", isFinal: true, signatures: [`0x${"cd".repeat(65)}`] };

export class AgentsMain {
	readonly token = randomBytes(32).toString("hex");
	readonly calls: Call[] = [];
	readonly agents = new Map<string, KnownAgent>();
	readonly proposals = new Map<string, KnownProposal>();
	/** Answers to `read` calls, by RPC method. */
	readonly reads = new Map<string, AgentAnswer>();
	readonly #post: (message: ToAgents) => void;
	readonly #listening = Promise.withResolvers<Listening>();
	readonly #watchers = new Set<() => void>();

	constructor(post: (message: ToAgents) => void) {
		this.#post = post;
	}

	/** Adds an agent and returns its secret. */
	addAgent(secret = newSecret()): string {
		this.agents.set(createHash("sha256").update(secret).digest("hex"), {
			fault: null,
			accounts: [
				{ family: "evm", address: EVM_ACCOUNT },
				{ family: "svm", address: SVM_ACCOUNT },
			],
			networks: [
				{ chain: "1", family: "evm", name: "Ethereum" },
				{ chain: "8453", family: "evm", name: "Base" },
				{ chain: "devnet", family: "svm", name: "Solana devnet" },
			],
		});
		return secret;
	}

	agentOf(secret: string): KnownAgent {
		const agent = this.agents.get(createHash("sha256").update(secret).digest("hex"));
		if (agent === undefined) throw new Error("no such agent");
		return agent;
	}

	open(doors: Doors): Promise<Listening> {
		this.#post({ kind: "hello", token: this.token, doors });
		return this.#listening.promise;
	}

	disconnect(secret: string): void {
		const credential = createHash("sha256").update(secret).digest("hex");
		this.#post({ kind: "disconnect", token: this.token, credential });
	}

	/** Receives a message from the agents process. Throws if it doesn't match the protocol. */
	receive(message: unknown): void {
		const read = fromAgents.parse(message);
		if (read.token !== this.token) throw new Error("another token");
		if (read.kind === "listening") {
			this.#listening.resolve(read);
			return;
		}
		this.calls.push(read);
		this.#post({ kind: "answer", token: this.token, id: read.id, answer: this.#answer(read) });
		for (const watcher of [...this.#watchers]) watcher();
	}

	/** Waits until this many proposals exist, and returns the ID of the last one. */
	async proposed(count = 1): Promise<string> {
		await this.until(() => this.proposals.size >= count);
		const id = [...this.proposals.keys()].at(-1);
		if (id === undefined) throw new Error("nothing was proposed");
		return id;
	}

	/** Resolves once the condition is true. Checks it after each call. */
	until(condition: () => boolean): Promise<void> {
		return new Promise((resolve) => {
			const check = () => {
				if (!condition()) return;
				this.#watchers.delete(check);
				resolve();
			};
			this.#watchers.add(check);
			check();
		});
	}

	/** Changes a proposal, and notifies the agents process. */
	decide(id: string, decision: Decision): void {
		const known = this.proposals.get(id);
		if (known === undefined) throw new Error("no such proposal");
		known.status = { ...known.status, ...decision };
		this.#post({ kind: "changed", token: this.token, credential: known.credential, status: known.status });
	}

	callsOf<K extends AgentRequest["kind"]>(kind: K): Extract<AgentRequest, { kind: K }>[] {
		return this.calls
			.map(({ request }) => request)
			.filter((request): request is Extract<AgentRequest, { kind: K }> => request.kind === kind);
	}

	#answer({ credential, request }: Call): AgentAnswer {
		const agent = this.agents.get(credential);
		const fault = (code: AgentFault): AgentAnswer => ({ kind: "fault", code, detail: null });
		if (agent === undefined) return fault("unknown_agent");
		if (agent.fault !== null) return fault(agent.fault);
		const own = (id: string) => {
			const known = this.proposals.get(id);
			return known?.credential === credential ? known : undefined;
		};
		switch (request.kind) {
			case "accounts":
				return { kind: "accounts", accounts: agent.accounts };
			case "networks":
				return { kind: "networks", networks: agent.networks };
			case "propose":
				return this.#propose(credential, request);
			case "list":
				return {
					kind: "proposals",
					all: [...this.proposals.values()]
						.filter((each) => each.credential === credential)
						.map(({ status }) => status),
				};
			case "read":
				return this.reads.get(request.method) ?? fault("no_rpc");
			case "get":
			case "cancel":
			case "delivered": {
				const known = own(request.id);
				if (known === undefined) return fault("not_found");
				if (request.kind === "delivered") known.isDelivered = true;
				if (request.kind === "cancel") known.status = { ...known.status, state: "cancelled", isFinal: true };
				return request.kind === "delivered" ? { kind: "done" } : { kind: "proposal", status: known.status };
			}
		}
	}

	#propose(
		credential: string,
		{ proposed, key, expiresAt }: Extract<AgentRequest, { kind: "propose" }>,
	): AgentAnswer {
		const fields = JSON.stringify(proposed);
		const same = [...this.proposals.values()].find(
			(each) =>
				each.credential === credential &&
				(key === null
					? each.status.key === null && !each.isDelivered && each.fields === fields
					: each.status.key === key),
		);
		if (same !== undefined && same.fields !== fields)
			return { kind: "fault", code: "key_reused", detail: null };
		if (same !== undefined) {
			same.status = { ...same.status, asked: same.status.asked + 1 };
			return { kind: "proposal", status: same.status };
		}
		const chain = "chain" in proposed ? proposed.chain : "cluster" in proposed ? proposed.cluster : null;
		const status: ProposalStatus = {
			id: randomBytes(16).toString("hex"),
			key,
			chain,
			state: "waiting",
			isFinal: false,
			reason: null,
			wantedChange: null,
			transactionIds: [],
			signatures: [],
			asked: 1,
			createdAt: 1_700_000_000,
			expiresAt,
			payment: null,
		};
		this.proposals.set(status.id, { status, credential, fields, isDelivered: false });
		return { kind: "proposal", status };
	}
}
