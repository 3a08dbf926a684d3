import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import { ChainError } from "../../core/chain/chain-error.ts";
import { type RulePrices, rulePrice } from "../../core/rules/rule-prices.ts";
import { type ChainlinkFeed, type Feed, feedFor } from "../../core/worth/feeds.ts";
import { isFresh, type Price, priceOf, type Round, type SequencerRound } from "../../core/worth/price.ts";
import { priceOfUpdate } from "../../core/worth/price-update.ts";
import type { Clock } from "../ports.ts";
import type { EvmChain } from "./evm/chain.ts";
import { createPriceAccounts, type PriceChains } from "./svm/price-accounts.ts";

/**
 * Prices by Chainlink's feeds (AggregatorV3Interface) and Pyth's price accounts, read through the user's own RPC and
 * kept for a while.
 * Nothing waits for them: what is not there yet, or can't be relied on, is no price.
 */

type Caller = Pick<EvmChain, "call">;

export interface Prices {
	/**
	 * What is known now; asks for it where that is nothing or old, and tells when it came. Never throws.
	 * @param chainRef decimal chain id, or Solana's cluster; any other has no prices
	 * @param asset `native`, or a token's address
	 * @param within how long ago it may have been read, in ms; where left out as long as the feed lets it stand
	 */
	readonly of: (chainRef: string, asset: string, within?: number) => Price | null;
	/** Asks for those of which nothing is known or what is known is old. Over once all have come or failed. Never rejects. */
	ask(chainRef: string, assets: readonly string[]): Promise<void>;
}

export interface PricesParts {
	readonly chains: { of(chainId: number): Caller };
	readonly svmChains: PriceChains;
	readonly clock: Pick<Clock, "now">;
	/** The user wants to see them, or a rule of theirs counts on them; where not, nobody is asked. */
	readonly wanted: () => boolean;
	/** One has come, or is no longer known. */
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

const ABI = parseAbi([
	"function decimals() view returns (uint8)",
	"function description() view returns (string)",
	"function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
]);

/** Longer answers are none of these, in hex digits. */
const MAX_ANSWER = 2_048;
/** How long an answer stands before it is asked for again, in ms. */
const KEPT_MS = 60_000;

async function answerOf(chain: Caller, to: string, data: `0x${string}`): Promise<`0x${string}`> {
	const answer = await chain.call(to, data);
	if (answer.length > MAX_ANSWER) throw new Error("an answer that is too long");
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

interface Kept {
	readonly price: Price | null;
	/** Unix ms. */
	readonly askedAt: number;
}

export function createPrices({ chains, svmChains, clock, wanted, onChange, log }: PricesParts): Prices {
	/** By the chain and address of the feed: there are no more of them than are listed. */
	const kept = new Map<string, Kept>();
	const asking = new Map<string, Promise<void>>();

	const accountOf = createPriceAccounts(svmChains);

	async function readRound(feed: ChainlinkFeed): Promise<Price | null> {
		const chain = chains.of(Number(feed.chainRef));
		const [round, sequencer] = await Promise.all([roundOf(chain, feed), sequencerOf(chain, feed)]);
		return priceOf(feed, round, sequencer, clock.now());
	}

	const read = async (feed: Feed): Promise<Price | null> =>
		feed.kind === "pyth" ? priceOfUpdate(feed, await accountOf(feed), clock.now()) : await readRound(feed);

	async function refresh(key: string, feed: Feed): Promise<void> {
		let price: Price | null = null;
		try {
			price = await read(feed);
		} catch (cause) {
			// A chain without an RPC has no prices; of any other it is worth a line.
			if (!(cause instanceof ChainError) || cause.kind !== "no_rpc")
				log(`price ${feed.description} on ${feed.chainRef}: ${String(cause)}`);
		}
		asking.delete(key);
		const before = kept.get(key)?.price ?? null;
		kept.set(key, { price, askedAt: clock.now() });
		if (before?.answer !== price?.answer || before?.at !== price?.at) onChange();
	}

	/** Asks where what is known is old; null where nothing has to be asked. */
	function refreshed(key: string, feed: Feed): Promise<void> | null {
		const under = asking.get(key);
		if (under !== undefined) return under;
		const known = kept.get(key);
		if (known !== undefined && clock.now() - known.askedAt < KEPT_MS) return null;
		const asked = refresh(key, feed);
		asking.set(key, asked);
		return asked;
	}

	const keyOf = ({ chainRef, address }: Feed) => `${chainRef} ${address}`;

	return {
		async ask(chainRef, assets) {
			const feeds = wanted() ? assets.map((asset) => feedFor(chainRef, asset)) : [];
			const found = feeds.filter((feed) => feed !== null);
			await Promise.all(found.map(async (feed) => await refreshed(keyOf(feed), feed)));
		},
		of(chainRef, asset, within = Number.POSITIVE_INFINITY) {
			const feed = wanted() ? feedFor(chainRef, asset) : null;
			if (feed === null) return null;
			const key = keyOf(feed);
			const known = kept.get(key);
			const now = clock.now();
			void refreshed(key, feed);
			if (known === undefined || known.price === null || now - known.askedAt > within) return null;
			return isFresh(feed, known.price, now) ? known.price : null;
		},
	};
}

/** So long ago a price may have been read for a rule to count on it, in ms: longer than it takes to ask anew. */
const RULE_MS = 5 * 60_000;

/** Prices as rules may rely on them: by the chain's RPC, and by its second one where there is one. */
export const rulePricesOf =
	(prices: Prices, second: Prices, hasSecondRpc: (chainRef: string) => boolean): RulePrices =>
	(chainRef, asset) =>
		rulePrice(
			chainRef,
			asset,
			prices.of(chainRef, asset, RULE_MS),
			hasSecondRpc(chainRef) ? second.of(chainRef, asset, RULE_MS) : undefined,
		);
