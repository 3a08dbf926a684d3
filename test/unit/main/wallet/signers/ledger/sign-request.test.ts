import { describe, expect, it } from "vitest";
import { codesOf, message } from "../../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../../src/core/match/fingerprint.ts";
import { intentsOf } from "../../../../../../src/core/match/frozen.ts";
import type { DeviceRefusal } from "../../../../../../src/ledger-process/protocol.ts";
import type { LedgerAccount } from "../../../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import {
	devicePayloadOf,
	type GivenUp,
	hostileAnswer,
	payloadOf,
	refusalError,
	refused,
	signedTooLate,
	signRequestOf,
} from "../../../../../../src/main/wallet/signers/ledger/sign-request.ts";
import { changed, commit, frozenOf, OTHER } from "../../../../core/match/honest.ts";
import { evmMessages, givenTransactions, userOperation } from "../../../../vault/payloads.ts";
import { ACCOUNT } from "./device-channels.ts";
import { refusalOf, START, SVM_ACCOUNT } from "./scene.ts";

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

	it("of a payload that differs from its review is refused, whatever its fingerprint", () => {
		const lie = changed(frozen, (copy) => Object.assign(copy.payload, { nonce: -1 }));
		expect(() =>
			signRequestOf(ACCOUNT, { ...asked, frozen: lie, fingerprint: fingerprintOf(lie) }, START),
		).toThrow(expect.objectContaining({ reason: "refusedMatch", mayHaveSigned: false }));
	});
});

/** These checks hold on their own, even though the match before them refuses the same. */

const HASH = `0x${"5c".repeat(32)}`;

function of(frozen: Parameters<typeof devicePayloadOf>[0]) {
	const [intent] = intentsOf(frozen);
	if (intent === undefined) throw new Error("nothing to sign");
	return devicePayloadOf(frozen, intent, null);
}

describe("a payload sent to a device", () => {
	it("is not a bare hash, unless that was approved as one", () => {
		const hash = evmMessages([{ kind: "evm_personal", message: HASH }]);
		const { blind: _, ...operation } = userOperation();
		expect(of(hash)).toMatchObject({ ok: false, field: "blind" });
		expect(of(operation)).toMatchObject({ ok: false, field: "blind" });
		const asked = { ok: true, payload: { kind: "evm_personal", message: HASH } };
		expect(of({ ...hash, blind: true })).toEqual(asked);
		expect(of(userOperation())).toEqual(asked);
	});

	it("is one hash at a time", () => {
		const two = structuredClone(userOperation());
		if (two.payload.kind === "user_operation") two.payload.requests.push(...two.payload.requests);
		expect(of(two)).toMatchObject({ ok: false, field: "requests" });
	});

	it("is refused, not thrown, if the bytes can't be read", () => {
		expect(of(givenTransactions(["AAAA"]))).toMatchObject({ ok: false });
	});
});

/** An unknown outcome is never reported as unsigned, because the device may have signed, or may still sign. */
describe("whether a device may have signed", () => {
	const cases: [string, DeviceRefusal, GivenUp | null, boolean][] = [
		["not if the user refused on it", refusalOf("rejected", "answered"), null, false],
		["not if it got no request", refusalOf("cancelled"), "user", false],
		["it may if it is unknown what it shows", refusalOf("cancelled", "unknown"), "user", true],
		[
			"it may if the time ran out and it is unknown what it shows",
			refusalOf("cancelled", "unknown"),
			"time",
			true,
		],
		["it may if its answer can't be read", refusalOf("badAnswer"), null, true],
	];
	it.each(cases)("%s", (_what, refusal, why, mayHaveSigned) => {
		const error = refusalError(refusal, why, ACCOUNT);
		expect(error).toMatchObject({ reason: refusal.fault, mayHaveSigned, saysUnsigned: !mayHaveSigned });
		if (mayHaveSigned) expect(codesOf(error.text)).not.toContain("nothing-signed");
	});

	it("it may if the answer arrived after the question was cancelled", () => {
		expect(signedTooLate("user")).toMatchObject({ reason: "cancelled", mayHaveSigned: true });
	});

	it("it may if it answered another request", () => {
		expect(hostileAnswer("Ledger Nano X", "signer")).toMatchObject({
			reason: "badAnswer",
			field: "signer",
			mayHaveSigned: true,
		});
	});

	it("not if it was not asked, because of a mismatch with the review", () => {
		const error = refused("payload.kind", message("signer.other-family"));
		expect(error).toMatchObject({ reason: "refusedMatch", field: "payload.kind", mayHaveSigned: false });
		expect(codesOf(error.text).at(-1)).toBe("nothing-signed");
	});
});
