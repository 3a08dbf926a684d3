import {
	type AgentAnswer,
	type AgentFault,
	type AgentRequest,
	agentRequest,
	type Caller,
	type FromAgents,
	type ProposalStatus,
} from "./protocol.ts";

/** Runs a callback after `ms`. Returns a function that cancels it. */
export type StartTimer = (ms: number, run: () => void) => () => void;

/** A connection from a program. `caller` is how the program describes itself. */
export interface AgentConnection {
	/** SHA-256 of the secret. Main looks up the agent by it. */
	readonly credential: string;
	readonly caller: Caller;
}

/** `busy`: this agent, or all agents together, have too many pending calls. */
export interface LinkFault {
	readonly kind: "fault";
	readonly code: AgentFault | "busy";
	readonly detail: string | null;
}
export type LinkAnswer = Exclude<AgentAnswer, { kind: "fault" }> | LinkFault;

interface Waiter {
	readonly isEnough: (status: ProposalStatus) => boolean;
	readonly settle: (answer: LinkAnswer) => void;
	last: ProposalStatus;
}

/** How long to wait for a proposal's result. */
export interface Patience {
	/** `null` for no limit. */
	readonly ms: number | null;
	/** Aborts when the program disconnects. */
	readonly signal: AbortSignal;
}

/** Timeout for an unanswered call. Main may delay an answer until the user decides. */
const CALL_MS = 120_000;
const MAX_PER_AGENT = 128;
const MAX_IN_TOTAL = 1_024;

const fault = (code: LinkFault["code"]): LinkFault => ({ kind: "fault", code, detail: null });

/** Tracks pending calls to main and the programs waiting for a proposal to change. */
export class MainLink {
	readonly #token: string;
	readonly #post: (message: FromAgents) => void;
	readonly #after: StartTimer;
	readonly #calls = new Map<number, (answer: AgentAnswer) => void>();
	readonly #waiters = new Map<string, Set<Waiter>>();
	readonly #load = new Map<string, number>();
	#total = 0;
	#nextId = 1;

	constructor(options: {
		readonly token: string;
		readonly post: (message: FromAgents) => void;
		readonly after: StartTimer;
	}) {
		this.#token = options.token;
		this.#post = options.post;
		this.#after = options.after;
	}

	/** Sends a request to main. Never rejects. */
	call(connection: AgentConnection, request: AgentRequest): Promise<LinkAnswer> {
		return new Promise((resolve) => this.#send(connection, request, resolve));
	}

	/**
	 * Requests a proposal from main and waits until `isEnough` accepts its status. On timeout, returns the
	 * last known status.
	 */
	follow(
		connection: AgentConnection,
		request: AgentRequest,
		isEnough: (status: ProposalStatus, first: ProposalStatus) => boolean,
		patience: Patience,
	): Promise<LinkAnswer> {
		return new Promise((resolve) => {
			// Subscribes in the same tick in which the answer arrives, so no change that follows immediately
			// is missed.
			this.#send(connection, request, (answer) => {
				if (answer.kind !== "proposal" || patience.signal.aborted || patience.ms === 0) resolve(answer);
				else if (isEnough(answer.status, answer.status)) resolve(answer);
				else {
					const first = answer.status;
					this.#wait(connection.credential, first, (status) => isEnough(status, first), patience, resolve);
				}
			});
		});
	}

	/** Reports to main that the program received the call's result, without waiting for an answer. */
	confirmDelivery({ credential, caller }: AgentConnection, proposalId: string): void {
		const request = { kind: "delivered", id: proposalId } as const;
		this.#post({ kind: "call", token: this.#token, id: this.#nextId++, credential, caller, request });
	}

	settle(id: number, answer: AgentAnswer): void {
		this.#calls.get(id)?.(answer);
	}

	/** Notifies the programs waiting for this proposal. */
	change(credential: string, status: ProposalStatus): void {
		for (const waiter of this.#waiters.get(`${credential}:${status.id}`) ?? []) {
			waiter.last = status;
			if (waiter.isEnough(status)) waiter.settle({ kind: "proposal", status });
		}
	}

	#send(connection: AgentConnection, request: AgentRequest, onAnswer: (answer: LinkAnswer) => void): void {
		const { credential, caller } = connection;
		// Main ignores messages that don't match the protocol.
		const fitting = agentRequest.safeParse(request);
		if (!fitting.success) {
			const detail = fitting.error.issues[0]?.path.map(String).join(".") ?? null;
			onAnswer({ kind: "fault", code: "malformed", detail });
			return;
		}
		const release = this.#occupy(credential);
		if (release === null) {
			onAnswer(fault("busy"));
			return;
		}
		const id = this.#nextId++;
		const settle = (answer: LinkAnswer) => {
			if (!this.#calls.delete(id)) return;
			cancel();
			release();
			onAnswer(answer);
		};
		const cancel = this.#after(CALL_MS, () => settle(fault("unavailable")));
		this.#calls.set(id, settle);
		this.#post({ kind: "call", token: this.#token, id, credential, caller, request });
	}

	#wait(
		credential: string,
		last: ProposalStatus,
		isEnough: (status: ProposalStatus) => boolean,
		{ ms, signal }: Patience,
		resolve: (answer: LinkAnswer) => void,
	): void {
		const release = this.#occupy(credential);
		if (release === null) {
			resolve(fault("busy"));
			return;
		}
		const key = `${credential}:${last.id}`;
		const group = this.#waiters.get(key) ?? new Set<Waiter>();
		this.#waiters.set(key, group);
		const giveUp = () => waiter.settle({ kind: "proposal", status: waiter.last });
		const waiter: Waiter = {
			isEnough,
			last,
			settle: (answer) => {
				if (!group.delete(waiter)) return;
				if (group.size === 0) this.#waiters.delete(key);
				cancel();
				signal.removeEventListener("abort", giveUp);
				release();
				resolve(answer);
			},
		};
		group.add(waiter);
		const cancel = ms === null ? () => {} : this.#after(ms, giveUp);
		signal.addEventListener("abort", giveUp, { once: true });
	}

	/** Reserves a slot for a call or a waiting program. Returns `null` if none is free. */
	#occupy(credential: string): (() => void) | null {
		const load = this.#load.get(credential) ?? 0;
		if (load >= MAX_PER_AGENT || this.#total >= MAX_IN_TOTAL) return null;
		this.#load.set(credential, load + 1);
		this.#total += 1;
		return () => {
			const rest = (this.#load.get(credential) ?? 1) - 1;
			if (rest === 0) this.#load.delete(credential);
			else this.#load.set(credential, rest);
			this.#total -= 1;
		};
	}
}
