import { timingSafeEqual } from "node:crypto";
import { message } from "../core/message.ts";
import type { VaultFiles } from "./file/files.ts";
import { COST, type Scrypt, type ScryptCost } from "./file/vault-file.ts";
import { wipe } from "./memory.ts";
import { type ProcessStatus, type VaultReply, type VaultRequest, vaultMessage } from "./protocol.ts";
import { refusalOf, refuse } from "./refusals.ts";
import type { VaultClock } from "./session.ts";
import { createVault, type Vault } from "./vault.ts";

/** Answers main's messages, one at a time; only locking and asking how it stands do not wait their turn. */

export interface VaultServerParts {
	/** The folder's file access, made once `hello` has named it. */
	readonly openFiles: (folder: string) => VaultFiles;
	readonly clock: VaultClock;
	readonly random: (length: number) => Uint8Array;
	readonly scrypt: Scrypt;
	readonly post: (reply: VaultReply) => void;
	/** One line a fact; never a secret, nor the text of an error that could hold one. */
	readonly log: (line: string) => void;
	/** For tests, which can't wait a third of a second a password. Neither a file nor a message sets it. */
	readonly cost?: ScryptCost;
}

export interface VaultServer {
	receive(message: unknown): void;
	/** Wipes everything at once. */
	shutDown(): void;
}

interface RunningVault {
	readonly vault: Vault;
	readonly token: string;
}

function sameToken(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** Of a request that was carried out, or of an answer that was sent. */
function wipeBytes(members: object): void {
	for (const value of Object.values(members)) if (value instanceof Uint8Array) wipe(value);
}

export function createVaultServer(parts: VaultServerParts): VaultServer {
	let running: RunningVault | null = null;
	let turn: Promise<void> = Promise.resolve();

	function reply(id: number, answer: unknown, status: ProcessStatus): void {
		if (running !== null) parts.post({ token: running.token, id, status, answer });
	}

	function greet(id: number, token: string, request: VaultRequest & { kind: "hello" }): void {
		const vault = createVault({
			files: parts.openFiles(request.dataDir),
			folder: request.dataDir,
			clock: parts.clock,
			random: parts.random,
			scrypt: parts.scrypt,
			cost: parts.cost ?? COST,
			autoLockMs: request.autoLockMs,
			onChange: () => reply(0, null, vault.status()),
		});
		running = { vault, token };
		reply(id, { ok: true }, vault.status());
	}

	async function answer(vault: Vault, id: number, request: VaultRequest): Promise<void> {
		let result: unknown;
		try {
			vault.lockIfDue();
			result =
				request.kind === "hello"
					? refuse("badMessage", message("vault.greeted-already"))
					: await vault.perform(request);
		} catch (error) {
			parts.log(`${request.kind} failed: ${error instanceof Error ? error.name : "unknown"}`);
			result = refusalOf(error);
		} finally {
			wipeBytes(request);
		}
		reply(id, result, vault.status());
		// The message holds a copy.
		if (typeof result === "object" && result !== null) wipeBytes(result);
	}

	function receive(received: unknown): void {
		const parsed = vaultMessage.safeParse(received);
		if (!parsed.success) {
			const issue = parsed.error.issues[0];
			parts.log(`a message was ignored: ${issue?.path.join(".") ?? ""} ${issue?.code ?? ""}`);
			refuseUnreadable(received, issue?.path.map(String).join(".") ?? null);
			return;
		}
		const { id, token, request } = parsed.data;
		if (running === null) {
			if (request.kind === "hello") greet(id, token, request);
			else parts.log("a message before hello was ignored");
			return;
		}
		if (!sameToken(token, running.token)) {
			parts.log("a message with another token was ignored");
			return;
		}
		const { vault } = running;
		if (request.kind === "lock" || request.kind === "status") void answer(vault, id, request);
		else turn = turn.then(() => answer(vault, id, request));
	}

	/** Answers what can't be read where it says at least who asks, so that main need not wait for its timeout. */
	function refuseUnreadable(received: unknown, field: string | null): void {
		if (running === null || typeof received !== "object" || received === null) return;
		if (!("id" in received) || !("token" in received)) return;
		const { id, token } = received;
		if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || typeof token !== "string") return;
		if (!sameToken(token, running.token)) return;
		const words = message("vault.unreadable");
		reply(id, refuse("badMessage", words, { field }), running.vault.status());
	}

	return {
		receive,
		shutDown() {
			running?.vault.lock();
		},
	};
}
