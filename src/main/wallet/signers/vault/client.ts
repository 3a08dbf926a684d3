import type { Frozen } from "../../../../core/match/frozen.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import { type Derivation, grants, type VaultResult } from "../../../../vault/protocol.ts";
import type { Clock, ProcessChannel } from "../../../ports.ts";
import { VaultConnection, type VaultStatus } from "./connection.ts";

/** UTF-8 of a password, phrase or key in one normal form (NFKC), in memory of its own that can be wiped. */
export function secretBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKC"));
}

/** Returns the UTF-8 of a BIP-39 passphrase in the form that its seed is made of (NFKD). */
export function passphraseBytes(text: string): Uint8Array {
	return new TextEncoder().encode(text.normalize("NFKD"));
}

/**
 * The vault as main sees it. Every call returns a value, `{ ok: false, reason, text, nextTryAt, field }` if it was
 * refused; a call throws only if the caller is at fault. Bytes given to it are wiped before the call returns its
 * promise: make them anew for a second try (`secretBytes`).
 */
export class VaultClient {
	readonly #connection: VaultConnection;
	readonly #clockOffset: () => number;

	constructor(options: {
		/** Starts a vault process. */
		readonly fork: () => ProcessChannel;
		readonly dataDir: string;
		readonly clock: Clock;
		/** How much later than stated an offer ends by this computer's clock, in ms; 0 if left out. */
		readonly clockOffset?: () => number;
		/** Random bytes of a good source: the process's token is made of them. */
		readonly random: (length: number) => Uint8Array;
		readonly log: (line: string) => void;
		/** Time without use after which the vault locks by itself. */
		readonly autoLockMs: number;
	}) {
		this.#connection = new VaultConnection(options);
		this.#clockOffset = options.clockOffset ?? (() => 0);
	}

	/** Forks the process and says hello. Once it resolves, `status()` is true. Never rejects. */
	start(): Promise<VaultStatus> {
		return this.#connection.start();
	}

	/** Locks, ends the process and waits for its end, two seconds at most. */
	stop(): Promise<void> {
		return this.#connection.stop();
	}

	/** Returns the last known status, without waiting. */
	status(): VaultStatus {
		return this.#connection.status();
	}

	/** Subscribes to changes of `status()`. @returns ends the subscription */
	onChange(listener: (status: VaultStatus) => void): () => void {
		return this.#connection.onChange(listener);
	}

	/** Creates a phrase. @returns its words and the positions (from 1) that `confirmPhrase` must give */
	create(password: Uint8Array): Promise<VaultResult<"create">> {
		return this.#connection.call(grants.create, { kind: "create", password });
	}

	/** Confirms the words at those positions, in that order. If they are right, the vault is on disk and unlocked. */
	confirmPhrase(words: readonly string[]): Promise<VaultResult<"confirmPhrase">> {
		return this.#connection.call(grants.confirmPhrase, { kind: "confirmPhrase", words: [...words] });
	}

	/** Returns the words of a created phrase that was not confirmed. */
	pendingPhrase(): Promise<VaultResult<"pendingPhrase">> {
		return this.#connection.call(grants.pendingPhrase, { kind: "pendingPhrase" });
	}

	/** Forgets a created phrase that was not confirmed. */
	forgetPhrase(): Promise<VaultResult<"forgetPhrase">> {
		return this.#connection.call(grants.forgetPhrase, { kind: "forgetPhrase" });
	}

	/** Makes a vault of a BIP-39 phrase, or adds it to one that has none (then `password` is that vault's). */
	importPhrase(
		phrase: Uint8Array,
		password: Uint8Array,
		more: { readonly passphrase?: Uint8Array; readonly accounts?: Derivation[] } = {},
	): Promise<VaultResult<"importPhrase">> {
		return this.#connection.call(grants.importPhrase, { kind: "importPhrase", phrase, password, ...more });
	}

	/** Returns the addresses of a phrase at these paths. Nothing is stored. */
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

