import { type Price, timelyPrice } from "./price.ts";
import type { PythFeed } from "./pyth-feeds.ts";

/**
 * Parses a Pyth price account. Source: PriceUpdateV2 from github.com/pyth-network/pyth-crosschain (commit
 * 7c915eb, target_chains/solana/pyth_solana_receiver_sdk/src/price_update.rs), as serialized by Anchor.
 */

export interface PriceAccount {
	readonly owner: string;
	readonly data: Uint8Array;
}

/** Pyth's receiver program, the only program that writes these accounts. */
const RECEIVER = "rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ";
/** First eight bytes of sha256("account:PriceUpdateV2"). */
const DISCRIMINATOR = "22f123639d7ef4cd";
const SIZE = 134;
/**
 * Verification level of an update whose guardian signatures were all verified. Zero means that only some
 * were.
 */
const FULL = 1;
const LEVEL_AT = 40;
const ID_AT = 41;
const PRICE_AT = 73;
const CONFIDENCE_AT = 81;
const EXPONENT_AT = 89;
const PUBLISHED_AT = 93;

const MAX_DECIMALS = 18;
/**
 * Minimum ratio between the price and its confidence interval. If the interval is wider than 1%, the sources
 * disagree.
 */
const MIN_CONFIDENCE = 100n;

const hexAt = (data: Uint8Array, from: number, length: number): string =>
	Array.from(data.subarray(from, from + length), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns `null` if the account belongs to a different program or feed, or if the price isn't fully verified,
 * isn't positive, has an interval wider than 1%, or is outdated.
 */
export function priceOfUpdate(feed: PythFeed, account: PriceAccount | null, now: number): Price | null {
	if (account === null || account.owner !== RECEIVER || account.data.length !== SIZE) return null;
	const { data } = account;
	if (hexAt(data, 0, 8) !== DISCRIMINATOR || data[LEVEL_AT] !== FULL || hexAt(data, ID_AT, 32) !== feed.id)
		return null;
	const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
	const answer = view.getBigInt64(PRICE_AT, true);
	const exponent = view.getInt32(EXPONENT_AT, true);
	if (exponent > 0 || exponent < -MAX_DECIMALS) return null;
	if (view.getBigUint64(CONFIDENCE_AT, true) * MIN_CONFIDENCE > answer) return null;
	const updatedAt = view.getBigInt64(PUBLISHED_AT, true);
	return timelyPrice(feed, { answer, decimals: Math.abs(exponent), updatedAt }, now);
}
