import { message } from "../core/localized-text.ts";
import { isSameSecret } from "../core/same-secret.ts";
import type { VaultFiles } from "./file/files.ts";
import { changePassword, openSecret, restore, sealMark, sealSecret } from "./file/sealed-secrets.ts";
import { accountsOf, COST, type Scrypt, type ScryptCost } from "./file/vault-file.ts";
import { derive, findAccounts, importKey, importKeyFile, importPhrase } from "./keys/adding.ts";
import { confirmPhrase, create, forgetPhrase, pendingPhrase } from "./keys/new-phrase.ts";
import { exportKey, removeAccount, showPhrase } from "./keys/out-of-vault.ts";
import { keyOf, sameAddress } from "./keys/vault-accounts.ts";
import { wipe, withSecret } from "./memory.ts";
import {
	type ProcessStatus,
	type VaultReply,
	type VaultRequest,
	type VaultRequestKind,
	type VaultResult,
	vaultMessage,
} from "./protocol.ts";
import { REFUSALS, refusalOf, refuse } from "./refusals.ts";
import { type Secrets, wipeSecrets } from "./secrets.ts";
import type { VaultClock } from "./session.ts";
import { signFrozen } from "./sign/sign.ts";
import { VaultCore, type VaultOptions } from "./vault-core.ts";

type VaultCall = Exclude<VaultRequest, { readonly kind: "hello" }>;

async function unlock(vault: VaultCore, password: Uint8Array): Promise<VaultResult<"unlock">> {
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	vault.session.open({ file: opened.file, key: opened.key, secrets: opened.secrets });
	return { ok: true };
}

/** Checks the password without unlocking the vault or counting as activity. */
async function verifyPassword(
	vault: VaultCore,
	password: Uint8Array,
): Promise<VaultResult<"verifyPassword">> {
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	wipe(opened.key);
	wipeSecrets(opened.secrets);
	return { ok: true };
}

async function setAutoLock(
	vault: VaultCore,
	ms: number,
	password: Uint8Array,
): Promise<VaultResult<"setAutoLock">> {
	const verified = await verifyPassword(vault, password);
	if (verified.ok) vault.session.setAutoLock(ms);
	return verified;
}

function secretsNow(vault: VaultCore): Secrets {
	const open = vault.session.unlocked();
	if (open === null) throw new Error("The vault is locked.");
	return open.secrets;
}

async function sign(
	vault: VaultCore,
	request: VaultRequest & { kind: "sign" },
): Promise<VaultResult<"sign">> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const accounts = accountsOf(open.file);
	const account = accounts.find((each) => sameAddress(each.address, request.accountAddress));
	if (account === undefined) return REFUSALS.noAccount;
	vault.session.touch();
	const { frozen, fingerprint, place, clockOffset = 0 } = request;
	const withKey = <T>(use: (key: Uint8Array) => T) =>
		withSecret(keyOf(account, accounts, secretsNow(vault)), use);
	return signFrozen({ frozen, fingerprint, place, account, now: vault.now(), clockOffset, withKey });
}

type Performers = {
	readonly [Kind in VaultCall["kind"]]: (
		vault: VaultCore,
		request: Extract<VaultCall, { readonly kind: Kind }>,
	) => VaultResult<Kind> | Promise<VaultResult<Kind>>;
};

const PERFORMERS: Performers = {
	status: () => ({ ok: true }),
	create: (vault, { password }) => create(vault, password),
	confirmPhrase: (vault, { words }) => confirmPhrase(vault, words),
	pendingPhrase,
	forgetPhrase,
	importPhrase,
	findAccounts: (_vault, request) => findAccounts(request),
	importKey: (vault, { key, password }) => importKey(vault, key, password),
	importKeyFile: (vault, { file, filePassword, password }) =>
		importKeyFile(vault, file, filePassword, password),
	unlock: (vault, { password }) => unlock(vault, password),
	verifyPassword: (vault, { password }) => verifyPassword(vault, password),
	lock(vault) {
		vault.session.lock();
		return { ok: true };
	},
	noteUse(vault) {
		if (vault.session.unlocked() !== null) vault.session.touch();
		return { ok: true };
	},
	derive: (vault, { family }) => derive(vault, family),
	changePassword: (vault, { password, next }) => changePassword(vault, password, next),
	restore: (vault, { phrase, password, anyway }) => restore(vault, phrase, password, anyway),
	showPhrase: (vault, { password }) => showPhrase(vault, password),
	exportKey: (vault, { address, password }) => exportKey(vault, address, password),
	removeAccount: (vault, { address, password }) => removeAccount(vault, address, password),
	setAutoLock: (vault, { ms, password }) => setAutoLock(vault, ms, password),
	sign,
	sealSecret: (vault, { secret }) => sealSecret(vault, secret),
	openSecret: (vault, { sealed }) => openSecret(vault, sealed),
	sealMark: (vault, { set }) => sealMark(vault, set),
};

class Vault {
	readonly #core: VaultCore;

	constructor(options: VaultOptions) {
		this.#core = new VaultCore(options);
	}

	status(): ProcessStatus {
		return this.#core.status();
	}

	perform<Kind extends Exclude<VaultRequestKind, "hello">>(
		request: Extract<VaultCall, { readonly kind: Kind }>,
	): VaultResult<Kind> | Promise<VaultResult<Kind>> {
		return PERFORMERS[request.kind as Kind](this.#core, request);
	}

	lock(): void {
		this.#core.session.lock();
	}

	lockIfDue(): void {
		this.#core.session.lockIfDue();
	}
}

interface RunningVault {
	readonly vault: Vault;
	readonly token: string;
}

function wipeBytes(members: object): void {
	for (const value of Object.values(members)) if (value instanceof Uint8Array) wipe(value);
}

/** Handles main's messages one at a time. Only lock and status requests skip the queue. */
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
		/** Must not receive secrets, or error messages that could contain one. */
		readonly log: (line: string) => void;
		/** Set only by tests. No file or message can change it. */
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
		if (!isSameSecret(token, this.#running.token)) {
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
		// The posted message has its own copy of the bytes.
		if (typeof result === "object" && result !== null) wipeBytes(result);
	}

	/** Responds to an unreadable message if it has an ID, so main doesn't have to wait for a timeout. */
	#refuseUnreadable(received: unknown, field: string | null): void {
		if (this.#running === null || typeof received !== "object" || received === null) return;
		if (!("id" in received) || !("token" in received)) return;
		const { id, token } = received;
		if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || typeof token !== "string") return;
		if (!isSameSecret(token, this.#running.token)) return;
		const words = message("vault.unreadable");
		this.#reply(id, refuse("badMessage", words, { field }), this.#running.vault.status());
	}
}
