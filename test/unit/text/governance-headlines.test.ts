import { encodeFunctionData, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../src/core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../src/core/decode/evm/decode-evm.ts";
import { headlineOf } from "../../../src/core/describe/evm/headline.ts";
import { NO_USES } from "../../../src/core/identities/counterparties.ts";
import { textOf } from "../../../src/text/index.ts";

const ME = "0x1111111111111111111111111111111111111111";
const OTHER = "0x9999999999999999999999999999999999999999";
const GOVERNOR = "0x408ed6354d4973f66138c91495f2f2fcbd8724c3";
const WORD = `0x${"00".repeat(32)}`;

function vote(signature: string, args: readonly unknown[]) {
	const abi = parseAbi([`function ${signature}`] as readonly string[]);
	const data = encodeFunctionData({ abi, args } as never);
	const decoded = decodeEvm({ to: GOVERNOR, value: 0n, data }, undefined, contractsOf("1"));
	const user = {
		accounts: [ME],
		labels: {},
		signerState: "ready",
		counterparties: new Map(),
		uses: NO_USES,
		device: null,
	} as const;
	return textOf(headlineOf({ decoded, facts: null, user, chainRef: "1", signer: ME }).text);
}

describe("a vote at a governor", () => {
	it("shows the proposal, the choice and the reason", () => {
		expect(vote("castVote(uint256, uint8)", [12n, 0])).toBe("Vote against proposal 12 at Uniswap");
		expect(vote("castVoteWithReason(uint256, uint8, string)", [12n, 1, "Good for holders."])).toBe(
			"Vote for proposal 12 with the reason “Good for holders.” at Uniswap",
		);
		expect(vote("castVoteWithReason(uint256, uint8, string)", [12n, 2, " "])).toBe(
			"Vote to abstain on proposal 12 at Uniswap",
		);
	});

	it("quotes a hostile reason on one bounded line, without quotation marks of its own", () => {
		const reason = `“, then nothing” \u202e\n${"a".repeat(10_000)}`;
		const text = vote("castVoteWithReason(uint256, uint8, string)", [12n, 1, reason]);
		expect(text).toContain("reason “', then nothing' ‹U+202E›‹U+000A›aaa");
		expect(text.length).toBeLessThan(200);
		expect(text.match(/[“”]/gu)).toHaveLength(2);
	});

	it("says that parameters decide the vote's meaning", () => {
		const params = "castVoteWithReasonAndParams(uint256, uint8, string, bytes)";
		expect(vote(params, [12n, 1, "Yes", "0x"])).toBe("Vote for proposal 12 with the reason “Yes” at Uniswap");
		expect(vote(params, [12n, 1, "", "0x1234"])).toBe(
			"Vote for proposal 12 with 2 bytes of parameters (they can split the vote) at Uniswap",
		);
	});

	it("says that a vote by signature is somebody else's", () => {
		const signed = "Vote for proposal 12 with the reason “Yes” (using the voter’s signature) at Uniswap";
		for (const [signature, args] of [
			[
				"castVoteWithReasonAndParamsBySig(uint256, uint8, string, bytes, uint8, bytes32, bytes32)",
				[12n, 1, "Yes", "0x", 27, WORD, WORD],
			],
			[
				"castVoteWithReasonAndParamsBySig(uint256, uint8, address, string, bytes, bytes)",
				[12n, 1, OTHER, "Yes", "0x", "0x12"],
			],
		] as const)
			expect(vote(signature, args)).toBe(signed);
		for (const [signature, args] of [
			["castVoteBySig(uint256, uint8, uint8, bytes32, bytes32)", [12n, 1, 27, WORD, WORD]],
			["castVoteBySig(uint256, uint8, address, bytes)", [12n, 1, OTHER, "0x12"]],
		] as const)
			expect(vote(signature, args)).toBe("Vote for proposal 12 (using the voter’s signature) at Uniswap");
	});

	it("is not decoded with a choice that no governor has", () => {
		expect(vote("castVote(uint256, uint8)", [12n, 3])).toMatch(/^Call an unknown function/u);
	});
});
