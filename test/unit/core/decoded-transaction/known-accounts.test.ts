import { describe, expect, it } from "vitest";
import type { NestingKind } from "../../../../src/core/decode/evm/meaning.ts";
import { verifyBy } from "../../../../src/core/decoded-transaction/known-accounts.ts";
import type { CodeFacts } from "../../../../src/core/decoded-transaction/opinion.ts";
import { CHAIN, SIGNER, VAULT } from "../match/honest.ts";
import { MULTISEND } from "../review/calls.ts";
import { ACCOUNT, addressFactsOf, CALIBUR, CONTRACT, DELEGATING, SAFE } from "../risk/evm/scene.ts";

const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";
const MULTICALL3_CODE = "0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891";
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const SOLADY_HASH = "0xaaa52c8cc8a0e3fd27ce756cc6b4e70c51423e9b597b11f32d3e49f8b1fc890d";
const low = (address: string) => address.toLowerCase() as `0x${string}`;

const verified = (address: string, way: NestingKind, code: CodeFacts | null) =>
	verifyBy(
		String(CHAIN),
		[SIGNER],
		code === null ? null : addressFactsOf({ [address]: code }),
	)(low(address), way);

describe("a contract that executes given calls", () => {
	it.each<[string, string, NestingKind, CodeFacts]>([
		["a Safe, by its proxy's code and its singleton", VAULT, "safe", SAFE],
		[
			"an ERC-4337 account, by its proxy's code and what it runs",
			VAULT,
			"account",
			{ ...CONTRACT, codeHash: SOLADY_HASH, implementation: "0x000100abaad02f1cfc8bbe32bd5a564817339e72" },
		],
		["an account of the user with delegated, known code", SIGNER, "account", CALIBUR],
		["an account of the user with its own code", SIGNER, "account", CONTRACT],
		["Multicall3 at its address", MULTICALL3, "aggregate", CONTRACT],
		["Multicall3's code at another address", VAULT, "aggregate", { ...CONTRACT, codeHash: MULTICALL3_CODE }],
		["Safe's MultiSend", MULTISEND, "multisend", CONTRACT],
		["a well-known token, with its own functions", USDC, "multicall", CONTRACT],
	])("is %s", (_, address, way, code) => {
		expect(verified(address, way, code)).toBe(true);
	});

	it.each<[string, string, NestingKind, CodeFacts | null]>([
		["a contract with the same function", VAULT, "safe", CONTRACT],
		["a Safe's proxy before somebody else's code", VAULT, "safe", { ...SAFE, implementation: low(VAULT) }],
		["a Safe that is called like another kind of account", VAULT, "account", SAFE],
		["an account of the user with delegated, unknown code", SIGNER, "account", DELEGATING],
		["an account of the user without code", SIGNER, "account", ACCOUNT],
		["Multicall3's address on a chain without its code", MULTICALL3, "aggregate", ACCOUNT],
		["another contract that calls others", VAULT, "aggregate", CONTRACT],
		["an unknown contract, with its own functions", VAULT, "multicall", CONTRACT],
		["any address that wasn't queried", MULTICALL3, "aggregate", null],
	])("is not %s", (_, address, way, code) => {
		expect(verified(address, way, code)).toBe(false);
	});
});
