import { describe, expect, it } from "vitest";
import { sumsOf } from "../../../../src/core/activity/statement.ts";
import { statementView } from "../../../../src/main/activity/statement-view.ts";
import { stub } from "../../../fixtures/stub.ts";

const USDC_ON_BASE = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

function lineOf(asset: string, symbol: string) {
	const flow = {
		kind: "in",
		chainRef: "8453",
		asset,
		symbol,
		decimals: 6,
		predicted: 5_000_000n,
		happened: 5_000_000n,
		cents: null,
	} as const;
	const [week] = statementView(
		stub<Parameters<typeof statementView>[0]>({
			networks: { chainNameOf: () => "Base" },
		}),
		[
			{
				from: "2026-11-23",
				total: sumsOf([{ kind: "approved", at: 0, app: null, sessionId: "one", flows: [flow] }]),
				groups: [],
			},
		],
	);
	return week?.total.lines[0];
}

describe("the symbol of a token in the statement", () => {
	it.each([
		["a listed token", USDC_ON_BASE, "USDC", null],
		["a listed token whose address is written small", USDC_ON_BASE.toLowerCase(), "USDC", null],
		["the network's own coin", "native", "ETH", null],
		["a token that calls itself as a listed one", `0x${"ab".repeat(20)}`, "USDC", "0xABaBaB…aBABaB"],
	])("of %s", (_, asset, symbol, unlisted) => {
		expect(lineOf(asset, symbol)).toMatchObject({ symbol, unlisted });
	});
});
