import { describe, expect, it } from "vitest";
import type { EffectAsset } from "../../../../../src/core/effects/effects.ts";
import { NO_PRICES, type PriceSource } from "../../../../../src/core/fiat/price.ts";
import { exchange } from "../../../../../src/core/risk/general/exchange.ts";
import { saying } from "../../../../support/saying.ts";
import {
	DAI,
	decodedMovement,
	effects,
	ITEM,
	JUNK,
	KNOWN,
	ME,
	observedMovement,
	PERMIT2,
	type StepInput,
	THIEF,
	USDC,
} from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const found = (...steps: readonly StepInput[]) => exchange(evidenceOf(effects(...steps)));
const of = (...movements: NonNullable<StepInput["movements"]>) => found({ movements });

const DANGER = { id: "exchange", severity: "danger", needsWord: true };
const DOLLARS = 10n ** 6n;
const OF_DAI = 10n ** 18n;

const signed = (over: Parameters<typeof decodedMovement>[0]) =>
	decodedMovement({ basis: "permitted", ...over });
const asked = (over: Parameters<typeof decodedMovement>[0]) => signed({ from: PERMIT2, to: ME, ...over });
const given = signed({ to: null, asset: USDC, amount: 1_000n * DOLLARS });

describe("an exchange in our simulation", () => {
	const out = observedMovement({ asset: USDC, amount: 1_000n * DOLLARS });
	const back = (over: Parameters<typeof decodedMovement>[0]) =>
		observedMovement({ from: THIEF, to: ME, ...over });

	it("of equal worth gets no finding", () => {
		expect(of(out, back({ asset: DAI, amount: 950n * OF_DAI }))).toBeNull();
	});

	it("is a danger if far less comes, and names the recipient of the offer", () => {
		expect(of(out, back({ asset: DAI, amount: 500n * OF_DAI }))).toMatchObject({
			...DANGER,
			stake: { kind: "address", address: THIEF },
			text: { code: "finding.exchange.little" },
		});
	});

	it("says how little comes if feeds have both prices", () => {
		const prices: PriceSource = () => ({ answer: 1n, decimals: 0, feed: "", at: 0 });
		const textOf = (amount: bigint) =>
			exchange({
				...evidenceOf(effects({ movements: [out, back({ asset: DAI, amount })] })),
				prices,
			})?.text;
		expect(textOf(500n * OF_DAI)).toEqual(saying("finding.exchange.below-market", { percent: "50" }));
		expect(textOf(5n * OF_DAI)).toEqual(saying("finding.exchange.almost-nothing", { percent: "0.5" }));
		expect(textOf(1n)).toEqual(saying("finding.exchange.almost-nothing", { percent: "0.01" }));
	});

	it("is a danger if an item goes for a crumb", () => {
		expect(
			of(observedMovement({ asset: ITEM, amount: 1n }), back({ asset: USDC, amount: DOLLARS })),
		).toMatchObject(DANGER);
	});

	it("says that its worth is unknown, and is a danger if it is no receipt either", () => {
		expect(of(out, back({ asset: JUNK, amount: 900n * DOLLARS }))).toMatchObject({
			severity: "caution",
			text: { code: "finding.exchange.no-price" },
		});
		expect(of(out, back({ asset: JUNK, amount: 1_000_000n * DOLLARS }))).toMatchObject(DANGER);
	});

	it("may be for an item of a known collection", () => {
		expect(of(out, back({ asset: { ...ITEM, address: KNOWN }, amount: 1n }))).toBeNull();
	});
});

describe("an exchange in the bytes", () => {
	it("is judged by its minimum amount, whatever the simulation shows", () => {
		const least = decodedMovement({ from: PERMIT2, to: ME, asset: DAI, least: OF_DAI, most: null });
		const paid = decodedMovement({ to: PERMIT2, asset: USDC, amount: 1_000n * DOLLARS });
		const shown = [
			observedMovement({ to: PERMIT2, asset: USDC, amount: 1_000n * DOLLARS }),
			observedMovement({ from: PERMIT2, to: ME, asset: DAI, amount: 1_000n * OF_DAI }),
		];
		expect(of(paid, least, ...shown)).toMatchObject({ ...DANGER, text: { code: "finding.exchange.little" } });
	});
});

