import { nativeOf } from "../../core/chain/names.ts";
import { hasWrongChecksum, readAddress } from "../../core/format/numeral.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { AccountPageView, accountPageProcedures } from "../../ipc/keys.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { AccountView } from "../../ipc/wallet.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { WatchedAccountSetting } from "../settings-schema.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import { type Account, indexInPhrase } from "./accounts.ts";
import type { LedgerDesk } from "./ledger-desk.ts";
import { waitsFor } from "./ledger-requests.ts";
import { sameAddress } from "./signers/signer.ts";
import { secretBytes } from "./signers/vault/client.ts";
import type { Wallet } from "./wallet.ts";

export function readWatched(
	text: string,
):
	| { readonly ok: true; readonly account: WatchedAccountSetting }
	| { readonly ok: false; readonly text: Message } {
	const address = text.trim();
	if (hasWrongChecksum(address)) return { ok: false, text: message("app.watch.checksum") };
	if (readAddress(address) !== null) return { ok: true, account: { family: "evm", address } };
	return readKey(address) === null
		? { ok: false, text: message("app.watch.no-address") }
		: { ok: true, account: { family: "svm", address } };
}

const watchOnly = (account: WatchedAccountSetting) => ({ ...account, signer: "watch", path: null }) as const;

type Commands = HandlersOf<typeof accountPageProcedures>;

export class AccountPages implements Commands {
	readonly #app;

	constructor(app: {
		readonly ports: { readonly desktop: Pick<Ports["desktop"], "raiseDesk" | "hideTrusted"> };
		readonly events: Events;
		readonly window: Pick<TrustedWindow, "go" | "leadTo" | "leadOn">;
		readonly stores: { readonly journal: Pick<Journal, "unsettled"> };
		readonly networks: Pick<Networks, "chainSettings" | "health">;
		readonly wallet: Pick<Wallet, "vault" | "accounts" | "balances">;
		readonly ledgerDesk: Pick<LedgerDesk, "remove">;
		readonly rules: { labels(): Labels };
		readonly inbox: {
			waitingOf(address: string): readonly string[];
			rejectWaitingOf(address: string): void;
		};
		readBalances(): void;
	}) {
		this.#app = app;
	}

	list(): AccountView[] {
		const { networks, rules } = this.#app;
		const { accounts, balances } = this.#app.wallet;
		const labels = rules.labels();
		const all: readonly (Account | ReturnType<typeof watchOnly>)[] = [
			...accounts.list(),
			...accounts.watched().map(watchOnly),
		];
		return all.map((account) => ({
			address: addressView(account.address, labels),
			family: account.family,
			signer: account.signer,
			path: account.path,
			phraseIndex: account.signer === "watch" ? null : indexInPhrase(account),
			hidden: accounts.isHidden(account.address),
			balances: networks
				.chainSettings()
				.filter((chain) => chain.family === account.family)
				.map((chain) => {
					const wei = balances.all().get(`${chain.chainId} ${account.address}`);
					const unit = { ...nativeOf(chain.chainId), checked: true };
					if (wei !== undefined && wei !== null)
						return { chain: chain.name, amount: amountView(wei, unit), text: null };
					const health = networks.health().get(chain.chainId);
					return {
						chain: chain.name,
						amount: null,
						text: health?.ok === false ? health.text : message("app.chain.reading"),
					};
				}),
		}));
	}

	page(address: string): AccountPageView | null {
		const account = this.list().find((each) => sameAddress(each.address.address, address));
		if (account === undefined) return null;
		const { signer, path } = account;
		const source = signer === "local" ? (path === null ? "imported" : "phrase") : signer;
		const isLast = signer === "local" && this.#app.wallet.vault.status().accounts.length === 1;
		const kept = waitsFor(this.#app, address)
			? message("app.account-in-use")
			: isLast
				? message("app.account-last")
				: null;
		return { account, source, kept, waiting: this.#app.inbox.waitingOf(address).length };
	}

	async showAccount({ address }: CommandInput<Commands, "openAccount">): Promise<CommandOutcome> {
		if (!this.#app.wallet.accounts.knows(address)) return refused(message("app.no-account"));
		return this.#app.window.leadTo({ kind: "account", address });
	}

	async labelAccount(given: CommandInput<Commands, "renameAccount">): Promise<CommandOutcome> {
		if (!this.#app.wallet.accounts.owns(given.address)) return refused(message("app.own-accounts-only"));
		return await this.renameAccount(given);
	}

	async openAccount({ address }: CommandInput<Commands, "openAccount">): Promise<CommandOutcome> {
		if (!this.#app.wallet.accounts.knows(address)) return refused(message("app.no-account"));
		return this.#app.window.leadOn({ kind: "account", address });
	}

	async watchAccount({ address, label }: CommandInput<Commands, "watchAccount">): Promise<CommandOutcome> {
		const { accounts } = this.#app.wallet;
		const read = readWatched(address);
		if (!read.ok) return refused(read.text);
		const fault = accounts.watch(read.account);
		if (fault !== null) return refused(fault);
		accounts.setLabel(read.account.address, label);
		this.#app.readBalances();
		this.#app.events.emit("app-changed");
		return done;
	}

	async renameAccount({ address, label }: CommandInput<Commands, "renameAccount">): Promise<CommandOutcome> {
		const { accounts } = this.#app.wallet;
		if (!accounts.knows(address)) return refused(message("app.no-account"));
		accounts.setLabel(address, label);
		this.#app.events.emit("app-changed");
		return done;
	}

	async hideAccount({ address, hidden }: CommandInput<Commands, "hideAccount">): Promise<CommandOutcome> {
		const { accounts } = this.#app.wallet;
		if (!accounts.knows(address)) return refused(message("app.no-account"));
		accounts.setHidden(address, hidden);
		if (!hidden) this.#app.readBalances();
		this.#app.events.emit("app-changed");
		return done;
	}

	async removeAccount(given: CommandInput<Commands, "removeAccount">): Promise<CommandOutcome> {
		const { inbox, ports, wallet, window } = this.#app;
		if (waitsFor(this.#app, given.address)) return refused(message("app.account-in-use"));
		const removed = await this.#remove(given.address, given.password);
		if (!removed.ok) return removed;
		wallet.accounts.forget(given.address);
		inbox.rejectWaitingOf(given.address);
		window.go({ kind: "empty" }, false);
		ports.desktop.hideTrusted();
		ports.desktop.raiseDesk();
		return done;
	}

	async #remove(address: string, password: string | null): Promise<CommandOutcome> {
		const { accounts, vault } = this.#app.wallet;
		const own = accounts.find(address);
		if (own === null) return accounts.unwatch(address) ? done : refused(message("app.no-account"));
		if (own.signer === "ledger") return this.#app.ledgerDesk.remove(address);
		const removed = await vault.removeAccount(address, secretBytes(password ?? ""));
		return removed.ok ? done : refused(removed.text);
	}
}
