import { safeStorage } from "electron";
import { AppError } from "../../../core/app-error.ts";
import { message } from "../../../core/message.ts";
import type { Keychain } from "../../ports.ts";

/** The system's keychain could not seal or open a secret. */
class KeychainError extends AppError {
	override readonly name = "KeychainError";
	constructor(doing: "keep" | "read", cause: unknown) {
		super(message(doing === "keep" ? "desktop.keychain.not-kept" : "desktop.keychain.not-read"), { cause });
	}
}

/** Linux backends that encrypt with a fixed key, or that can't be identified. */
const UNTRUSTED = new Set(["basic_text", "unknown"]);

/** The system's keychain by Electron's asynchronous safeStorage interface. */
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

/** Returns the system keychain's name, for a user who looks for it. */
export const keychainName = (): string =>
	process.platform === "linux" ? safeStorage.getSelectedStorageBackend() : process.platform;
