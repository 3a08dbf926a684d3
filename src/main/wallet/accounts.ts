import { type Message, message } from "../../core/message.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import type { LedgerAccountSetting, SettingsStore, WatchedAccountSetting } from "../ports.ts";
import { addressKey } from "./signers/address.ts";
import type { VaultClient } from "./signers/vault/client.ts";

export interface Account {
	/** EVM: checksummed (EIP-55). Solana: base58. */
	readonly address: string;
	readonly family: ChainFamily;
	readonly signer: "local" | "ledger";
	/** `null` for an imported key. */
	readonly path: string | null;
	/** The device on which it was found; `null` for a key on this computer. */
	readonly model: string | null;
	/** The user's own name; `null` if none was given. */
	readonly label: string | null;
}

/** Maximum that the settings accept. */
export const MAX_ON_LEDGER = 200;
const MAX_WATCHED = 200;
const MAX_LABEL_LENGTH = 60;
/** Control and format characters (bidi overrides among them) could make one name look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function cleaned(label: string): string {
	return [...label.normalize("NFC").replace(UNSEEN, " ").replace(/\s+/g, " ").trim()]
		.slice(0, MAX_LABEL_LENGTH)
		.join("")
		.trim();
}

/** Paths as the vault derives them: the account's number is all that differs. */
const PATHS: Readonly<Record<Account["family"], RegExp>> = {
	evm: /^m\/44'\/60'\/0'\/0\/(\d{1,6})$/,
	svm: /^m\/44'\/501'\/(\d{1,6})'\/0'$/,
};

/**
 * Returns the number under which the phrase of this computer gives an account: an EVM and a Solana account of the same
 * number belong together. `null` for an imported key, and for a Ledger's: two devices may hold two phrases.
 */
export function placeInPhrase({
	family,
	signer,
	path,
}: Pick<Account, "family" | "signer" | "path">): number | null {
	const number = signer === "local" && path !== null ? PATHS[family].exec(path)?.[1] : undefined;
	return number === undefined ? null : Number(number);
}

/** The user's accounts. They are known while the vault is locked, since addresses are its public part. */
export class Accounts {
	readonly #vault: Pick<VaultClient, "status">;
	readonly #settings: Pick<SettingsStore, "get" | "set">;

	/** @param settings keeps labels by address, EVM in lower case, Solana as it is */
	constructor(vault: Pick<VaultClient, "status">, settings: Pick<SettingsStore, "get" | "set">) {
		this.#vault = vault;
		this.#settings = settings;
	}

	/** Returns those of this computer first, each in the order in which they were added. */
	list(): readonly Account[] {
		const local = this.#vault.status().accounts.map(
			({ address, family, path }): Account => ({
				address,
				family,
				signer: "local",
				path,
				model: null,
				label: this.labelOf(address),
			}),
		);
		const held = new Set(local.map(({ address }) => addressKey(address)));
		// The key on this computer signs for an address that a Ledger has too.
		const ledger = this.onLedger()
			.filter(({ address }) => !held.has(addressKey(address)))
			.map((each): Account => ({ ...each, signer: "ledger", label: this.labelOf(each.address) }));
		return [...local, ...ledger];
	}

	/** Finds an account by address, on EVM whatever its case; `null` if it is not the user's. */
	find(address: string): Account | null {
		const wanted = addressKey(address);
		return this.list().find((each) => addressKey(each.address) === wanted) ?? null;
	}

	owns(address: string): boolean {
		return this.find(address) !== null;
	}

	/** Whether an address is the user's own or a watched one. */
	knows(address: string): boolean {
		return this.owns(address) || this.watches(address);
	}

	/** The user's own name for any address, theirs or another's; `null` if none was given. */
	labelOf(address: string): string | null {
		const { labels } = this.#settings.get();
		const key = addressKey(address);
		return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
	}

	/** Names an address; an empty name removes the former one. */
	setLabel(address: string, label: string): void {
		const key = addressKey(address);
		const { [key]: _former, ...others } = this.#settings.get().labels;
		const name = cleaned(label);
		this.#settings.set({ labels: name === "" ? others : { ...others, [key]: name } });
	}

	/** Accounts whose keys a Ledger holds. */
	onLedger(): readonly LedgerAccountSetting[] {
		return this.#settings.get().ledgerAccounts;
	}

	/**
	 * Stores accounts as a device named them; one that is the user's already is left alone.
	 * @returns false, and stores nothing, if there would be more than `MAX_ON_LEDGER`
	 */
	addLedger(found: readonly LedgerAccountSetting[]): boolean {
		const fresh = found.filter(
			({ address }, at) =>
				this.find(address) === null &&
				found.findIndex((each) => addressKey(each.address) === addressKey(address)) === at,
		);
		const all = [...this.onLedger(), ...fresh];
		if (all.length > MAX_ON_LEDGER) return false;
		this.#settings.set({ ledgerAccounts: all });
		return true;
	}

	/** Forgets an account of a Ledger; false if there is none. */
	removeLedger(address: string): boolean {
		const wanted = addressKey(address);
		const left = this.onLedger().filter((each) => addressKey(each.address) !== wanted);
		if (left.length === this.onLedger().length) return false;
		this.#settings.set({ ledgerAccounts: left });
		return true;
	}

	/** Addresses that are only looked at: nothing is signed for them, and no rule counts them. */
	watched(): readonly WatchedAccountSetting[] {
		// One whose key came later is the user's own.
		return this.#settings.get().watchedAccounts.filter(({ address }) => this.find(address) === null);
	}

	watches(address: string): boolean {
		return this.watched().some((each) => addressKey(each.address) === addressKey(address));
	}

	/** Watches an account. @returns why it can't be watched, or null */
	watch(account: WatchedAccountSetting): Message | null {
		if (this.find(account.address) !== null) return message("app.watch.own");
		if (this.watches(account.address)) return message("app.watch.already");
		const { watchedAccounts } = this.#settings.get();
		if (watchedAccounts.length >= MAX_WATCHED) return message("app.watch.most", { most: MAX_WATCHED });
		this.#settings.set({ watchedAccounts: [...watchedAccounts, account] });
		return null;
	}

	/** Returns false if it was not watched. */
	unwatch(address: string): boolean {
		if (!this.watches(address)) return false;
		const key = addressKey(address);
		const { watchedAccounts } = this.#settings.get();
		this.#settings.set({
			watchedAccounts: watchedAccounts.filter((each) => addressKey(each.address) !== key),
		});
		return true;
	}

	/** Whether the desk leaves it out; nothing else differs. */
	isHidden(address: string): boolean {
		return this.#settings.get().hiddenAccounts.includes(addressKey(address));
	}

	setHidden(address: string, hidden: boolean): void {
		const key = addressKey(address);
		const others = this.#settings.get().hiddenAccounts.filter((each) => each !== key);
		this.#settings.set({ hiddenAccounts: hidden ? [...others, key] : others });
	}

	/** Removes name and visibility of an account that is gone. */
	forget(address: string): void {
		const key = addressKey(address);
		const { labels, hiddenAccounts } = this.#settings.get();
		const { [key]: _former, ...others } = labels;
		this.#settings.set({ labels: others, hiddenAccounts: hiddenAccounts.filter((each) => each !== key) });
	}
}
