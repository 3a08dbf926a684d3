import { phraseFault, readPhrase } from "../keys/keys.ts";
import { firstAccounts, isOfPhrase } from "../keys/vault-accounts.ts";
import { wipe } from "../memory.ts";
import type { VaultResult } from "../protocol.ts";
import { newPasswordRefusal, phraseRefusal, REFUSALS } from "../refusals.ts";
import { wipeSecrets } from "../secrets.ts";
import type { VaultCore } from "../vault-core.ts";
import { sealKeyIn } from "./sealed-secrets.ts";
import { accountsOf } from "./vault-file.ts";

export async function changePassword(
	vault: VaultCore,
	password: Uint8Array,
	next: Uint8Array,
): Promise<VaultResult<"changePassword">> {
	const refusal = newPasswordRefusal(next);
	if (refusal !== null) return refusal;
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	// Main's existing secrets must remain readable under the new password.
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

/** Replaces a vault whose password was lost. State that main sealed with the vault's key is lost too. */
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
