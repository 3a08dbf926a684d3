import { describe, expect, it } from "vitest";
import { feedFor } from "../../../../src/core/fiat/feeds.ts";
import {
	centsOf,
	fiatTextOf,
	isFresh,
	type Price,
	priceOf,
	type Round,
} from "../../../../src/core/fiat/price.ts";

const NOW = 1_790_000_000_000;
const SECONDS = BigInt(NOW / 1000);
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

function listed(chainRef: string, asset: string) {
	const feed = feedFor(chainRef, asset);
	if (feed?.kind !== "chainlink") throw new Error("no feed");
	return feed;
}

const MAINNET = listed("1", "native");
const BASE = listed("8453", "native");
const round = (patch: Partial<Round> = {}): Round => ({
	answer: 2500n * 10n ** 8n,
	updatedAt: SECONDS - 60n,
	decimals: 8,
	description: "ETH / USD",
	...patch,
});
const RUNS = { answer: 0n, startedAt: SECONDS - 100_000n };
const PRICE: Price = { answer: 2500n * 10n ** 8n, decimals: 8, feed: "ETH / USD", at: NOW };

describe("the feed for an asset", () => {
	it("exists for the chain's own coin, its wrapped form, and listed tokens only", () => {
		expect(MAINNET.description).toBe("ETH / USD");
		expect(feedFor("1", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")).toEqual(MAINNET);
		expect(feedFor("1", USDC)?.description).toBe("USDC / USD");
		expect(feedFor("1", "0xBadC0de00000000000000000000000000000c0De")).toBeNull();
		expect(feedFor("31337", "native")).toBeNull();
		expect(feedFor("devnet", "native")).toBeNull();
		expect(feedFor("__proto__", "native")).toBeNull();
	});

	it("knows the sequencer of each rollup", () => {
		expect(MAINNET.sequencer).toBeNull();
		for (const chain of ["10", "8453", "42161"]) expect(listed(chain, "native").sequencer).not.toBeNull();
	});
});

describe("a price", () => {
	it("is the feed's answer if it is fresh", () => {
		expect(priceOf(MAINNET, round(), null, NOW)).toEqual({ ...PRICE, at: NOW - 60_000 });
	});

	it.each([
		["another feed", { description: "BTC / USD" }],
		["other decimals", { decimals: 18 }],
		["nothing", { answer: 0n }],
		["a negative price", { answer: -1n }],
		["an impossibly high price", { answer: 10n ** 30n }],
		["an old answer", { updatedAt: SECONDS - 3600n - 601n }],
		["an answer from the future", { updatedAt: SECONDS + 86_400n }],
		["an answer without a time", { updatedAt: 0n }],
	] as const)("is missing for %s", (_, patch) => {
		expect(priceOf(MAINNET, round(patch), null, NOW)).toBeNull();
	});

	it("is missing on a rollup whose sequencer is down, has just returned, or is silent", () => {
		expect(priceOf(BASE, round(), RUNS, NOW)).not.toBeNull();
		expect(priceOf(BASE, round(), null, NOW)).toBeNull();
		expect(priceOf(BASE, round(), { ...RUNS, answer: 1n }, NOW)).toBeNull();
		expect(priceOf(BASE, round(), { ...RUNS, startedAt: 0n }, NOW)).toBeNull();
		expect(priceOf(BASE, round(), { ...RUNS, startedAt: SECONDS - 3599n }, NOW)).toBeNull();
	});

	it("expires", () => {
		expect(isFresh(MAINNET, PRICE, NOW + 4_200_000)).toBe(true);
		expect(isFresh(MAINNET, PRICE, NOW + 4_200_001)).toBe(false);
	});
});

describe("worth", () => {
	it("is rounded up for outflows, and down for inflows", () => {
		const wei = 10n ** 17n + 1n;
		expect(centsOf(wei, 18, PRICE, "up")).toBe(25_001n);
		expect(centsOf(wei, 18, PRICE, "down")).toBe(25_000n);
		expect(centsOf(-(10n ** 17n), 18, PRICE, "up")).toBe(25_000n);
	});

	it("is in dollars and cents, below a cent as such, and omitted for nothing", () => {
		expect(fiatTextOf(10n ** 18n, 18, PRICE, "up")).toEqual({
			code: "worth.about",
			params: { amount: "$2,500.00" },
		});
		expect(fiatTextOf(1n, 18, PRICE, "up")?.code).toBe("worth.less-than-a-cent");
		expect(fiatTextOf(1n, 18, PRICE, "down")?.code).toBe("worth.less-than-a-cent");
		expect(fiatTextOf(0n, 18, PRICE, "up")).toBeNull();
	});
});
