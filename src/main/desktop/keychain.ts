import { safeStorage } from "electron";
import type { Keychain } from "../ports.ts";

/** The system's keychain could not seal or open a secret. */
export class KeychainError extends Error {
	readonly words: string;
	constructor(doing: "keep" | "read", cause: unknown) {
		super(`the keychain could not ${doing} a secret`, { cause });
		this.name = "KeychainError";
		this.words = `The system's keychain could not ${doing} the access token. Keys and funds are not touched. Unlock the keychain, or enter the token again.`;
	}
}

/** Backends of Linux that encrypt with a fixed key, or that nobody can name. */
const UNTRUSTED = new Set(["basic_text", "unknown"]);

/** The system's keychain by Electron's safeStorage, its asynchronous part only. */
export const keychain: Keychain = {
	async available() {
		if (!(await safeStorage.isAsyncEncryptionAvailable()))
			return {
				ok: false,
				words:
					"The system offers no keychain now, so the token is held in memory and asked for at each start.",
			};
		if (process.platform === "linux" && UNTRUSTED.has(safeStorage.getSelectedStorageBackend()))
			return {
				ok: false,
				words:
					"This desktop has no keychain that protects secrets (GNOME Keyring or KWallet), so the token is held in memory and asked for at each start.",
			};
		return { ok: true, words: "The token is kept by the system's keychain." };
	},
	async seal(secret) {
		try {
			return (await safeStorage.encryptStringAsync(secret)).toString("base64");
		} catch (cause) {
			throw new KeychainError("keep", cause);
		}
	},
	async open(sealed) {
		try {
			return (await safeStorage.decryptStringAsync(Buffer.from(sealed, "base64"))).result;
		} catch (cause) {
			throw new KeychainError("read", cause);
		}
	},
};
