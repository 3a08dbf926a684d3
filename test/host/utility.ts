import { type ChildProcess, fork as forkChild } from "node:child_process";
import { basename } from "node:path";
import { HostEmitter } from "./emitter.ts";
import { WatchedRequests } from "./points.ts";
import { NotOfferedError, strict } from "./strict.ts";

const processes = new Set<HostUtilityProcess>();

/** Electron's UtilityProcess: a forked Node process with `process.parentPort`. */
class HostUtilityProcess extends HostEmitter {
	pid: number | undefined;
	readonly stdout: NodeJS.ReadableStream | null;
	readonly stderr: NodeJS.ReadableStream | null;
	private readonly child: ChildProcess;
	private readonly requests: WatchedRequests;
	private ended = false;

	constructor(modulePath: string, args: string[], options: Electron.ForkOptions) {
		super("utilityProcess", ["spawn", "message", "exit", "error"]);
		const stream = options.stdio ?? "inherit";
		if (stream !== "inherit" && stream !== "ignore" && stream !== "pipe")
			throw new NotOfferedError(`utilityProcess.fork stdio ${String(stream)}`);
		this.child = forkChild(modulePath, args, {
			execArgv: [
				...(options.execArgv ?? []),
				"--import",
				new URL("./utility-child.ts", import.meta.url).href,
			],
			serialization: "advanced",
			stdio: ["ignore", stream, stream, "ipc"],
			...(options.cwd === undefined ? {} : { cwd: options.cwd }),
			...(options.env === undefined ? {} : { env: { ...options.env } }),
		});
		this.stdout = this.child.stdout;
		this.stderr = this.child.stderr;
		this.requests = new WatchedRequests(basename(modulePath, ".js"));
		processes.add(this);
		this.child.on("spawn", () => {
			this.pid = this.child.pid;
			this.emit("spawn");
		});
		this.child.on("message", (message) => {
			this.requests.onResponse(message);
			this.emit("message", message);
		});
		this.child.on("error", (error) => {
			// A child process that can't be forked never exits, but Electron reports both cases as an exit.
			if (this.child.pid === undefined) this.exited(1);
			else process.stderr.write(`[host] utility process: ${error.message}\n`);
		});
		this.child.on("exit", (code, signal) => this.exited(code ?? (signal === "SIGTERM" ? 15 : 9)));
	}

	private exited(code: number): void {
		if (this.ended) return;
		this.ended = true;
		this.pid = undefined;
		processes.delete(this);
		this.emit("exit", code);
	}

	postMessage(message: unknown): void {
		if (this.ended || !this.child.connected) return;
		this.requests.onRequest(message);
		this.child.send(message as Parameters<ChildProcess["send"]>[0], () => {});
	}

	kill(): boolean {
		return !this.ended && this.child.kill();
	}
}

export const utilityProcess = strict("utilityProcess", {
	fork: (modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}) =>
		strict("utilityProcess", new HostUtilityProcess(modulePath, args, options)),
});

/** Returns the PIDs of the app's utility processes. */
export function utilityPids(): number[] {
	return [...processes].map(({ pid }) => pid).filter((pid) => pid !== undefined);
}
