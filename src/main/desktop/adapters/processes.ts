import { utilityProcess } from "electron";
import { MAIN_PID } from "../../../core/parent-watch.ts";
import { t } from "../../../text/index.ts";
import type { ProcessChannel } from "../../ports.ts";

/** Environment variables that a child process needs to start; it gets no others. */
const NEEDED = ["SystemRoot", "windir"];

/**
 * Starts a process of the app. It has no standard streams, so none of its output can reach a terminal or a
 * log.
 */
function forkProcess(entry: string, name: string, log: (line: string) => void): ProcessChannel {
	const env: Record<string, string> = { [MAIN_PID]: String(process.pid) };
	for (const name of NEEDED) {
		const value = process.env[name];
		if (value !== undefined) env[name] = value;
	}
	const child = utilityProcess.fork(entry, [], {
		env,
		stdio: "ignore",
		serviceName: t("desktop.process", { name }),
	});
	child.on("exit", (code) => log(`the ${name} process ended with ${code}`));
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

/** Starts the process that holds the keys of this computer's accounts. */
export function forkVault(entry: string, log: (line: string) => void): ProcessChannel {
	return forkProcess(entry, "vault", log);
}

/** Starts the process for Ledger devices: a native fault there ends only that process. */
export function forkLedger(entry: string, log: (line: string) => void): ProcessChannel {
	return forkProcess(entry, "ledger", log);
}
