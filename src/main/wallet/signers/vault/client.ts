import { grants } from "../../../../vault/protocol.ts";
import { VaultConnection } from "./connection.ts";
import type { VaultClient, VaultClientParts } from "./types.ts";

export type { VaultClient, VaultClientParts } from "./types.ts";

/** UTF-8 of a password, phrase or key in one normal form (NFKC), in memory of its own that can be wiped. */
export function secretBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKC"));
}

/** Returns the UTF-8 of a BIP-39 passphrase in the form that its seed is made of (NFKD). */
export function passphraseBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKD"));
}

/** The vault process as main holds it: what may be asked of it; see VaultClient. */
export function createVaultClient(parts: VaultClientParts): VaultClient {
	const vault = new VaultConnection(parts);
	const { clockOffset = () => 0 } = parts;
	return {
		start: () => vault.start(),
		stop: () => vault.stop(),
		status: () => vault.status(),
		onChange: (listener) => vault.onChange(listener),
		create: (password) => vault.call(grants.create, { kind: "create", password }),
		confirmPhrase: (words) => vault.call(grants.confirmPhrase, { kind: "confirmPhrase", words: [...words] }),
		pendingPhrase: () => vault.call(grants.pendingPhrase, { kind: "pendingPhrase" }),
		forgetPhrase: () => vault.call(grants.forgetPhrase, { kind: "forgetPhrase" }),
		importPhrase: (phrase, password, more = {}) =>
			vault.call(grants.importPhrase, { kind: "importPhrase", phrase, password, ...more }),
		findAccounts: (phrase, passphrase, accounts) =>
			vault.call(grants.findAccounts, { kind: "findAccounts", phrase, passphrase, accounts: [...accounts] }),
		importKey: (key, password) => vault.call(grants.importKey, { kind: "importKey", key, password }),
		importKeyFile: (file, filePassword, password) =>
			vault.call(grants.importKeyFile, { kind: "importKeyFile", file, filePassword, password }),
		unlock: (password) => vault.call(grants.unlock, { kind: "unlock", password }),
		verifyPassword: (password) => vault.call(grants.verifyPassword, { kind: "verifyPassword", password }),
		lock: () => vault.lock(),
		noteUse: () => vault.call(grants.noteUse, { kind: "noteUse" }),
		derive: ({ family }) => vault.call(grants.derive, { kind: "derive", family }),
		changePassword: (password, next) =>
			vault.call(grants.changePassword, { kind: "changePassword", password, next }),
		restore: (phrase, password, anyway) =>
			vault.call(grants.restore, { kind: "restore", phrase, password, anyway }),
		showPhrase: (password) => vault.call(grants.showPhrase, { kind: "showPhrase", password }),
		exportKey: (address, password) => vault.call(grants.exportKey, { kind: "exportKey", address, password }),
		removeAccount: (address, password) =>
			vault.call(grants.removeAccount, { kind: "removeAccount", address, password }),
		async setAutoLock(minutes, password) {
			const ms = minutes * 60_000;
			const result = await vault.call(grants.setAutoLock, { kind: "setAutoLock", ms, password });
			if (result.ok) vault.keepAutoLock(ms);
			return result;
		},
		sign: (accountAddress, frozen, fingerprint, place) =>
			vault.call(grants.sign, {
				kind: "sign",
				accountAddress,
				frozen,
				fingerprint,
				place,
				clockOffset: clockOffset(),
			}),
		sealSecret: (secret) => vault.call(grants.sealSecret, { kind: "sealSecret", secret }),
		openSecret: (sealed) => vault.call(grants.openSecret, { kind: "openSecret", sealed }),
		sealMark: (set) => vault.call(grants.sealMark, { kind: "sealMark", set }),
	};
}
