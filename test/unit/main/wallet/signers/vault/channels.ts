import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { ProcessChannel } from "../../../../../../src/main/ports.ts";
import { VaultClient } from "../../../../../../src/main/wallet/signers/vault/client.ts";
import { VaultServer } from "../../../../../../src/vault/server.ts";
import { entryOf } from "../../../../../fixtures/entries.ts";
import { MemoryFiles } from "../../../../vault/file/memory-files.ts";
import { FOLDER, QUICK, TestClock, testScrypt } from "../../../../vault/scene.ts";

/** A vault process that a test controls: it can die, stop answering, or change its answers. */
interface HeldChannel extends ProcessChannel {
	die(): void;
	/** Whether it stops answering. */
	silent: boolean;
	/** Messages from main, as the vault received them. */
	readonly posted: unknown[];
	killed: boolean;
	/** Changes each answer on its way to main. */
	change: (reply: unknown) => unknown;
}

function heldChannel(files: MemoryFiles, clock: TestClock): HeldChannel {
	const listeners: ((message: unknown) => void)[] = [];
	const exits: ((code: number) => void)[] = [];
	let alive = true;
	const server = new VaultServer({
		openFiles: () => files,
		clock,
		random: (length) => randomBytes(length),
		scrypt: testScrypt,
		cost: QUICK,
		log: () => {},
		post(reply) {
			if (!alive || channel.silent) return;
			const message = channel.change(structuredClone(reply));
			queueMicrotask(() => {
				for (const listener of listeners) listener(message);
			});
		},
	});
	function end(code: number): void {
		if (!alive) return;
		alive = false;
		server.shutDown();
		for (const exit of exits) exit(code);
	}
	const channel: HeldChannel = {
		silent: false,
		posted: [],
		killed: false,
		change: (reply) => reply,
		post(message) {
			if (!alive) throw new Error("The pipe is closed.");
			const copy: unknown = structuredClone(message);
			channel.posted.push(structuredClone(message));
			server.receive(copy);
		},
		onMessage: (listener) => void listeners.push(listener),
		onExit: (listener) => void exits.push(listener),
		kill() {
			channel.killed = true;
			queueMicrotask(() => end(0));
		},
		die: () => end(9),
	};
	return channel;
}

export interface ClientScene {
	readonly client: VaultClient;
	readonly clock: TestClock;
	readonly files: MemoryFiles;
	/** Processes that were started, newest last. */
	readonly channels: HeldChannel[];
	readonly logged: string[];
	channel(): HeldChannel;
}

/** Creates a client, not started, whose vaults run in this process. */
export function clientScene(files = new MemoryFiles()): ClientScene {
	const clock = new TestClock();
	const channels: HeldChannel[] = [];
	const logged: string[] = [];
	const client = new VaultClient({
		fork() {
			const channel = heldChannel(files, clock);
			channels.push(channel);
			return channel;
		},
		dataDir: FOLDER,
		clock,
		random: (length) => randomBytes(length),
		log: (line) => logged.push(line),
		autoLockMs: 900_000,
	});
	const channel = () => {
		const last = channels.at(-1);
		if (last === undefined) throw new Error("No process was started.");
		return last;
	};
	return { client, clock, files, channels, logged, channel };
}

/** Starts the real vault in a separate process. */
export function forkedVault(onFork: (child: ChildProcess) => void = () => {}): ProcessChannel {
	const child = fork(entryOf("realVault"), [], {
		serialization: "advanced",
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	onFork(child);
	return {
		post: (message) => {
			if (child.connected && typeof message === "object" && message !== null) child.send(message);
		},
		onMessage: (listener) => void child.on("message", listener),
		onExit: (listener) => void child.on("exit", (code) => listener(code ?? 1)),
		kill: () => void child.kill("SIGKILL"),
	};
}
