import { clusterOf } from "../../chain/names.ts";

/** Thresholds of the general rules. Shares are in millionths of a balance. */

export const WHOLE = 1_000_000n;

export const SHARE = {
	/** Minimum share, lost to strangers or covered by their rights, that requires a typed word. */
	danger: 100_000n,
	/** Minimum share lost to anyone that triggers a finding. */
	half: 500_000n,
	nearlyAll: 900_000n,
} as const;

/** Longest permission that Permit2's own applications request, plus an hour for clock differences. */
export const LONG_SECONDS = 30n * 86_400n + 3_600n;

export const MARKET_PERCENT = 90n;

/** Divisor of a share's maximum payout. No prediction market trades below the result. */
export const LEAST_PRICE = 1_000n;

/**
 * Percentage of a price above which other parties' share isn't considered a fee. Marketplaces and collections
 * charge more for items.
 */
export const OTHERS = { ofItems: 25n, ofTokens: 10n } as const;

/**
 * Minimum percentage of the given amount that must arrive. Typical bridge fees are lower than the remainder.
 */
export const BRIDGED = 95n;

/** Total share of a router's output that interfaces keep, in hundredths of a percent. */
export const INTERFACE_FEE = 100n;

/** Number of unlisted tokens per given unit above which the token isn't considered a receipt. */
export const RECEIPT_UNITS = 100n;

export function shareOf(amount: bigint | null, held: bigint | null): bigint | null {
	if (amount === null || held === null) return null;
	return held === 0n ? (amount === 0n ? 0n : WHOLE) : (amount * WHOLE) / held;
}

const COIN = 10n ** 18n;
const part = (thousandths: bigint): bigint => (COIN * thousandths) / 1_000n;

/**
 * Fees above which a word must be typed, in base units of the chain's native coin. Each is worth about 20 to
 * 150 dollars. Even on a busy day, large calls cost far less: a million gas at 50 gwei on Ethereum, and a
 * hundredth of that on its rollups.
 */
const FEE_BOUNDS: ReadonlyMap<string, bigint> = new Map([
	// Ethereum.
	["1", part(50n)],
	// Ethereum's rollups, in ether: OP, Unichain, World Chain, zkSync, Base, Arbitrum, Linea, Blast, Scroll,
	// Ink, Zora, MegaETH, Robinhood Chain.
	...["10", "130", "480", "324", "8453", "42161", "59144", "81457", "534352", "57073", "7777777"].map(
		(chain): [string, bigint] => [chain, part(10n)],
	),
	["4326", part(10n)],
	["4663", part(10n)],
	// Arc and its testnet, in dollars.
	["5042", 20n * COIN],
	["5042002", 20n * COIN],
	// BNB Chain, Gnosis (xDAI), Polygon (POL), Sonic (S), Mantle (MNT), Avalanche (AVAX), Celo (CELO), Fantom (FTM).
	["56", part(100n)],
	["100", 20n * COIN],
	["137", 100n * COIN],
	["146", 100n * COIN],
	["5000", 50n * COIN],
	["43114", 2n * COIN],
	["42220", 100n * COIN],
	["250", 100n * COIN],
]);

/** Treats the coin like ether, the most expensive coin that is widely used for fees. */
const OTHER_FEE_BOUND = part(50n);

/**
 * 0.1 SOL. In QuickNode's sample from `getTipFloor` (24 April 2025), 99% of the tips that landed were below
 * 0.0083 SOL.
 */
const SOLANA_FEE_BOUND = 100_000_000n;

/** Doesn't use prices, because they come from an RPC, which could make a fee look small. */
export const feeBound = (chainRef: string): bigint =>
	clusterOf(chainRef) === null ? (FEE_BOUNDS.get(chainRef) ?? OTHER_FEE_BOUND) : SOLANA_FEE_BOUND;

export const FEE = {
	refusedTimes: 10n,
	/** Divisor of the fee bound. Tips below the result don't require a typed word. */
	tipPart: 10n,
	/** Multiple of the usual tip above which a tip is excessive. */
	tipTimes: 10n,
	smallPart: 50n,
} as const;

export const FEE_RATIO = { word: 300n, refused: 1_000n } as const;

export const GAS = {
	times: 4n,
	/** Amount of unused gas below which ratios are ignored, because services round small limits up. */
	least: 500_000n,
	/** In hundredths of the estimate, which varies slightly between blocks. */
	enough: 90n,
} as const;

/**
 * In hundredths of a percent. Apps that route swaps keep about 1%, and most validators 10% or less. Popular
 * tokens keep far less than 5% of a transfer.
 */
export const WITHHELD = {
	transfer: { caution: 500n, danger: 5_000n },
	swap: { caution: 301n, danger: 1_000n },
	rewards: { caution: 1_001n, danger: 10_000n },
} as const;
