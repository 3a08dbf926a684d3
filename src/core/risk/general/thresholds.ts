import { clusterOf } from "../../chain/names.ts";

/** Limits of the general rules; shares are in millionths of a holding. */

/** All of a holding. */
export const WHOLE = 1_000_000n;

export const SHARE = {
	/** Share lost to strangers, or within their rights, from which a word is typed. */
	danger: 100_000n,
	/** Share lost to anybody from which the loss is reported, inclusive. */
	half: 500_000n,
	/** All except an amount kept for fees or as a remainder. */
	nearlyAll: 900_000n,
} as const;

/** Longest permission that Permit2's own applications request, with an hour for differing clocks. */
export const LONG_SECONDS = 30n * 86_400n + 3_600n;

/** Percent of the given worth, at the prices of feeds, below which an exchange is a loss. */
export const MARKET_PERCENT = 90n;

/** Divisor of a share's maximum payout: no prediction market has a price below the quotient. */
export const LEAST_PRICE = 1_000n;

/**
 * Percent of a price above which the share of others is no fee: markets and makers of collections take more
 * of items.
 */
export const OTHERS = { ofItems: 25n, ofTokens: 10n } as const;

/** Percent of the given amount that has to arrive; a bridge that keeps more takes no usual fee. */
export const BRIDGED = 95n;

/** Total share, in hundredths of a percent, that interfaces keep of a router's output. */
export const INTERFACE_FEE = 100n;

/** Units of an unlisted token for each given unit above which the token is no receipt. */
export const RECEIPT_UNITS = 100n;

/**
 * Returns a share of a holding; `null` for an amount without a bound or an unknown holding. Of an empty
 * holding, any amount is all.
 */
export function shareOf(amount: bigint | null, held: bigint | null): bigint | null {
	if (amount === null || held === null) return null;
	return held === 0n ? (amount === 0n ? 0n : WHOLE) : (amount * WHOLE) / held;
}

const COIN = 10n ** 18n;
const part = (thousandths: bigint): bigint => (COIN * thousandths) / 1_000n;

/**
 * Fees above which a word is typed, in base units of the chain's native coin, each about 20 to 150 dollars. They lie well
 * above what large calls cost on a busy day: a million gas at 50 gwei on Ethereum, a hundredth of that on its rollups.
 */
const FEE_BOUNDS: ReadonlyMap<string, bigint> = new Map([
	// Ethereum.
	["1", part(50n)],
	// Its rollups, in ether: OP, Unichain, World Chain, zkSync, Base, Arbitrum, Linea, Blast, Scroll, Ink, Zora.
	...["10", "130", "480", "324", "8453", "42161", "59144", "81457", "534352", "57073", "7777777"].map(
		(chain): [string, bigint] => [chain, part(10n)],
	),
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

/** Bound of an unlisted coin: as if it were ether, the dearest coin in wide use for fees. */
const OTHER_FEE_BOUND = part(50n);

/**
 * 0.1 SOL. 99 % of the tips that landed stayed below 0.0083 SOL in QuickNode's sample of `getTipFloor`
 * (24 April 2025).
 */
const SOLANA_FEE_BOUND = 100_000_000n;

/** Returns the fee bound. It uses no price: an RPC reports prices, and could make a fee look small. */
export const feeBound = (chainRef: string): bigint =>
	clusterOf(chainRef) === null ? (FEE_BOUNDS.get(chainRef) ?? OTHER_FEE_BOUND) : SOLANA_FEE_BOUND;

/** Parts and multiples of the fee bound. */
export const FEE = {
	/** Multiple of the bound above which the request is refused. */
	refusedTimes: 10n,
	/** Divisor of the bound: a tip below the quotient needs no word. */
	tipPart: 10n,
	/** Multiple of the usual tip above which a tip is out of proportion. */
	tipTimes: 10n,
	/**
	 * Divisor of the bound: below the quotient, a limit far above the estimate burns too little to matter.
	 */
	smallPart: 50n,
} as const;

/** Maximum fee in hundredths of the likely fee. */
export const FEE_RATIO = { word: 300n, refused: 1_000n } as const;

/** Gas limits relative to the needed gas. */
export const GAS = {
	/** Multiple of the simulated gas that leaves room for other code. */
	times: 4n,
	/** Unused gas below which no ratio counts: services round small limits up. */
	least: 500_000n,
	/** In hundredths of the estimate: estimates vary slightly from block to block. */
	enough: 90n,
} as const;

/**
 * Kept shares in hundredths of a percent: apps that route swaps keep about 1 %, most validators 10 % or less,
 * tokens in use far less than 5 % of a transfer.
 */
export const KEPT = {
	transfer: { caution: 500n, danger: 5_000n },
	swap: { caution: 301n, danger: 1_000n },
	rewards: { caution: 1_001n, danger: 10_000n },
} as const;
