import { grouped } from "../format/amount.ts";
import { type Message, message } from "../message.ts";
import type { ChainlinkFeed, Feed } from "./feeds.ts";

/**
 * What an amount is worth in US dollars, by a feed that the user's own RPC reads. It stands beside an amount and is part
 * of nothing that is matched or hashed: an RPC can make a feed say anything. Rules may count in it, and then only ever
 * make a verdict graver or refuse.
 */

/** What a feed of Chainlink answers, as it came. */
export interface Round {
	readonly answer: bigint;
	/** Unix seconds. */
	readonly updatedAt: bigint;
	readonly decimals: number;
	readonly description: string;
}

/** What the feed of a sequencer answers (Chainlink's l2-sequencer-feeds): 0 where it runs. */
export interface SequencerRound {
	readonly answer: bigint;
	/** Since when it is so, Unix seconds; 0 for a round that does not count. */
	readonly startedAt: bigint;
}

export interface Price {
	/** Of one whole unit, in the feed's decimals; above zero. */
	readonly answer: bigint;
	readonly decimals: number;
	/** What the feed calls itself. */
	readonly feed: string;
	/** When it was last answered, Unix ms. */
	readonly at: number;
}

/**
 * Returns the price of one whole unit; `null` if there is none to rely on.
 * @param asset `native`, or a token's address
 */
export type PriceSource = (chainRef: string, asset: string) => Price | null;

export const NO_PRICES: PriceSource = () => null;

/**
 * An answer may come so much later than its heartbeat, in seconds: it has to be mined first, and a busy chain and a
 * clock that is ahead take their part. Older, and the market may be elsewhere.
 */
const LATE = 600n;
/** A computer's clock may be so much behind, in seconds. */
const AHEAD = 600n;
/** So long after a sequencer came back its chain is not relied on, in seconds (Chainlink's own example). */
const GRACE = 3600n;
/** No asset is worth a trillion dollars a unit; a feed that says so is broken, or lies. */
const MAX_PRICE = 10n ** 12n;

/** What every kind of feed answers. */
interface Answered {
	readonly answer: bigint;
	readonly decimals: number;
	/** Unix seconds. */
	readonly updatedAt: bigint;
}

/** What is answered as a price; null where it is none of anything, or neither of now nor nearly so. @param now Unix ms */
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
 * The price that a feed gives; null where it can't be relied on: another feed, no answer, an old one, or a chain whose
 * sequencer stands still or has only just come back.
 * @param sequencer null where none was read; of a chain that has one, that is no price
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

/** Whether a price can still be shown: what was read once grows old. */
export const isFresh = (feed: Feed, price: Price, now: number): boolean =>
	now - price.at <= (feed.heartbeat + Number(LATE)) * 1000;

/** What leaves is rounded up, what comes in is rounded down: nothing looks better than it is. */
export type Rounding = "up" | "down";

/**
 * In whole cents, rounded.
 * @param raw base units; a minus is left out
 * @param tokenDecimals how many of them make one whole unit, as a power of ten
 */
export function centsOf(raw: bigint, tokenDecimals: number, price: Price, rounding: Rounding): bigint {
	const whole = (raw < 0n ? -raw : raw) * price.answer * 100n;
	const unit = 10n ** BigInt(tokenDecimals + price.decimals);
	return rounding === "up" ? (whole + unit - 1n) / unit : whole / unit;
}

/** "$1,234.50" */
export const dollars = (cents: bigint): string =>
	`$${grouped(cents / 100n)}.${(cents % 100n).toString().padStart(2, "0")}`;

/** "≈ $1,234.50"; below a cent that it is less than one, and null for nothing at all. */
export function worthOf(
	raw: bigint,
	tokenDecimals: number,
	price: Price,
	rounding: Rounding,
): Message | null {
	if (raw === 0n) return null;
	// Rounded down it is nothing, so that it is told as less than a cent whichever way it goes.
	if (centsOf(raw, tokenDecimals, price, "down") === 0n) return message("worth.less-than-a-cent");
	return centsWorth(centsOf(raw, tokenDecimals, price, rounding));
}

/** "≈ $1,234.50" of whole cents; below one that it is less. */
export function centsWorth(cents: bigint): Message {
	if (cents === 0n) return message("worth.less-than-a-cent");
	return message("worth.about", { amount: dollars(cents) });
}
