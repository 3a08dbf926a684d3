import { describe, expect, it } from "vitest";
import { codesOf, message } from "../../../../../../src/core/localized-text.ts";
import type { DeviceRefusal } from "../../../../../../src/ledger-process/protocol.ts";
import {
	type GivenUp,
	hostileAnswer,
	refusalError,
	refused,
	signedTooLate,
} from "../../../../../../src/main/wallet/signers/ledger/signing-errors.ts";
import { ACCOUNT } from "./device-channels.ts";
import { refusalOf } from "./scene.ts";

/**
 * An unknown outcome is never reported as unsigned: the bytes may be signed while the device may still show
 * the question.
 */
describe("whether a device may have signed", () => {
	const cases: [string, DeviceRefusal, GivenUp | null, boolean][] = [
		["not where the user said no on it", refusalOf("rejected", "answered"), null, false],
		["not where it was never asked", refusalOf("cancelled"), "user", false],
		["it may where nobody knows what it shows", refusalOf("cancelled", "unknown"), "user", true],
		["it may where time ran out on what it shows", refusalOf("cancelled", "unknown"), "time", true],
		["it may where it answered what can't be read", refusalOf("badAnswer"), null, true],
	];
	it.each(cases)("%s", (_what, refusal, why, mayHaveSigned) => {
		const error = refusalError(refusal, why, ACCOUNT);
		expect(error).toMatchObject({ reason: refusal.fault, mayHaveSigned, saysUnsigned: !mayHaveSigned });
		if (mayHaveSigned) expect(codesOf(error.text)).not.toContain("nothing-signed");
	});

	it("it may if the answer arrived after the question was cancelled", () => {
		expect(signedTooLate("user")).toMatchObject({ reason: "cancelled", mayHaveSigned: true });
	});

	it("it may if it answered another question", () => {
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
