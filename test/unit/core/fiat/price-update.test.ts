import { describe, expect, it } from "vitest";
import { priceOfUpdate } from "../../../../src/core/fiat/price-update.ts";
import { type PythFeed, pythFeedFor } from "../../../../src/core/fiat/pyth-feeds.ts";
import { type PriceUpdate, PYTH_RECEIVER, priceUpdate } from "../../../fixtures/price-account.ts";

const NOW = 1_790_000_000_000;
const SECONDS = BigInt(NOW / 1000);

function listed(asset: string): PythFeed {
	const feed = pythFeedFor(asset);
	if (feed === null) throw new Error("no feed");
	return feed;
}

const SOL = listed("native");
const USDC = listed("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
const told = (patch: Partial<PriceUpdate> = {}, feed = SOL) => ({
	owner: PYTH_RECEIVER,
	data: priceUpdate(feed, SECONDS - 20n, patch),
});
const priceIn = (account: Parameters<typeof priceOfUpdate>[1]) => priceOfUpdate(SOL, account, NOW);

describe("the price in a price account", () => {
	it("is the stated one, in the stated decimals", () => {
		expect(priceIn(told())).toEqual({
			answer: 150n * 10n ** 8n,
			decimals: 8,
			feed: "SOL / USD",
			at: NOW - 20_000,
		});
		expect(priceIn(told({ exponent: 0, price: 150n, confidence: 1n }))).toMatchObject({ decimals: 0 });
		expect(priceIn(told({ exponent: -18, price: 9n * 10n ** 18n }))).toMatchObject({ decimals: 18 });
	});

	it("is read at any position of its bytes in memory", () => {
		const { data } = told();
		const within = new Uint8Array(200);
		within.set(data, 33);
		const account = { owner: PYTH_RECEIVER, data: within.subarray(33, 33 + data.length) };
		expect(priceIn(account)).toEqual(priceIn(told()));
	});

	it("is valid for eleven minutes, and no second longer", () => {
		expect(priceIn(told({ publishedAt: SECONDS - 660n }))).not.toBeNull();
		expect(priceIn(told({ publishedAt: SECONDS - 661n }))).toBeNull();
	});

	it("may be uncertain by a hundredth, and no more", () => {
		const price = 150n * 10n ** 8n;
		expect(priceIn(told({ confidence: price / 100n }))).not.toBeNull();
		expect(priceIn(told({ confidence: price / 100n + 1n }))).toBeNull();
	});

	it.each<readonly [string, Partial<PriceUpdate>]>([
		["another feed", { id: USDC.id }],
		["another kind of account", { discriminator: new Uint8Array(8) }],
		["signatures of some guardians alone", { level: 0 }],
		["an unknown level", { level: 2 }],
		["nothing", { price: 0n, confidence: 0n }],
		["a negative price", { price: -1n, confidence: 0n }],
		["the smallest number", { price: -(2n ** 63n), confidence: 0n }],
		["an impossibly high price", { price: 2n ** 63n - 1n, exponent: 0 }],
		["an uncertainty beyond any price", { confidence: 2n ** 64n - 1n }],
		["tens of dollars", { exponent: 1 }],
		["an exponent too small to count", { exponent: -19 }],
		["the smallest exponent", { exponent: -(2 ** 31) }],
		["the largest exponent", { exponent: 2 ** 31 - 1 }],
		["an invalid time", { publishedAt: -1n }],
		["the largest time", { publishedAt: 2n ** 63n - 1n }],
		["tomorrow", { publishedAt: SECONDS + 86_400n }],
	])("is missing for %s", (_, patch) => {
		expect(priceIn(told(patch))).toBeNull();
	});

	it("is missing for another program's account, one that is cut or too long, and a missing one", () => {
		const { data } = told();
		expect(priceIn({ owner: "rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp", data })).toBeNull();
		expect(priceIn({ owner: SOL.address, data })).toBeNull();
		expect(priceIn({ owner: PYTH_RECEIVER, data: data.subarray(0, 133) })).toBeNull();
		expect(priceIn({ owner: PYTH_RECEIVER, data: new Uint8Array([...data, 0]) })).toBeNull();
		expect(priceIn({ owner: PYTH_RECEIVER, data: new Uint8Array(0) })).toBeNull();
		expect(priceIn(null)).toBeNull();
	});
});
