import { changePassword, restore } from "./file/password.ts";
import { openSecret, sealMark, sealSecret } from "./file/sealed-secrets.ts";
import { accountsOf } from "./file/vault-file.ts";
import { derive, findAccounts, importKey, importKeyFile, importPhrase } from "./keys/adding.ts";
import { confirmPhrase, create, forgetPhrase, pendingPhrase } from "./keys/new-phrase.ts";
import { exportKey, removeAccount, showPhrase } from "./keys/out-of-vault.ts";
import { keyOf, sameAddress } from "./keys/vault-accounts.ts";
import { wipe, withSecret } from "./memory.ts";
import type { ProcessStatus, VaultRequest, VaultRequestKind, VaultResult } from "./protocol.ts";
import { REFUSALS } from "./refusals.ts";
import { type Secrets, wipeSecrets } from "./secrets.ts";
import { signFrozen } from "./sign/sign.ts";
import { VaultCore, type VaultOptions } from "./vault-core.ts";

type VaultCall = Exclude<VaultRequest, { readonly kind: "hello" }>;

async function unlock(vault: VaultCore, password: Uint8Array): Promise<VaultResult<"unlock">> {
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	vault.session.open({ file: opened.file, key: opened.key, secrets: opened.secrets });
	return { ok: true };
}

/** Checks the password without unlocking, and does not count as use. */
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
	if (open === null) throw new Error("A key is asked of a locked vault.");
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

export class Vault {
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
