import { randomBytes, scrypt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Scrypt, ScryptCost } from "../../../src/vault/file/vault-file.ts";
import { pathOf, seedOf } from "../../../src/vault/keys/keys.ts";
import { pathOfSvm } from "../../../src/vault/keys/keys-svm.ts";
import { keyAt } from "../../../src/vault/keys/vault-accounts.ts";
import type {
	ProcessStatus,
	VaultRequest,
	VaultRequestKind,
	VaultResult,
} from "../../../src/vault/protocol.ts";
import { grants, vaultRefusal, vaultReply } from "../../../src/vault/protocol.ts";
import { VaultServer } from "../../../src/vault/server.ts";
import type { VaultClock } from "../../../src/vault/session.ts";
import { MemoryFiles } from "./file/memory-files.ts";

/** A vault in this process, with a fake clock and disk. */

export const FOLDER = "/home/person/countersign";
/** The private key 1, whose account is the signer of the honest commits. */
export const KEY_ONE = `0x${"0".repeat(63)}1`;
export const ABANDON = `${"abandon ".repeat(11)}about`;
export const JUNK = "test test test test test test test test test test test junk";
export const ABANDON_FIRST = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
export const JUNK_FIRST = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/** Solana accounts of the two phrases. */
export const ABANDON_SVM = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk";
export const JUNK_SVM = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96";
export const JUNK_SVM_SECOND = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD";
export const JUNK_SECOND = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
/** A thousandth of the usual scrypt cost. */
export const QUICK: ScryptCost = { N: 128, r: 8, p: 1 };

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const PASSWORD = "correct horse";

export class TestClock implements VaultClock {
	time = 1_780_000_000_000;
	readonly #timers = new Set<{ due: number; run: () => void }>();

	now(): number {
		return this.time;
	}

	after(ms: number, run: () => void): () => void {
		const timer = { due: this.time + ms, run };
		this.#timers.add(timer);
		return () => this.#timers.delete(timer);
	}

