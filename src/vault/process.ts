import { randomBytes, scrypt } from "node:crypto";
import { mainChannel } from "../core/parent-port.ts";
import { MAIN_PID, watchMain } from "../core/parent-watch.ts";
import { diskFiles } from "./file/files.ts";
import type { Scrypt, ScryptCost } from "./file/vault-file.ts";
import type { VaultReply } from "./protocol.ts";
import { VaultServer } from "./server.ts";

const nodeScrypt: Scrypt = (password, salt, length, { N, r, p, maxmem }) =>
	new Promise((resolve, reject) => {
		scrypt(password, salt, length, { N, r, p, maxmem }, (error, key) => {
			if (error === null) resolve(key);
			else reject(error);
		});
	});

/**
 * Serves the parent process until that exits, then wipes all secrets.
 * @param cost password cost, for tests only; no message or file can set it
 */
export function runVault(cost?: ScryptCost): void {
	const channel = mainChannel<VaultReply>(process);

	const server = new VaultServer({
		openFiles: diskFiles,
		clock: {
			now: Date.now,
			after(ms, run) {
				const timer = setTimeout(run, ms);
				return () => clearTimeout(timer);
			},
		},
		random: (length) => randomBytes(length),
		scrypt: nodeScrypt,
		post: (message) => channel.post(message),
		log: (line) => process.stderr.write(`vault: ${line}\n`),
		...(cost === undefined ? {} : { cost }),
	});

	function end(code: number): void {
		server.shutDown();
		process.exit(code);
	}

	function endNow(): void {
		server.shutDown();
		process.kill(process.pid, "SIGKILL");
	}

	// The error message isn't logged, because it may contain a secret.
	process.on("uncaughtException", (error) => {
		process.stderr.write(`vault: ends after an error of its own (${error.name})\n`);
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
	// Ctrl-C signals the whole process group, but main decides when the vault exits.
	process.on("SIGINT", () => server.shutDown());
	process.on("exit", () => server.shutDown());

	channel.listen((message) => server.receive(message));
}
