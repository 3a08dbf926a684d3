import { describe, expect, it } from "vitest";
import type { Price } from "../../../../src/core/fiat/price.ts";
import {
	exposureOf,
	type PowerOfHolder,
	powersByHolder,
	sumOfTakings,
	type Taking,
	takingOf,
} from "../../../../src/core/powers/exposure.ts";

/** Price of $2.00 for one unit. */
const PRICE: Price = { answer: 200_000_000n, decimals: 8, feed: "TEST / USD", at: 0 };
const USDC = "8453 0xa usdc";
const WETH = "8453 0xa weth";

const read = (change: Partial<Parameters<typeof takingOf>[1]>) =>
	takingOf(USDC, { allowed: 5_000_000n, balance: 8_000_000n, decimals: 6, price: PRICE, ...change });

const of = (asset: string, cents: Taking["cents"], most: Taking["most"] = cents): Taking => ({
	asset,
	cents,
	most,
});

describe("what one power takes", () => {
	it("is the allowance if the balance is larger", () => {
		expect(read({})).toEqual({ asset: USDC, cents: 1_000n, most: 1_600n });
	});

	it("is the balance if the allowance is larger or has no limit", () => {
		expect(read({ allowed: 9_000_000n }).cents).toBe(1_600n);
		expect(read({ allowed: null }).cents).toBe(1_600n);
	});

	it("rounds up to the next cent", () => {
		expect(read({ allowed: 1n }).cents).toBe(1n);
		expect(read({ allowed: 5_001n }).cents).toBe(2n);
	});

	it("is nothing without a balance or allowance, whatever the price", () => {
		expect(read({ balance: 0n, price: null }).cents).toBe(0n);
		expect(read({ allowed: 0n, balance: null }).cents).toBe(0n);
	});

	it("has no value without a price or decimals, and is never zero then", () => {
		expect(read({ price: null }).cents).toBe("no-price");
		expect(read({ decimals: null }).cents).toBe("no-price");
	});

	it("is unread if the balance is, or if two RPCs report different prices", () => {
		expect(read({ balance: null }).cents).toBe("unread");
		expect(read({ price: "differs" }).cents).toBe("unread");
	});

	it("has an amount in units instead of a value, if its decimals and symbol are known", () => {
		expect(read({ price: null, symbol: "TEST" }).units).toEqual({
			taken: 5_000_000n,
			most: 8_000_000n,
			decimals: 6,
			symbol: "TEST",
		});
		expect(read({ price: null, symbol: "TEST", decimals: null }).units).toBeUndefined();
		expect(read({ price: null }).units).toBeUndefined();
		expect(read({ symbol: "TEST" }).units).toBeUndefined();
	});

	it("handles the largest numbers of the EVM", () => {
		const most = 2n ** 256n - 1n;
		expect(read({ allowed: null, balance: most }).cents).toBe((most * 200n + 999_999n) / 1_000_000n);
	});
});

describe("what all powers take", () => {
	it("counts a balance once, though several can take the whole", () => {
		expect(exposureOf([of(USDC, 1_600n), of(USDC, 1_600n), of(WETH, 300n)]).cents).toBe(1_900n);
	});

	it("adds limited powers over one balance, up to the balance", () => {
		expect(exposureOf([of(USDC, 500n, 1_600n), of(USDC, 700n, 1_600n)]).cents).toBe(1_200n);
		expect(exposureOf([of(USDC, 900n, 1_600n), of(USDC, 900n, 1_600n)]).cents).toBe(1_600n);
	});

	it("counts what Permit2 allows others within what it may take itself", () => {
		const itself = { ...of(USDC, 500n, 1_600n), permit2: "itself" as const };
		const inside = { ...of(USDC, 400n, 1_600n), permit2: "inside" as const };
		expect(exposureOf([itself, inside, inside, of(USDC, 100n, 1_600n)]).cents).toBe(600n);
		expect(exposureOf([inside, inside]).cents).toBe(800n);
	});

	it("counts units within Permit2 and the balance like values", () => {
		const units = (taken: bigint) => ({ taken, most: 1_600n, decimals: 0, symbol: "TEST" });
		const some = (taken: bigint, permit2?: "itself" | "inside"): Taking => ({
			...of(USDC, "no-price"),
			...(permit2 === undefined ? {} : { permit2 }),
			units: units(taken),
		});
		const takenOf = (all: readonly Taking[]) => exposureOf(all).units.map(({ taken }) => taken);
		expect(takenOf([some(500n, "itself"), some(400n, "inside"), some(400n, "inside")])).toEqual([500n]);
		expect(takenOf([some(900n), some(900n)])).toEqual([1_600n]);
		expect(sumOfTakings([some(900n), some(900n)]).units).toMatchObject([{ taken: 1_800n }]);
		expect(exposureOf([some(900n), of(WETH, "no-price")])).toMatchObject({ isUncounted: true });
	});

	it("reports what has no price and what couldn't be read, next to the sum of the rest", () => {
		const all = [of(USDC, 500n), of(WETH, "no-price")];
		expect(exposureOf(all)).toMatchObject({ cents: 500n, isUnpriced: true, isUnread: false });
		expect(exposureOf([...all, of("1 0xa uni", "unread")])).toMatchObject({
			cents: 500n,
			isUnpriced: true,
			isUnread: true,
		});
	});

	it("is nothing without powers", () => {
		expect(exposureOf([])).toMatchObject({ cents: 0n, isUnpriced: false, isUnread: false });
	});

	it("falls by exactly what only the removed power could take", () => {
		const [router, thief, other] = [of(USDC, 1_600n), of(USDC, 1_600n), of(WETH, 300n)];
		expect(exposureOf([router, thief, other]).cents).toBe(1_900n);
		expect(exposureOf([thief, other]).cents).toBe(1_900n);
		expect(exposureOf([other]).cents).toBe(300n);
	});
});

describe("holders", () => {
	const power = (holder: string, takes: readonly Taking[], isBoundless = false) =>
		({ holder, takes, isBoundless }) satisfies PowerOfHolder;

	it("are sorted by what they can take, each with the sum of its own powers", () => {
		const groups = powersByHolder([
			power("small", [of(USDC, 100n, 1_600n)]),
			power("large", [of(USDC, 1_600n)]),
			power("large", [of(USDC, 1_600n), of(WETH, 300n)]),
		]);
		expect(groups.map(({ holder, exposure }) => [holder, exposure.cents])).toEqual([
			["large", 3_500n],
			["small", 100n],
		]);
	});

	it("puts the unread before the unpriced and both before nothing", () => {
		const groups = powersByHolder([
			power("nothing", []),
			power("unpriced", [of(WETH, "no-price")]),
			power("unread", [of(WETH, "unread")]),
			power("boundless", [], true),
		]);
		expect(groups.map(({ holder }) => holder)).toEqual(["unread", "unpriced", "boundless", "nothing"]);
	});

	it("sorts the powers of a holder the same way", () => {
		const [group] = powersByHolder([
			power("one", [of(USDC, 1n)]),
			power("one", []),
			power("one", [], true),
			power("one", [of(WETH, 2n)]),
		]);
		expect(group?.powers.map(({ takes, isBoundless }) => [sumOfTakings(takes).cents, isBoundless])).toEqual([
			[2n, false],
			[1n, false],
			[0n, true],
			[0n, false],
		]);
	});
});
