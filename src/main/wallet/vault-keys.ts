import { ChainError } from "../../core/chain/chain-error.ts";
import { nativeOf } from "../../core/chain/names.ts";
import { isPath, PATH_EXAMPLE } from "../../core/format/derivation-path.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { message } from "../../core/localized-text.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { FoundAccountRow, vaultProcedures } from "../../ipc/wallet.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import { type Derivation, KEY_FILE_BYTES } from "../../vault/protocol.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import type { WindowRoute } from "../window-route.ts";
import type { Accounts } from "./accounts.ts";
import { phrasePaths, type ScanPath } from "./ledger-paths.ts";
import { passphraseBytes, secretBytes, type VaultClient } from "./signers/vault/client.ts";
import type { Wallet } from "./wallet.ts";

export interface AccountSearch {
	readonly networks: Pick<Networks, "chains" | "svmChains" | "chainSettings">;
	readonly wallet: {
		readonly vault: Pick<VaultClient, "findAccounts">;
		readonly accounts: Pick<Accounts, "find">;
	};
	readonly rules: { labels(): Labels };
}

export interface PhraseSearch {
	readonly phrase: string;
	readonly passphrase: string;
	readonly family: ChainFamily;
	readonly page: number;
	readonly path: string | null;
}

type Balance = FoundAccountRow["balances"][number];

const derivationOf = (family: ChainFamily, path: string): Derivation => ({ family, path });

const noPath = (family: ChainFamily) =>
	message("app.phrase.no-path", { family, example: PATH_EXAMPLE[family] });

/** The user's RPCs see only the derived addresses. */
export async function findPhraseAccounts(
	app: AccountSearch,
	{ phrase, passphrase, family, page, path }: PhraseSearch,
): Promise<CommandOutcome & { readonly rows?: readonly FoundAccountRow[] }> {
	if (path !== null && !isPath(family, path)) return refused(noPath(family));
	const at: readonly ScanPath[] =
		path === null ? phrasePaths(family, page) : [{ path, scheme: message("ledger.scheme.typed") }];
	const found = await app.wallet.vault.findAccounts(
		secretBytes(phrase),
		passphraseBytes(passphrase),
		at.map((each) => derivationOf(family, each.path)),
	);
	if (!found.ok) return refused(found.text);
	const chains = app.networks.chainSettings().filter((chain) => chain.family === family);
	const addresses = found.accounts.map(({ address }) => address);
	const balances = await Promise.all(chains.map((chain) => readBalances(app, chain, addresses)));
	const rows = found.accounts.map(
		({ address }, index): FoundAccountRow => ({
			address: addressView(address, app.rules.labels()),
			path: at[index]?.path ?? "",
			scheme: at[index]?.scheme ?? message("ledger.scheme.typed"),
			state: app.wallet.accounts.find(address) === null ? "new" : "onThisComputer",
			balances: balances.flatMap((each) => each[index] ?? []),
		}),
	);
	return { ok: true, rows };
}

async function readBalances(
	{ networks: { chains, svmChains } }: AccountSearch,
	{ family, chainId, name }: ChainSetting,
	addresses: readonly string[],
): Promise<readonly Balance[]> {
	const unit = { ...nativeOf(chainId), checked: true };
	try {
		const chain = family === "evm" ? chains.of(Number(chainId)) : svmChains.of(chainId);
		await chain.prove();
		const read: Balance[] = [];
		for (const address of addresses)
			read.push({ chain: name, amount: amountView(await chain.balance(address), unit), text: null });
		return read;
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause;
		return addresses.map(() => ({ chain: name, amount: null, text: cause.text }));
	}
}

type Commands = HandlersOf<typeof vaultProcedures>;

export class VaultKeys implements Commands {
	readonly #app;

