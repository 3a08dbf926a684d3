import {
	type AgentAnswer,
	type AgentRequest,
	type Caller,
	type Doors,
	type FromAgents,
	fromAgents,
	type ProposalStatus,
	type ToAgents,
} from "../../agents-process/protocol.ts";
import { type Message, message } from "../../core/localized-text.ts";
import { isSameSecret } from "../../core/same-secret.ts";
import type { Ports, ProcessChannel } from "../ports.ts";
import { Restarts } from "../wallet/signers/restarts.ts";

/** Delay before a restart if the process exits too often. */
const LATER_MS = 60_000;
/** Maximum concurrent calls. Further calls are refused immediately. */
const MAX_CALLS = 2_048;
/** Time limit for a new process to open its doors. */
const LISTEN_MS = 10_000;

type Listening = Extract<FromAgents, { kind: "listening" }>;

export interface DoorFaults {
	readonly socket: Message | null;
	readonly http: Message | null;
}

const STOPPED = message("agents.door.stopped");
const FAULTS: Readonly<Record<Listening["faults"][number], Message>> = {
	port_in_use: message("agents.door.port-in-use"),
	socket_in_use: message("agents.door.socket-in-use"),
	not_permitted: message("agents.door.not-permitted"),
};

/** Port 0 matches any port, because the process then chooses the port. */
function isSameDoors(one: Doors | null, other: Doors | null): boolean {
	if (one === null || other === null) return one === other;
	const isSamePort =
		one.http?.port === other.http?.port ||
		(one.http !== null && other.http !== null && (one.http.port === 0 || other.http.port === 0));
	return one.socket === other.socket && isSamePort;
}

interface Running {
	readonly channel: ProcessChannel;
	readonly token: string;
	readonly doors: Doors;
	readonly exited: Promise<void>;
	listening: Listening | null;
	readonly opened: PromiseWithResolvers<void>;
	calls: number;
	hasLoggedNoise: boolean;
}

/**
 * Runs the agents process while a door is open, and handles its calls. A fault in that process doesn't affect
 * main.
 */
