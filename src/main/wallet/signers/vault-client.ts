import type { z } from "zod";
import { type Message, message } from "../../../core/message.ts";
import { saying } from "../../../core/unsigned.ts";
import {
	AUTO_LOCK,
	grants,
	type RefusalReason,
	type VaultRefusal,
	type VaultRequest,
	type VaultRequestKind,
	type VaultResult,
	vaultRefusal,
	vaultReply,
	vaultRequest,
} from "../../../vault/protocol.ts";
import { createProcessLink, type ProcessLink } from "./process-link.ts";
import { createRestarts } from "./restarts.ts";
import type { VaultClient, VaultClientParts, VaultStatus } from "./vault-types.ts";

export type { VaultClient, VaultClientParts } from "./vault-types.ts";

/** How long an answer may take, in milliseconds; then the process hangs, and is ended. */
const TIMEOUT_MS: Readonly<Partial<Record<VaultRequestKind, number>>> = { lock: 5_000, hello: 30_000 };
const USUAL_TIMEOUT_MS = 60_000;
const STOP_WAIT_MS = 2_000;

interface VaultRefused {
	readonly text: Message;
	readonly saysUnsigned?: boolean;
}

const STOPPED: VaultRefused = {
	text: message("signer.vault-ended"),
	saysUnsigned: true,
};
const GIVEN_UP: VaultRefused = {
	text: message("signer.vault-given-up"),
};
const HALTED: VaultRefused = { text: message("signer.vault-halted") };
const NOT_STARTED: VaultRefused = { text: message("signer.vault-not-started") };
const NOT_RUNNING: VaultRefused = { text: message("signer.vault-not-running") };

/** UTF-8 of a password, phrase or key in one normal form (NFKC), in memory of its own that can be wiped. */
export function secretBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKC"));
}

function refuse(reason: RefusalReason, refusal: VaultRefused, field: string | null = null): VaultRefusal {
	return { ok: false, reason, text: refusal.text, nextTryAt: null, field, ...saying(refusal) };
}

const nothingKnown = (autoLockMs: number, text: Message | null): VaultStatus => ({
	state: "stopped",
	accounts: [],
	hasPhrase: false,
	locksAt: null,
	nextTryAt: null,
	autoLockMs,
	phrasePositions: null,
	text,
});

function wipeSecrets(request: object): void {
	for (const value of Object.values(request)) if (value instanceof Uint8Array) value.fill(0);
}

/** With secrets in memory of their own: a view into a larger buffer would carry all of that to the vault. */
function withOwnBytes(request: VaultRequest): object {
	const own = (value: unknown) => (value instanceof Uint8Array ? Uint8Array.from(value) : value);
	return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, own(value)]));
}

