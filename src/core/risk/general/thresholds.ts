import { clusterOf } from "../../chain/names.ts";

/** Limits of the general rules, all in one place; shares are in millionths of a holding. */

/** All of a holding. */
export const WHOLE = 1_000_000n;

export const SHARE = {
	/** Lost to strangers, or within their rights, from which a word is typed. */
	danger: 100_000n,
	/** Gone to anybody, from which it is told: exactly half is half. */
	half: 500_000n,
	/** All but what is kept back for fees or for looks. */
	nearlyAll: 900_000n,
} as const;

/** Seconds for which Permit2's own applications request permissions at most, with an hour for clocks that differ. */
export const LONG_SECONDS = 30n * 86_400n + 3_600n;

/** Percent of what is given, at the prices of feeds, below which an exchange is a loss. */
export const MARKET_PERCENT = 90n;

/** A prediction market takes no price below this part of what a share can pay out. */
export const LEAST_PRICE = 1_000n;

/** Percent of a price above which what goes to others is no fee: markets and makers of collections take more. */
export const OTHERS = { ofItems: 25n, ofTokens: 10n } as const;

/** Percent of what is given that has to arrive; a bridge that keeps more takes no usual fee. */
export const BRIDGED = 95n;

/** Hundredths of a percent that interfaces take for themselves of what a router hands on, all of them together. */
export const INTERFACE_FEE = 100n;

/** Units of a token that nobody lists for one that is given: above, it is no receipt of anything. */
export const RECEIPT_UNITS = 100n;

/**
 * Part of a holding; `null` for an amount without a bound, and of a holding that nobody knows. Of nothing, whatever
 * goes is all.
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

/** A chain whose coin is not listed counts as if it were ether, the dearest coin in wide use for fees. */
const OTHER_FEE_BOUND = part(50n);

/**
 * 0.1 SOL. 99 % of the tips that landed stayed below 0.0083 SOL in QuickNode's sample of `getTipFloor`
 * (24 April 2025).
 */
const SOLANA_FEE_BOUND = 100_000_000n;

/** No price counts: an RPC reports it, and could make a fee look small. */
export const feeBound = (chainRef: string): bigint =>
	clusterOf(chainRef) === null ? (FEE_BOUNDS.get(chainRef) ?? OTHER_FEE_BOUND) : SOLANA_FEE_BOUND;

/** Parts and multiples of the fee bound. */
export const FEE = {
	/** So many times the bound is refused. */
	refusedTimes: 10n,
	/** A tip below this part of the bound is worth no word. */
	tipPart: 10n,
	/** A tip above so many times the usual one is out of proportion. */
	tipTimes: 10n,
	/** Below this part of the bound a limit far above the estimate burns too little to matter. */
	smallPart: 50n,
} as const;

/** The most that a fee can be, in hundredths of the likely fee. */
export const FEE_RATIO = { word: 300n, refused: 1_000n } as const;

/** Gas limits against the gas that is needed. */
export const GAS = {
	/** So many times what our own simulation took leaves room for other code. */
	times: 4n,
	/** Services round small limits up. */
	least: 500_000n,
	/** In hundredths of the estimate: estimates differ a little from block to block. */
	enough: 90n,
} as const;

/**
 * Hundredths of a percent that are kept: apps that route swaps keep about 1 %, most validators 10 % or less, tokens in
 * use far less than 5 % of a transfer.
 */
export const KEPT = {
	transfer: { caution: 500n, danger: 5_000n },
	swap: { caution: 301n, danger: 1_000n },
	rewards: { caution: 1_001n, danger: 10_000n },
} as const;
