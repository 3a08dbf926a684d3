import { grouped } from "../format/amount.ts";
import { type Message, message } from "../localized-text.ts";
import type { ChainlinkFeed, Feed } from "./feeds.ts";

/**
 * Converts amounts to US dollars with a feed that was read through the user's own RPC. Because an RPC can
 * return any price, prices are never matched or hashed. Rules only use them to make a verdict stricter or to
 * refuse.
 */

export interface Round {
	readonly answer: bigint;
	/** Unix time in seconds. */
	readonly updatedAt: bigint;
	readonly decimals: number;
	readonly description: string;
}

/** 0 means that the sequencer is up (Chainlink's l2-sequencer-feeds). */
export interface SequencerRound {
	readonly answer: bigint;
	/** Unix time in seconds at which this state began. 0 for an invalid round. */
	readonly startedAt: bigint;
}

export interface Price {
	/** Positive price of one whole unit, in the feed's decimals. */
	readonly answer: bigint;
	readonly decimals: number;
	readonly feed: string;
	/** Time of the feed's last update, in Unix ms. */
	readonly at: number;
}

/** @param asset `native` or a token's address */
export type PriceSource = (chainRef: string, asset: string) => Price | null;

export const NO_PRICES: PriceSource = () => null;

/** Grace period in seconds after the heartbeat. It allows for mining, a congested chain, and a fast clock. */
const LATE = 600n;
/** Tolerance in seconds for a slow computer clock. */
const AHEAD = 600n;
/**
 * Number of seconds after a sequencer restarts before its chain is trusted again (from Chainlink's own
 * example).
 */
const GRACE = 3600n;
/** Maximum price per unit. A feed that reports a trillion dollars is broken or lying. */
const MAX_PRICE = 10n ** 12n;

interface Answered {
	readonly answer: bigint;
	readonly decimals: number;
	readonly updatedAt: bigint;
}

/** @param now in Unix ms */
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

/** @param sequencer `null` if it wasn't read, in which case chains with a sequencer get no price */
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

/** Outflows are rounded up and inflows down, so that nothing looks better than it is. */
export type Rounding = "up" | "down";

/** @param raw in base units; the sign is ignored */
export function centsOf(raw: bigint, tokenDecimals: number, price: Price, rounding: Rounding): bigint {
	const whole = (raw < 0n ? -raw : raw) * price.answer * 100n;
	const unit = 10n ** BigInt(tokenDecimals + price.decimals);
	return rounding === "up" ? (whole + unit - 1n) / unit : whole / unit;
}

export const dollars = (cents: bigint): string =>
	`$${grouped(cents / 100n)}.${(cents % 100n).toString().padStart(2, "0")}`;

/** Formats a value as "≈ $1,234.50" or "less than a cent". Returns `null` for zero. */
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
