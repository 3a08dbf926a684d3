import { ChainError } from "../../core/chain/chain-error.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { message, type Text } from "../../core/message.ts";
import { rulePrice } from "../../core/rules/rule-prices.ts";
import { feedFor } from "../../core/worth/feeds.ts";
import type { Price } from "../../core/worth/price.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { Prices } from "../chains/prices.ts";
import type { Clock } from "../ports.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { type ChainHoldings, type ClaimedUnit, keyOf } from "./holdings.ts";
import type { HomeStore } from "./kept-home.ts";
import { type ReadingDeps, readHoldings } from "./reading.ts";

/**
 * What the accounts hold: the last known state at once, from disk, and what the chains say while somebody looks. Nobody
 * is asked before that.
 */

/** `differs`: two RPCs do not agree on the price. */
export type ShownPrice = Price | "differs";

export interface HomeState {
	readonly chains: readonly ChainHoldings[];
	/** By `keyOf` of chain and asset. */
	readonly prices: ReadonlyMap<string, ShownPrice>;
	readonly reading: boolean;
}

export interface Home {
	state(): HomeState;
	/** Home is on screen, or no longer. */
	watch(on: boolean): void;
	/** Reads everything now; once more where that is under way. */
	refresh(): void;
	/** A row of ours moved: where it is over, all is read anew, now or when somebody looks again. */
	moved(row: JournalRow): void;
	/** There are other accounts or networks: all is read anew, now or when somebody looks again. */
	changed(): void;
	stop(): void;
}

export interface HomeParts extends ReadingDeps {
	readonly store: HomeStore;
	readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden">;
	readonly prices: Prices;
	readonly secondPrices: Prices;
	readonly clock: Clock;
	/** The chains that have an RPC. */
	chainSettings(): readonly ChainSetting[];
	/** Tokens that were met in requests, by chain. */
	met(): ReadonlyMap<string, readonly string[]>;
	/** Who is signed in. */
	scope(): string;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

/** While somebody looks all is read again after this time, in ms. */
const ROUND_MS = 60_000;
/** What was read so lately is not read anew because somebody looks again, in ms. */
const FRESH_MS = 15_000;

const EMPTY: HomeState = { chains: [], prices: new Map(), reading: false };

/** Read never, and nothing held. */
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

export class HomeReading implements Home {
	readonly #parts: HomeParts;
	#scope: string | null = null;
	#state = EMPTY;
	#again = false;
	/** The chains of which all tokens were asked for their names since the start. */
	#asked = new Set<string>();
	#watched = false;
	/** Unix ms; null before the first time since the start. */
	#readAt: number | null = null;
	#cancel: (() => void) | null = null;

	constructor(parts: HomeParts) {
		this.#parts = parts;
	}

	state(): HomeState {
		const scope = this.#parts.scope();
		if (scope !== this.#scope) this.#load(scope);
		return this.#state;
	}

	watch(on: boolean): void {
		this.#watched = on;
		this.#cancel?.();
		this.#cancel = null;
		if (!on) return;
		const { clock } = this.#parts;
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
		this.#parts.onChange();
		void this.#run();
	}

	moved(row: JournalRow): void {
		if (row.state === "settled") this.changed();
	}

	changed(): void {
		if (this.#watched) this.refresh();
		// What was read is of before: whoever looks next is told anew.
		else this.#readAt = null;
	}

	stop(): void {
		this.watch(false);
	}

	#later(): void {
		this.#cancel = this.#parts.clock.after(ROUND_MS, () => {
			this.refresh();
			this.#later();
		});
	}

