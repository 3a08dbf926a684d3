import { describe, expect, it } from "vitest";
import type { TradePrice } from "../../../../../src/core/effects/effects.ts";
import { exchange } from "../../../../../src/core/risk/general/exchange.ts";
import {
	DAI,
	decodedMovement,
	effects,
	holdingOf,
	JUNK,
	ME,
	observedMovement,
	PERMIT2,
	SAVINGS,
	type StepInput,
	USDC,
} from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const DOLLARS = 10n ** 6n;
const OF_DAI = 10n ** 18n;
const RICH = [holdingOf(100_000n * DOLLARS, USDC)];

const found = (step: StepInput) => exchange(evidenceOf(effects({ holdings: RICH, ...step })));
const price = (over: Partial<TradePrice> = {}): TradePrice => ({
	sold: { asset: USDC, amount: 1_000n * DOLLARS },
	least: 0n,
	isOrder: false,
	arrives: null,
	...over,
});
const bought = (of: Partial<TradePrice>, over: Parameters<typeof decodedMovement>[0] = {}) =>
	decodedMovement({ from: PERMIT2, to: ME, asset: DAI, least: 0n, most: null, price: price(of), ...over });
const codeOf = (...movements: NonNullable<StepInput["movements"]>) => found({ movements })?.text.code;

describe("a sale without a minimum amount", () => {
	it("is a caution, and a danger from a tenth of the holding on", () => {
		expect(found({ movements: [bought({})] })).toMatchObject({
			severity: "caution",
			needsWord: false,
			text: { code: "finding.exchange.no-least" },
		});
		const large = { sold: { asset: USDC, amount: 10_000n * DOLLARS } };
		expect(found({ movements: [bought(large)] })).toMatchObject({ severity: "danger", needsWord: true });
		expect(found({ holdings: [], movements: [bought({})] })).toMatchObject({ severity: "danger" });
	});

	it("is found for any recipient of the proceeds, and for a negligible minimum", () => {
		expect(codeOf(bought({}, { to: null }))).toBe("finding.exchange.no-least");
		expect(codeOf(bought({ least: 1n }))).toBe("finding.exchange.no-least");
		expect(codeOf(bought({ least: 990n * OF_DAI }))).toBeUndefined();
	});

	it("is not found if a later call in its step sets one", () => {
		const later = (over: Parameters<typeof decodedMovement>[0]) =>
			bought({ sold: null, least: 990n * OF_DAI }, { least: 990n * OF_DAI, ...over });
		expect(codeOf(bought({}, { to: null }), later({}))).toBeUndefined();
		expect(codeOf(later({}), bought({}, { to: null }))).toBe("finding.exchange.no-least");
		expect(codeOf(bought({}, { to: null }), later({ step: 1 }))).toBe("finding.exchange.no-least");
	});

	it("of an unlisted token requires a typed word for itself, unless it is sold on", () => {
		const junk = bought({ least: 5n }, { asset: JUNK });
		expect(found({ movements: [junk] })).toMatchObject({
			severity: "danger",
			text: { code: "finding.exchange.unlisted" },
			stake: { kind: "address", address: JUNK.address },
		});
		const on = bought({ sold: { asset: JUNK, amount: null }, least: 990n * OF_DAI });
		expect(codeOf(junk, on)).toBeUndefined();
	});

	it("may be an order's, which others execute for its minimum", () => {
		const order = (least: bigint) => bought({ isOrder: true, least }, { basis: "permitted" });
		expect(codeOf(order(1n))).toBe("finding.exchange.order");
		expect(codeOf(order(990n * OF_DAI))).toBeUndefined();
	});
});

describe("a bridge", () => {
	const arriving = (least: bigint, asset: string | null) =>
		bought(
			{ least, arrives: { chainRef: "8453", asset } },
			{ basis: "permitted", asset: { kind: "position", address: PERMIT2, item: null } },
		);
	const THERE = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

	it("must deliver everything except its usual fee", () => {
		for (const asset of [null, THERE]) {
			expect(codeOf(arriving(950n * DOLLARS, asset))).toBeUndefined();
			expect(codeOf(arriving(949n * DOLLARS, asset))).toBe("finding.exchange.bridge");
		}
	});

	it("is a danger for incomparable assets", () => {
		expect(codeOf(arriving(1_000n * DOLLARS, JUNK.address))).toBe("finding.exchange.bridge.unknown");
	});
});

describe("a deposit into a known contract", () => {
	const out = observedMovement({ to: PERMIT2, asset: USDC, amount: 10_000n * DOLLARS });

	it("requires a typed word if a tenth of a holding brings no return", () => {
		expect(codeOf(out)).toBe("finding.exchange.nothing-seen");
		expect(codeOf(observedMovement({ to: PERMIT2, asset: USDC, amount: 9_999n * DOLLARS }))).toBeUndefined();
		expect(codeOf(observedMovement({ to: SAVINGS, asset: USDC, amount: 10_000n * DOLLARS }))).toBeUndefined();
	});

	it("requires none if the bytes show that the contract keeps a position for it", () => {
		const kept = { kind: "position", address: PERMIT2, item: null } as const;
		expect(codeOf(out, decodedMovement({ from: PERMIT2, to: ME, asset: kept }))).toBeUndefined();
	});
});
