import { describe, expect, it } from "vitest";
import {
	isKnownContract,
	knownContractLike,
	knownNameAt,
	NAMED_CONTRACTS,
} from "../../../../src/core/decoded-transaction/known-contracts.ts";

const LIFI = "0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae";

describe("a contract known only by name", () => {
	it("is named on its own chains", () => {
		expect(knownNameAt("1", LIFI)).toEqual({ code: "contract.name.app", params: { app: "LI.FI" } });
		expect(knownNameAt("31337", LIFI)).toBeNull();
	});

	it("does not count as one with known functions", () => {
		for (const [chainRef, address] of NAMED_CONTRACTS)
			expect(isKnownContract(chainRef, address), address).toBe(false);
	});

	it("exposes its imitations, and never itself", () => {
		const alike = `${LIFI.slice(0, 8)}${"0".repeat(28)}${LIFI.slice(-6)}`;
		expect(knownContractLike(alike)?.address).toBe(LIFI);
		expect(knownContractLike(LIFI)).toBeNull();
	});
});