/** The vault process as main holds it; see VaultClient. */
export function createVaultClient(parts: VaultClientParts): VaultClient {
	const { clock, log } = parts;
	const listeners = new Set<(status: VaultStatus) => void>();
	const restarts = createRestarts(clock);
	let link: ProcessLink | null = null;
	let wanted = false;
	let autoLockMs = Math.min(Math.max(parts.autoLockMs, AUTO_LOCK.least), AUTO_LOCK.most);
	let current: VaultStatus = nothingKnown(autoLockMs, null);
	/** What is answered while there is no process. */
	let why: VaultRefused = NOT_RUNNING;

	function show(next: VaultStatus): void {
		const changed = JSON.stringify(next) !== JSON.stringify(current);
		current = next;
		if (changed) for (const listener of [...listeners]) listener(next);
	}

	/** The accounts stay known while the process is away: they are public and don't change without it. */
	function showStopped(refused: VaultRefused): void {
		why = refused;
		show({ ...current, state: "stopped", locksAt: null, phrasePositions: null, text: refused.text });
	}

	function ended(from: ProcessLink): void {
		if (link !== from) return;
		link = null;
		if (!wanted) {
			showStopped(HALTED);
			return;
		}
		log("vault: its process ended");
		const again = restarts.schedule(() => {
			if (wanted && link === null) void connect();
		});
		showStopped(again ? STOPPED : GIVEN_UP);
	}

	function attach(): ProcessLink {
		const made: ProcessLink = createProcessLink({
			name: "vault",
			channel: parts.fork(),
			clock,
			random: parts.random,
			log,
			read: (message) => vaultReply.safeParse(message).data ?? null,
			onReply({ id, status: stands, answer }) {
				show(stands);
				made.settle(id, answer);
			},
			onEnd: () => ended(made),
		});
		return made;
	}

	/** Posts, and waits for the answer, the end of the process or the timeout. */
	function post(to: ProcessLink, request: VaultRequest): Promise<unknown> {
		const ms = TIMEOUT_MS[request.kind] ?? USUAL_TIMEOUT_MS;
		return to.post({ request, ms, unanswered: (why) => refuse(why, STOPPED) }).answer;
	}

	function readAnswer<Kind extends VaultRequestKind>(
		schema: z.ZodType<Extract<VaultResult<Kind>, { ok: true }>>,
		answer: unknown,
	): VaultResult<Kind> {
		const refusal = vaultRefusal.safeParse(answer);
		if (refusal.success) return refusal.data;
		const grant = schema.safeParse(answer);
		if (grant.success) return grant.data;
		return refuse("failed", { text: message("signer.vault-answer-unreadable") });
	}

	async function connect(): Promise<void> {
		let made: ProcessLink;
		try {
			made = attach();
		} catch (error) {
			log(`vault: its process could not be started (${error instanceof Error ? error.name : "unknown"})`);
			return showStopped(NOT_STARTED);
		}
		link = made;
		const greeted = await post(made, { kind: "hello", dataDir: parts.dataDir, autoLockMs });
		if (!readAnswer<"hello">(grants.hello, greeted).ok) log("vault: it did not answer hello");
	}

	async function call<Kind extends VaultRequestKind>(
		schema: z.ZodType<Extract<VaultResult<Kind>, { ok: true }>>,
		request: VaultRequest & { readonly kind: Kind },
	): Promise<VaultResult<Kind>> {
		const own = withOwnBytes(request);
		wipeSecrets(request);
		const readable = vaultRequest.safeParse(own);
		const to = current.state === "stopped" ? null : link;
		const answer = readable.success && to !== null ? post(to, readable.data) : null;
		wipeSecrets(own);
		if (!readable.success) {
			const field = readable.error.issues[0]?.path.join(".") ?? null;
			return refuse("badMessage", { text: messageOf(request.kind, field) }, field);
		}
		if (answer === null) return refuse("stopped", why);
		return readAnswer<Kind>(schema, await answer);
	}

	function messageOf(kind: VaultRequestKind, field: string | null): Message {
		if (field === "password" || field === "next")
			return kind === "create" || kind === "restore" || field === "next"
				? message("signer.password-length")
				: message("signer.password-needed");
		if (field === "key") return message("signer.no-private-key");
		if (field === "phrase") return message("signer.no-phrase");
		if (field === "ms") return message("signer.auto-lock-range");
		return message("signer.not-for-vault");
	}

	async function start(): Promise<VaultStatus> {
		wanted = true;
		restarts.reset();
		if (link === null) await connect();
		return current;
	}

	async function stop(): Promise<void> {
		wanted = false;
		restarts.reset();
		const open = link;
		if (open === null) return showStopped(HALTED);
		const late = Promise.withResolvers<void>();
		const cancel = clock.after(STOP_WAIT_MS, late.resolve);
		void post(open, { kind: "lock" }).then(() => open.kill());
		await Promise.race([open.gone, late.promise]);
		cancel();
		open.kill();
		open.end();
	}

	/** A vault whose process has ended, or is ended because it hangs, holds nothing in clear: that is locked. */
	async function lock(): Promise<VaultResult<"lock">> {
		if (link === null) return { ok: true };
		const result = readAnswer<"lock">(grants.lock, await post(link, { kind: "lock" }));
		if (!result.ok && (result.reason === "stopped" || result.reason === "timeout")) return { ok: true };
		return result;
	}

	/** A wait that is over is none, without the vault having to say so. */
	function status(): VaultStatus {
		const { nextTryAt } = current;
		return nextTryAt !== null && clock.now() >= nextTryAt ? { ...current, nextTryAt: null } : current;
	}

	return {
		start,
		stop,
		status,
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		create: (password) => call(grants.create, { kind: "create", password }),
		confirmPhrase: (words) => call(grants.confirmPhrase, { kind: "confirmPhrase", words: [...words] }),
		forgetPhrase: () => call(grants.forgetPhrase, { kind: "forgetPhrase" }),
		importPhrase: (phrase, password) => call(grants.importPhrase, { kind: "importPhrase", phrase, password }),
		importKey: (key, password) => call(grants.importKey, { kind: "importKey", key, password }),
		importKeyFile: (file, filePassword, password) =>
			call(grants.importKeyFile, { kind: "importKeyFile", file, filePassword, password }),
		unlock: (password) => call(grants.unlock, { kind: "unlock", password }),
		verifyPassword: (password) => call(grants.verifyPassword, { kind: "verifyPassword", password }),
		lock,
		derive: ({ family }) => call(grants.derive, { kind: "derive", family }),
		changePassword: (password, next) =>
			call(grants.changePassword, { kind: "changePassword", password, next }),
		restore: (phrase, password, anyway) =>
			call(grants.restore, { kind: "restore", phrase, password, anyway }),
		showPhrase: (password) => call(grants.showPhrase, { kind: "showPhrase", password }),
		exportKey: (address, password) => call(grants.exportKey, { kind: "exportKey", address, password }),
		removeAccount: (address, password) =>
			call(grants.removeAccount, { kind: "removeAccount", address, password }),
		async setAutoLock(minutes, password) {
			const ms = minutes * 60_000;
			const result = await call(grants.setAutoLock, { kind: "setAutoLock", ms, password });
			if (result.ok) autoLockMs = ms;
			return result;
		},
		sign: (accountAddress, frozen, fingerprint, place) =>
			call(grants.sign, { kind: "sign", accountAddress, frozen, fingerprint, place }),
		sealSecret: (secret) => call(grants.sealSecret, { kind: "sealSecret", secret }),
		openSecret: (sealed) => call(grants.openSecret, { kind: "openSecret", sealed }),
		sealMark: (set) => call(grants.sealMark, { kind: "sealMark", set }),
	};
}
