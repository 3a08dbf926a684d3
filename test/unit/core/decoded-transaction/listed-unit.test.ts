import { describe, expect, it } from "vitest";
import { listedUnit, unitOf } from "../../../../src/core/decoded-transaction/decoded-transaction.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { facts, fine, missing, tokenFacts } from "../review/scene.ts";

const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

describe("the unit of a listed token", () => {
	const ethereum = (patch: Parameters<typeof tokenFacts>[0]) =>
		facts({ chainId: 1 }, [tokenFacts({ address: USDC, ...patch })]);

	it("is the list's if the chain does not state it", () => {
		const unit = { decimals: 6, symbol: "USDC", checked: true };
		expect(listedUnit("1", USDC)).toEqual(unit);
		expect(unitOf(facts({ chainId: 1 }, []), USDC)).toEqual(unit);
		expect(unitOf(ethereum({ decimals: missing(), symbol: missing() }), USDC)).toEqual(unit);
	});

	it("is no other token's, in any spelling of its symbol", () => {
		const other = tokenFacts().address;
		const symbolOf = (symbol: string) =>
			unitOf(facts({ chainId: 1 }, [tokenFacts({ symbol: fine(symbol) })]), other).symbol;
		for (const symbol of ["USDC", "UЅDС", "ETH"])
			expect(symbolOf(symbol)).toEqual(
				message("token.unlisted", { symbol, address: expect.stringContaining("…") }),
			);
		expect(symbolOf("TUSDX")).toBe("TUSDX");
		expect(unitOf(ethereum({ symbol: fine("USDC") }), USDC).symbol).toBe("USDC");
	});

	it("is unknown on another chain, for another token, and if the chain states other decimals", () => {
		expect(listedUnit("8453", USDC)).toBeNull();
		expect(listedUnit("1", tokenFacts().address)).toBeNull();
		expect(unitOf(ethereum({ decimals: fine(18), symbol: missing() }), USDC).decimals).toBeNull();
		expect(unitOf(null, USDC).decimals).toBeNull();
	});
});
