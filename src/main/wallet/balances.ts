import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/message.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { Events } from "../events.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import type { Accounts } from "./accounts.ts";

/** How often native balances are read. */
const ROUND_MS = 20_000;

/** The accounts' native balances by the user's own RPC of each chain, and how each RPC answers. */
export class Balances {
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
			readonly networks: Pick<Networks, "chains" | "svmChains" | "chainSettings" | "noteHealth">;
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

	/** Reads all balances once more, now. */
	read(): void {
		void this.#round();
	}

	/** Balances in the chain's smallest unit, by "chainId address"; `null` if one could not be read. */
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
		// An account or an address was added that this round did not see.
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
			this.#noteHealth(chainId, { ok: true, text: message("app.chain.answers") });
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause;
			for (const address of addresses) this.#known.set(`${chainId} ${address}`, null);
			this.#noteHealth(chainId, { ok: false, text: cause.text });
		}
	}

	#noteHealth(chainId: string, health: ChainHealth): void {
		this.#app.networks.noteHealth(chainId, health);
		this.#app.events.emit("chain-changed");
	}
}
