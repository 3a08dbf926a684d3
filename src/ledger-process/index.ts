import { mainChannel } from "../core/parent-port.ts";
import { MAIN_PID, watchMain } from "../core/parent-watch.ts";
import { ledgerJsEngine } from "./engine-ledgerjs.ts";
import { closeNetwork } from "./network.ts";
import type { LedgerReply } from "./protocol.ts";
import { LedgerServer } from "./server.ts";
import { transportsOf } from "./transports.ts";

const channel = mainChannel<LedgerReply>(process);

const log = (line: string) => process.stderr.write(`ledger: ${line}\n`);

for (const name of ["http_proxy", "https_proxy", "all_proxy"]) {
	Reflect.deleteProperty(process.env, name);
	Reflect.deleteProperty(process.env, name.toUpperCase());
}

const server = new LedgerServer({
	openEngine(transport) {
		// From now on, this process can connect only to the emulator's addresses. Without an emulator, it
		// can't connect at all.
		closeNetwork(transport.kind === "speculos" ? transport.urls : [], (target) =>
			log(`a connection to ${target} was refused`),
		);
		return ledgerJsEngine(transportsOf(transport));
	},
	clock: {
		now: Date.now,
		after(ms, run) {
			const timer = setTimeout(run, ms);
			return () => clearTimeout(timer);
		},
	},
	post: (message) => channel.post(message),
	log,
});

const END_MS = 1_000;

function end(code: number): void {
	setTimeout(() => process.exit(code), END_MS).unref();
	void server.shutDown().finally(() => process.exit(code));
}

/** `process.exit` would wait for a thread that is still reading from a device. */
function endNow(): void {
	const kill = () => process.kill(process.pid, "SIGKILL");
	setTimeout(kill, END_MS).unref();
	void server.shutDown().finally(kill);
}

process.on("uncaughtException", (error) => {
	log(`ends after an error of its own (${error.name})`);
	end(1);
});
process.on("disconnect", endNow);
process.on("SIGTERM", endNow);
watchMain({
	pid: process.env[MAIN_PID],
	probe: (pid) => process.kill(pid, 0),
	repeat: (ms, look) => setInterval(look, ms).unref(),
	onMainEnded: endNow,
});
// Ctrl-C signals the whole process group, but main decides when this process exits.
process.on("SIGINT", () => {});

channel.listen((message) => server.receive(message));