	/**
	 * Adds a private key (EVM: hex; Solana: base58 or the command line's list of numbers) to the vault whose password
	 * this is, or makes a vault of it.
	 */
	importKey(key: Uint8Array, password: Uint8Array): Promise<VaultResult<"importKey">> {
		return this.#connection.call(grants.importKey, { kind: "importKey", key, password });
	}

	/** Adds the keys of another wallet's file; `filePassword` is that file's own. */
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

	/** Checks the vault's password, open or locked; a wrong one counts as a try, and nothing else changes. */
	verifyPassword(password: Uint8Array): Promise<VaultResult<"verifyPassword">> {
		return this.#connection.call(grants.verifyPassword, { kind: "verifyPassword", password });
	}

	/** Locks. A process that does not answer in five seconds is ended, which locks too. */
	lock(): Promise<VaultResult<"lock">> {
		return this.#connection.lock();
	}

	/** Restarts the time until the automatic lock, if the vault is open. */
	noteUse(): Promise<VaultResult<"noteUse">> {
		return this.#connection.call(grants.noteUse, { kind: "noteUse" });
	}

	/** Derives the next account of the phrase in that family. */
	derive({ family }: { readonly family: ChainFamily }): Promise<VaultResult<"derive">> {
		return this.#connection.call(grants.derive, { kind: "derive", family });
	}

	changePassword(password: Uint8Array, next: Uint8Array): Promise<VaultResult<"changePassword">> {
		return this.#connection.call(grants.changePassword, { kind: "changePassword", password, next });
	}

	/** Replaces a vault whose password is forgotten by a new one of this phrase; the former file is kept aside. */
	restore(phrase: Uint8Array, password: Uint8Array, anyway: boolean): Promise<VaultResult<"restore">> {
		return this.#connection.call(grants.restore, { kind: "restore", phrase, password, anyway });
	}

	/** Returns the phrase's words, as bytes that the caller wipes. */
	showPhrase(password: Uint8Array): Promise<VaultResult<"showPhrase">> {
		return this.#connection.call(grants.showPhrase, { kind: "showPhrase", password });
	}

	/** Returns an account's private key as text, as bytes that the caller wipes. */
	exportKey(address: string, password: Uint8Array): Promise<VaultResult<"exportKey">> {
		return this.#connection.call(grants.exportKey, { kind: "exportKey", address, password });
	}

	/** Removes an account, and forgets an imported key. */
	removeAccount(address: string, password: Uint8Array): Promise<VaultResult<"removeAccount">> {
		return this.#connection.call(grants.removeAccount, { kind: "removeAccount", address, password });
	}

	/** Sets the automatic lock, for this process and for those that follow it. The caller stores it in the settings. */
	async setAutoLock(minutes: number, password: Uint8Array): Promise<VaultResult<"setAutoLock">> {
		const ms = minutes * 60_000;
		const result = await this.#connection.call(grants.setAutoLock, { kind: "setAutoLock", ms, password });
		if (result.ok) this.#connection.keepAutoLock(ms);
		return result;
	}

	/** @param place which of `intentsOf(frozen)`, counted from 0; 0 for a commit or a replacement */
	sign(
		accountAddress: string,
		frozen: Frozen,
		fingerprint: string,
		place: number,
	): Promise<VaultResult<"sign">> {
		return this.#connection.call(grants.sign, {
			kind: "sign",
			accountAddress,
			frozen,
			fingerprint,
			place,
			clockOffset: this.#clockOffset(),
		});
	}

	/** Seals a secret under a subkey of the vault's key; refused while it is locked. Does not count as use. */
	sealSecret(secret: Uint8Array): Promise<VaultResult<"sealSecret">> {
		return this.#connection.call(grants.sealSecret, { kind: "sealSecret", secret });
	}

	/** Opens a sealed secret; refused while locked. The caller wipes the secret. */
	openSecret(sealed: string): Promise<VaultResult<"openSecret">> {
		return this.#connection.call(grants.openSecret, { kind: "openSecret", sealed });
	}

	/** Reads whether the vault's file says that a state is sealed under its key; `set` makes it say so. */
	sealMark(set: boolean): Promise<VaultResult<"sealMark">> {
		return this.#connection.call(grants.sealMark, { kind: "sealMark", set });
	}
}
