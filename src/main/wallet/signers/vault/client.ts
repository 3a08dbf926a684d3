import type { Frozen } from "../../../../core/match/frozen.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import { type Derivation, grants, type VaultResult } from "../../../../vault/protocol.ts";
import type { Clock, ProcessChannel } from "../../../ports.ts";
import { VaultConnection, type VaultStatus } from "./connection.ts";

/** Normalizes to NFKC and allocates bytes that can be wiped. */
export function secretBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKC"));
}

/** BIP-39 requires NFKD. */
export function passphraseBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKD"));
}

/** Secrets passed to a call are wiped before its promise is returned, so a second attempt needs new bytes. */
export class VaultClient {
	readonly #connection: VaultConnection;
	readonly #clockOffset: () => number;

	constructor(options: {
		readonly fork: () => ProcessChannel;
		readonly dataDir: string;
		readonly clock: Clock;
		readonly clockOffset?: () => number;
		readonly random: (length: number) => Uint8Array;
		readonly log: (line: string) => void;
		readonly autoLockMs: number;
	}) {
		this.#connection = new VaultConnection(options);
		this.#clockOffset = options.clockOffset ?? (() => 0);
	}

	/** Never rejects. */
	start(): Promise<VaultStatus> {
		return this.#connection.start();
	}

	/** Waits at most two seconds for the process to end. */
	stop(): Promise<void> {
		return this.#connection.stop();
	}

	status(): VaultStatus {
		return this.#connection.status();
	}

	onChange(listener: (status: VaultStatus) => void): () => void {
		return this.#connection.onChange(listener);
	}

	create(password: Uint8Array): Promise<VaultResult<"create">> {
		return this.#connection.call(grants.create, { kind: "create", password });
	}

	/** Until this call succeeds, the vault is neither on disk nor unlocked. */
	confirmPhrase(words: readonly string[]): Promise<VaultResult<"confirmPhrase">> {
		return this.#connection.call(grants.confirmPhrase, { kind: "confirmPhrase", words: [...words] });
	}

	pendingPhrase(): Promise<VaultResult<"pendingPhrase">> {
		return this.#connection.call(grants.pendingPhrase, { kind: "pendingPhrase" });
	}

	forgetPhrase(): Promise<VaultResult<"forgetPhrase">> {
		return this.#connection.call(grants.forgetPhrase, { kind: "forgetPhrase" });
	}

	/** If there already is a vault, `password` must be its password. */
	importPhrase(
		phrase: Uint8Array,
		password: Uint8Array,
		more: { readonly passphrase?: Uint8Array; readonly accounts?: Derivation[] } = {},
	): Promise<VaultResult<"importPhrase">> {
		return this.#connection.call(grants.importPhrase, { kind: "importPhrase", phrase, password, ...more });
	}

	findAccounts(
		phrase: Uint8Array,
		passphrase: Uint8Array,
		accounts: readonly Derivation[],
	): Promise<VaultResult<"findAccounts">> {
		return this.#connection.call(grants.findAccounts, {
			kind: "findAccounts",
			phrase,
			passphrase,
			accounts: [...accounts],
		});
	}

	/** EVM keys are in hex. Solana keys are in base58 or the Solana CLI's array format. */
	importKey(key: Uint8Array, password: Uint8Array): Promise<VaultResult<"importKey">> {
		return this.#connection.call(grants.importKey, { kind: "importKey", key, password });
	}

	importKeyFile(
		file: Uint8Array,
		filePassword: Uint8Array,
		password: Uint8Array,
	): Promise<VaultResult<"importKeyFile">> {
		return this.#connection.call(grants.importKeyFile, {
			kind: "importKeyFile",
			file,
			filePassword,
			password,
		});
	}

	unlock(password: Uint8Array): Promise<VaultResult<"unlock">> {
		return this.#connection.call(grants.unlock, { kind: "unlock", password });
	}

	/** A wrong password counts as an attempt. Nothing else changes. */
	verifyPassword(password: Uint8Array): Promise<VaultResult<"verifyPassword">> {
		return this.#connection.call(grants.verifyPassword, { kind: "verifyPassword", password });
	}

	/** If the process doesn't respond, it is killed, which also locks the vault. */
	lock(): Promise<VaultResult<"lock">> {
		return this.#connection.lock();
	}

	noteUse(): Promise<VaultResult<"noteUse">> {
		return this.#connection.call(grants.noteUse, { kind: "noteUse" });
	}

	derive({ family }: { readonly family: ChainFamily }): Promise<VaultResult<"derive">> {
		return this.#connection.call(grants.derive, { kind: "derive", family });
	}

	changePassword(password: Uint8Array, next: Uint8Array): Promise<VaultResult<"changePassword">> {
		return this.#connection.call(grants.changePassword, { kind: "changePassword", password, next });
	}

	/** The old file isn't deleted. */
	restore(phrase: Uint8Array, password: Uint8Array, anyway: boolean): Promise<VaultResult<"restore">> {
		return this.#connection.call(grants.restore, { kind: "restore", phrase, password, anyway });
	}

	/** The caller has to wipe the phrase. */
	showPhrase(password: Uint8Array): Promise<VaultResult<"showPhrase">> {
		return this.#connection.call(grants.showPhrase, { kind: "showPhrase", password });
	}

	exportKey(address: string, password: Uint8Array): Promise<VaultResult<"exportKey">> {
		return this.#connection.call(grants.exportKey, { kind: "exportKey", address, password });
	}

	removeAccount(address: string, password: Uint8Array): Promise<VaultResult<"removeAccount">> {
		return this.#connection.call(grants.removeAccount, { kind: "removeAccount", address, password });
	}

	async setAutoLock(minutes: number, password: Uint8Array): Promise<VaultResult<"setAutoLock">> {
		const ms = minutes * 60_000;
		const result = await this.#connection.call(grants.setAutoLock, { kind: "setAutoLock", ms, password });
		if (result.ok) this.#connection.keepAutoLock(ms);
		return result;
	}

	/** @param index index in `intentsOf(frozen)`; 0 for a commit or a replacement */
	sign(
		accountAddress: string,
		frozen: Frozen,
		fingerprint: string,
		index: number,
	): Promise<VaultResult<"sign">> {
		return this.#connection.call(grants.sign, {
			kind: "sign",
			accountAddress,
			frozen,
			fingerprint,
			place: index,
			clockOffset: this.#clockOffset(),
		});
	}

	sealSecret(secret: Uint8Array): Promise<VaultResult<"sealSecret">> {
		return this.#connection.call(grants.sealSecret, { kind: "sealSecret", secret });
	}

	openSecret(sealed: string): Promise<VaultResult<"openSecret">> {
		return this.#connection.call(grants.openSecret, { kind: "openSecret", sealed });
	}

	sealMark(set: boolean): Promise<VaultResult<"sealMark">> {
		return this.#connection.call(grants.sealMark, { kind: "sealMark", set });
	}
}
