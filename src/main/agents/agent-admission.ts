import type { AgentFault, Caller } from "../../agents-process/protocol.ts";
import { plain } from "../../core/format/plain.ts";
import { addressKey } from "../../core/rules/rule-facts.ts";
import type { Events } from "../events.ts";
import type { Integrity } from "../integrity/integrity.ts";
import type { Ports } from "../ports.ts";
import type { AgentStore, StoredAgent, StoredCall } from "../storage/agent-store.ts";
import type { Accounts } from "../wallet/accounts.ts";

export interface AdmissionFault {
	readonly ok: false;
	readonly code: AgentFault;
	readonly detail: string | null;
}

type Admitted =
	| { readonly ok: true; readonly agent: StoredAgent; readonly call: StoredCall }
	| AdmissionFault;

const denied = (code: AgentFault, detail: string | null = null): AdmissionFault => ({
	ok: false,
	code,
	detail,
});

const HOUR_MS = 3_600_000;
/**
 * Delay before an agent's last call and refusals are written, so a flood of calls doesn't cause a flood of
 * writes.
 */
const WRITE_MS = 10_000;
/** How long a call with an unknown secret is displayed. */
const UNKNOWN_MS = 600_000;
/** How long an agent counts as connected after its last call. */
const CONNECTED_MS = 120_000;
const MAX_PROGRAM = 80;

interface PendingWrites {
	lastCall: StoredCall | null;
	refused: number;
}

export interface AdmissionContext {
	readonly ports: Pick<Ports, "clock" | "log">;
	readonly events: Pick<Events, "emit">;
	readonly stores: { readonly agents: AgentStore };
	readonly integrity: Pick<Integrity, "trustsAgent">;
	readonly wallet: { readonly accounts: Pick<Accounts, "find"> };
	readonly proposals: { countSince(agent: string, since: number): number };
}

/**
 * Determines which agent is calling and what it may propose. Main relies on the agents process only for the
 * content of a call.
 */
export class AgentAdmission {
	readonly #app;
	/** By agent. Not written to disk yet. */
	readonly #pending = new Map<string, PendingWrites>();
	#cancelWrite: (() => void) | null = null;
	#unknown: StoredCall | null = null;

	constructor(app: AdmissionContext) {
		this.#app = app;
	}

	/**
	 * Returns the agent that is calling. A new agent's calls are shown to the user, and refused until the
	 * user confirms the agent.
	 */
	admit(credential: string, caller: Caller): Admitted {
		const { events, integrity, stores } = this.#app;
		const call = this.#callOf(caller);
		const agent = stores.agents.byCredential(credential);
		if (agent === null || agent.removedAt !== null) {
			const isFirst = this.unknownCall() === null;
			this.#unknown = call;
			if (isFirst) events.emit("agent-changed");
			return denied("unknown_agent");
		}
		if (agent.firstCall === null) {
			stores.agents.change(agent.id, { firstCall: call });
			events.emit("agent-changed");
		}
		this.#countCall(agent, call);
		if (agent.confirmedAt === null) return denied("not_confirmed");
		if (agent.pausedAt !== null || !integrity.trustsAgent(agent.id)) return denied("paused");
		return { ok: true, agent, call };
	}

	/**
	 * Returns why an agent can't use an account or a network. `null` if it can.
	 * @param chain decimal chain ID or cluster; `null` if none is specified
	 */
	shareFault(
		agent: StoredAgent,
		{
			from,
			chain,
			needsChain,
		}: { readonly from: string | null; readonly chain: string | null; readonly needsChain: boolean },
	): AdmissionFault | null {
		if (from !== null && !this.accountsOf(agent).some((shared) => addressKey(shared) === addressKey(from)))
			return denied("account_not_shared");
		const isLimited = agent.networks.length > 0;
		const isOutside = chain === null ? needsChain : !agent.networks.includes(chain);
		return isLimited && isOutside ? denied("network_not_allowed") : null;
	}

	/** Returns why an agent can't add proposals right now. `null` if it can. */
	limitFault(agent: StoredAgent, waiting: number): AdmissionFault | null {
		const { ports, proposals } = this.#app;
		const code =
			waiting >= agent.maxWaiting
				? "too_many_waiting"
				: proposals.countSince(agent.id, ports.clock.now() - HOUR_MS) >= agent.maxPerHour
					? "too_many_requests"
					: null;
		return code === null ? null : this.refuse(agent, code);
	}

	/** Counts a request that a limit refused, without notifying the user. */
	refuse(agent: StoredAgent, code: "too_many_waiting" | "too_many_requests"): AdmissionFault {
		this.#writesOf(agent.id).refused += 1;
		this.#writeLater();
		return denied(code);
	}

	/** Returns the shared accounts that still belong to the user. */
	accountsOf(agent: StoredAgent): readonly string[] {
		const { accounts } = this.#app.wallet;
		return agent.accounts.flatMap((address) => accounts.find(address)?.address ?? []);
	}

	/** Returns the latest call with an unknown secret. `null` if there is no recent one. */
	unknownCall(): StoredCall | null {
		const call = this.#unknown;
		return call !== null && Math.abs(this.#app.ports.clock.now() - call.at) < UNKNOWN_MS ? call : null;
	}

	lastCallOf(agent: StoredAgent): StoredCall | null {
		return this.#pending.get(agent.id)?.lastCall ?? agent.lastCall;
	}

	isConnected(agent: StoredAgent): boolean {
		const last = this.lastCallOf(agent);
		return last !== null && Math.abs(this.#app.ports.clock.now() - last.at) < CONNECTED_MS;
	}

	/**
	 * Returns how many requests the limits have refused.
	 * @param since Unix ms
	 */
	refusalsSince(agentId: string, since: number): number {
		const pending = this.#pending.get(agentId)?.refused ?? 0;
		return this.#app.stores.agents.refusalsSince(agentId, since) + pending;
	}

	/** Writes everything that isn't on disk yet. */
	stop(): void {
		this.#cancelWrite?.();
		this.#write();
	}

	#callOf({ door, pid, program }: Caller): StoredCall {
		const name = program === null ? null : plain(program, MAX_PROGRAM);
		return { door, pid, program: name, at: this.#app.ports.clock.now() };
	}

	#countCall(agent: StoredAgent, call: StoredCall): void {
		const before = this.lastCallOf(agent);
		this.#writesOf(agent.id).lastCall = call;
		const isSame = before?.door === call.door && before.pid === call.pid && before.program === call.program;
		if (!isSame || call.at - before.at >= CONNECTED_MS) this.#app.events.emit("agent-changed");
		this.#writeLater();
	}

	#writesOf(agentId: string): PendingWrites {
		const found = this.#pending.get(agentId) ?? { lastCall: null, refused: 0 };
		this.#pending.set(agentId, found);
		return found;
	}

	#writeLater(): void {
		this.#cancelWrite ??= this.#app.ports.clock.after(WRITE_MS, () => {
			this.#write();
			this.#app.events.emit("agent-changed");
		});
	}

	#write(): void {
		const { ports, stores } = this.#app;
		this.#cancelWrite = null;
		try {
			for (const [agentId, { lastCall, refused }] of this.#pending) {
				if (lastCall !== null) stores.agents.change(agentId, { lastCall });
				if (refused > 0) stores.agents.countRefusals(agentId, refused);
				this.#pending.delete(agentId);
			}
		} catch (cause) {
			ports.log(`agents: calls could not be recorded: ${cause instanceof Error ? cause.name : "unknown"}`);
		}
	}
}
