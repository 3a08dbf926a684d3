import type { Frozen } from "../../../../core/match/frozen.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import { type Derivation, grants, type VaultResult } from "../../../../vault/protocol.ts";
import { VaultConnection, type VaultConnectionOptions } from "./connection.ts";

/** Normalizes to NFKC and allocates bytes that can be wiped. */
export function secretBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKC"));
}

/** BIP-39 requires NFKD. */
export function passphraseBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKD"));
}

/** Secrets passed to a call are wiped before its promise is returned, so a second attempt needs new bytes. */
export class VaultClient extends VaultConnection {
	readonly #clockOffset: () => number;

	constructor(options: VaultConnectionOptions & { readonly clockOffset?: () => number }) {
		super(options);
		this.#clockOffset = options.clockOffset ?? (() => 0);
	}

	create(password: Uint8Array): Promise<VaultResult<"create">> {
		return this.call(grants.create, { kind: "create", password });
	}

	/** Until this call succeeds, the vault is neither on disk nor unlocked. */
	confirmPhrase(words: readonly string[]): Promise<VaultResult<"confirmPhrase">> {
		return this.call(grants.confirmPhrase, { kind: "confirmPhrase", words: [...words] });
	}

	pendingPhrase(): Promise<VaultResult<"pendingPhrase">> {
		return this.call(grants.pendingPhrase, { kind: "pendingPhrase" });
	}

	forgetPhrase(): Promise<VaultResult<"forgetPhrase">> {
		return this.call(grants.forgetPhrase, { kind: "forgetPhrase" });
	}

	/** If there already is a vault, `password` must be its password. */
	importPhrase(
		phrase: Uint8Array,
		password: Uint8Array,
		more: { readonly passphrase?: Uint8Array; readonly accounts?: Derivation[] } = {},
	): Promise<VaultResult<"importPhrase">> {
		return this.call(grants.importPhrase, { kind: "importPhrase", phrase, password, ...more });
	}

	findAccounts(
		phrase: Uint8Array,
		passphrase: Uint8Array,
		accounts: readonly Derivation[],
	): Promise<VaultResult<"findAccounts">> {
		return this.call(grants.findAccounts, {
			kind: "findAccounts",
			phrase,
			passphrase,
			accounts: [...accounts],
		});
	}

	/** EVM keys are in hex. Solana keys are in base58 or the Solana CLI's array format. */
	importKey(key: Uint8Array, password: Uint8Array): Promise<VaultResult<"importKey">> {
		return this.call(grants.importKey, { kind: "importKey", key, password });
	}

	importKeyFile(
		file: Uint8Array,
		filePassword: Uint8Array,
		password: Uint8Array,
	): Promise<VaultResult<"importKeyFile">> {
		return this.call(grants.importKeyFile, {
			kind: "importKeyFile",
			file,
			filePassword,
			password,
		});
	}

	unlock(password: Uint8Array): Promise<VaultResult<"unlock">> {
		return this.call(grants.unlock, { kind: "unlock", password });
	}

	/** A wrong password counts as an attempt. Nothing else changes. */
	verifyPassword(password: Uint8Array): Promise<VaultResult<"verifyPassword">> {
		return this.call(grants.verifyPassword, { kind: "verifyPassword", password });
	}

	noteUse(): Promise<VaultResult<"noteUse">> {
		return this.call(grants.noteUse, { kind: "noteUse" });
	}

	derive({ family }: { readonly family: ChainFamily }): Promise<VaultResult<"derive">> {
		return this.call(grants.derive, { kind: "derive", family });
	}

	changePassword(password: Uint8Array, next: Uint8Array): Promise<VaultResult<"changePassword">> {
		return this.call(grants.changePassword, { kind: "changePassword", password, next });
	}

	/** The old file isn't deleted. */
	restore(phrase: Uint8Array, password: Uint8Array, anyway: boolean): Promise<VaultResult<"restore">> {
		return this.call(grants.restore, { kind: "restore", phrase, password, anyway });
	}

	/** The caller has to wipe the phrase. */
	showPhrase(password: Uint8Array): Promise<VaultResult<"showPhrase">> {
		return this.call(grants.showPhrase, { kind: "showPhrase", password });
	}

	exportKey(address: string, password: Uint8Array): Promise<VaultResult<"exportKey">> {
		return this.call(grants.exportKey, { kind: "exportKey", address, password });
	}

	removeAccount(address: string, password: Uint8Array): Promise<VaultResult<"removeAccount">> {
		return this.call(grants.removeAccount, { kind: "removeAccount", address, password });
	}

	async setAutoLock(minutes: number, password: Uint8Array): Promise<VaultResult<"setAutoLock">> {
		const ms = minutes * 60_000;
		const result = await this.call(grants.setAutoLock, { kind: "setAutoLock", ms, password });
		if (result.ok) this.keepAutoLock(ms);
		return result;
	}

	/** @param index index in `intentsOf(frozen)`; 0 for a commit or a replacement */
	sign(
		accountAddress: string,
		frozen: Frozen,
		fingerprint: string,
		index: number,
	): Promise<VaultResult<"sign">> {
		return this.call(grants.sign, {
			kind: "sign",
			accountAddress,
			frozen,
			fingerprint,
			place: index,
			clockOffset: this.#clockOffset(),
		});
	}

	sealSecret(secret: Uint8Array): Promise<VaultResult<"sealSecret">> {
		return this.call(grants.sealSecret, { kind: "sealSecret", secret });
	}

	openSecret(sealed: string): Promise<VaultResult<"openSecret">> {
		return this.call(grants.openSecret, { kind: "openSecret", sealed });
	}

	sealMark(set: boolean): Promise<VaultResult<"sealMark">> {
		return this.call(grants.sealMark, { kind: "sealMark", set });
	}
}
