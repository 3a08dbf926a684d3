import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateDir } from "./state.ts";
import { strict } from "./strict.ts";

/** Simulates the computer's keychain with a key in a file next to userData, which survives a restart. */
function key(): Buffer {
	const file = join(stateDir(), "keychain.key");
	if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flag: "wx" });
	return readFileSync(file);
}

const available = { current: process.env.COUNTERSIGN_HOST_KEYCHAIN !== "none" };

/** Simulates a keychain that is available, or locked or missing. */
export function setKeychainAvailable(value: boolean): void {
	available.current = value;
}

function requireKeychain(): void {
	if (!available.current) throw new Error("Encryption is not available.");
}

export const safeStorage = strict("safeStorage", {
	isAsyncEncryptionAvailable: async (): Promise<boolean> => available.current,
	async encryptStringAsync(text: string): Promise<Buffer> {
		requireKeychain();
		const nonce = randomBytes(12);
		const cipher = createCipheriv("aes-256-gcm", key(), nonce);
		const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
		return Buffer.concat([Buffer.from("v10"), nonce, cipher.getAuthTag(), sealed]);
	},
	async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
		requireKeychain();
		if (encrypted.subarray(0, 3).toString() !== "v10")
			throw new Error("Error while decrypting the ciphertext provided to safeStorage.decryptString.");
		const decipher = createDecipheriv("aes-256-gcm", key(), encrypted.subarray(3, 15));
		decipher.setAuthTag(encrypted.subarray(15, 31));
		const result = Buffer.concat([decipher.update(encrypted.subarray(31)), decipher.final()]).toString(
			"utf8",
		);
		return { result, shouldReEncrypt: false };
	},
	getSelectedStorageBackend: () =>
		available.current ? ("gnome_libsecret" as const) : ("basic_text" as const),
} satisfies Pick<
	Electron.SafeStorage,
	"isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync" | "getSelectedStorageBackend"
>);
