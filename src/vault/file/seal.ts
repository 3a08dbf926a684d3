import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { wipe } from "../memory.ts";

/**
 * Sealing of main's secrets with AES-256-GCM and a subkey of the vault's key (HKDF-SHA-256, RFC 5869), which
 * can't open the vault itself. Format: version byte, IV (12), ciphertext, tag (16); base64.
 */

/** Permanent: another label derives another key. */
const LABEL = "countersign: secrets kept for main, 1";
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the sealing key from a file's key. The caller wipes it. */
export function sealKeyOf(key: Uint8Array): Buffer {
	return Buffer.from(hkdfSync("sha256", key, new Uint8Array(0), LABEL, 32));
}

/** @param random for the IV, 12 bytes that never repeat */
export function sealUnder(
	sealKey: Uint8Array,
	secret: Uint8Array,
	random: (length: number) => Uint8Array,
): string {
	const iv = Buffer.from(random(IV_BYTES));
	const cipher = createCipheriv("aes-256-gcm", sealKey, iv);
	cipher.setAAD(Buffer.from(LABEL));
	const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
	return Buffer.concat([Buffer.of(VERSION), iv, sealed, cipher.getAuthTag()]).toString("base64");
}

/** @returns the secret, which the caller wipes; `null` if it was sealed with another key, or changed */
export function openSealed(sealKey: Uint8Array, sealed: string): Uint8Array | null {
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
		// Copied to its own memory: a view of a shared pool would send the whole pool to main.
		return Uint8Array.from(first);
	} catch {
		return null;
	} finally {
		wipe(first);
	}
}
