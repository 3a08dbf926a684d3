import { describe, expect, it } from "vitest";
import type { Hex } from "../../../../src/core/format/numeral.ts";
import type { PublishedClaim } from "../../../../src/core/published-descriptors/published-claims.ts";
import { describeClaim } from "../../../../src/core/signed-messages/claim-rows.ts";
import { saying } from "../../../support/saying.ts";
import { OTHER, SIGNER } from "../match/honest.ts";
import { user } from "../review/scene.ts";

const KYBER = "0x6131b5fae19ea4f9d964eac0408e4408b66337b5";
const ZERO = "0x0000000000000000000000000000000000000000";

/** Returns the row for one address of a described call. */
function rowOf(boundTo: Hex, path: string, address: Hex, isOwnCall = true) {
	const value = { kind: "address", address, types: [], sources: [], sender: false } as const;
	const claim: PublishedClaim = {
		description: {
			ok: true,
			boundTo,
			viaImplementation: false,
			file: "registry/kyber.json",
			owner: "KyberSwap",
			contractName: null,
			key: "swap",
			intent: "Swap",
			fields: [{ label: "Beneficiary", path, optional: false, value }],
			constants: [],
			uncovered: [],
			tail: null,
			attestation: null,
		},
		vouched: "none",
	};
	const context = { chainRef: "1", signer: SIGNER, user: user(), facts: null };
	return describeClaim(context, claim, boundTo, 0n, isOwnCall).rows[0];
}

describe("a described recipient", () => {
	it("is the caller if the contract reads the zero address as its caller", () => {
		const path = "execution.desc.dstReceiver";
		expect(rowOf(KYBER, path, ZERO)).toMatchObject({
			value: saying("claim.address.caller", { own: true }),
			address: null,
		});
		expect(rowOf(KYBER, path, ZERO, false)?.value).toEqual(saying("claim.address.caller", { own: false }));
	});

	it.each([
		["another contract", OTHER.toLowerCase() as Hex, "desc.dstReceiver", ZERO],
		["another argument", KYBER, "desc.srcToken", ZERO],
		["another address", KYBER, "desc.dstReceiver", OTHER.toLowerCase() as Hex],
	] as const)("is the signed value for %s", (_, boundTo, path, address) => {
		expect(rowOf(boundTo, path, address)?.address).toBe(address);
	});
});