	constructor(
		app: AccountSearch & {
			readonly ports: {
				readonly desktop: Pick<Ports["desktop"], "openFileBytes" | "hideTrusted">;
				readonly settings: Pick<Ports["settings"], "set">;
			};
			readonly events: Events;
			readonly window: Pick<TrustedWindow, "route" | "go" | "leadOn">;
			readonly wallet: Pick<Wallet, "vault" | "accounts">;
			readonly integrity: {
				check(): Promise<void>;
				/** Suspends sealing while `work` runs, and invalidates earlier seals if it succeeds. */
				renewing<Result extends { readonly ok: boolean }>(work: () => Promise<Result>): Promise<Result>;
			};
			readonly reviewing: { readonly reviews: { load(entryId: string): Promise<unknown> } };
			readonly inbox: {
				/** Oldest first. */
				entries(): readonly { readonly id: string; readonly actionable: boolean }[];
				entry(id: string): object | null;
			};
			readonly signedIn: { current(): { readonly runner: { wakeAll(): void } } };
			readonly setup: {
				afterKeys(): WindowRoute | null;
				keysRoute(): WindowRoute;
			};
		},
	) {
		this.#app = app;
	}

	async createPhrase({ password }: CommandInput<Commands, "createPhrase">): Promise<CommandOutcome> {
		const { wallet, window } = this.#app;
		const created = await wallet.vault.create(secretBytes(password));
		if (!created.ok) return refused(created.text);
		window.go({ kind: "phrase", words: created.words, positions: created.positions });
		return done;
	}

	async phraseWritten(): Promise<CommandOutcome> {
		const { window } = this.#app;
		const route = window.route();
		if (route.kind !== "phrase") return refused(message("app.phrase.not-shown"));
		window.go({ kind: "phraseCheck", positions: route.positions, wrong: false });
		return done;
	}

	async phraseBack(): Promise<CommandOutcome> {
		const { setup, wallet, window } = this.#app;
		const route = window.route();
		if (route.kind === "phraseCheck") {
			const pending = await wallet.vault.pendingPhrase();
			window.go(
				pending.ok ? { kind: "phrase", words: pending.words, positions: route.positions } : setup.keysRoute(),
			);
			return done;
		}
		if (route.kind !== "phrase") return refused(message("app.phrase.not-shown"));
		const forgotten = await wallet.vault.forgetPhrase();
		if (!forgotten.ok) return refused(forgotten.text);
		window.go(setup.keysRoute());
		return done;
	}

	async checkPhrase({ words }: CommandInput<Commands, "checkPhrase">): Promise<CommandOutcome> {
		const { wallet, window } = this.#app;
		const route = window.route();
		if (route.kind !== "phraseCheck") return refused(message("app.phrase.not-checked"));
		const checked = await wallet.vault.confirmPhrase(words);
		if (checked.ok) return this.#onKeysAdded();
		window.go({ kind: "phraseCheck", positions: route.positions, wrong: true });
		return refused(checked.text);
	}

