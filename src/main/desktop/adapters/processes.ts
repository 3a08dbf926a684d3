import { utilityProcess } from "electron";
import { MAIN_PID } from "../../../core/parent-watch.ts";
import { t } from "../../../text/index.ts";
import type { ProcessChannel } from "../../ports.ts";

/** What a child process can't start without, and nothing else of the environment. */
const NEEDED = ["SystemRoot", "windir"];

/** Starts a process of ours. It has no standard streams, so that nothing of it can end in a terminal or a log. */
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

/** The process that holds the keys of this computer's accounts. */
export function forkVault(entry: string, log: (line: string) => void): ProcessChannel {
	return forkProcess(entry, "vault", log);
}

/** The process that talks to Ledger devices: a native fault there ends it alone. */
export function forkLedger(entry: string, log: (line: string) => void): ProcessChannel {
	return forkProcess(entry, "ledger", log);
}
