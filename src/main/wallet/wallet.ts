import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/localized-text.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { VaultView } from "../../ipc/wallet.ts";
import type { Events } from "../events.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import { Accounts } from "./accounts.ts";
import { Ledger } from "./ledger.ts";
import { joinSigners, type Signer } from "./signers/signer.ts";
import { VaultClient } from "./signers/vault/client.ts";
import type { VaultStatus } from "./signers/vault/connection.ts";
import { LocalSigner } from "./signers/vault/local.ts";

const ROUND_MS = 20_000;

class Balances {
	readonly #app;
	readonly #accounts: Pick<Accounts, "list" | "watched" | "isHidden">;
	readonly #known = new Map<string, bigint | null>();
	#cancel: (() => void) | null = null;
	#isStopped = false;
	#isReading = false;
	#isWantedAgain = false;

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "log">;
			readonly events: Events;
			readonly networks: Pick<Networks, "chains" | "svmChains" | "chainSettings" | "recordHealth">;
		},
		accounts: Pick<Accounts, "list" | "watched" | "isHidden">,
	) {
		this.#app = app;
		this.#accounts = accounts;
	}

	start(): void {
		void this.#round().then(() => this.#scheduleNext());
	}

	stop(): void {
		this.#isStopped = true;
		this.#cancel?.();
	}

	read(): void {
		void this.#round();
	}

	/** In the smallest unit, by "chainId address". `null` if the balance is unreadable. */
	all(): ReadonlyMap<string, bigint | null> {
		return this.#known;
	}

	#scheduleNext(): void {
		if (this.#isStopped) return;
		this.#cancel = this.#app.ports.clock.after(ROUND_MS, () => this.start());
	}

	async #round(): Promise<void> {
		if (this.#isStopped) return;
		if (this.#isReading) {
			this.#isWantedAgain = true;
			return;
		}
		this.#isReading = true;
		try {
			await Promise.all(this.#app.networks.chainSettings().map((chain) => this.#readChain(chain)));
		} catch (cause) {
			this.#app.ports.log(`balances: ${String(cause)}`);
		} finally {
			this.#isReading = false;
		}
		if (!this.#isWantedAgain) return;
		// An account was added during this round.
		this.#isWantedAgain = false;
		await this.#round();
	}

	async #readChain({ family, chainId }: ChainSetting): Promise<void> {
		const { chains, svmChains } = this.#app.networks;
		const addresses = [...this.#accounts.list(), ...this.#accounts.watched()]
			.filter((account) => account.family === family && !this.#accounts.isHidden(account.address))
			.map((account) => account.address);
		try {
			const chain = family === "evm" ? chains.of(Number(chainId)) : svmChains.of(chainId);
			await chain.prove();
			for (const address of addresses) this.#known.set(`${chainId} ${address}`, await chain.balance(address));
			this.#recordHealth(chainId, { ok: true, text: message("app.chain.answers") });
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause;
			for (const address of addresses) this.#known.set(`${chainId} ${address}`, null);
			this.#recordHealth(chainId, { ok: false, text: cause.text });
		}
	}

	#recordHealth(chainId: string, health: ChainHealth): void {
		this.#app.networks.recordHealth(chainId, health);
		this.#app.events.emit("chain-changed");
	}
}

/** Minimum interval between activity reports to the vault, which may therefore lock this much too early. */
const USE_NOTED_MS = 10_000;

export class UseNotes {
	readonly #vault: Pick<VaultClient, "status" | "noteUse">;
	readonly #clock: Pick<Ports["clock"], "now">;
	#notedAt: number | null = null;

	constructor(vault: Pick<VaultClient, "status" | "noteUse">, clock: Pick<Ports["clock"], "now">) {
		this.#vault = vault;
		this.#clock = clock;
	}

	reportUse(): void {
		const now = this.#clock.now();
		if (this.#vault.status().state !== "unlocked") return;
		// Setting the clock back must not suppress reports.
		if (this.#notedAt !== null && now >= this.#notedAt && now - this.#notedAt < USE_NOTED_MS) return;
		this.#notedAt = now;
		void this.#vault.noteUse();
	}
}

export class Wallet {
	readonly vault: VaultClient;
	readonly accounts: Accounts;
	readonly ledger: Ledger;
	readonly signer: Signer;
	readonly balances: Balances;
	readonly #app;
	readonly #useNotes: UseNotes;
	#addresses = "";
	#wasOpen = false;
	#locks = 0;

	constructor(
		app: {
			readonly ports: Ports;
			readonly events: Events;
			readonly networks: Pick<Networks, "chains" | "svmChains" | "chainSettings" | "recordHealth">;
			readonly integrity: { check(): Promise<void> };
			readonly rules: { readonly allowOnce: { void(): void } };
			readonly signedIn: {
				currentOrNull(): { readonly runner: { wakeAll(): void } } | null;
				clockOffset(): number;
				wakeDeviceRows(): void;
				restoreSealedSignIns(): Promise<void>;
			};
		},
		dataDir: string,
	) {
		const { ports } = app;
		this.#app = app;
		this.vault = new VaultClient({
			fork: ports.forkVault,
			dataDir,
			clock: ports.clock,
			random: ports.random,
			log: ports.log,
			clockOffset: () => app.signedIn.clockOffset(),
			autoLockMs: ports.settings.get().autoLockMinutes * 60_000,
		});
		this.accounts = new Accounts(this.vault, ports.settings);
		this.ledger = new Ledger(app, this.accounts);
		this.signer = joinSigners(new LocalSigner(this.vault), this.ledger.signer);
		this.balances = new Balances(app, this.accounts);
		this.#useNotes = new UseNotes(this.vault, ports.clock);
	}

	async start(): Promise<void> {
		this.vault.onChange((status) => this.#onVault(status));
		await this.vault.start();
	}

	async stop(): Promise<void> {
		await this.vault.stop();
	}

	recordUse(): void {
		this.#useNotes.reportUse();
	}

	/** Returns how often an unlocked vault has been locked, or its process has ended, since startup. */
	locks(): number {
		return this.#locks;
	}

	vaultView(): VaultView {
		const { state, locksAt, nextTryAt, text } = this.vault.status();
		const { autoLockMinutes } = this.#app.ports.settings.get();
		return { state, locksAt, autoLockMinutes, nextTryAt, text };
	}

	#onVault({ accounts, state }: VaultStatus): void {
		const { events, integrity, rules, signedIn } = this.#app;
		const isOpen = state === "unlocked";
		// One-time exceptions become invalid when the vault is locked or its process ends.
		if (this.#wasOpen && !isOpen) {
			this.#locks += 1;
			rules.allowOnce.void();
		}
		this.#wasOpen = isOpen;
		signedIn.currentOrNull()?.runner.wakeAll();
		if (isOpen) {
			void integrity.check();
			void signedIn.restoreSealedSignIns();
		}
		const addresses = accounts.map((each) => each.address).join(" ");
		if (addresses !== this.#addresses) this.balances.read();
		this.#addresses = addresses;
		events.emit("app-changed");
	}
}
