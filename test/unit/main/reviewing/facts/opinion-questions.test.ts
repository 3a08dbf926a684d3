import { expect, it } from "vitest";
import type { EvmChain } from "../../../../../src/main/chains/evm/chain.ts";
import { revokedAt } from "../../../../../src/main/reviewing/facts/opinion-questions.ts";
import { stub } from "../../../../fixtures/stub.ts";

const attestation = { signer: `0x${"11".repeat(20)}`, uid: `0x${"22".repeat(32)}` } as const;

it("a revocation is queried at Ethereum's attestation service by signer and uid, on a proven chain", async () => {
	const asked: string[] = [];
	const chain = stub<EvmChain>({
		prove: async () => {
			asked.push("prove");
		},
		call: async (to: string, data: string) => {
			asked.push(to, data);
			return `0x${"0".repeat(56)}6a8f2f00`;
		},
	});
	expect(await revokedAt(chain, attestation)).toBe(0x6a8f2f00n);
	expect(asked).toEqual([
		"prove",
		"0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587",
		// Calldata of getRevokeOffchain(address,bytes32), with its selector and two words.
		`0xb469318d${"0".repeat(24)}${"11".repeat(20)}${"22".repeat(32)}`,
	]);
});

it.each([
	["empty, as without such a contract", "0x"],
	["less than a word", "0x01"],
] as const)("a revocation is unknown if the answer is %s", async (_, answer) => {
	const chain = stub<EvmChain>({ prove: async () => {}, call: async () => answer });
	await expect(revokedAt(chain, attestation)).rejects.toMatchObject({
		name: "ChainError",
		kind: "unreadable",
	});
});
