import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import { ChainError } from "../../core/chain/chain-error.ts";
import { type ChainlinkFeed, type Feed, feedFor } from "../../core/fiat/feeds.ts";
import { isFresh, type Price, priceOf, type Round, type SequencerRound } from "../../core/fiat/price.ts";
import { priceOfUpdate } from "../../core/fiat/price-update.ts";
import { type RulePrices, rulePrice } from "../../core/rules/rule-facts.ts";
import type { Clock } from "../ports.ts";
import type { EvmChain } from "./evm/chain.ts";
import { PriceAccounts, type PriceChains } from "./svm/price-accounts.ts";

/**
 * Prices from Chainlink feeds (AggregatorV3Interface) and Pyth price accounts, read through the user's own
 * RPC. Nothing waits for a price. It is `null` if it is missing or unreliable.
 */

type Caller = Pick<EvmChain, "call">;

const ABI = parseAbi([
	"function decimals() view returns (uint8)",
	"function description() view returns (string)",
	"function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
]);

const MAX_ANSWER = 2_048;
const CACHE_MS = 60_000;

async function answerOf(chain: Caller, to: string, data: `0x${string}`): Promise<`0x${string}`> {
	const answer = await chain.call(to, data);
	if (answer.length > MAX_ANSWER) throw new Error("the response is too long");
	return answer;
}

const DECIMALS = encodeFunctionData({ abi: ABI, functionName: "decimals" });
const DESCRIPTION = encodeFunctionData({ abi: ABI, functionName: "description" });
const ROUND = encodeFunctionData({ abi: ABI, functionName: "latestRoundData" });

async function latestRound(chain: Caller, address: string) {
	const data = await answerOf(chain, address, ROUND);
	const [, answer, startedAt, updatedAt] = decodeFunctionResult({
		abi: ABI,
		functionName: "latestRoundData",
		data,
	});
	return { answer, startedAt, updatedAt };
}

async function roundOf(chain: Caller, { address }: ChainlinkFeed): Promise<Round> {
	const [decimals, description, { answer, updatedAt }] = await Promise.all([
		answerOf(chain, address, DECIMALS),
		answerOf(chain, address, DESCRIPTION),
		latestRound(chain, address),
	]);
	return {
		decimals: decodeFunctionResult({ abi: ABI, functionName: "decimals", data: decimals }),
		description: decodeFunctionResult({ abi: ABI, functionName: "description", data: description }),
		answer,
		updatedAt,
	};
}

async function sequencerOf(chain: Caller, { sequencer }: ChainlinkFeed): Promise<SequencerRound | null> {
	if (sequencer === null) return null;
	return await latestRound(chain, sequencer);
}

interface CachedPrice {
	readonly price: Price | null;
	readonly queriedAt: number;
}

export class Prices {
	readonly #chains: { of(chainId: number): Caller };
	readonly #accounts: PriceAccounts;
	readonly #on;
	readonly #cache = new Map<string, CachedPrice>();
	readonly #asking = new Map<string, Promise<void>>();

	constructor(
		chains: { of(chainId: number): Caller },
		svmChains: PriceChains,
		on: {
			readonly clock: Pick<Clock, "now">;
			wanted(): boolean;
			onChange(): void;
			readonly log: (line: string) => void;
		},
	) {
		this.#chains = chains;
		this.#accounts = new PriceAccounts(svmChains);
		this.#on = on;
	}

	/**
	 * Returns the cached price, and refreshes a stale one in the background. `onChange` is called afterwards.
	 * @param within maximum age in ms; defaults to the feed's limit
	 */
	readonly of = (chainRef: string, asset: string, within = Number.POSITIVE_INFINITY): Price | null => {
		const feed = this.#on.wanted() ? feedFor(chainRef, asset) : null;
		if (feed === null) return null;
		const known = this.#cache.get(keyOf(feed));
		const now = this.#on.clock.now();
		void this.#refreshed(feed);
		if (known === undefined || known.price === null || now - known.queriedAt > within) return null;
		return isFresh(feed, known.price, now) ? known.price : null;
	};

	async ask(chainRef: string, assets: readonly string[]): Promise<void> {
		const feeds = this.#on.wanted() ? assets.map((asset) => feedFor(chainRef, asset)) : [];
		const found = feeds.filter((feed) => feed !== null);
		await Promise.all(found.map(async (feed) => await this.#refreshed(feed)));
	}

	#refreshed(feed: Feed): Promise<void> | null {
		const key = keyOf(feed);
		const under = this.#asking.get(key);
		if (under !== undefined) return under;
		const known = this.#cache.get(key);
		if (known !== undefined && this.#on.clock.now() - known.queriedAt < CACHE_MS) return null;
		const asked = this.#refresh(key, feed);
		this.#asking.set(key, asked);
		return asked;
	}

	async #refresh(key: string, feed: Feed): Promise<void> {
		let price: Price | null = null;
		try {
			price = await this.#read(feed);
		} catch (cause) {
			if (!(cause instanceof ChainError) || cause.kind !== "no_rpc")
				this.#on.log(`price ${feed.description} on ${feed.chainRef}: ${String(cause)}`);
		}
		this.#asking.delete(key);
		const before = this.#cache.get(key)?.price ?? null;
		this.#cache.set(key, { price, queriedAt: this.#on.clock.now() });
		if (before?.answer !== price?.answer || before?.at !== price?.at) this.#on.onChange();
	}

	async #read(feed: Feed): Promise<Price | null> {
		if (feed.kind === "pyth")
			return priceOfUpdate(feed, await this.#accounts.read(feed), this.#on.clock.now());
		const chain = this.#chains.of(Number(feed.chainRef));
		const [round, sequencer] = await Promise.all([roundOf(chain, feed), sequencerOf(chain, feed)]);
		return priceOf(feed, round, sequencer, this.#on.clock.now());
	}
}

const keyOf = ({ chainRef, address }: Feed) => `${chainRef} ${address}`;

/** Maximum age in ms of a price that a rule uses. Longer than a refresh takes. */
const RULE_MS = 5 * 60_000;

export const rulePricesOf =
	(
		prices: Pick<Prices, "of">,
		second: Pick<Prices, "of">,
		hasSecondRpc: (chainRef: string) => boolean,
	): RulePrices =>
	(chainRef, asset) =>
		rulePrice(
			chainRef,
			asset,
			prices.of(chainRef, asset, RULE_MS),
			hasSecondRpc(chainRef) ? second.of(chainRef, asset, RULE_MS) : undefined,
		);