	async findPhraseAccounts(search: PhraseSearch): ReturnType<Commands["findPhraseAccounts"]> {
		return await findPhraseAccounts(this.#app, search);
	}

	async importPhrase({
		phrase,
		passphrase,
		accounts,
		password,
	}: CommandInput<Commands, "importPhrase">): Promise<CommandOutcome> {
		const wrong = accounts.find(({ family, path }) => !isPath(family, path));
		if (wrong !== undefined) return refused(noPath(wrong.family));
		const outcome = await this.#app.wallet.vault.importPhrase(secretBytes(phrase), secretBytes(password), {
			passphrase: passphraseBytes(passphrase),
			...(accounts.length === 0 ? {} : { accounts }),
		});
		return outcome.ok ? this.#onKeysAdded() : refused(outcome.text);
	}

	async importKey({ key, password }: CommandInput<Commands, "importKey">): Promise<CommandOutcome> {
		const outcome = await this.#app.wallet.vault.importKey(secretBytes(key), secretBytes(password));
		return outcome.ok ? this.#onKeysAdded() : refused(outcome.text);
	}

	async importKeyFile({
		filePassword,
		password,
	}: CommandInput<Commands, "importKeyFile">): ReturnType<Commands["importKeyFile"]> {
		const { ports, wallet } = this.#app;
		const file = await ports.desktop.openFileBytes([
			{ name: message("app.key-file"), extensions: ["json", "*"] },
		]);
		if (file === null) return { ok: true, added: false };
		if (file.byteLength > KEY_FILE_BYTES || file.byteLength === 0) {
			file.fill(0);
			return refused(message("vault.key-file.none"));
		}
		const own = new TextEncoder().encode(filePassword);
		const outcome = await wallet.vault.importKeyFile(file, own, secretBytes(password));
		if (!outcome.ok) return refused(outcome.text);
		this.#onKeysAdded();
		return { ok: true, added: true };
	}

	async unlock({ password }: CommandInput<Commands, "unlock">): Promise<CommandOutcome> {
		const { events, integrity, inbox, reviewing, signedIn, wallet, window } = this.#app;
		const unlocked = await wallet.vault.unlock(secretBytes(password));
		if (!unlocked.ok) {
			events.emit("app-changed");
			return refused(unlocked.text);
		}
		await integrity.check();
		signedIn.current().runner.wakeAll();
		const route = window.route();
		if (route.kind === "entry") await reviewing.reviews.load(route.entryId);
		else if (route.kind === "unlock") {
			if (route.next !== null && inbox.entry(route.next) !== null)
				window.go({ kind: "entry", entryId: route.next, mode: "review" });
			else this.#goOn();
		}
		events.emit("app-changed");
		return done;
	}

	async lock(): Promise<CommandOutcome> {
		await this.#app.wallet.vault.lock();
		return done;
	}

	async deriveAccount({ family }: CommandInput<Commands, "deriveAccount">): Promise<CommandOutcome> {
		const derived = await this.#app.wallet.vault.derive({ family });
		return derived.ok ? done : refused(derived.text);
	}

	async setAutoLock({ minutes, password }: CommandInput<Commands, "setAutoLock">): Promise<CommandOutcome> {
		const { ports, wallet, window } = this.#app;
		const set = await wallet.vault.setAutoLock(minutes, secretBytes(password));
		if (!set.ok) return refused(set.text);
		ports.settings.set({ autoLockMinutes: minutes });
		window.go({ kind: "empty" }, false);
		ports.desktop.hideTrusted();
		return done;
	}

	async openRestore(): Promise<CommandOutcome> {
		const { wallet, window } = this.#app;
		const { state } = wallet.vault.status();
		if (state !== "locked" && state !== "unlocked") return refused(message("app.nothing-to-restore"));
		return window.leadOn({ kind: "restore" });
	}

	async changePassword({
		password,
		next,
	}: CommandInput<Commands, "changePassword">): Promise<CommandOutcome> {
		const { vault } = this.#app.wallet;
		const changed = await vault.changePassword(secretBytes(password), secretBytes(next));
		return changed.ok ? done : refused(changed.text);
	}

	async restoreKeys({
		phrase,
		password,
		anyway,
	}: CommandInput<Commands, "restoreKeys">): Promise<CommandOutcome> {
		const { integrity, wallet, window } = this.#app;
		if (window.route().kind !== "restore") return refused(message("app.nothing-to-restore"));
		const [words, next] = [secretBytes(phrase), secretBytes(password)];
		// The vault has a new key, so the user must confirm state that was sealed with the old one.
		const restored = await integrity.renewing(() => wallet.vault.restore(words, next, anyway));
		if (!restored.ok) return refused(restored.text);
		const addressesOf = (list: readonly { readonly address: string }[]) => list.map(({ address }) => address);
		const { keptAs: previousFile, accounts, lost } = restored;
		window.go({ kind: "restored", accounts: addressesOf(accounts), lost: addressesOf(lost), previousFile });
		return done;
	}

	#onKeysAdded(): CommandOutcome {
		const { events, setup, window } = this.#app;
		if (window.route().kind === "addAccount") {
			events.emit("app-changed");
			return done;
		}
		const next = setup.afterKeys();
		if (next === null) this.#goOn();
		else window.go(next);
		return done;
	}

	#goOn(): void {
		const { inbox, window } = this.#app;
		const next = inbox.entries().find((entry) => entry.actionable);
		if (next === undefined) window.go({ kind: "empty" });
		else window.go({ kind: "entry", entryId: next.id, mode: "review" });
	}
}
