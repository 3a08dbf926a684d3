import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { secretCopy, wipe, withSecret } from "../memory.ts";
import type { VaultResult } from "../protocol.ts";
import { REFUSALS } from "../refusals.ts";
import { copySecrets } from "../secrets.ts";
import type { Unlocked } from "../session.ts";
import type { VaultCore } from "../vault-core.ts";
import { accountsOf } from "./vault-file.ts";

/**
 * Encrypts main's secrets with AES-256-GCM under a subkey of the vault's key (HKDF-SHA-256, RFC 5869).
 * Format: version byte, IV (12), ciphertext, tag (16), in base64.
 */

/** Must never change, since the key derives from it. */
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

/** @returns the secret, which the caller wipes; `null` if it was modified or sealed with another key */
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
		// A pooled buffer would be sent to main with the rest of its pool.
		return Uint8Array.from(first);
	} catch {
		return null;
	} finally {
		wipe(first);
	}
}

export function sealKeyIn({ key, secrets }: Pick<Unlocked, "key" | "secrets">): Buffer {
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
 * detect that its sealed state was deleted.
 */
export function sealMark(vault: VaultCore, set: boolean): VaultResult<"sealMark"> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const { file, key, secrets } = open;
	if (file.sealed === true || !set) return { ok: true, marked: file.sealed === true };
	vault.commit({
		secrets: copySecrets(secrets),
		key: secretCopy(key),
		kdf: file.kdf,
		accounts: accountsOf(file),
		sealed: true,
	});
	return { ok: true, marked: true };
}
