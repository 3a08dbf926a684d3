import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { phraseFault, readPhrase } from "../keys/keys.ts";
import { firstAccounts, isOfPhrase } from "../keys/vault-accounts.ts";
import { secretCopy, wipe, withSecret } from "../memory.ts";
import type { VaultResult } from "../protocol.ts";
import { newPasswordRefusal, phraseRefusal, REFUSALS } from "../refusals.ts";
import { copySecrets, wipeSecrets } from "../secrets.ts";
import type { Unlocked } from "../session.ts";
import type { VaultCore } from "../vault-core.ts";
import { accountsOf } from "./vault-file.ts";

/**
 * Encrypts main's secrets with AES-256-GCM under a subkey of the vault's key (HKDF-SHA-256, RFC 5869).
 * Format: version byte, IV (12 bytes), ciphertext and tag (16 bytes), in base64.
 */

/** Must never change, because the subkey is derived from it. */
const LABEL = "countersign: secrets kept for main, 1";
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

function sealKeyOf(key: Uint8Array): Buffer {
	return Buffer.from(hkdfSync("sha256", key, new Uint8Array(0), LABEL, 32));
}

/** @param random must never return the same IV twice */
function sealUnder(sealKey: Uint8Array, secret: Uint8Array, random: (length: number) => Uint8Array): string {
	const iv = Buffer.from(random(IV_BYTES));
	const cipher = createCipheriv("aes-256-gcm", sealKey, iv);
	cipher.setAAD(Buffer.from(LABEL));
	const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
	return Buffer.concat([Buffer.of(VERSION), iv, sealed, cipher.getAuthTag()]).toString("base64");
}

/**
 * @returns the secret, which the caller must wipe, or `null` if it was modified or sealed with another key
 */
function openSealed(sealKey: Uint8Array, sealed: string): Uint8Array | null {
	const all = Buffer.from(sealed, "base64");
	if (all.byteLength < 1 + IV_BYTES + TAG_BYTES || all[0] !== VERSION) return null;
	const decipher = createDecipheriv("aes-256-gcm", sealKey, all.subarray(1, 1 + IV_BYTES), {
		authTagLength: TAG_BYTES,
	});
	decipher.setAAD(Buffer.from(LABEL));
	decipher.setAuthTag(all.subarray(-TAG_BYTES));
	const first = decipher.update(all.subarray(1 + IV_BYTES, -TAG_BYTES));
	try {
		decipher.final();
		// Copied, because a pooled buffer would be sent to main together with the rest of its pool.
		return Uint8Array.from(first);
	} catch {
		return null;
	} finally {
		wipe(first);
	}
}

function sealKeyIn({ key, secrets }: Pick<Unlocked, "key" | "secrets">): Buffer {
	return secrets.sealKey === null ? sealKeyOf(key) : secretCopy(secrets.sealKey);
}

export function sealSecret(vault: VaultCore, secret: Uint8Array): VaultResult<"sealSecret"> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const random = (length: number) => vault.random(length);
	return { ok: true, sealed: withSecret(sealKeyIn(open), (key) => sealUnder(key, secret, random)) };
}

export function openSecret(vault: VaultCore, sealed: string): VaultResult<"openSecret"> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const secret = withSecret(sealKeyIn(open), (key) => openSealed(key, sealed));
	return secret === null ? REFUSALS.unsealable : { ok: true, secret };
}

/**
 * Marks the vault file if `set`. The mark is authenticated with the password and never removed, so main can
 * detect if its sealed state was deleted.
 */
export function sealMark(vault: VaultCore, set: boolean): VaultResult<"sealMark"> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const { file, key, secrets } = open;
	if (file.sealed === true || !set) return { ok: true, marked: file.sealed === true };
	vault.save({
		secrets: copySecrets(secrets),
		key: secretCopy(key),
		kdf: file.kdf,
		accounts: accountsOf(file),
		sealed: true,
	});
	return { ok: true, marked: true };
}

export async function changePassword(
	vault: VaultCore,
	password: Uint8Array,
	next: Uint8Array,
): Promise<VaultResult<"changePassword">> {
	const refusal = newPasswordRefusal(next);
	if (refusal !== null) return refusal;
	const opened = await vault.open(password);
	if (!opened.ok) return opened;
	// Keeps the sealing key, so that main can still open its existing secrets with the new password.
	const secrets = { ...opened.secrets, sealKey: opened.secrets.sealKey ?? sealKeyIn(opened) };
	wipe(opened.key);
	const fresh = await vault.freshKey(next);
	if (fresh === null) {
		wipeSecrets(secrets);
		return REFUSALS.lockedMeanwhile;
	}
	vault.save({ secrets, ...fresh, accounts: accountsOf(opened.file) });
	return { ok: true };
}

/**
 * Replaces a vault whose password was lost. State that main sealed with the old vault's key is lost as well.
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
