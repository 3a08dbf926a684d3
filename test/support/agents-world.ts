import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Doors } from "../../src/agents-process/protocol.ts";
import { AgentsServer } from "../../src/agents-process/server.ts";
import { AgentsMain } from "./agents-main.ts";

/** Timers that expire only when a test says so. */
export class ManualTimers {
	readonly #waiting = new Map<() => void, number>();
	readonly after = (ms: number, run: () => void): (() => void) => {
		const once = () => run();
		this.#waiting.set(once, ms);
		return () => {
			this.#waiting.delete(once);
		};
	};
	/** Runs the timers that were set to this duration. */
	expire(ms: number): void {
		for (const [run, due] of [...this.#waiting])
			if (due === ms) {
				this.#waiting.delete(run);
				run();
			}
	}
	get waiting(): readonly number[] {
		return [...this.#waiting.values()];
	}
}

/** The agents process's server in this process, with a main process that the test controls. */
export interface AgentsWorld {
	readonly main: AgentsMain;
	readonly server: AgentsServer;
	readonly timers: ManualTimers;
	readonly folder: string;
	readonly socket: string;
	/** Address such as "http://127.0.0.1:PORT". */
	readonly url: string;
	readonly port: number;
	readonly logged: string[];
	close(): Promise<void>;
}

export async function openAgentsWorld(doors?: Partial<Doors>): Promise<AgentsWorld> {
	const folder = mkdtempSync(join(tmpdir(), "agents-"));
	const socket = join(folder, "run", "agents.sock");
	const timers = new ManualTimers();
	const logged: string[] = [];
	const server = new AgentsServer({
		// Delivers a copy asynchronously, as between processes.
		post: (message) => setImmediate(() => main.receive(structuredClone(message))),
		after: timers.after,
		log: (line) => logged.push(line),
	});
	const main = new AgentsMain((message) => setImmediate(() => server.receive(structuredClone(message))));
	const { port } = await main.open({ http: { port: 0 }, socket, ...doors });
	return {
		main,
		server,
		timers,
		folder,
		socket,
		url: `http://127.0.0.1:${port}`,
		port: port ?? 0,
		logged,
		close: async () => {
			await server.shutDown();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
