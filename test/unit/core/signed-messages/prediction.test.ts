import { describe, expect, it } from "vitest";
import { saying } from "../../../support/saying.ts";
import { OTHER, SIGNER } from "../match/honest.ts";
import { END, members, type Typed, ZERO } from "../match/typed-samples.ts";
import { fine, tokenFacts } from "../review/scene.ts";
import { analyzeTyped, ids, typedFindings, valuesOf } from "./scene.ts";

const EXCHANGE = "0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E";
const EXCHANGE_V2 = "0xE111180000d2663C0091e4f400237545B87B996B";
const USDC_E = "0x2791bca1f2de4661ed88a30c99a7a9449aa84174";
const POLYGON = 137;

const FIRST = "uint256 salt,address maker,address signer,";
const AMOUNTS = "uint256 tokenId,uint256 makerAmount,uint256 takerAmount,";
const V1 = `${FIRST}address taker,${AMOUNTS}uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType`;
const V2 = `${FIRST}${AMOUNTS}uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder`;
const NONE = `0x${"0".repeat(64)}`;

/** Returns an order that buys 10 shares for 5 units of collateral. */
const order = (patch: Typed["message"] = {}, chainId = POLYGON, verifyingContract = EXCHANGE): Typed => ({
	types: { Order: members(V1) },
	primaryType: "Order",
	domain: { name: "Polymarket CTF Exchange", version: "1", chainId, verifyingContract },
	message: {
		salt: 1,
		maker: SIGNER,
		signer: SIGNER,
		taker: ZERO,
		tokenId: "77",
		makerAmount: "5000000",
		takerAmount: "10000000",
		expiration: END,
		nonce: 0,
		feeRateBps: 0,
		side: 0,
		signatureType: 0,
		...patch,
	},
});

const orderV2 = (patch: Typed["message"] = {}): Typed => ({
	types: { Order: members(V2) },
	primaryType: "Order",
	domain: { name: "Polymarket CTF Exchange", version: "2", chainId: POLYGON, verifyingContract: EXCHANGE_V2 },
	message: {
		salt: 1,
		maker: SIGNER,
		signer: SIGNER,
		tokenId: "77",
		makerAmount: "5000000",
		takerAmount: "10000000",
		side: 0,
		signatureType: 0,
		timestamp: "1790000000000",
		metadata: NONE,
		builder: NONE,
		...patch,
	},
});

const facts = {
	chainId: POLYGON,
	tokens: new Map([[USDC_E, { ...tokenFacts(), address: USDC_E, balance: fine(25_000_000_000n) }]]),
};
const told = (typed: Typed, more = {}) =>
	analyzeTyped(typed, { chainRef: String(POLYGON), facts: { ...facts, ...more } });

const judged = (typed: Typed) => typedFindings(typed, { chainRef: String(POLYGON), facts });