	/** What this scope saw last. */
	#load(scope: string): void {
		const kept = this.#parts.store.read(scope);
		this.#scope = scope;
		this.#readAt = null;
		this.#asked = new Set();
		const prices = (kept?.prices ?? []).map(
			({ chainRef, asset, ...price }) => [keyOf(chainRef, asset), price] as const,
		);
		const chains = (kept?.chains ?? []).map((chain) => ({ ...chain, fault: null }));
		this.#state = { chains, prices: new Map(prices), reading: false };
	}

	async #run(): Promise<void> {
		const scope = this.#parts.scope();
		try {
			const met = this.#parts.met();
			const chains = this.#parts.chainSettings();
			this.#forgetOthers(chains);
			await Promise.all(chains.map((chain) => this.#readChain(scope, chain, met.get(chain.chainId) ?? [])));
			this.#keep(scope);
		} catch (cause) {
			this.#parts.log(`home: ${String(cause)}`);
		}
		if (this.#scope !== scope) return;
		this.#readAt = this.#parts.clock.now();
		const again = this.#again;
		this.#again = false;
		this.#state = { ...this.#state, reading: false };
		if (again) this.refresh();
		else this.#parts.onChange();
	}

	/** What was read of networks that are no longer set would stand for ever, and be part of the total. */
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
		const { accounts } = this.#parts;
		return [...accounts.list(), ...accounts.watched()]
			.filter((each) => each.family === family && !accounts.isHidden(each.address))
			.map(({ address }) => address);
	}

	/** What has no unit is asked again, and once since the start what has no name. */
	#knownUnits(chainRef: string): ReadonlyMap<string, ClaimedUnit> {
		const before = this.#state.chains.find((each) => each.chainRef === chainRef);
		const isAsked = this.#asked.has(chainRef);
		const named = (before?.holdings ?? []).filter(
			({ symbol, decimals }) => decimals !== null && (isAsked || symbol !== null),
		);
		return new Map(named.map(({ asset, symbol, decimals }) => [asset, { symbol, decimals }]));
	}

	/** Never rejects for what a chain does. */
	async #readChain(
		scope: string,
		{ family, chainId: chainRef }: ChainSetting,
		met: readonly string[],
	): Promise<void> {
		const accounts = this.#accountsOf(family);
		try {
			if (accounts.length === 0) {
				this.#put(scope, { ...nothingOf(chainRef), readAt: this.#parts.clock.now() });
				return;
			}
			const units = this.#knownUnits(chainRef);
			const of = { family, chainRef, accounts, met, units, now: this.#parts.clock.now() };
			const prices = async (assets: readonly string[]) => await this.#readPrices(scope, chainRef, assets);
			const read = await readHoldings(this.#parts, of, prices);
			this.#put(scope, { ...read, fault: null });
			if (this.#scope === scope) this.#asked.add(chainRef);
		} catch (cause) {
			if (!(cause instanceof ChainError)) this.#parts.log(`home ${chainRef}: ${String(cause)}`);
			this.#fail(scope, chainRef, cause instanceof ChainError ? cause.text : message("chain.unusable"));
		}
	}

	async #readPrices(scope: string, chainRef: string, held: readonly string[]): Promise<void> {
		const { prices, secondPrices, hasSecondRpc } = this.#parts;
		const assets = held.filter((asset) => feedFor(chainRef, asset) !== null);
		const hasSecond = hasSecondRpc(chainRef);
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
		this.#parts.onChange();
	}

	#put(scope: string, read: ChainHoldings): void {
		if (this.#scope !== scope) return;
		const others = this.#state.chains.filter(({ chainRef }) => chainRef !== read.chainRef);
		this.#state = { ...this.#state, chains: [...others, read] };
		this.#parts.onChange();
	}

	/** What was read before stays, and says how old it is. */
	#fail(scope: string, chainRef: string, fault: Text): void {
		const before = this.#state.chains.find((each) => each.chainRef === chainRef);
		this.#put(scope, { ...(before ?? nothingOf(chainRef)), fault });
	}

	#keep(scope: string): void {
		if (this.#scope !== scope) return;
		const { chains, prices } = this.#state;
		this.#parts.store.write(scope, {
			chains: chains.map(({ fault: _, ...chain }) => chain).filter(({ readAt }) => readAt > 0),
			prices: [...prices].flatMap(([key, price]) => {
				const [chainRef = "", asset = ""] = key.split(" ");
				return price === "differs" ? [] : [{ chainRef, asset, ...price }];
			}),
		});
	}
}
