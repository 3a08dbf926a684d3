import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Message, message } from "../../../../core/localized-text.ts";
import { saying } from "../../../../core/unsigned.ts";
import {
	AUTO_LOCK,
	grants,
	type ProcessStatus,
	type RefusalReason,
	type VaultRefusal,
	type VaultRequest,
	type VaultRequestKind,
	type VaultResult,
	vaultRefusal,
	vaultReply,
	vaultRequest,
} from "../../../../vault/protocol.ts";
import type { Clock, ProcessChannel } from "../../../ports.ts";
import { ProcessLink } from "../process-link.ts";
import { Restarts } from "../restarts.ts";

export type VaultStatus = Omit<ProcessStatus, "state"> & {
	readonly state: ProcessStatus["state"] | "stopped";
};

interface VaultRefused {
	readonly text: Message;
	readonly saysUnsigned?: boolean;
}

export const STOPPED: VaultRefused = {
	text: message("signer.vault-ended"),
	saysUnsigned: true,
};
export const GIVEN_UP: VaultRefused = {
	text: message("signer.vault-given-up"),
};
const HALTED: VaultRefused = { text: message("signer.vault-halted") };
const NOT_STARTED: VaultRefused = { text: message("signer.vault-not-started") };
const NOT_RUNNING: VaultRefused = { text: message("signer.vault-not-running") };

export function refuse(
	reason: RefusalReason,
	refusal: VaultRefused,
	field: string | null = null,
): VaultRefusal {
	return { ok: false, reason, text: refusal.text, nextTryAt: null, field, ...saying(refusal) };
}

export function notForVault(kind: VaultRequestKind, field: string | null): Message {
	if (field === "password" || field === "next")
		return kind === "create" || kind === "restore" || field === "next"
			? message("signer.password-length")
			: message("signer.password-needed");
	if (field === "key") return message("signer.no-private-key");
	if (field === "phrase") return message("signer.no-phrase");
	if (field === "ms") return message("signer.auto-lock-range");
	return message("signer.not-for-vault");
}

/** Timeouts after which the process counts as hung and is ended. */
const TIMEOUT_MS: Readonly<Partial<Record<VaultRequestKind, number>>> = { lock: 5_000, hello: 30_000 };
const USUAL_TIMEOUT_MS = 60_000;
const STOP_WAIT_MS = 2_000;

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

/** Copies the bytes, because a view into a larger buffer would send the whole buffer to the vault. */
function withCopiedBytes(request: VaultRequest): object {
	const own = (value: unknown) => (value instanceof Uint8Array ? Uint8Array.from(value) : value);
	return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, own(value)]));
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

export interface VaultConnectionOptions {
	readonly fork: () => ProcessChannel;
	readonly dataDir: string;
	readonly clock: Clock;
	readonly random: (length: number) => Uint8Array;
	readonly log: (line: string) => void;
	readonly autoLockMs: number;
}

export class VaultConnection {
	readonly #options: VaultConnectionOptions;
	readonly #listeners = new Set<(status: VaultStatus) => void>();
	readonly #restarts: Restarts;
	#link: ProcessLink | null = null;
	#wanted = false;
	#autoLockMs: number;
	#current: VaultStatus;
	/** Reason returned while no process is running. */
	#why: VaultRefused = NOT_RUNNING;

	constructor(options: VaultConnectionOptions) {
		this.#options = options;
		this.#restarts = new Restarts(options.clock);
		this.#autoLockMs = Math.min(Math.max(options.autoLockMs, AUTO_LOCK.least), AUTO_LOCK.most);
		this.#current = nothingKnown(this.#autoLockMs, null);
	}