describe("an order", () => {
	it("for its worth gets no finding, and for dust or nothing a danger", () => {
		expect(of(given, asked({ asset: DAI, amount: 990n * OF_DAI }))).toBeNull();
		expect(of(given, asked({ asset: DAI, amount: 1n }))).toMatchObject(DANGER);
		expect(of(given)).toMatchObject({ ...DANGER, text: { code: "finding.exchange.nothing" } });
	});

	it("is a danger for assets of unknown worth", () => {
		expect(of(given, asked({ asset: JUNK, amount: 5n }))).toMatchObject(DANGER);
	});

	it("may pay fees, and not a large share of the price to others, in any coin", () => {
		const mine = asked({ asset: DAI, amount: 990n * OF_DAI });
		expect(of(given, mine, asked({ to: THIEF, asset: DAI, amount: 10n * OF_DAI }))).toBeNull();
		const others = {
			...DANGER,
			stake: { kind: "address", address: THIEF },
			text: { code: "finding.exchange.others" },
		};
		expect(of(given, mine, asked({ to: THIEF, asset: DAI, amount: 400n * OF_DAI }))).toMatchObject(others);
		expect(of(given, mine, asked({ to: THIEF, amount: OF_DAI }))).toMatchObject(others);
		const rising = asked({ to: THIEF, asset: DAI, least: 400n * OF_DAI, most: null, isPrice: true });
		expect(of(given, mine, rising)).toMatchObject(others);
	});

	it("is judged alone if another one in the same request pays for it", () => {
		const dear = signed({ step: 1, to: null, asset: USDC, amount: DOLLARS });
		const paid = asked({ step: 1, asset: DAI, amount: 2_000n * OF_DAI });
		expect(
			found({ movements: [given, asked({ asset: DAI, amount: 1n })] }, { movements: [dear, paid] }),
		).toMatchObject({ ...DANGER, text: { code: "finding.exchange.little" } });
	});
});

describe("an exchange at feed prices", () => {
	const COIN: EffectAsset = { kind: "native", address: "native", item: null };
	const ETHER = 10n ** 18n;
	/** Prices with ether at 3,000 dollars. */
	const prices: PriceSource = (_chainRef, asset) => ({
		answer: asset === "native" ? 3_000n : 1n,
		decimals: 0,
		feed: "test",
		at: 0,
	});
	const order = (sold: bigint, bought = ETHER) => [
		signed({ to: null, asset: USDC, amount: sold * DOLLARS }),
		asked({ asset: COIN, amount: bought }),
	];
	const judged = (movements: NonNullable<StepInput["movements"]>, by = prices) =>
		exchange(evidenceOf(effects({ movements }), by));

	it("is a danger if an order gets less than nine tenths, and not for a tenth off", () => {
		expect(judged(order(24_000n))).toMatchObject({
			...DANGER,
			text: { code: "finding.exchange.below-market", params: { percent: "12" } },
		});
		expect(judged(order(3_334n))).toMatchObject(DANGER);
		expect(judged(order(3_333n))).toBeNull();
	});

	it("is a danger if our simulation brings less than nine tenths", () => {
		const swap = (bought: bigint) => [
			observedMovement({ asset: USDC, amount: 3_000n * DOLLARS }),
			observedMovement({ from: THIEF, to: ME, asset: COIN, amount: bought }),
		];
		expect(judged(swap((ETHER * 89n) / 100n))).toMatchObject(DANGER);
		expect(judged(swap((ETHER * 90n) / 100n))).toBeNull();
	});

	it("is a caution without a price, and none between coins of equal worth", () => {
		expect(judged(order(24_000n), NO_PRICES)).toMatchObject({
			severity: "caution",
			needsWord: false,
			text: { code: "finding.exchange.unpriced" },
		});
		const alike = [
			signed({ to: null, asset: USDC, amount: 1_000n * DOLLARS }),
			asked({ asset: DAI, amount: 1_000n * OF_DAI }),
		];
		expect(judged(alike, NO_PRICES)).toBeNull();
	});
});
