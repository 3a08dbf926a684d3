import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { secretBytes, VaultClient } from "../../src/main/wallet/signers/vault/client.ts";
import { entryOf } from "../fixtures/entries.ts";

/**
 * Runs main with its vault and device processes, with the vault busy with a password. It only waits until a
 * test kills it.
 */

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("no data folder is given");

const started: ChildProcess[] = [];
function forkHere(name: "slowVault" | "ledger"): ChildProcess {
	const child = fork(entryOf(name), [], {
		serialization: "advanced",
		env: {},
		execArgv: [],
		stdio: "ignore",
	});
	started.push(child);
	return child;
}

const device = forkHere("ledger");
const vault = new VaultClient({
	fork() {
		const child = forkHere("slowVault");
		return {
			post: (message) => {
				if (typeof message === "object" && message !== null) child.send(message);
			},
			onMessage: (listener) => void child.on("message", listener),
			onExit: (listener) => void child.on("exit", (code) => listener(code ?? 1)),
			kill: () => void child.kill(),
		};
	},
	dataDir,
	clock: {
		now: Date.now,
		after(ms, run) {
			const timer = setTimeout(run, ms);
			return () => clearTimeout(timer);
		},
	},
	random: (length) => randomBytes(length),
	log: () => {},
	autoLockMs: 900_000,
});
await new Promise<void>((resolve) => device.once("spawn", () => resolve()));
await vault.start();
void vault.importKey(secretBytes(`0x${"11".repeat(32)}`), secretBytes("a password of a test"));
// The vault handles messages in order. Once it has answered the next one, it works on the password.
await vault.start();
process.send?.({ pids: started.map(({ pid }) => pid) });
setInterval(() => {}, 60_000);
