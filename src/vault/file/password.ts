import { phraseFault, readPhrase } from "../keys/keys.ts";
import { firstAccounts, isOfPhrase } from "../keys/vault-accounts.ts";
import { wipe } from "../memory.ts";
import type { VaultResult } from "../protocol.ts";
import { newPasswordRefusal, phraseRefusal, REFUSALS } from "../refusals.ts";
import { wipeSecrets } from "../secrets.ts";
import type { VaultCore } from "../vault-core.ts";
import { sealKeyIn } from "./kept-for-main.ts";
import { accountsOf } from "./vault-file.ts";

/** Password changes, by choice or after forgetting. */

export async function changePassword(
	vault: VaultCore,
	password: Uint8Array,
	next: Uint8Array,
): Promise<VaultResult<"changePassword">> {
	const refusal = newPasswordRefusal(next);
	if (refusal !== null) return refusal;
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	// The new password also opens what main had sealed.
	const secrets = { ...opened.secrets, sealKey: opened.secrets.sealKey ?? sealKeyIn(opened) };
	wipe(opened.key);
	const fresh = await vault.freshKey(next);
	if (fresh === null) {
		wipeSecrets(secrets);
		return REFUSALS.lockedMeanwhile;
	}
	vault.commit({ secrets, ...fresh, accounts: accountsOf(opened.file) });
	return { ok: true };
}

/**
 * Replaces a vault with a forgotten password by one with this phrase. Accounts that the phrase derives
 * return; the old file stays, encrypted with its own password. State sealed by main is lost; the mark that it
 * existed stays.
 */
export async function restore(
	vault: VaultCore,
	phrase: Uint8Array,
	password: Uint8Array,
	anyway: boolean,
): Promise<VaultResult<"restore">> {
	const file = vault.file();
	if (file === null) return REFUSALS.none;
	const entropy = readPhrase(phrase);
	if (entropy === null) return phraseRefusal(phraseFault(phrase));
	const had = accountsOf(file);
	const known = had.filter((each) => isOfPhrase(entropy, each));
	const refusal =
		known.length === 0 && file.hasPhrase && !anyway ? REFUSALS.otherPhrase : newPasswordRefusal(password);
	const fresh = refusal === null ? await vault.freshKey(password) : null;
	if (fresh === null) {
		wipe(entropy);
		return refusal ?? REFUSALS.lockedMeanwhile;
	}
	const accounts = known.length > 0 ? known : firstAccounts(entropy);
	const keptAs = vault.replace({ secrets: { entropy, keys: [], sealKey: null }, ...fresh, accounts });
	return { ok: true, accounts, lost: had.filter((each) => !known.includes(each)), keptAs };
}