	/** Never rejects. */
	async start(): Promise<VaultStatus> {
		this.#wanted = true;
		this.#restarts.reset();
		if (this.#link === null) await this.#connect();
		return this.#current;
	}

	/** Waits at most two seconds for the process to end. */
	async stop(): Promise<void> {
		this.#wanted = false;
		this.#restarts.reset();
		const open = this.#link;
		if (open === null) return this.#showStopped(HALTED);
		const late = Promise.withResolvers<void>();
		const cancel = this.#options.clock.after(STOP_WAIT_MS, late.resolve);
		void this.#post(open, { kind: "lock" }).then(() => open.kill());
		await Promise.race([open.exited, late.promise]);
		cancel();
		open.kill();
		open.end();
	}

	/**
	 * If the process doesn't respond, it is killed. A process that has exited doesn't have any secrets left, so
	 * the vault is locked.
	 */
	async lock(): Promise<VaultResult<"lock">> {
		if (this.#link === null) return { ok: true };
		const result = readAnswer<"lock">(grants.lock, await this.#post(this.#link, { kind: "lock" }));
		if (!result.ok && (result.reason === "stopped" || result.reason === "timeout")) return { ok: true };
		return result;
	}

	status(): VaultStatus {
		const { nextTryAt } = this.#current;
		return nextTryAt !== null && this.#options.clock.now() >= nextTryAt
			? { ...this.#current, nextTryAt: null }
			: this.#current;
	}

	onChange(listener: (status: VaultStatus) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Also applies to processes that start later. */
	protected keepAutoLock(ms: number): void {
		this.#autoLockMs = ms;
	}

	/** Wipes the request's secrets before returning. */
	protected async call<Kind extends VaultRequestKind>(
		schema: z.ZodType<Extract<VaultResult<Kind>, { ok: true }>>,
		request: VaultRequest & { readonly kind: Kind },
	): Promise<VaultResult<Kind>> {
		const own = withCopiedBytes(request);
		wipeSecrets(request);
		const readable = vaultRequest.safeParse(own);
		const to = this.#current.state === "stopped" ? null : this.#link;
		const answer = readable.success && to !== null ? this.#post(to, readable.data) : null;
		wipeSecrets(own);
		if (!readable.success) {
			const field = readable.error.issues[0]?.path.join(".") ?? null;
			return refuse("badMessage", { text: notForVault(request.kind, field) }, field);
		}
		if (answer === null) return refuse("stopped", this.#why);
		return readAnswer<Kind>(schema, await answer);
	}

	#show(next: VaultStatus): void {
		const changed = !isDeepStrictEqual(next, this.#current);
		this.#current = next;
		if (changed) for (const listener of [...this.#listeners]) listener(next);
	}

	#showStopped(refused: VaultRefused): void {
		this.#why = refused;
		this.#show({
			...this.#current,
			state: "stopped",
			locksAt: null,
			phrasePositions: null,
			text: refused.text,
		});
	}

	#ended(from: ProcessLink): void {
		if (this.#link !== from) return;
		this.#link = null;
		if (!this.#wanted) {
			this.#showStopped(HALTED);
			return;
		}
		this.#options.log("vault: its process ended");
		const again = this.#restarts.schedule(() => {
			if (this.#wanted && this.#link === null) void this.#connect();
		});
		this.#showStopped(again ? STOPPED : GIVEN_UP);
	}

	#attach(): ProcessLink {
		const made: ProcessLink = new ProcessLink({
			name: "vault",
			channel: this.#options.fork(),
			clock: this.#options.clock,
			random: this.#options.random,
			log: this.#options.log,
			read: (message) => {
				const reply = vaultReply.safeParse(message).data;
				if (reply === undefined) return null;
				const accept = () => {
					this.#show(reply.status);
					made.settle(reply.id, reply.answer);
				};
				return { token: reply.token, accept };
			},
			onEnd: () => this.#ended(made),
		});
		return made;
	}

	#post(to: ProcessLink, request: VaultRequest): Promise<unknown> {
		const ms = TIMEOUT_MS[request.kind] ?? USUAL_TIMEOUT_MS;
		return to.post({ request, ms, unanswered: (silence) => refuse(silence, STOPPED) }).answer;
	}

	async #connect(): Promise<void> {
		let made: ProcessLink;
		try {
			made = this.#attach();
		} catch (error) {
			this.#options.log(
				`vault: its process could not be started (${error instanceof Error ? error.name : "unknown"})`,
			);
			return this.#showStopped(NOT_STARTED);
		}
		this.#link = made;
		const greeted = await this.#post(made, {
			kind: "hello",
			dataDir: this.#options.dataDir,
			autoLockMs: this.#autoLockMs,
		});
		if (!readAnswer<"hello">(grants.hello, greeted).ok) this.#options.log("vault: it did not answer hello");
	}
}
