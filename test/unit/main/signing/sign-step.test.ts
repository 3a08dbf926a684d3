import { describe, expect, it } from "vitest";
import { readSignature } from "../../../../src/core/journal/types.ts";
import type { Frozen } from "../../../../src/core/match/frozen.ts";
import { payloadsOf, signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { CHAIN, commit, frozenOf, SIGNER } from "../../core/match/honest.ts";

/** The payloads that are submitted for a row, parsed from the signature in the journal. */

const HASH = `0x${"5c".repeat(32)}`;
const operation = frozenOf(
	commit({
		action: {
			kind: "sign",
			payload: {
				kind: "user_operation",
				chain_id: CHAIN,
				signer: SIGNER,
				requests: [{ kind: "personal_sign", message: HASH, raw_payload: HASH }],
			},
		},
	}),
);
const transaction = frozenOf(commit());
const rowOf = (text: string | null) => ({ signature: text === null ? null : readSignature(text), place: 0 });
const payloads = (text: string | null, frozen: Frozen) => payloadsOf(rowOf(text), frozen);

describe("the submission", () => {
	it("of a user operation is a signature for each of its requests", () => {
		expect(payloads('["0x01"]', operation)).toEqual(["0x01"]);
		expect(payloads('["0x01","0x02"]', operation)).toEqual(["0x01", "0x02"]);
	});

	it.each(["0x01", "[]", "[1]", '["0x01"', '{"0":"0x01"}', "null", ""])(
		"of a user operation is absent if its text is not a list of signatures: %s",
		(text) => {
			expect(() => payloads(text, operation)).toThrow();
		},
	);

	it("of anything else is the stored text, for any content", () => {
		for (const text of ["0x02f86c", "AQID", "", "[]", "[1]"]) {
			expect(payloads(text, transaction)).toEqual([text]);
			expect(signedBytesOf(rowOf(text))).toBe(text);
		}
	});

	it("of anything else is absent if there are signatures of a user operation", () => {
		expect(() => payloads('["0x01"]', transaction)).toThrow();
		expect(() => signedBytesOf(rowOf('["0x01"]'))).toThrow();
	});

	it("is absent for a row without a signature", () => {
		for (const frozen of [operation, transaction]) expect(() => payloads(null, frozen)).toThrow();
		expect(() => signedBytesOf(rowOf(null))).toThrow();
	});
});
