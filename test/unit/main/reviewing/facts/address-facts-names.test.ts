import { encodeAbiParameters } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { namesOf } from "../../../../../src/main/reviewing/facts/address-facts.ts";
import { OTHER, SIGNER } from "../../../core/match/honest.ts";
import { SVM_SIGNER } from "../../../core/match/honest-svm.ts";

const nobody = encodeAbiParameters([{ type: "address" }], [`0x${"0".repeat(40)}`]);

describe("names from the chain", () => {
	it("are absent without an RPC of Ethereum's or Solana's main chain", async () => {
		expect(await namesOf({ ens: null, sns: null }, [SIGNER, SVM_SIGNER])).toEqual(new Map());
	});

	it("are absent if the RPC fails, and nothing is thrown", async () => {
		const fail = async () => {
			throw new ChainError("unreachable", verbatim("Your RPC can't be reached."));
		};
		const chains = { ens: { call: fail }, sns: { accounts: fail } };
		expect(await namesOf(chains, [SIGNER, SVM_SIGNER])).toEqual(new Map());
	});

	it("are queried once per address, and for few of them", async () => {
		let asked = 0;
		const call = async () => {
			asked += 1;
			return nobody;
		};
		const chains = { ens: { call }, sns: null };
		await namesOf(chains, [SIGNER, SIGNER.toLowerCase(), OTHER, "no address", SVM_SIGNER]);
		expect(asked).toBe(2);
		await namesOf(
			chains,
			Array.from({ length: 500 }, (_, at) => `0x${at.toString(16).padStart(40, "0")}`),
		);
		expect(asked).toBe(2 + 16);
	});
});
