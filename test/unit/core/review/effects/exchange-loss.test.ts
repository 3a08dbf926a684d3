import { describe, expect, it } from "vitest";
import type { Exchange } from "../../../../../src/core/effects/exchange-sides.ts";
import { NO_PRICES, type PriceSource } from "../../../../../src/core/fiat/price.ts";
import { exchangeLoss, exchangeTone } from "../../../../../src/core/review/effects/exchange-loss.ts";
import { DAI, USDC } from "../../effects/scene.ts";

const ONE = 10n ** 6n;

const swap = (now: bigint, least: bigint, change: Partial<Exchange> = {}): Exchange => ({
	kind: "swap",
	gives: [{ asset: USDC, amount: 1_000n * ONE }],
	gets: [{ asset: DAI, amount: now }],
	worst: { gives: [{ asset: USDC, amount: 1_000n * ONE }], gets: [{ asset: DAI, amount: least }] },
	limit: "set",
	others: [],
	until: null,
	...change,
});

const dollar: PriceSource = () => ({ answer: 1n, decimals: 0, feed: "test", at: 0 });
const pricing = (prices: PriceSource) => ({
	chainRef: "1",
	prices,
	amountOf: (_: unknown, raw: bigint) => ({ raw, decimals: 6, symbol: "X", checked: true }),
});
const lossOf = (exchange: Exchange, prices = dollar) => exchangeLoss(exchange, pricing(prices));

describe("the loss of an exchange", () => {
	it("is the given less the received value, in cents and hundredths of a percent", () => {
		expect(lossOf(swap(997_590_000n, 992_560_000n))).toEqual({
			now: { cents: 241n, points: 25n },
			worst: { cents: 744n, points: 75n },
			belowQuote: 51n,
		});
	});

	it("counts the most that may be taken", () => {
		const more = swap(1_000n * ONE, 1_000n * ONE, {
			worst: {
				gives: [{ asset: USDC, amount: 1_050n * ONE }],
				gets: [{ asset: DAI, amount: 1_000n * ONE }],
			},
		});
		expect(lossOf(more)).toMatchObject({ worst: { cents: 5_000n, points: 477n }, belowQuote: null });
	});

	it("is everything without a limit, and unknown if no limit is known", () => {
		expect(lossOf(swap(990n * ONE, 0n, { limit: "none" }))).toMatchObject({
			worst: { cents: 100_000n, points: 10_000n },
			belowQuote: 10_000n,
		});
		expect(lossOf(swap(990n * ONE, 985n * ONE, { limit: "unread" }))).toMatchObject({
			now: { cents: 1_000n },
			worst: null,
			belowQuote: null,
		});
	});

	it("can only be compared with the quote if there is no price", () => {
		expect(lossOf(swap(1_000n * ONE, 995n * ONE), NO_PRICES)).toEqual({
			now: null,
			worst: null,
			belowQuote: 50n,
		});
	});

	it("is marked above three percent, and always without a limit", () => {
		const toneOf = (exchange: Exchange, prices = dollar) => exchangeTone(exchange, lossOf(exchange, prices));
		expect(toneOf(swap(990n * ONE, 970n * ONE))).toBe("calm");
		expect(toneOf(swap(990n * ONE, 969n * ONE))).toBe("caution");
		expect(toneOf(swap(1_000n * ONE, 960n * ONE), NO_PRICES)).toBe("caution");
		expect(toneOf(swap(990n * ONE, 499n * ONE))).toBe("danger");
		expect(toneOf(swap(990n * ONE, 900n * ONE, { kind: "order" }))).toBe("caution");
		expect(toneOf(swap(990n * ONE, 899n * ONE, { kind: "order" }))).toBe("danger");
		expect(toneOf(swap(990n * ONE, 0n, { limit: "none" }))).toBe("danger");
		expect(toneOf(swap(990n * ONE, 985n * ONE, { limit: "unread" }))).toBe("caution");
	});
});
