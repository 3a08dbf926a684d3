import { randomBytes, scrypt } from "node:crypto";
import { MAIN_PID, watchMain } from "../core/parent-watch.ts";
import { diskFiles } from "./file/files.ts";
import type { Scrypt, ScryptCost } from "./file/vault-file.ts";
import type { VaultReply } from "./protocol.ts";
import { VaultServer } from "./server.ts";

/** Vault process: Electron's utilityProcess, or a forked Node process without Electron. */

interface ParentPort {
	on(event: "message", listener: (event: { readonly data: unknown }) => void): void;
	postMessage(message: VaultReply): void;
}

function isParentPort(value: unknown): value is ParentPort {
	return typeof value === "object" && value !== null && "postMessage" in value && "on" in value;
}

const nodeScrypt: Scrypt = (password, salt, length, { N, r, p, maxmem }) =>
	new Promise((resolve, reject) => {
		scrypt(password, salt, length, { N, r, p, maxmem }, (error, key) => {
			if (error === null) resolve(key);
			else reject(error);
		});
	});

/**
 * Answers its parent until that ends, and wipes secrets however it ends.
 * @param cost password cost for tests; only the calling entry point can set it
 */
export function runVault(cost?: ScryptCost): void {
	const parent: unknown = Reflect.get(process, "parentPort");

	function post(reply: VaultReply): void {
		if (isParentPort(parent)) parent.postMessage(reply);
		else process.send?.(reply);
	}

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
		post,
		log: (line) => process.stderr.write(`vault: ${line}\n`),
		...(cost === undefined ? {} : { cost }),
	});

	function end(code: number): void {
		server.shutDown();
		process.exit(code);
	}

	/** Ends without `exit`, which would wait for other threads: password work there takes seconds. */
	function endNow(): void {
		server.shutDown();
		process.kill(process.pid, "SIGKILL");
	}

	// Wipes secrets before ending; does not print the error's text, which may contain one.
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
	// Ctrl-C in a terminal reaches the whole process group; main decides when the vault ends.
	process.on("SIGINT", () => server.shutDown());
	process.on("exit", () => server.shutDown());

	if (isParentPort(parent)) parent.on("message", (event) => server.receive(event.data));
	else process.on("message", (message) => server.receive(message));
}
