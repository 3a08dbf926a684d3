import { grouped } from "../format/amount.ts";
import { type Message, message } from "../localized-text.ts";
import type { ChainlinkFeed, Feed } from "./feeds.ts";

/**
 * Value of an amount in US dollars, from a feed read by the user's own RPC. An RPC can return any answer, so
 * prices are never matched or hashed. Rules use them only to make a verdict stricter or to refuse.
 */

export interface Round {
	readonly answer: bigint;
	/** Unix seconds. */
	readonly updatedAt: bigint;
	readonly decimals: number;
	readonly description: string;
}

/** An answer of 0 means that the sequencer is up (Chainlink's l2-sequencer-feeds). */
export interface SequencerRound {
	readonly answer: bigint;
	/** Start of this state, Unix seconds; 0 for an invalid round. */
	readonly startedAt: bigint;
}

export interface Price {
	/** Price of one whole unit in the feed's decimals; positive. */
	readonly answer: bigint;
	readonly decimals: number;
	readonly feed: string;
	/** Time of the last answer, Unix ms. */
	readonly at: number;
}

/** @param asset `native`, or a token's address */
export type PriceSource = (chainRef: string, asset: string) => Price | null;

export const NO_PRICES: PriceSource = () => null;

/** Grace period after the heartbeat in seconds, for mining, a congested chain and a fast clock. */
const LATE = 600n;
/** Tolerance for a slow computer clock, in seconds. */
const AHEAD = 600n;
/** Seconds after a sequencer's restart before its chain is trusted again (from Chainlink's own example). */
const GRACE = 3600n;
/** A feed that reports a trillion dollars per unit is broken or lying. */
const MAX_PRICE = 10n ** 12n;

interface Answered {
	readonly answer: bigint;
	readonly decimals: number;
	readonly updatedAt: bigint;
}

/** @param now Unix ms */
export function timelyPrice(
	{ description, heartbeat }: Pick<Feed, "description" | "heartbeat">,
	{ answer, decimals, updatedAt }: Answered,
	now: number,
): Price | null {
	const seconds = BigInt(Math.floor(now / 1000));
	if (answer <= 0n || answer > MAX_PRICE * 10n ** BigInt(decimals)) return null;
	if (updatedAt > seconds + AHEAD || seconds - updatedAt > BigInt(heartbeat) + LATE) return null;
	return { answer, decimals, feed: description, at: Number(updatedAt) * 1000 };
}

/** @param sequencer `null` if none was read; chains with a sequencer then get no price */
export function priceOf(
	feed: ChainlinkFeed,
	round: Round,
	sequencer: SequencerRound | null,
	now: number,
): Price | null {
	if (round.description !== feed.description || round.decimals !== feed.decimals) return null;
	if (feed.sequencer !== null) {
		if (sequencer === null || sequencer.answer !== 0n || sequencer.startedAt === 0n) return null;
		if (BigInt(Math.floor(now / 1000)) - sequencer.startedAt < GRACE) return null;
	}
	return timelyPrice(feed, round, now);
}

export const isFresh = (feed: Feed, price: Price, now: number): boolean =>
	now - price.at <= (feed.heartbeat + Number(LATE)) * 1000;

/** Rounds outflows up and inflows down, so nothing looks better than it is. */
export type Rounding = "up" | "down";

/** @param raw base units; the sign is ignored */
export function centsOf(raw: bigint, tokenDecimals: number, price: Price, rounding: Rounding): bigint {
	const whole = (raw < 0n ? -raw : raw) * price.answer * 100n;
	const unit = 10n ** BigInt(tokenDecimals + price.decimals);
	return rounding === "up" ? (whole + unit - 1n) / unit : whole / unit;
}

export const dollars = (cents: bigint): string =>
	`$${grouped(cents / 100n)}.${(cents % 100n).toString().padStart(2, "0")}`;

/** Formats "≈ $1,234.50", or "less than a cent"; `null` for zero. */
export function fiatTextOf(
	raw: bigint,
	tokenDecimals: number,
	price: Price,
	rounding: Rounding,
): Message | null {
	if (raw === 0n) return null;
	if (centsOf(raw, tokenDecimals, price, "down") === 0n) return message("worth.less-than-a-cent");
	return centsText(centsOf(raw, tokenDecimals, price, rounding));
}

export function centsText(cents: bigint): Message {
	if (cents === 0n) return message("worth.less-than-a-cent");
	return message("worth.about", { amount: dollars(cents) });
}
