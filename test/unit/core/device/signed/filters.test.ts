import { describe, expect, it } from "vitest";
import { describedData } from "../../../../../src/core/device/signed/filters.ts";
import { signedTokens } from "../../../../../src/core/device/signed/signed-tokens.ts";
import { structuredData } from "../../../../../src/core/device/structured.ts";
import { LEDGER_TOKENS } from "../../../../support/ledger-tokens.ts";
import { OTHER } from "../../match/honest.ts";

const UNI = "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
const GOVERNOR = "0x408ED6354d4973f66138C91495F2f2FCbd8724C3";

/** Members of the domain, in the order for which Ledger signed these filters. */
const DOMAIN = [
	{ name: "chainId", type: "uint256" },
	{ name: "name", type: "string" },
	{ name: "verifyingContract", type: "address" },
];

function read(types: Record<string, string>, primaryType: string, contract: string, message: object) {
	const members = Object.entries(types).map(([member, type]) => ({ name: member, type }));
	const structured = structuredData(
		JSON.stringify({
			domain: { name: "x", chainId: "1", verifyingContract: contract },
			types: { EIP712Domain: DOMAIN, [primaryType]: members },
			primaryType,
			message,
		}),
	);
	if (structured === null) throw new Error("unreadable");
	return structured;
}

describe("typed data that Ledger describes", () => {
	it("is a delegation of votes, member by member", () => {
		const delegation = read(
			{ delegatee: "address", nonce: "uint256", expiry: "uint256" },
			"Delegation",
			UNI,
			{ delegatee: OTHER, nonce: "4", expiry: "1900000000" },
		);
		expect(describedData(LEDGER_TOKENS, delegation)).toMatchObject({
			shown: [
				{ label: "Delegatee", text: OTHER },
				{ label: "Nonce", text: "4" },
				{ label: "Expiry", text: "1900000000" },
			],
			hidden: [],
			tokens: [],
			isApproval: false,
		});
	});

	it("is a vote, without a token to describe", () => {
		const vote = read({ proposalId: "uint256", support: "uint8" }, "Ballot", GOVERNOR, {
			proposalId: "77",
			support: "1",
		});
		expect(describedData(signedTokens([]), vote)).toMatchObject({
			shown: [
				{ label: "Proposal id", text: "77" },
				{ label: "Support", text: "1" },
			],
			tokens: [],
		});
	});
});
