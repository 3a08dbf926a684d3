import { type Message, message } from "../../core/localized-text.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import type { SettingsStore } from "../ports.ts";
import type { LedgerAccountSetting, WatchedAccountSetting } from "../settings-schema.ts";
import { addressKey } from "./signers/signer.ts";
import type { VaultClient } from "./signers/vault/client.ts";

export interface Account {
	readonly address: string;
	readonly family: ChainFamily;
	readonly signer: "local" | "ledger";
	/** `null` for an imported key. */
	readonly path: string | null;
	readonly model: string | null;
	readonly label: string | null;
}

export const MAX_ON_LEDGER = 200;
const MAX_WATCHED = 200;
const MAX_LABEL_LENGTH = 60;
/** Control and format characters, for example bidi overrides, which could disguise a name. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function cleaned(label: string): string {
	return [...label.normalize("NFC").replace(UNSEEN, " ").replace(/\s+/g, " ").trim()]
		.slice(0, MAX_LABEL_LENGTH)
		.join("")
		.trim();
}

/** Paths that the vault derives. They differ only in the account number. */
const PATHS: Readonly<Record<Account["family"], RegExp>> = {
	evm: /^m\/44'\/60'\/0'\/0\/(\d{1,6})$/,
	svm: /^m\/44'\/501'\/(\d{1,6})'\/0'$/,
};

/**
 * Returns the account number within this computer's recovery phrase, which an EVM account and a Solana
 * account can share. `null` for an imported key. Also `null` for a Ledger, because two devices may have
 * different recovery phrases.
 */
export function indexInPhrase({
	family,
	signer,
	path,
}: Pick<Account, "family" | "signer" | "path">): number | null {
	const number = signer === "local" && path !== null ? PATHS[family].exec(path)?.[1] : undefined;
	return number === undefined ? null : Number(number);
}

export class Accounts {
	readonly #vault: Pick<VaultClient, "status">;
	readonly #settings: Pick<SettingsStore, "get" | "set">;

	/** @param settings contains labels by address; EVM addresses are in lower case */
	constructor(vault: Pick<VaultClient, "status">, settings: Pick<SettingsStore, "get" | "set">) {
		this.#vault = vault;
		this.#settings = settings;
	}

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
		// If the key is also on this computer, the vault signs for the address.
		const ledger = this.onLedger()
			.filter(({ address }) => !held.has(addressKey(address)))
			.map((each): Account => ({ ...each, signer: "ledger", label: this.labelOf(each.address) }));
		return [...local, ...ledger];
	}

	find(address: string): Account | null {
		const wanted = addressKey(address);
		return this.list().find((each) => addressKey(each.address) === wanted) ?? null;
	}

	owns(address: string): boolean {
		return this.find(address) !== null;
	}

	knows(address: string): boolean {
		return this.owns(address) || this.watches(address);
	}

	labelOf(address: string): string | null {
		const { labels } = this.#settings.get();
		const key = addressKey(address);
		return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
	}

	setLabel(address: string, label: string): void {
		const key = addressKey(address);
		const { [key]: _former, ...others } = this.#settings.get().labels;
		const name = cleaned(label);
		this.#settings.set({ labels: name === "" ? others : { ...others, [key]: name } });
	}

	onLedger(): readonly LedgerAccountSetting[] {
		return this.#settings.get().ledgerAccounts;
	}

	/**
	 * Skips existing accounts. If there would be more than `MAX_ON_LEDGER`, returns `false` and stores
	 * nothing.
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

	/** Returns `false` if there is no such account. */
	removeLedger(address: string): boolean {
		const wanted = addressKey(address);
		const left = this.onLedger().filter((each) => addressKey(each.address) !== wanted);
		if (left.length === this.onLedger().length) return false;
		this.#settings.set({ ledgerAccounts: left });
		return true;
	}

	/** Nothing is signed for a watched address, and rules don't count it. */
	watched(): readonly WatchedAccountSetting[] {
		return this.#settings.get().watchedAccounts.filter(({ address }) => this.find(address) === null);
	}

	watches(address: string): boolean {
		return this.watched().some((each) => addressKey(each.address) === addressKey(address));
	}

	watch(account: WatchedAccountSetting): Message | null {
		if (this.find(account.address) !== null) return message("app.watch.own");
		if (this.watches(account.address)) return message("app.watch.already");
		const { watchedAccounts } = this.#settings.get();
		if (watchedAccounts.length >= MAX_WATCHED) return message("app.watch.most", { most: MAX_WATCHED });
		this.#settings.set({ watchedAccounts: [...watchedAccounts, account] });
		return null;
	}

	unwatch(address: string): boolean {
		if (!this.watches(address)) return false;
		const key = addressKey(address);
		const { watchedAccounts } = this.#settings.get();
		this.#settings.set({
			watchedAccounts: watchedAccounts.filter((each) => addressKey(each.address) !== key),
		});
		return true;
	}

	isHidden(address: string): boolean {
		return this.#settings.get().hiddenAccounts.includes(addressKey(address));
	}

	setHidden(address: string, hidden: boolean): void {
		const key = addressKey(address);
		const others = this.#settings.get().hiddenAccounts.filter((each) => each !== key);
		this.#settings.set({ hiddenAccounts: hidden ? [...others, key] : others });
	}

	forget(address: string): void {
		const key = addressKey(address);
		const { labels, hiddenAccounts } = this.#settings.get();
		const { [key]: _former, ...others } = labels;
		this.#settings.set({ labels: others, hiddenAccounts: hiddenAccounts.filter((each) => each !== key) });
	}
}
