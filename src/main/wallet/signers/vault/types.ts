import type { Frozen } from "../../../../core/match/frozen.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { Derivation, ProcessStatus, VaultResult } from "../../../../vault/protocol.ts";
import type { Clock, ProcessChannel } from "../../../ports.ts";

/** How the vault stands as main last heard. `stopped`: its process is not running, so nothing can be signed. */
export type VaultStatus = Omit<ProcessStatus, "state"> & {
	readonly state: ProcessStatus["state"] | "stopped";
};

export interface VaultClientParts {
	/** Starts a vault process. */
	readonly fork: () => ProcessChannel;
	readonly dataDir: string;
	readonly clock: Clock;
	/** How much later than stated an offer ends by this computer's clock, in ms; by nothing where it is left out. */
	readonly clockOffset?: () => number;
	/** Random bytes of a good source: the process's token is made of them. */
	readonly random: (length: number) => Uint8Array;
	readonly log: (line: string) => void;
	/** Milliseconds without use after which the vault locks by itself. */
	readonly autoLockMs: number;
}

/**
 * The vault as main sees it. Every call answers with a value, `{ ok: false, reason, words, nextTryAt, field }` where
 * it was refused; a call throws only where the caller is at fault. Bytes handed in are wiped before the call returns
 * its promise: make them anew for a second try (`secretBytes`).
 */
export interface VaultClient {
	/** Forks the process and says hello. Once it answers, `status()` is true. Never rejects. */
	start(): Promise<VaultStatus>;
	/** Locks, ends the process and waits for its end, two seconds at most. */
	readonly stop: () => Promise<void>;
	/** As last heard; no waiting. */
	status(): VaultStatus;
	/** Called after each change of `status()`. Returns what ends it. */
	onChange(listener: (status: VaultStatus) => void): () => void;
	/** Makes a phrase and answers with its words and the positions (from 1) that `confirmPhrase` must give. */
	create(password: Uint8Array): Promise<VaultResult<"create">>;
	/** The words at those positions, in that order. Right: the vault is on disk, and unlocked. */
	confirmPhrase(words: readonly string[]): Promise<VaultResult<"confirmPhrase">>;
	/** Returns the words of a made phrase that was not confirmed. */
	pendingPhrase(): Promise<VaultResult<"pendingPhrase">>;
	/** Forgets a made phrase that was not confirmed. */
	forgetPhrase(): Promise<VaultResult<"forgetPhrase">>;
	/** Makes a vault of a BIP-39 phrase, or adds it to one that has none (then `password` is that vault's). */
	importPhrase(
		phrase: Uint8Array,
		password: Uint8Array,
		more?: { readonly passphrase?: Uint8Array; readonly accounts?: Derivation[] },
	): Promise<VaultResult<"importPhrase">>;
	/** Returns the addresses of a phrase at these paths. Nothing is stored. */
	findAccounts(
		phrase: Uint8Array,
		passphrase: Uint8Array,
		accounts: readonly Derivation[],
	): Promise<VaultResult<"findAccounts">>;
	/** Adds a private key (EVM: hex; Solana: base58 or the command line's list of numbers) to the vault whose password this is, or makes a vault of it. */
	importKey(key: Uint8Array, password: Uint8Array): Promise<VaultResult<"importKey">>;
	/** The same for a key file of another wallet; `filePassword` is that file's own. */
	importKeyFile(
		file: Uint8Array,
		filePassword: Uint8Array,
		password: Uint8Array,
	): Promise<VaultResult<"importKeyFile">>;
	unlock(password: Uint8Array): Promise<VaultResult<"unlock">>;
	/** Whether this is the vault's password, open or locked; a wrong one is a try, and nothing else comes of it. */
	verifyPassword(password: Uint8Array): Promise<VaultResult<"verifyPassword">>;
	/** Locks. A process that does not answer in five seconds is ended, which locks too. */
	lock(): Promise<VaultResult<"lock">>;
	/** Restarts the time until the automatic lock, if the vault is open. */
	noteUse(): Promise<VaultResult<"noteUse">>;
	/** The next account of the phrase in that family. */
	derive(request: { readonly family: ChainFamily }): Promise<VaultResult<"derive">>;
	changePassword(password: Uint8Array, next: Uint8Array): Promise<VaultResult<"changePassword">>;
	/** A new vault of this phrase in the place of one whose password is forgotten; that one's file is kept aside. */
	restore(phrase: Uint8Array, next: Uint8Array, anyway: boolean): Promise<VaultResult<"restore">>;
	/** The phrase's words, as bytes that the caller wipes. */
	showPhrase(password: Uint8Array): Promise<VaultResult<"showPhrase">>;
	/** An account's private key as text, as bytes that the caller wipes. */
	exportKey(address: string, password: Uint8Array): Promise<VaultResult<"exportKey">>;
	/** Takes an account off, and forgets an imported key. */
	removeAccount(address: string, password: Uint8Array): Promise<VaultResult<"removeAccount">>;
	/** Sets the automatic lock, for this process and for those that follow it. The caller keeps it in the settings. */
	setAutoLock(minutes: number, password: Uint8Array): Promise<VaultResult<"setAutoLock">>;
	/** @param place which of `intentsOf(frozen)`, counted from 0; 0 for a commit or a replacement. */
	sign(
		accountAddress: string,
		frozen: Frozen,
		fingerprint: string,
		place: number,
	): Promise<VaultResult<"sign">>;
	/** Seals a secret under a subkey of the vault's key; refused while it is locked. Does not count as use. */
	sealSecret(secret: Uint8Array): Promise<VaultResult<"sealSecret">>;
	/** Opens it again; refused while locked. The caller wipes the secret. */
	openSecret(sealed: string): Promise<VaultResult<"openSecret">>;
	/** Whether the vault's file says that a state is sealed under its key; `set`: it says so from now on. */
	sealMark(set: boolean): Promise<VaultResult<"sealMark">>;
}
