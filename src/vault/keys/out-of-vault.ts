import { accountsOf } from "../file/vault-file.ts";
import { wipe, withSecret } from "../memory.ts";
import type { VaultResult } from "../protocol.ts";
import { REFUSALS } from "../refusals.ts";
import { wipeSecrets } from "../secrets.ts";
import type { VaultCore } from "../vault-core.ts";
import { phraseBytes } from "./keys.ts";
import { exportedKey, keyOf, sameAddress, withoutAccount } from "./vault-accounts.ts";

export async function showPhrase(vault: VaultCore, password: Uint8Array): Promise<VaultResult<"showPhrase">> {
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	const { key, secrets } = opened;
	wipe(key);
	try {
		return secrets.entropy === null
			? REFUSALS.noPhraseToShow
			: { ok: true, phrase: phraseBytes(secrets.entropy) };
	} finally {
		wipeSecrets(secrets);
	}
}

export async function exportKey(
	vault: VaultCore,
	address: string,
	password: Uint8Array,
): Promise<VaultResult<"exportKey">> {
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	const { file, key, secrets } = opened;
	wipe(key);
	try {
		const accounts = accountsOf(file);
		const account = accounts.find((each) => sameAddress(each.address, address));
		if (account === undefined) return REFUSALS.notHere;
		const text = withSecret(keyOf(account, accounts, secrets), (own) => exportedKey(account, own));
		return { ok: true, key: text };
	} finally {
		wipeSecrets(secrets);
	}
}

export async function removeAccount(
	vault: VaultCore,
	address: string,
	password: Uint8Array,
): Promise<VaultResult<"removeAccount">> {
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	const { file, key, secrets } = opened;
	const accounts = accountsOf(file);
	const account = accounts.find((each) => sameAddress(each.address, address));
	if (account === undefined || accounts.length === 1) {
		wipe(key);
		wipeSecrets(secrets);
		return account === undefined ? REFUSALS.notHere : REFUSALS.lastAccount;
	}
	const left = withoutAccount(account, accounts, secrets);
	wipeSecrets(secrets);
	vault.save({ ...left, key, kdf: file.kdf });
	return { ok: true };
}
