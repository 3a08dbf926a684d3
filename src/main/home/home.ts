import type { DatabaseSync } from "node:sqlite";
import { ChainError } from "../../core/chain/chain-error.ts";
import { feedFor } from "../../core/fiat/feeds.ts";
import type { Price } from "../../core/fiat/price.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { message, type Text } from "../../core/localized-text.ts";
import { rulePrice } from "../../core/rules/rule-facts.ts";
import type { homeProcedures } from "../../ipc/home.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { Prices } from "../chains/prices.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf } from "../handlers.ts";
import type { Networks } from "../networks/networks.ts";
import type { Clock, Ports } from "../ports.ts";
import type { SeenAllowances } from "../powers/seen-allowances.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { type ChainHoldings, type ClaimedUnit, HomeStore, keyOf } from "./holdings.ts";
import { type HomeRpcs, readHoldings, seenTokens } from "./reading.ts";

export type ShownPrice = Price | "differs";

export interface HomeState {
	readonly chains: readonly ChainHoldings[];
	readonly prices: ReadonlyMap<string, ShownPrice>;
	readonly reading: boolean;
}

const ROUND_MS = 60_000;
const FRESH_MS = 15_000;

const MAX_ROWS = 200;

const EMPTY: HomeState = { chains: [], prices: new Map(), reading: false };

const nothingOf = (chainRef: string): ChainHoldings => ({
	chainRef,
	accounts: [],
	holdings: [],
	readAt: 0,
	witness: "none",
	differs: [],
	unread: [],
	whole: true,
	fault: null,
});

type Commands = HandlersOf<typeof homeProcedures>;

/**
 * Account balances. Shows the last state from disk immediately, and reads the chains only while Home is
 * visible.
 */
export class Home implements Commands {
	readonly #app;
	readonly #store: HomeStore;
	#scope: string | null = null;
	#state = EMPTY;
	#again = false;
	/** Chains whose token names have been read since startup. */
	#namedChains = new Set<string>();
	#watched = false;
	#readAt: number | null = null;
	#cancel: (() => void) | null = null;

	constructor(app: {
		readonly ports: Pick<Ports, "log">;
		readonly clock: Clock;
		readonly events: Pick<Events, "emit">;
		readonly stores: {
			readonly logDb: DatabaseSync;
			readonly journal: Pick<Journal, "rows">;
			readonly seenAllowances: Pick<SeenAllowances, "list">;
		};
		readonly networks: HomeRpcs & Pick<Networks, "chainSettings">;
		readonly wallet: { readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden"> };
		readonly fiat: { readonly prices: Prices; readonly secondPrices: Prices };
		readonly signedIn: { current(): { readonly scope: string } };
	}) {
		this.#app = app;
		this.#store = new HomeStore(app.stores.logDb);
	}

	state(): HomeState {
		const scope = this.#app.signedIn.current().scope;
		if (scope !== this.#scope) this.#load(scope);
		return this.#state;
	}

	watch(on: boolean): void {
		this.#watched = on;
		this.#cancel?.();
		this.#cancel = null;
		if (!on) return;
		const { clock } = this.#app;
		this.state();
		const isFresh = this.#readAt !== null && Math.abs(clock.now() - this.#readAt) < FRESH_MS;
		if (!isFresh) this.refresh();
		this.#later();
	}

	refresh(): void {
		const state = this.state();
		if (state.reading) {
			this.#again = true;
			return;
		}
		this.#state = { ...state, reading: true };
		this.#app.events.emit("holdings-changed");
		void this.#run();
	}

	/**
	 * Reads the balances immediately if Home is visible. Otherwise, reads only the transaction's network, so
	 * they are current when Home opens.
	 */
	refreshOnRow({ chainRef, state }: JournalRow): void {
		if (state !== "settled") return;
		this.invalidateBalances();
		if (!this.#watched) void this.#readAffected(chainRef);
	}

	invalidateBalances(): void {
		if (this.#watched) this.refresh();
		else this.#readAt = null;
	}

	stop(): void {
		this.watch(false);
	}

	async watchHome({ on }: CommandInput<Commands, "watchHome">): Promise<CommandOutcome> {
		this.watch(on);
		return done;
	}

	async refreshHome(): Promise<CommandOutcome> {
		this.refresh();
		return done;
	}

	#later(): void {
		this.#cancel = this.#app.clock.after(ROUND_MS, () => {
			this.refresh();
			this.#later();
		});
	}

	#load(scope: string): void {
		const kept = this.#store.read(scope);
		this.#scope = scope;
		this.#readAt = null;
		this.#namedChains = new Set();
		const prices = (kept?.prices ?? []).map(
			({ chainRef, asset, ...price }) => [keyOf(chainRef, asset), price] as const,
		);
		const chains = (kept?.chains ?? []).map((chain) => ({ ...chain, fault: null }));
		this.#state = { chains, prices: new Map(prices), reading: false };
	}

