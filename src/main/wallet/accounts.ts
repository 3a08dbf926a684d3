import { type Message, message } from "../../core/message.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import type { LedgerAccountSetting, SettingsStore, WatchedAccountSetting } from "../ports.ts";
import { addressKey } from "./signers/address.ts";
import type { VaultClient } from "./signers/vault/types.ts";

/** The user's accounts: known while the vault is locked, since addresses are its public part. */

export interface Account {
	/** EVM: checksummed (EIP-55). Solana: base58. */
	readonly address: string;
	readonly family: ChainFamily;
	readonly signer: "local" | "ledger";
	/** Null for an imported key. */
	readonly path: string | null;
	/** The device on which it was found; null for a key on this computer. */
	readonly model: string | null;
	/** The user's own name; null where none was given. */
	readonly label: string | null;
}

export interface Accounts {
	/** Those of this computer first, each in the order in which they were added. */
	list(): readonly Account[];
	/** By address, on EVM whatever its case; null where it is not the user's. */
	find(address: string): Account | null;
	/** Whether an address is the user's. */
	owns(address: string): boolean;
	/** The user's own name for any address, theirs or another's; null where none was given. */
	labelOf(address: string): string | null;
	/** Names an address; an empty name takes the former one away. */
	setLabel(address: string, label: string): void;
	/** Those whose keys a Ledger holds. */
	onLedger(): readonly LedgerAccountSetting[];
	/**
	 * Keeps accounts as a device named them; one that is the user's already is left alone. False, and nothing is
	 * kept, where there would be more than `MAX_ON_LEDGER`.
	 */
	addLedger(found: readonly LedgerAccountSetting[]): boolean;
	/** Forgets an account of a Ledger; false where there is none. */
	removeLedger(address: string): boolean;
	/** Addresses that are looked at and are none of the user's own: nothing is signed for them, and no rule counts them. */
	watched(): readonly WatchedAccountSetting[];
	watches(address: string): boolean;
	/** Why it is not watched; null where it is from now on. */
	watch(account: WatchedAccountSetting): Message | null;
	/** False where it was not watched. */
	unwatch(address: string): boolean;
	/** Out of sight, and otherwise as before. */
	isHidden(address: string): boolean;
	setHidden(address: string, hidden: boolean): void;
	/** What was the user's own of an account that is gone: its name, and that it was out of sight. */
	forget(address: string): void;
}

/** As many as the settings take. */
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

/** @param settings keeps labels by address, EVM in lower case, Solana as it is. */
export function createAccounts(
	vault: Pick<VaultClient, "status">,
	settings: Pick<SettingsStore, "get" | "set">,
): Accounts {
	const labelOf = (address: string) => {
		const labels = settings.get().labels;
		const key = addressKey(address);
		return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
	};

	const onLedger = () => settings.get().ledgerAccounts;

	/** What one address is called twice would be signed by either: the key on this computer stands for it. */
	const list = (): Account[] => {
		const local = vault.status().accounts.map(
			({ address, family, path }): Account => ({
				address,
				family,
				signer: "local",
				path,
				model: null,
				label: labelOf(address),
			}),
		);
		const held = new Set(local.map(({ address }) => addressKey(address)));
		const ledger = onLedger()
			.filter(({ address }) => !held.has(addressKey(address)))
			.map((each): Account => ({ ...each, signer: "ledger", label: labelOf(each.address) }));
		return [...local, ...ledger];
	};

	function find(address: string): Account | null {
		const wanted = addressKey(address);
		return list().find((each) => addressKey(each.address) === wanted) ?? null;
	}

	/** One whose key came later is the user's own, and no longer only watched. */
	const watched = () => settings.get().watchedAccounts.filter(({ address }) => find(address) === null);
	const watches = (address: string) =>
		watched().some((each) => addressKey(each.address) === addressKey(address));

	return {
		watched,
		watches,
		watch(account) {
			if (find(account.address) !== null) return message("app.watch.own");
			if (watches(account.address)) return message("app.watch.already");
			const { watchedAccounts } = settings.get();
			if (watchedAccounts.length >= MAX_WATCHED) return message("app.watch.most", { most: MAX_WATCHED });
			settings.set({ watchedAccounts: [...watchedAccounts, account] });
			return null;
		},
		unwatch(address) {
			if (!watches(address)) return false;
			const key = addressKey(address);
			const { watchedAccounts } = settings.get();
			settings.set({ watchedAccounts: watchedAccounts.filter((each) => addressKey(each.address) !== key) });
			return true;
		},
		isHidden: (address) => settings.get().hiddenAccounts.includes(addressKey(address)),
		setHidden(address, hidden) {
			const key = addressKey(address);
			const others = settings.get().hiddenAccounts.filter((each) => each !== key);
			settings.set({ hiddenAccounts: hidden ? [...others, key] : others });
		},
		forget(address) {
			const key = addressKey(address);
			const { labels, hiddenAccounts } = settings.get();
			const { [key]: _former, ...others } = labels;
			settings.set({ labels: others, hiddenAccounts: hiddenAccounts.filter((each) => each !== key) });
		},
		list,
		find,
		owns: (address) => find(address) !== null,
		labelOf,
		setLabel(address, label) {
			const key = addressKey(address);
			const { [key]: _former, ...others } = settings.get().labels;
			const name = cleaned(label);
			settings.set({ labels: name === "" ? others : { ...others, [key]: name } });
		},
		onLedger,
		addLedger(found) {
			const fresh = found.filter(
				({ address }, at) =>
					find(address) === null &&
					found.findIndex((each) => addressKey(each.address) === addressKey(address)) === at,
			);
			const all = [...onLedger(), ...fresh];
			if (all.length > MAX_ON_LEDGER) return false;
			settings.set({ ledgerAccounts: all });
			return true;
		},
		removeLedger(address) {
			const wanted = addressKey(address);
			const left = onLedger().filter((each) => addressKey(each.address) !== wanted);
			if (left.length === onLedger().length) return false;
			settings.set({ ledgerAccounts: left });
			return true;
		},
	};
}
