import { utilityProcess } from "electron";
import { MAIN_PID } from "../../../core/parent-watch.ts";
import { t } from "../../../text/index.ts";
import type { ProcessChannel } from "../../ports.ts";

/** Environment variables that a child process needs to start. No others are passed on. */
const NEEDED = ["SystemRoot", "windir"];

/** The process has no standard streams, so none of its output reaches a terminal or the log. */
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

export function forkVault(entry: string, log: (line: string) => void): ProcessChannel {
	return forkProcess(entry, "vault", log);
}

/** Starts the device process. A native crash in the device library only ends this process. */
export function forkLedger(entry: string, log: (line: string) => void): ProcessChannel {
	return forkProcess(entry, "ledger", log);
}

/** Starts the process that parses input from programs on this computer. */
export function forkAgents(entry: string, log: (line: string) => void): ProcessChannel {
	return forkProcess(entry, "agents", log);
}