	async #run(): Promise<void> {
		const scope = this.#app.signedIn.current().scope;
		try {
			const { journal, seenAllowances } = this.#app.stores;
			const seen = seenTokens(journal.rows(scope, MAX_ROWS), seenAllowances.list());
			const chains = this.#app.networks.chainSettings();
			this.#forgetOthers(chains);
			await Promise.all(chains.map((chain) => this.#readChain(scope, chain, seen.get(chain.chainId) ?? [])));
			this.#keep(scope);
		} catch (cause) {
			this.#app.ports.log(`home: ${String(cause)}`);
		}
		if (this.#scope !== scope) return;
		this.#readAt = this.#app.clock.now();
		const again = this.#again;
		this.#again = false;
		this.#state = { ...this.#state, reading: false };
		if (again) this.refresh();
		else this.#app.events.emit("holdings-changed");
	}

	async #readAffected(chainRef: string): Promise<void> {
		const { networks, ports, signedIn, stores } = this.#app;
		const { scope } = signedIn.current();
		const chain = networks.chainSettings().find(({ chainId }) => chainId === chainRef);
		if (chain === undefined) return;
		try {
			this.state();
			const seen = seenTokens(stores.journal.rows(scope, MAX_ROWS), stores.seenAllowances.list());
			await this.#readChain(scope, chain, seen.get(chainRef) ?? []);
			this.#keep(scope);
		} catch (cause) {
			ports.log(`home ${chainRef}: ${String(cause)}`);
		}
	}

	/** Otherwise, removed networks would still be part of the total. */
	#forgetOthers(set: readonly ChainSetting[]): void {
		const isSet = (chainRef: string) => set.some(({ chainId }) => chainId === chainRef);
		const { chains, prices } = this.#state;
		this.#state = {
			...this.#state,
			chains: chains.filter(({ chainRef }) => isSet(chainRef)),
			prices: new Map([...prices].filter(([key]) => isSet(key.split(" ")[0] ?? ""))),
		};
	}

	#accountsOf(family: "evm" | "svm"): readonly string[] {
		const { accounts } = this.#app.wallet;
		return [...accounts.list(), ...accounts.watched()]
			.filter((each) => each.family === family && !accounts.isHidden(each.address))
			.map(({ address }) => address);
	}

	/**
	 * Returns the units that needn't be read again. Units without decimals are read every time, and units
	 * without a name once after startup.
	 */
	#knownUnits(chainRef: string): ReadonlyMap<string, ClaimedUnit> {
		const before = this.#state.chains.find((each) => each.chainRef === chainRef);
		const isAsked = this.#namedChains.has(chainRef);
		const named = (before?.holdings ?? []).filter(
			({ symbol, decimals }) => decimals !== null && (isAsked || symbol !== null),
		);
		return new Map(named.map(({ asset, symbol, decimals }) => [asset, { symbol, decimals }]));
	}

	async #readChain(
		scope: string,
		{ family, chainId: chainRef }: ChainSetting,
		seen: readonly string[],
	): Promise<void> {
		const accounts = this.#accountsOf(family);
		try {
			if (accounts.length === 0) {
				this.#put(scope, { ...nothingOf(chainRef), readAt: this.#app.clock.now() });
				return;
			}
			const units = this.#knownUnits(chainRef);
			const of = { family, chainRef, accounts, seen, units, now: this.#app.clock.now() };
			const prices = async (assets: readonly string[]) => await this.#readPrices(scope, chainRef, assets);
			const read = await readHoldings(this.#app.networks, of, prices);
			this.#put(scope, { ...read, fault: null });
			if (this.#scope === scope) this.#namedChains.add(chainRef);
		} catch (cause) {
			if (!(cause instanceof ChainError)) this.#app.ports.log(`home ${chainRef}: ${String(cause)}`);
			this.#fail(scope, chainRef, cause instanceof ChainError ? cause.text : message("chain.unusable"));
		}
	}

	async #readPrices(scope: string, chainRef: string, held: readonly string[]): Promise<void> {
		const { prices, secondPrices } = this.#app.fiat;
		const assets = held.filter((asset) => feedFor(chainRef, asset) !== null);
		const hasSecond = this.#app.networks.hasSecondRpc(chainRef);
		await Promise.all([prices.ask(chainRef, assets), hasSecond ? secondPrices.ask(chainRef, assets) : null]);
		const found = assets.map((asset): readonly [string, ShownPrice | null] => {
			const first = prices.of(chainRef, asset);
			const second = hasSecond ? secondPrices.of(chainRef, asset) : null;
			const isApart = second !== null && rulePrice(chainRef, asset, first, second).kind === "differs";
			return [keyOf(chainRef, asset), isApart ? "differs" : first];
		});
		if (this.#scope !== scope) return;
		const others = [...this.#state.prices].filter(([key]) => !key.startsWith(`${chainRef} `));
		const known = found.flatMap(([key, price]) => (price === null ? [] : [[key, price] as const]));
		this.#state = { ...this.#state, prices: new Map([...others, ...known]) };
		this.#app.events.emit("holdings-changed");
	}

	#put(scope: string, read: ChainHoldings): void {
		if (this.#scope !== scope) return;
		const others = this.#state.chains.filter(({ chainRef }) => chainRef !== read.chainRef);
		this.#state = { ...this.#state, chains: [...others, read] };
		this.#app.events.emit("holdings-changed");
	}

	#fail(scope: string, chainRef: string, fault: Text): void {
		const before = this.#state.chains.find((each) => each.chainRef === chainRef);
		this.#put(scope, { ...(before ?? nothingOf(chainRef)), fault });
	}

	#keep(scope: string): void {
		if (this.#scope !== scope) return;
		const { chains, prices } = this.#state;
		this.#store.write(scope, {
			chains: chains.map(({ fault: _, ...chain }) => chain).filter(({ readAt }) => readAt > 0),
			prices: [...prices].flatMap(([key, price]) => {
				const [chainRef = "", asset = ""] = key.split(" ");
				return price === "differs" ? [] : [{ chainRef, asset, ...price }];
			}),
		});
	}
}
