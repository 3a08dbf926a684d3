import { safeStorage } from "electron";
import { AppError } from "../../../core/app-error.ts";
import { message } from "../../../core/localized-text.ts";
import type { Keychain } from "../../ports.ts";

class KeychainError extends AppError {
	override readonly name = "KeychainError";
	constructor(doing: "keep" | "read", cause: unknown) {
		super(message(doing === "keep" ? "desktop.keychain.not-kept" : "desktop.keychain.not-read"), { cause });
	}
}

/** Linux backends that encrypt with a fixed key or can't be identified. */
const UNTRUSTED = new Set(["basic_text", "unknown"]);

export const keychain: Keychain = {
	async available() {
		if (!(await safeStorage.isAsyncEncryptionAvailable()))
			return {
				ok: false,
				text: message("desktop.keychain.none"),
			};
		if (process.platform === "linux" && UNTRUSTED.has(safeStorage.getSelectedStorageBackend()))
			return {
				ok: false,
				text: message("desktop.keychain.untrusted"),
			};
		return { ok: true, text: message("desktop.keychain.kept") };
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

export const keychainName = (): string =>
	process.platform === "linux" ? safeStorage.getSelectedStorageBackend() : process.platform;