describe("an order of a prediction market", () => {
	it("is at most a caution if it is small and readable", () => {
		for (const typed of [
			order(),
			order({ expiration: 0 }),
			orderV2(),
			order({ side: 1, takerAmount: "3000000" }),
		]) {
			const insight = told(typed);
			expect(insight.needsWord).toBe(false);
			expect(insight.findings.every(({ severity }) => severity === "info" || severity === "caution")).toBe(
				true,
			);
		}
	});

	it("shows the offer, the return and its outcome", () => {
		const insight = told(order());
		expect(valuesOf(insight, "message.row.gives")).toEqual([expect.stringContaining("5 TUSD")]);
		expect(valuesOf(insight, "message.row.gets")).toEqual([expect.stringContaining("10 ")]);
		expect(valuesOf(insight, "message.row.outcome")).toEqual(["77"]);
	});

	it("has the decimals of a listed currency without an RPC, and smallest units of any other", () => {
		const buys = order({ makerAmount: "25000000000" });
		const amountIn = (typed: Typed, chainRef: string) =>
			analyzeTyped(typed, { chainRef, facts: null }).headline.amount;
		expect(amountIn(buys, "137")).toMatchObject({
			raw: 25_000_000_000n,
			decimals: 6,
			symbol: "USDC.e",
			checked: true,
		});
		expect(amountIn(orderV2(), "137")).toMatchObject({ decimals: null, checked: false });
		expect(amountIn(order({}, 1), "1")).toMatchObject({ checked: false });
	});

	it("of another maker or signer requires a typed word", () => {
		const makers: readonly Typed["message"][] = [{ maker: OTHER }, { maker: OTHER, signatureType: 2 }];
		for (const patch of makers)
			for (const typed of [order(patch), orderV2(patch)])
				expect(judged(typed)).toContainEqual(
					expect.objectContaining({ id: "not-own-funds", severity: "danger", needsWord: true }),
				);
		for (const typed of [order({ signer: OTHER }), orderV2({ signer: OTHER })])
			expect(told(typed).findings).toContainEqual(
				expect.objectContaining({ id: "terms-elsewhere", severity: "danger", needsWord: true }),
			);
	});

	it.each([
		["everything for one unit", { makerAmount: "25000000000", takerAmount: "1" }],
		["more for a share than it can pay", { makerAmount: "10000001", takerAmount: "10000000" }],
		["its shares for next to nothing", { side: 1, makerAmount: "10000000", takerAmount: "9999" }],
	])("that gives %s requires a typed word", (_, patch) => {
		for (const typed of [order(patch), orderV2(patch)])
			expect(judged(typed)).toContainEqual(
				expect.objectContaining({ id: "exchange", severity: "danger", needsWord: true }),
			);
	});

	it.each([
		["above", "more than its shares can pay", { makerAmount: "10000001", takerAmount: "10000000" }],
		["below", "its shares for next to nothing", { side: 1, makerAmount: "10000000", takerAmount: "9999" }],
	])("is described as %s its bound if it gives %s", (which, _, patch) => {
		for (const typed of [order(patch), order({ ...patch, maker: OTHER }), orderV2(patch), order(patch, 1)])
			expect(judged(typed).find(({ id }) => id === "exchange")?.text).toEqual(
				saying(`finding.exchange.share.${which}`),
			);
	});

	it("that neither buys nor sells requires a typed word", () => {
		expect(told(order({ side: 2 })).findings).toContainEqual(
			expect.objectContaining({ id: "terms-elsewhere", severity: "danger", needsWord: true }),
		);
	});

	it("at the edge of its prices is within its bound", () => {
		const edges: readonly Typed["message"][] = [
			{ makerAmount: "10000000", takerAmount: "10000000" },
			{ side: 1, makerAmount: "10000000", takerAmount: "10000" },
		];
		for (const patch of edges) {
			const found = judged(order(patch)).find(({ id }) => id === "exchange");
			expect(found?.text).not.toEqual(saying("finding.exchange.share.above"));
			expect(found?.text).not.toEqual(saying("finding.exchange.share.below"));
		}
	});

	it("for nothing, or with a fee of a tenth, requires a typed word", () => {
		expect(typedFindings(order({ takerAmount: 0 }), { chainRef: "137", facts: null })).toContainEqual(
			expect.objectContaining({ id: "exchange", severity: "danger", needsWord: true }),
		);
		const fee = (feeRateBps: number) => judged(order({ feeRateBps })).find(({ id }) => id === "cost");
		expect(fee(1_000)).toMatchObject({ severity: "danger", needsWord: true });
		expect(fee(999)).toMatchObject({ severity: "caution", needsWord: false });
		expect(fee(0)).toBeUndefined();
	});

	it("of more than half of the holding is reported", () => {
		const most = { makerAmount: "13000000000", takerAmount: "26000000000" };
		expect(judged(order(most)).map(({ id }) => id)).toContain("exchange");
	});

	it("at another contract, or on another chain, requires a typed word", () => {
		expect(ids(told(order({}, POLYGON, OTHER)))).toContain("domain-contract");
		expect(ids(analyzeTyped(order({}, 1), { chainRef: "1", facts: null }))).toContain("terms-elsewhere");
	});
});
