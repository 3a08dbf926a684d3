import { mainChannel } from "../core/parent-port.ts";
import { MAIN_PID, watchMain } from "../core/parent-watch.ts";
import type { FromAgents } from "./protocol.ts";
import { AgentsServer } from "./server.ts";

/**
 * Entry point of the agents process. Runs in Electron's utilityProcess, or in a forked Node process without
 * Electron.
 */

const channel = mainChannel<FromAgents>(process);

const log = (line: string) => process.stderr.write(`agents: ${line}\n`);

const server = new AgentsServer({
	post: (message) => channel.post(message),
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
	log,
});

/** Maximum time to wait for the servers to close on shutdown. */
const END_MS = 1_000;

function end(code: number): void {
	setTimeout(() => process.exit(code), END_MS).unref();
	void server.shutDown().finally(() => process.exit(code));
}

// The error's message may quote a program's input.
process.on("uncaughtException", (error) => {
	log(`ends after an error of its own (${error.name})`);
	end(1);
});
process.on("disconnect", () => end(0));
process.on("SIGTERM", () => end(0));
watchMain({
	pid: process.env[MAIN_PID],
	probe: (pid) => process.kill(pid, 0),
	repeat: (ms, look) => setInterval(look, ms).unref(),
	onMainEnded: () => end(0),
});
// Ctrl-C in a terminal signals the whole process group, but main decides when this process exits.
process.on("SIGINT", () => {});

channel.listen((message) => server.receive(message));
