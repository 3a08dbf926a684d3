import { describe, expect, it } from "vitest";
import { type Answer, containsValue, wrongsOf } from "../../cases/compare.ts";
import type { RequestExpectation } from "../../cases/expected.ts";

/** Comparison of a request with its expected result: every wrong member is found. */

const SPENDER = "0x9B1f4C2ed8a67035b4A9e8d1C6f2037A5e4D8B61";
const TOKEN = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const HASH = `0x${"5c".repeat(32)}` as const;

const SAID: Answer = {
	outcome: "word",
	severity: "danger",
	word: "8B61",
	headline: "Send 40 USDC to Ana",
	sentences: "Send 40 USDC to Ana\n0x9B1f4C…4D8B61 can spend 1.5 USDC",
	signed: "contents: hello",
	refusals: "The chain is away.",
	codes: ["against.signer.missing"],
	hash: HASH,
	changes: [
		{
			step: 1,
			account: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
			mine: true,
			direction: "out",
			asset: TOKEN.toLowerCase(),
			amount: "40000000",
			text: "40 USDC",
			tokenId: null,
			counterparty: SPENDER.toLowerCase(),
			source: "both",
		},
	],
	permissions: [
		{
			step: 1,
			kind: "allowance",
			grants: true,
			spender: SPENDER.toLowerCase(),
			token: TOKEN.toLowerCase(),
			amount: "1500000",
			text: "1.5 USDC",
			unlimited: false,
			source: "decoded",
			words: "",
		},
	],
	costs: { most: 900n, likely: 600n, covered: true },
	lies: ["effect"],
	findings: ["unknown-call"],
};

/** An expected result that is met, and one with a member reversed. */
const TURNED: Readonly<Record<string, readonly [RequestExpectation, RequestExpectation]>> = {
	outcome: [{ outcome: ["word", "refused"] }, { outcome: ["approvable"] }],
	"severity at least": [{ severity: { atLeast: "danger" } }, { severity: { atLeast: "block" } }],
	"severity at most": [{ severity: { atMost: "danger" } }, { severity: { atMost: "caution" } }],
	word: [{ word: true }, { word: false }],
	"word that stands for nobody": [{ wordIsNot: ["0000"] }, { wordIsNot: ["8B61"] }],
	headline: [{ headline: ["40 USDC", "Ana"] }, { headline: ["41 USDC", "Ana"] }],
	says: [{ says: [["1,5 USDC", "1.5 USDC"], SPENDER] }, { says: [TOKEN] }],
	shows: [{ shows: ["hello"] }, { shows: ["hell"] }],
	refusals: [{ refusals: ["chain"] }, { refusals: ["40 USDC"] }],
	hides: [{ hides: ["hello"] }, { hides: ["40 USDC"] }],
	findings: [{ findingsNot: ["no-code"] }, { findingsNot: ["unknown-call"] }],
	codes: [{ codesNot: ["against.signer.locked"] }, { codesNot: ["against.signer.missing"] }],
	hash: [{ hash: HASH }, { hash: "0x00" }],
	effects: [
		{ effects: [{ direction: "out", asset: TOKEN, amount: "40000000", counterparty: SPENDER }] },
		{ effects: [{ direction: "out", asset: TOKEN, amount: "40000001" }] },
	],
	permissions: [
		{ permissions: [{ spender: SPENDER, token: TOKEN, unlimited: false }] },
		{ permissions: [{ spender: SPENDER, unlimited: true }] },
	],
	"most of it": [{ costs: { mostAtLeast: "900", mostAtMost: "900" } }, { costs: { mostAtLeast: "901" } }],
	"most at most": [{ costs: { mostAtMost: "900" } }, { costs: { mostAtMost: "899" } }],
	likely: [{ costs: { likelyAtLeast: "600" } }, { costs: { likelyAtLeast: "601" } }],
	covered: [{ costs: { covered: true } }, { costs: { covered: false } }],
};

describe("the comparison with an expected result", () => {
	it("finds no fault if everything is right, and one if a member is reversed", () => {
		for (const [name, [right, turned]] of Object.entries(TURNED)) {
			const wrongs = [right, turned].map((expected) => wrongsOf({ lie: "effect", ...expected }, SAID).length);
			expect([name, ...wrongs]).toEqual([name, 0, 1]);
		}
	});

	it("finds an unexpected lie, and a different lie than expected", () => {
		expect(wrongsOf({}, SAID).map(({ what }) => what)).toEqual(["lie"]);
		expect(wrongsOf({ lie: "payload" }, SAID).map(({ what }) => what)).toEqual(["lie"]);
		expect(wrongsOf({}, { ...SAID, lies: [] })).toEqual([]);
	});

	it("finds missing costs", () => {
		const none = { ...SAID, costs: null, lies: [] };
		const costs = { mostAtLeast: "0", mostAtMost: "9", likelyAtLeast: "0", covered: true };
		expect(wrongsOf({ costs }, none)).toHaveLength(4);
	});
});

describe("a value in a text", () => {
	it("is separate", () => {
		expect(containsValue("Send 40 CRWX", "40 CRWX")).toBe(true);
		expect(containsValue("Send 140 CRWX", "40 CRWX")).toBe(false);
		expect(containsValue("Send 40 CRWXY", "40 CRWX")).toBe(false);
		expect(containsValue("costs 1.5 ETH", "1")).toBe(false);
		expect(containsValue("costs 0.1 ETH", "1 ETH")).toBe(false);
		expect(containsValue("It costs 1.", "1")).toBe(true);
		expect(containsValue("the note “invoice 2231”", "invoice 2231")).toBe(true);
	});

	it("may be an address shortened in the middle", () => {
		expect(containsValue("to 0x9B1f4C…4D8B61", SPENDER)).toBe(true);
		expect(containsValue(`to ${SPENDER.toLowerCase()}`, SPENDER)).toBe(true);
		expect(containsValue("to 0x9B1f4C…4D8B62", SPENDER)).toBe(false);
		expect(containsValue("to DpobG5…kYmHHT", "DpobG59cCJH692pgq5ZmPoJwdddUe3GrjqmXvZkYmHHT")).toBe(true);
		expect(containsValue("to dpobg5…kymhht", "DpobG59cCJH692pgq5ZmPoJwdddUe3GrjqmXvZkYmHHT")).toBe(false);
	});
});
