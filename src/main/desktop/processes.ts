import { utilityProcess } from "electron";
import type { VaultChannel } from "../ports.ts";

/** What a child process can't start without, and nothing else of the environment. */
const NEEDED = ["SystemRoot", "windir"];

/** Starts the vault process. It has no standard streams, so that nothing of it can end in a terminal or a log. */
export function forkVault(entry: string, log: (line: string) => void): VaultChannel {
	const env: Record<string, string> = {};
	for (const name of NEEDED) {
		const value = process.env[name];
		if (value !== undefined) env[name] = value;
	}
	const child = utilityProcess.fork(entry, [], { env, stdio: "ignore", serviceName: "Countersign vault" });
	child.on("exit", (code) => log(`the vault process ended with ${code}`));
	return {
		post: (message) => child.postMessage(message),
		onMessage: (listener) => {
			child.on("message", listener);
		},
		onExit: (listener) => {
			child.on("exit", listener);
		},
		kill: () => {
			child.kill();
		},
	};
}
