import { timingSafeEqual } from "node:crypto";
import { message } from "../core/localized-text.ts";
import type { VaultFiles } from "./file/files.ts";
import { COST, type Scrypt, type ScryptCost } from "./file/vault-file.ts";
import { wipe } from "./memory.ts";
import { type ProcessStatus, type VaultReply, type VaultRequest, vaultMessage } from "./protocol.ts";
import { refusalOf, refuse } from "./refusals.ts";
import type { VaultClock } from "./session.ts";
import { Vault } from "./vault.ts";

interface RunningVault {
	readonly vault: Vault;
	readonly token: string;
}

function sameToken(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

function wipeBytes(members: object): void {
	for (const value of Object.values(members)) if (value instanceof Uint8Array) wipe(value);
}

/** Answers main's messages one at a time. Only lock and status requests skip the queue. */
export class VaultServer {
	readonly #options;
	#running: RunningVault | null = null;
	#turn: Promise<void> = Promise.resolve();

	constructor(options: {
		readonly openFiles: (folder: string) => VaultFiles;
		readonly clock: VaultClock;
		readonly random: (length: number) => Uint8Array;
		readonly scrypt: Scrypt;
		readonly post: (reply: VaultReply) => void;
		/** Must not receive secrets, nor error texts that could contain one. */
		readonly log: (line: string) => void;
		/** For tests only. No file or message can set it. */
		readonly cost?: ScryptCost;
	}) {
		this.#options = options;
	}

	receive(received: unknown): void {
		const { log } = this.#options;
		const parsed = vaultMessage.safeParse(received);
		if (!parsed.success) {
			const issue = parsed.error.issues[0];
			log(`a message was ignored: ${issue?.path.join(".") ?? ""} ${issue?.code ?? ""}`);
			this.#refuseUnreadable(received, issue?.path.map(String).join(".") ?? null);
			return;
		}
		const { id, token, request } = parsed.data;
		if (this.#running === null) {
			if (request.kind === "hello") this.#greet(id, token, request);
			else log("a message before hello was ignored");
			return;
		}
		if (!sameToken(token, this.#running.token)) {
			log("a message with another token was ignored");
			return;
		}
		const { vault } = this.#running;
		if (request.kind === "lock" || request.kind === "status") void this.#answer(vault, id, request);
		else this.#turn = this.#turn.then(() => this.#answer(vault, id, request));
	}

	shutDown(): void {
		this.#running?.vault.lock();
	}

	#reply(id: number, answer: unknown, status: ProcessStatus): void {
		if (this.#running !== null) this.#options.post({ token: this.#running.token, id, status, answer });
	}

	#greet(id: number, token: string, request: VaultRequest & { kind: "hello" }): void {
		const { openFiles, clock, random, scrypt, cost = COST } = this.#options;
		const vault = new Vault({
			files: openFiles(request.dataDir),
			folder: request.dataDir,
			clock,
			random,
			scrypt,
			cost,
			autoLockMs: request.autoLockMs,
			onChange: () => this.#reply(0, null, vault.status()),
		});
		this.#running = { vault, token };
		this.#reply(id, { ok: true }, vault.status());
	}

	async #answer(vault: Vault, id: number, request: VaultRequest): Promise<void> {
		let result: unknown;
		try {
			vault.lockIfDue();
			result =
				request.kind === "hello"
					? refuse("badMessage", message("vault.greeted-already"))
					: await vault.perform(request);
		} catch (error) {
			this.#options.log(`${request.kind} failed: ${error instanceof Error ? error.name : "unknown"}`);
			result = refusalOf(error);
		} finally {
			wipeBytes(request);
		}
		this.#reply(id, result, vault.status());
		// The posted message has its own copy.
		if (typeof result === "object" && result !== null) wipeBytes(result);
	}

	/** Answers an unreadable message if it has an id, so that main need not wait for a timeout. */
	#refuseUnreadable(received: unknown, field: string | null): void {
		if (this.#running === null || typeof received !== "object" || received === null) return;
		if (!("id" in received) || !("token" in received)) return;
		const { id, token } = received;
		if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || typeof token !== "string") return;
		if (!sameToken(token, this.#running.token)) return;
		const words = message("vault.unreadable");
		this.#reply(id, refuse("badMessage", words, { field }), this.#running.vault.status());
	}
}