	/** Advances time, and runs the timers that become due, in order. */
	pass(ms: number): void {
		const end = this.time + ms;
		for (;;) {
			const next = [...this.#timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
			if (next === undefined) break;
			this.#timers.delete(next);
			this.time = Math.max(this.time, next.due);
			next.run();
		}
		this.time = end;
	}

	/** Sets the clock forward, as after sleep or a correction, without affecting timers. */
	jump(ms: number): void {
		this.time += ms;
	}
}

export const testScrypt: Scrypt = (password, salt, length, { N, r, p, maxmem }) =>
	new Promise((resolve, reject) => {
		scrypt(password, salt, length, { N, r, p, maxmem }, (error, key) => {
			if (error === null) resolve(key);
			else reject(error);
		});
	});

export interface Scene {
	readonly files: MemoryFiles;
	readonly clock: TestClock;
	/** Messages from the vault, newest last. */
	readonly replies: ReturnType<typeof vaultReply.parse>[];
	readonly logged: string[];
	ask<Kind extends VaultRequestKind>(request: VaultRequest & { kind: Kind }): Promise<VaultResult<Kind>>;
	/**
	 * Sends a request without cloning it.
	 * @returns the answer, also not cloned
	 */
	askAsIs(request: VaultRequest): Promise<unknown>;
	/** Sends a message without cloning it. */
	receive(message: unknown): void;
	status(): ProcessStatus;
	/** Starts a new process with the same disk and clock. */
	restart(): Scene;
	shutDown(): void;
}

export const TOKEN = "ab".repeat(32);

/** Number of event loop turns within which a vault answers, if it isn't deriving a key. */
const TURNS = 200;

export function openScene(
	files = new MemoryFiles(),
	clock = new TestClock(),
	parts: {
		scrypt?: Scrypt;
		cost?: ScryptCost;
		/** Collects every answer without cloning it. */
		sent?: unknown[];
	} = {},
): Scene {
	const replies: ReturnType<typeof vaultReply.parse>[] = [];
	const logged: string[] = [];
	const waiting = new Map<number, (answer: unknown) => void>();
	const derive = parts.scrypt ?? testScrypt;
	/** Number of pending key derivations, the only work for which the vault waits. */
	let deriving = 0;
	const server = new VaultServer({
		openFiles: () => files,
		clock,
		random: (length) => randomBytes(length),
		scrypt(...asked) {
			deriving += 1;
			return derive(...asked).finally(() => {
				deriving -= 1;
			});
		},
		cost: parts.cost ?? QUICK,
		log: (line) => logged.push(line),
		post(reply) {
			parts.sent?.push(reply.answer);
			const read = vaultReply.parse(structuredClone(reply));
			replies.push(read);
			waiting.get(read.id)?.(read.answer);
			waiting.delete(read.id);
		},
	});
	let nextId = 1;

	/** Throws if the vault doesn't answer, and no work is pending that could lead to an answer. */
	async function silence(id: number, kind: VaultRequestKind): Promise<never> {
		for (let idle = 0; idle < TURNS && waiting.has(id); idle = deriving > 0 ? 0 : idle + 1)
			await setImmediate();
		if (!waiting.has(id)) return await new Promise(() => {});
		throw new Error(`The vault does not answer ${kind}.`);
	}

	async function askAsIs(request: VaultRequest): Promise<unknown> {
		const id = nextId++;
		const { kind } = request;
		const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
		// The scene can't see the derivation of a key file's own password, so it counts as pending.
		const unseen = kind === "importKeyFile" ? 1 : 0;
		deriving += unseen;
		server.receive({ token: TOKEN, id, request });
		const result = await Promise.race([answer, silence(id, kind)]);
		deriving -= unseen;
		return result;
	}

	async function ask<Kind extends VaultRequestKind>(request: VaultRequest & { kind: Kind }) {
		return read(request.kind, await askAsIs(structuredClone(request)));
	}

	server.receive({
		token: TOKEN,
		id: nextId++,
		request: { kind: "hello", dataDir: FOLDER, autoLockMs: 900_000 },
	});
	return {
		files,
		clock,
		replies,
		logged,
		ask,
		askAsIs,
		receive: (message) => server.receive(message),
		status() {
			const last = replies.at(-1);
			if (last === undefined) throw new Error("The vault has said nothing yet.");
			return last.status;
		},
		restart: () => openScene(files, clock, parts),
		shutDown: () => server.shutDown(),
	};
}

function read<Kind extends VaultRequestKind>(kind: Kind, answer: unknown): VaultResult<Kind> {
	const refusal = vaultRefusal.safeParse(answer);
	return refusal.success ? refusal.data : (grants[kind].parse(answer) as VaultResult<Kind>);
}

/** Creates an unlocked vault with the private key 1. */
export async function sceneWithKey(files?: MemoryFiles): Promise<Scene> {
	const scene = openScene(files);
	const made = await scene.ask({ kind: "importKey", key: bytes(KEY_ONE), password: bytes(PASSWORD) });
	if (!made.ok) throw new Error(made.text.code);
	return scene;
}

/** Creates an unlocked vault with the development chains' phrase. */
export async function sceneWithPhrase(files?: MemoryFiles): Promise<Scene> {
	const scene = openScene(files);
	const made = await scene.ask({ kind: "importPhrase", phrase: bytes(JUNK), password: bytes(PASSWORD) });
	if (!made.ok) throw new Error(made.text.code);
	return scene;
}

/** Derives the key of a phrase's account by its index, as the vault does. */
export const evmKey = (entropy: Uint8Array, index: number): Buffer =>
	keyAt(seedOf(entropy), { family: "evm", path: pathOf(index) });
export const svmKey = (entropy: Uint8Array, index: number): Buffer =>
	keyAt(seedOf(entropy), { family: "svm", path: pathOfSvm(index) });
