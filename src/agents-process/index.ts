import { MAIN_PID, watchMain } from "../core/parent-watch.ts";
import type { FromAgents } from "./protocol.ts";
import { AgentsServer } from "./server.ts";

/**
 * Entry point of the agents process. Runs in Electron's utilityProcess, or in a forked Node process without
 * Electron.
 */

interface ParentPort {
	on(event: "message", listener: (event: { readonly data: unknown }) => void): void;
	postMessage(message: FromAgents): void;
}

function isParentPort(value: unknown): value is ParentPort {
	return typeof value === "object" && value !== null && "postMessage" in value && "on" in value;
}

const parent: unknown = Reflect.get(process, "parentPort");

function post(message: FromAgents): void {
	if (isParentPort(parent)) parent.postMessage(message);
	else process.send?.(message);
}

const log = (line: string) => process.stderr.write(`agents: ${line}\n`);

const server = new AgentsServer({
	post,
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

if (isParentPort(parent)) parent.on("message", (event) => server.receive(event.data));
else process.on("message", (message) => server.receive(message));
