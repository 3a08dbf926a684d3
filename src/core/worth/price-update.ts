import { type Price, timelyPrice } from "./price.ts";
import type { PythFeed } from "./pyth-feeds.ts";

/**
 * What a price account of Pyth says. Source: PriceUpdateV2 of github.com/pyth-network/pyth-crosschain (commit 7c915eb,
 * target_chains/solana/pyth_solana_receiver_sdk/src/price_update.rs), as Anchor writes it.
 */

/** As a chain holds it. */
export interface PriceAccount {
	/** The program. */
	readonly owner: string;
	readonly data: Uint8Array;
}

/** The program that takes in prices, and alone writes these accounts. */
const RECEIVER = "rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ";
/** Of sha256 of "account:PriceUpdateV2" the first eight bytes. */
const DISCRIMINATOR = "22f123639d7ef4cd";
const SIZE = 134;
/** Signatures of enough guardians were checked; zero would be some of them. */
const FULL = 1;
const LEVEL_AT = 40;
const ID_AT = 41;
const PRICE_AT = 73;
const CONFIDENCE_AT = 81;
const EXPONENT_AT = 89;
const PUBLISHED_AT = 93;

/** No feed counts finer than this, and none in tens of dollars. */
const MAX_DECIMALS = 18;
/** So many times the confidence interval must fit into the price: wider than 1 %, its sources are not at one. */
const MIN_CONFIDENCE = 100n;

const hexAt = (data: Uint8Array, from: number, length: number): string =>
	Array.from(data.subarray(from, from + length), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The price that the account gives; null where it can't be relied on: another program's or another feed's account, a
 * price that is not fully verified, not above zero, wider than 1 %, or old.
 * @param account null where there is none
 * @param now Unix ms
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
