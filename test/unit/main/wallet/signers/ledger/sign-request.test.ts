import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../../../../src/core/match/fingerprint.ts";
import type { LedgerAccount } from "../../../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import { payloadOf, signRequestOf } from "../../../../../../src/main/wallet/signers/ledger/sign-request.ts";
import { changed, commit, frozenOf, OTHER } from "../../../../core/match/honest.ts";
import { ACCOUNT } from "./device-channels.ts";
import { START, SVM_ACCOUNT } from "./scene.ts";

const frozen = frozenOf(commit());
const asked = { frozen, place: 0, fingerprint: fingerprintOf(frozen) };

describe("a sign request to a Ledger", () => {
	it("is for the review's account, and for proven bytes", () => {
		const order = signRequestOf(ACCOUNT, asked, START);
		expect(order).toMatchObject({ account: ACCOUNT, place: 0, fingerprint: asked.fingerprint });
		expect(payloadOf(order, null)).toMatchObject({ kind: "evm_transaction" });
	});

	const lies: [string, LedgerAccount | undefined, Partial<typeof asked>, number, string][] = [
		["for an account that no Ledger has", undefined, {}, START, "accountAddress"],
		["for another account of the family", { ...ACCOUNT, address: OTHER }, {}, START, "payload.signer"],
		["for an account of another family", SVM_ACCOUNT, {}, START, "payload.kind"],
		["of an intent that the review does not have", ACCOUNT, { place: 1 }, START, "place"],
		["under another fingerprint", ACCOUNT, { fingerprint: "0".repeat(64) }, START, "fingerprint"],
		["after the review has expired", ACCOUNT, {}, START + 900_000, "expires_at"],
	];
	it.each(lies)("%s is refused, and nothing was signed", (_what, account, patch, now, field) => {
		expect(() => signRequestOf(account, { ...asked, ...patch }, now)).toThrow(
			expect.objectContaining({ reason: "refusedMatch", field, mayHaveSigned: false }),
		);
	});

	it("is proven by the service's clock", () => {
		const late = START + 900_000 + 60_000;
		expect(signRequestOf(ACCOUNT, asked, late, 120_000)).toMatchObject({ account: ACCOUNT });
		expect(() => signRequestOf(ACCOUNT, asked, START, -900_000)).toThrow(
			expect.objectContaining({ field: "expires_at" }),
		);
	});

	it("of a payload that is not its review is refused, whatever fingerprint it has", () => {
		const lie = changed(frozen, (copy) => Object.assign(copy.payload, { nonce: -1 }));
		expect(() =>
			signRequestOf(ACCOUNT, { ...asked, frozen: lie, fingerprint: fingerprintOf(lie) }, START),
		).toThrow(expect.objectContaining({ reason: "refusedMatch", mayHaveSigned: false }));
	});
});
