import { describe, expect, it } from "vitest";
import { CONTRACTS } from "../../../../src/core/decode/evm/contracts.ts";
import {
	isKnownContract,
	knownCollectionNamed,
	knownContractLike,
} from "../../../../src/core/decoded-transaction/known-contracts.ts";
import { message } from "../../../../src/core/localized-text.ts";

const AZUKI = "0xed5af388653567af2f388e6224dc7c4b3241c544";
const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const STRANGER = `0x${"5a".repeat(20)}`;

const like = (address: string) => `${address.slice(0, 6)}${"1".repeat(32)}${address.slice(-4)}`;

describe("the table of known contracts", () => {
	it("has every address in lower case, once on each chain, and plausible years", () => {
		const places = CONTRACTS.map(([chain, address]) => `${chain} ${address}`);
		expect(new Set(places).size).toBe(places.length);
		for (const [, address, { since, app }] of CONTRACTS) {
			expect(address).toMatch(/^0x[0-9a-f]{40}$/);
			expect(app.length).toBeGreaterThan(0);
			if (since !== null) expect([since >= 2017, since <= 2026]).toEqual([true, true]);
		}
	});

	it("knows a contract on its own chain only, and a universal one on each", () => {
		expect(isKnownContract("1", AZUKI)).toBe(true);
		expect(isKnownContract("10", AZUKI)).toBe(false);
		expect(isKnownContract("777", PERMIT2)).toBe(true);
		expect(isKnownContract("1", "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48")).toBe(true);
		expect(isKnownContract("1", STRANGER)).toBe(false);
	});
});

describe("an address that imitates a known contract's", () => {
	it("is found by its two ends, in any case", () => {
		expect(knownContractLike(like(AZUKI))).toMatchObject({
			address: AZUKI,
			name: message("contract.name.collection", { name: "Azuki" }),
		});
		expect(knownContractLike(like(PERMIT2).replace("0x", "0X").toUpperCase())).toBeNull();
		expect(knownContractLike(`0x${like(PERMIT2).slice(2).toUpperCase()}`)).toMatchObject({ name: "Permit2" });
	});

	it("is not a known one, or one with a single matching end", () => {
		for (const [, address] of CONTRACTS) expect(knownContractLike(address)).toBeNull();
		expect(knownContractLike(`${AZUKI.slice(0, 38)}0000`)).toBeNull();
		expect(knownContractLike("0x")).toBeNull();
	});
});

it("a collection's name is known on its own chain, by its looks, and only at another address", () => {
	for (const name of ["Azuki", "Bored Аpe  Yacht Club", "BAYC"])
		expect(knownCollectionNamed("1", STRANGER, name)).not.toBeNull();
	expect(knownCollectionNamed("1", AZUKI, "Azuki")).toBeNull();
	expect(knownCollectionNamed("10", STRANGER, "Azuki")).toBeNull();
	for (const name of ["Uniswap", "Azuki Elementals", ""])
		expect(knownCollectionNamed("1", STRANGER, name)).toBeNull();
});