export class AgentsLink {
	readonly #app;
	readonly #restarts: Restarts;
	#running: Running | null = null;
	#wanted: Doors | null = null;
	#turn: Promise<void> = Promise.resolve();
	#isBroken = false;
	#isStopped = false;
	#cancelLater: (() => void) | null = null;

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "forkAgents" | "log" | "random">;
		/** Doors that the user has opened. `null` if none are open. */
		readonly doors: () => Doors | null;
		/** Handles a call. Never rejects. */
		readonly answer: (credential: string, caller: Caller, request: AgentRequest) => Promise<AgentAnswer>;
		/** Called when doors open, fail or close. `port` is the HTTP port, or `null` if it is closed. */
		readonly onDoors: (port: number | null) => void;
	}) {
		this.#app = app;
		this.#restarts = new Restarts(app.ports.clock);
	}

	/**
	 * Starts, restarts or stops the process so it matches the configured doors. Resolves once they are open
	 * or have failed.
	 */
	update(): Promise<void> {
		this.#turn = this.#turn.then(() => this.#apply());
		return this.#turn;
	}

	/**
	 * Returns the reason for each open door that can't be reached. `null` for a door that is reachable or
	 * closed.
	 */
	faults(): DoorFaults {
		const running = this.#running;
		if (this.#isBroken) return { socket: STOPPED, http: STOPPED };
		if (running?.listening == null) return { socket: null, http: null };
		const { doors, listening } = running;
		const [first] = listening.faults;
		const of = (own: Listening["faults"][number]): Message =>
			FAULTS[listening.faults.includes(own) ? own : (first ?? "not_permitted")];
		return {
			socket: doors.socket !== null && !listening.socket ? of("socket_in_use") : null,
			http: doors.http !== null && listening.port === null ? of("port_in_use") : null,
		};
	}

	/** Returns the HTTP port. `null` if it is closed. */
	port(): number | null {
		return this.#running?.listening?.port ?? null;
	}

	changed(credential: string, status: ProposalStatus): void {
		this.#post((token) => ({ kind: "changed", token, credential, status }));
	}

	/** Closes an agent's connections. */
	disconnect(credential: string): void {
		this.#post((token) => ({ kind: "disconnect", token, credential }));
	}

	async stop(): Promise<void> {
		this.#isStopped = true;
		this.#restarts.reset();
		this.#cancelLater?.();
		await this.#end();
	}

	/**
	 * Does nothing if the doors haven't changed. If the process exits, a restart is scheduled separately,
	 * after a delay.
	 */
	async #apply(): Promise<void> {
		if (this.#isStopped) return;
		const doors = this.#app.doors();
		if (isSameDoors(this.#wanted, doors)) {
			await this.#running?.opened.promise;
			return;
		}
		this.#wanted = doors;
		this.#restarts.reset();
		this.#cancelLater?.();
		this.#isBroken = false;
		await this.#end();
		await this.#start();
	}

	async #end(): Promise<void> {
		const running = this.#running;
		if (running === null) return;
		this.#running = null;
		running.opened.resolve();
		running.channel.kill();
		await running.exited;
	}

	async #start(): Promise<void> {
		const { clock, forkAgents, log, random } = this.#app.ports;
		if (this.#running !== null || this.#isStopped) return;
		const doors = this.#app.doors();
		if (doors === null) {
			this.#app.onDoors(null);
			return;
		}
		const exited = Promise.withResolvers<void>();
		let channel: ProcessChannel;
		try {
			channel = forkAgents();
		} catch (cause) {
			log(`agents: the process could not be started: ${cause instanceof Error ? cause.name : "unknown"}`);
			this.#onExit(null);
			return;
		}
		const running: Running = {
			channel,
			token: Buffer.from(random(32)).toString("hex"),
			doors,
			exited: exited.promise,
			listening: null,
			opened: Promise.withResolvers(),
			calls: 0,
			hasLoggedNoise: false,
		};
		this.#running = running;
		channel.onMessage((raw) => this.#receive(running, raw));
		channel.onExit(() => {
			exited.resolve();
			running.opened.resolve();
			if (this.#running === running) this.#onExit(running);
		});
		const cancel = clock.after(LISTEN_MS, () => {
			if (running.listening === null) channel.kill();
		});
		this.#post((token) => ({ kind: "hello", token, doors }));
		await running.opened.promise;
		cancel();
	}

	#onExit(running: Running | null): void {
		const { clock, log } = this.#app.ports;
		this.#running = null;
		if (this.#isStopped) return;
		if (running !== null) log("agents: the process ended by itself");
		if (!this.#restarts.schedule(() => void this.#start())) {
			this.#isBroken = true;
			this.#cancelLater?.();
			this.#cancelLater = clock.after(LATER_MS, () => {
				this.#isBroken = false;
				this.#restarts.reset();
				void this.#start();
			});
		}
		this.#app.onDoors(null);
	}

	#receive(running: Running, raw: unknown): void {
		if (this.#running !== running) return;
		const read = fromAgents.safeParse(raw);
		if (!read.success || !isSameSecret(read.data.token, running.token)) {
			// Logged only once, because a compromised process could flood the log.
			if (!running.hasLoggedNoise)
				this.#app.ports.log("agents: an unreadable or foreign message was ignored");
			running.hasLoggedNoise = true;
			return;
		}
		const { data } = read;
		if (data.kind === "call") this.#onCall(running, data);
		else if (running.listening === null) {
			running.listening = data;
			running.opened.resolve();
			this.#app.onDoors(data.port);
		}
	}

	#onCall(
		running: Running,
		{ id, credential, caller, request }: Extract<FromAgents, { kind: "call" }>,
	): void {
		const reply = (answer: AgentAnswer) => {
			if (this.#running === running) this.#post((token) => ({ kind: "answer", token, id, answer }));
		};
		if (running.calls >= MAX_CALLS) {
			reply({ kind: "fault", code: "unavailable", detail: null });
			return;
		}
		running.calls += 1;
		void this.#app
			.answer(credential, caller, request)
			.then(reply)
			.finally(() => {
				running.calls -= 1;
			});
	}

	#post(messageOf: (token: string) => ToAgents): void {
		const running = this.#running;
		if (running === null) return;
		try {
			running.channel.post(messageOf(running.token));
		} catch {
			// The pipe is closed, so the process is exiting, and its exit is reported separately.
			running.channel.kill();
		}
	}
}
