import { describe, expect, it } from "vitest";
import type { Price } from "../../../../src/core/fiat/price.ts";
import { composeReview } from "../../../../src/core/review/compose.ts";
import { pricingFor } from "../../../../src/main/views/fiat-view.ts";
import { reviewView } from "../../../../src/main/views/review-view.ts";
import { input } from "../../core/review/scene.ts";

const PRICE: Price = { answer: 2500n * 10n ** 8n, decimals: 8, feed: "ETH / USD", at: 1_790_000_000_000 };
const ETHER = { raw: 10n ** 18n, decimals: 18, symbol: "ETH", checked: true };

describe("worth next to an amount", () => {
	it("follows the price, with its source and age", () => {
		const pricing = pricingFor("1", () => PRICE);
		expect(pricing.ofMovement(ETHER, "native", "up")).toMatchObject({ fiat: { code: "worth.about" } });
		expect(pricing.ofFee(ETHER)).toMatchObject({ fiat: { code: "worth.about" } });
		expect(pricing.source()).toMatchObject({ code: "worth.source", params: { time: { at: PRICE.at } } });
	});

	it("is rounded on Solana as elsewhere: up for outflows, down for inflows", () => {
		const price: Price = { answer: 150n * 10n ** 8n, decimals: 8, feed: "SOL / USD", at: PRICE.at };
		const pricing = pricingFor("mainnet-beta", (_, asset) => (asset === "native" ? price : null));
		const sol = { raw: 10n ** 9n + 1n, decimals: 9, symbol: "SOL", checked: true };
		const about = (amount: string) => ({ fiat: { code: "worth.about", params: { amount } } });
		expect(pricing.ofMovement(sol, "native", "up")).toEqual(about("$150.01"));
		expect(pricing.ofMovement(sol, "native", "down")).toEqual(about("$150.00"));
		expect(pricing.ofStoredMovement(10n ** 9n, { asset: "native", decimals: 9 }, "up")).toEqual(
			about("$150.00"),
		);
		expect(pricing.ofMovement(sol, "So1", "up")).toEqual({ fiat: { code: "worth.none" } });
		expect(pricing.source()).toMatchObject({ code: "worth.source", params: { time: { at: PRICE.at } } });
	});

	it("is shown as no price if there is none, and never as zero", () => {
		const pricing = pricingFor("1", () => null);
		expect(pricing.ofMovement(ETHER, "native", "up")).toEqual({ fiat: { code: "worth.none" } });
		expect(pricing.ofFee(ETHER)).toEqual({});
		expect(pricing.source()).toBeNull();
	});

	it("is absent if the user wants none, or the unit is unproven", () => {
		expect(pricingFor("1", null).ofMovement(ETHER, "native", "up")).toEqual({});
		const pricing = pricingFor("1", () => PRICE);
		expect(pricing.ofMovement({ ...ETHER, checked: false }, "native", "up")).toEqual({});
		expect(pricing.ofMovement({ ...ETHER, decimals: null }, "native", "up")).toEqual({});
	});

	it("changes nothing of the approval: not the match, not the fingerprint, not a finding", () => {
		const review = composeReview(input());
		const place = { entryId: "entry-1", batch: new Map() };
		const [plain, priced] = [
			reviewView(review, place),
			reviewView(review, { ...place, prices: () => PRICE }),
		];
		expect(priced.costs?.most).toHaveProperty("fiat");
		for (const member of ["fingerprint", "digest", "checks", "findings", "approval", "headline"] as const)
			expect(priced[member]).toEqual(plain[member]);
	});
});
