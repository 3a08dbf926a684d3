import type { ChainFamily } from "../../service-api/action.ts";
import { accountsOf } from "../file/vault-file.ts";
import { secretCopy, wipe, withSecret } from "../memory.ts";
import type { VaultAccount, VaultRequest, VaultResult } from "../protocol.ts";
import { added, keyFileRefusal, newPasswordRefusal, phraseRefusal, REFUSALS } from "../refusals.ts";
import { copySecrets, type Secrets, wipeSecrets } from "../secrets.ts";
import type { VaultCore } from "../vault-core.ts";
import { readKeyFile } from "./key-file.ts";
import { phraseFault, readPhrase, seedOf } from "./keys.ts";
import { accountsAt, FIRST, hasAddress, keyAt, nextAccount, readImportedKey } from "./vault-accounts.ts";

const MAX_ACCOUNTS = 100;

type AccountResult = VaultResult<"importPhrase" | "importKey">;

async function begin(
	vault: VaultCore,
	secrets: Secrets,
	accounts: readonly VaultAccount[],
	password: Uint8Array,
): Promise<AccountResult> {
	const refusal = newPasswordRefusal(password);
	if (refusal !== null) {
		wipeSecrets(secrets);
		return refusal;
	}
	const fresh = await vault.freshKey(password);
	if (fresh === null) {
		wipeSecrets(secrets);
		return REFUSALS.lockedMeanwhile;
	}
	vault.save({ secrets, ...fresh, accounts });
	vault.session.drop();
	return added(accounts);
}

async function add(
	vault: VaultCore,
	more: Secrets,
	accounts: readonly VaultAccount[],
	password: Uint8Array,
): Promise<AccountResult> {
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	const { file, key, secrets } = opened;
	const entropy = more.entropy ?? secrets.entropy;
	const all = copySecrets({ ...secrets, entropy, keys: [...secrets.keys, ...more.keys] });
	wipeSecrets(secrets);
	vault.save({ secrets: all, key, kdf: file.kdf, accounts: [...accountsOf(file), ...accounts] });
	return added(accounts);
}

async function bringIn(
	vault: VaultCore,
	secrets: Secrets,
	accounts: readonly VaultAccount[],
	password: Uint8Array,
): Promise<AccountResult> {
	const file = vault.file();
	if (file === null) return begin(vault, copySecrets(secrets), accounts, password);
	if (secrets.entropy !== null && file.hasPhrase) return REFUSALS.exists;
	const had = accountsOf(file);
	// An account derived from the recovery phrase may already exist as an imported key.
	const fresh = accounts.filter((each) => !hasAddress(had, each.address));
	if (fresh.length === 0) return REFUSALS.duplicate;
	if (had.length + fresh.length > MAX_ACCOUNTS) return REFUSALS.tooMany;
	// At this point, `keys` and `accounts` are in the same order.
	const keys = secrets.keys.filter((_, at) => fresh.some((each) => each === accounts[at]));
	return add(vault, { ...secrets, keys }, fresh, password);
}

const distinct = (accounts: readonly VaultAccount[]): VaultAccount[] =>
	accounts.filter((each, at) => !hasAddress(accounts.slice(0, at), each.address));

export async function importPhrase(
	vault: VaultCore,
	{ phrase, passphrase, accounts: at, password }: VaultRequest & { kind: "importPhrase" },
): Promise<VaultResult<"importPhrase">> {
	const entropy = readPhrase(phrase);
	if (entropy === null) return phraseRefusal(phraseFault(phrase));
	const seed = seedOf(entropy, passphrase);
	const accounts = distinct(accountsAt(seed, at ?? FIRST));
	// The passphrase is never stored, because a stolen file must not contain both it and the words.
	const isOfPassphrase = passphrase !== undefined && passphrase.byteLength > 0;
	const keys = isOfPassphrase ? accounts.flatMap((each) => keyOfPath(seed, each)) : [];
	const secrets = { entropy: isOfPassphrase ? null : entropy, keys, sealKey: null };
	const stored = isOfPassphrase ? accounts.map(asImported) : accounts;
	try {
		return await bringIn(vault, secrets, stored, password);
	} finally {
		wipe(entropy, seed, ...keys);
	}
}

const asImported = (account: VaultAccount): VaultAccount => ({ ...account, kind: "imported", path: null });

const keyOfPath = (seed: Uint8Array, { family, path }: VaultAccount): Buffer[] =>
	path === null ? [] : [keyAt(seed, { family, path })];

export function findAccounts({
	phrase,
	passphrase,
	accounts,
}: VaultRequest & { kind: "findAccounts" }): VaultResult<"findAccounts"> {
	const entropy = readPhrase(phrase);
	if (entropy === null) return phraseRefusal(phraseFault(phrase));
	return withSecret(entropy, (secret) =>
		withSecret(seedOf(secret, passphrase), (seed) => ({ ok: true, accounts: accountsAt(seed, accounts) })),
	);
}

export async function importKey(
	vault: VaultCore,
	text: Uint8Array,
	password: Uint8Array,
): Promise<VaultResult<"importKey">> {
	const imported = readImportedKey(text);
	if (imported === null) return REFUSALS.badKey;
	const { key, account } = imported;
	try {
		return await bringIn(vault, { entropy: null, keys: [key], sealKey: null }, [account], password);
	} finally {
		wipe(key);
	}
}

export async function importKeyFile(
	vault: VaultCore,
	file: Uint8Array,
	filePassword: Uint8Array,
	password: Uint8Array,
): Promise<VaultResult<"importKeyFile">> {
	const epoch = vault.session.epoch();
	const read = await readKeyFile(file, filePassword, vault.scrypt);
	if (!read.ok) return keyFileRefusal(read.fault);
	const { key, account } = read.imported;
	try {
		if (epoch !== vault.session.epoch()) return REFUSALS.lockedMeanwhile;
		return await bringIn(vault, { entropy: null, keys: [key], sealKey: null }, [account], password);
	} finally {
		wipe(key);
	}
}

export function derive(vault: VaultCore, family: ChainFamily): VaultResult<"derive"> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const { file, key, secrets } = open;
	if (secrets.entropy === null) return REFUSALS.noPhrase;
	const accounts = accountsOf(file);
	if (accounts.length >= MAX_ACCOUNTS) return REFUSALS.tooMany;
	const account = nextAccount(secrets.entropy, family, accounts);
	vault.save({
		secrets: copySecrets(secrets),
		key: secretCopy(key),
		kdf: file.kdf,
		accounts: [...accounts, account],
	});
	return { ok: true, account };
}
