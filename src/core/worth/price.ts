import { grouped } from "../format/amount.ts";
import { type Message, message } from "../message.ts";
import type { ChainlinkFeed, Feed } from "./feeds.ts";

/**
 * Value of an amount in US dollars, from a feed read by the user's own RPC. It is only displayed, and never
 * matched or hashed: an RPC can return any answer. Rules may use it, which can only make a verdict more
 * severe or refuse.
 */

/** Answer of a Chainlink feed, unchanged. */
export interface Round {
	readonly answer: bigint;
	/** Unix seconds. */
	readonly updatedAt: bigint;
	readonly decimals: number;
	readonly description: string;
}

/** Answer of a sequencer feed (Chainlink's l2-sequencer-feeds): 0 if it runs. */
export interface SequencerRound {
	readonly answer: bigint;
	/** Start of this state, Unix seconds; 0 for an invalid round. */
	readonly startedAt: bigint;
}

export interface Price {
	/** Price of one whole unit in the feed's decimals; positive. */
	readonly answer: bigint;
	readonly decimals: number;
	/** The feed's own description. */
	readonly feed: string;
	/** Time of the last answer, Unix ms. */
	readonly at: number;
}

/**
 * Returns the price of one whole unit; `null` if none is reliable.
 * @param asset `native`, or a token's address
 */
export type PriceSource = (chainRef: string, asset: string) => Price | null;

export const NO_PRICES: PriceSource = () => null;

/**
 * Tolerance after the heartbeat in seconds, for mining, a busy chain and a fast clock. An older price may be
 * outdated.
 */
const LATE = 600n;
/** Tolerance for a slow computer clock, in seconds. */
const AHEAD = 600n;
/**
 * Period after a sequencer's restart during which its chain is not trusted, in seconds (Chainlink's own
 * example).
 */
const GRACE = 3600n;
/** Maximum price: a feed that reports a trillion dollars per unit is broken or lies. */
const MAX_PRICE = 10n ** 12n;

/** Answer common to all kinds of feeds. */
interface Answered {
	readonly answer: bigint;
	readonly decimals: number;
	/** Unix seconds. */
	readonly updatedAt: bigint;
}

/**
 * Returns an answer as a price; `null` if it is invalid or not recent.
 * @param now Unix ms
 */
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

/**
 * Returns a feed's price; `null` if it is unreliable: another feed, no answer, an old answer, or a chain
 * whose sequencer is down or has just restarted.
 * @param sequencer `null` if none was read; on a chain that has one there is no price then
 * @param now Unix ms
 */
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

/** Returns whether a price is recent enough to display. */
export const isFresh = (feed: Feed, price: Price, now: number): boolean =>
	now - price.at <= (feed.heartbeat + Number(LATE)) * 1000;

/** Outflows round up and inflows round down, so that nothing looks better than it is. */
export type Rounding = "up" | "down";

/**
 * Converts to whole cents, rounded.
 * @param raw base units; the sign is ignored
 * @param tokenDecimals power of ten of one whole unit
 */
export function centsOf(raw: bigint, tokenDecimals: number, price: Price, rounding: Rounding): bigint {
	const whole = (raw < 0n ? -raw : raw) * price.answer * 100n;
	const unit = 10n ** BigInt(tokenDecimals + price.decimals);
	return rounding === "up" ? (whole + unit - 1n) / unit : whole / unit;
}

/** Formats "$1,234.50". */
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
	// Below one cent in either direction.
	if (centsOf(raw, tokenDecimals, price, "down") === 0n) return message("worth.less-than-a-cent");
	return centsText(centsOf(raw, tokenDecimals, price, rounding));
}

/** Formats whole cents as "≈ $1,234.50", or "less than a cent". */
export function centsText(cents: bigint): Message {
	if (cents === 0n) return message("worth.less-than-a-cent");
	return message("worth.about", { amount: dollars(cents) });
}
