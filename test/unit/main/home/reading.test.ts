import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { seenTokens } from "../../../../src/main/home/reading.ts";
import type { SeenAllowance } from "../../../../src/main/powers/seen-allowances.ts";
import { stub } from "../../../fixtures/stub.ts";

/** Queries for tokens that aren't listed. */

const move = (asset: string) => ({
	kind: "transfer",
	direction: "in",
	account: "a",
	asset,
	amount: "1",
	symbol: "",
	decimals: 6,
});
const row = (chainRef: string, ...assets: string[]) =>
	stub<JournalRow>({
		chainRef,
		predicted: { nativeSymbol: "ETH", mostFee: "0", value: "0", moves: assets.map(move) },
	});
const allowance = (kind: SeenAllowance["kind"], token: string): SeenAllowance => ({
	chainRef: "8453",
	account: "a",
	token,
	spender: "s",
	kind,
	tokenId: "",
});

describe("seen tokens", () => {
	it("are those moved in approved requests, by chain, without coins", () => {
		const met = seenTokens([row("8453", "native", "0xa"), row("1", "0xb")], []);
		expect([...met]).toEqual([
			["8453", ["0xa"]],
			["1", ["0xb"]],
		]);
	});

	it("of Solana are stored under the cluster’s own name", () => {
		expect([...seenTokens([row("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "mint")], []).keys()]).toEqual([
			"mainnet-beta",
		]);
	});

	it("include spendable ones, once each, without collections or token accounts", () => {
		const met = seenTokens(
			[row("8453", "0xa")],
			[
				allowance("allowance", "0xa"),
				allowance("permit2", "0xc"),
				allowance("operator", "0xd"),
				allowance("delegate", "acc"),
			],
		);
		expect(met.get("8453")).toEqual(["0xa", "0xc"]);
	});
});
