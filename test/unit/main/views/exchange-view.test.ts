import { describe, expect, it } from "vitest";
import { NATIVE } from "../../../../src/core/effects/effects.ts";
import type { PriceSource } from "../../../../src/core/fiat/price.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { exchangeViews } from "../../../../src/main/views/exchange-view.ts";
import {
	DEALT,
	decodedMovement,
	effects,
	FRIEND,
	ITEM,
	ME,
	observedMovement,
	PERMIT2,
	type StepInput,
	THIEF,
	USDC,
	USER,
} from "../../core/effects/scene.ts";

const ETHER = 10n ** 18n;
const DOLLAR = 10n ** 6n;

/** Prices with ether at 3,145 dollars. */
const prices: PriceSource = (_, asset) => ({
	answer: asset === "native" ? 3_145n : 1n,
	decimals: 0,
	feed: "test",
	at: 0,
});

const viewsOf = (step: StepInput, by: PriceSource | null = prices) =>
	exchangeViews({ effects: effects(step), analyses: [], user: USER }, "1", by).exchanges ?? [];

const about = (amount: string) => message("worth.about", { amount });

const swap = (least: bigint): StepInput => ({
	called: [
		{
			address: DEALT,
			step: 0,
			of: "contract",
			isOuter: true,
			isRead: true,
			isPayment: false,
			isPlain: false,
		},
	],
	movements: [
		decodedMovement({ to: DEALT, asset: USDC, amount: 1_000n * DOLLAR }),
		decodedMovement({
			from: DEALT,
			to: ME,
			asset: NATIVE,
			least,
			most: null,
			price: { sold: { asset: USDC, amount: 1_000n * DOLLAR }, least, isOrder: false, arrives: null },
		}),
		observedMovement({ to: DEALT, asset: USDC, amount: 1_000n * DOLLAR }),
		observedMovement({ from: DEALT, to: ME, asset: NATIVE, amount: (ETHER * 3_172n) / 10_000n }),
	],
});

describe("the card of a swap", () => {
	it("has both sides, the minimum, and the loss in units, dollars and percent", () => {
		expect(viewsOf(swap((ETHER * 3_156n) / 10_000n))).toMatchObject([
			{
				kind: "swap",
				gives: [{ label: "USDC", mark: "dollar", amount: { text: "1,000", fiat: about("$1,000.00") } }],
				gets: [{ label: "ETH", mark: "coin", amount: { text: "0.3172", fiat: about("$997.59") } }],
				worst: [{ amount: { text: "0.3156", fiat: about("$992.56") } }],
				limit: "set",
				tone: "calm",
				loss: { worst: "$7.44", percent: "0.75", now: "$2.41", against: "market" },
				scale: { worst: 258, worstPercent: "0.75", nowPercent: "0.25" },
				shares: [],
			},
		]);
	});

	it("without a feed compares the minimum with the simulated result only", () => {
		expect(viewsOf(swap((ETHER * 3_156n) / 10_000n), () => null)).toMatchObject([
			{
				gives: [{ amount: { fiat: message("worth.none") } }],
				loss: { worst: null, percent: "0.51", now: null, against: "quote" },
				scale: { now: 1_000, nowPercent: null },
			},
		]);
	});

	it("shows no values if the user hides them", () => {
		const [view] = viewsOf(swap((ETHER * 3_156n) / 10_000n), null);
		expect(view?.gives[0]?.amount).not.toHaveProperty("fiat");
		expect(view?.loss).toMatchObject({ worst: null, against: "quote" });
	});

	it("is marked if the minimum is more than three percent below the market, or if there is no limit", () => {
		expect(viewsOf(swap((ETHER * 3_000n) / 10_000n))).toMatchObject([
			{ tone: "caution", loss: { worst: "$56.50", percent: "5.65" } },
		]);
		expect(viewsOf(swap(0n))).toMatchObject([
			{ tone: "danger", limit: "none", loss: { worst: "$1,000.00", percent: "100" }, scale: null },
		]);
	});
});

describe("the card of an order", () => {
	const signed = (over: Parameters<typeof decodedMovement>[0]) =>
		decodedMovement({ basis: "permitted", until: 1_800_000_000n, ...over });
	const part = (to: string, least: bigint, most: bigint) =>
		signed({
			from: PERMIT2,
			to,
			asset: NATIVE,
			least: (ETHER * least) / 100n,
			most: (ETHER * most) / 100n,
			isPrice: true,
		});
	const sold = signed({ to: null, asset: ITEM, amount: 1n, isSold: true });

	it("names everybody who gets a part, an unknown large one first", () => {
		const parts = [part(ME, 45n, 75n), part(FRIEND, 3n, 3n), part(THIEF, 42n, 42n)];
		expect(viewsOf({ movements: [sold, ...parts] })).toMatchObject([
			{
				kind: "order",
				gives: [{ mark: "item", label: { code: "item.numbered", params: { item: "7" } } }],
				gets: [{ amount: { text: "0.75", fiat: about("$2,358.75") } }],
				worst: [{ amount: { text: "0.45", fiat: about("$1,415.25") } }],
				loss: null,
				price: { text: "1.2" },
				until: 1_800_000_000_000,
				shares: [
					{
						who: "unknown",
						percent: "35",
						percentAtWorst: "46.7",
						width: 350,
						isAlarming: true,
						amount: { text: "0.42", fiat: about("$1,320.90") },
					},
					{ who: "known", address: { label: "Friend" }, percent: "2.5", isAlarming: false },
					{ who: "you", address: null, percent: "62.5", percentAtWorst: "50" },
				],
			},
		]);
	});

	it("doesn’t alarm about a usual fee, but shows its unknown recipient", () => {
		expect(viewsOf({ movements: [sold, part(ME, 97n, 97n), part(THIEF, 3n, 3n)] })).toMatchObject([
			{ shares: [{ who: "unknown", percent: "3", isAlarming: false }, { who: "you" }] },
		]);
	});

	it("that pays fees of its own leaves the rest to whoever fills it", () => {
		const bid = signed({ to: null, asset: USDC, amount: 100n * DOLLAR, isSold: true });
		const item = signed({ from: PERMIT2, to: ME, asset: ITEM, amount: 1n, isPrice: true });
		const fee = signed({ from: PERMIT2, to: DEALT, asset: USDC, amount: 5n * DOLLAR, isPrice: true });
		expect(viewsOf({ movements: [bid, item, fee] })).toMatchObject([
			{
				gets: [{ mark: "item" }],
				shares: [
					{ who: "known", percent: "5" },
					{ who: "taker", percent: "95" },
				],
			},
		]);
	});
});
