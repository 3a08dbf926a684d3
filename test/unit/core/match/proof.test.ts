import { describe, expect, it } from "vitest";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { faultOf, intentAt, provenFrozen } from "../../../../src/core/match/proof.ts";
import { SvmBytesError } from "../../../../src/core/match/svm/transaction.ts";
import { executeEvm, givenTransactions, replacement } from "../../vault/payloads.ts";
import { changed, commit, frozenOf } from "./honest.ts";

const NOW = 1_790_000_000_000;
const honest = () => frozenOf(commit());

describe("the proof of a frozen item", () => {
	it.each([
		["a commit", honest()],
		["an action", executeEvm()],
		["a replacement", replacement()],
	])("is valid for %s as approved", (_name, frozen) => {
		expect(provenFrozen({ frozen, fingerprint: fingerprintOf(frozen), now: NOW })).toEqual({
			ok: true,
			frozen,
		});
	});

	it.each([
		["another fingerprint", honest(), "0".repeat(64), NOW, "fingerprint"],
		["an unknown member", { ...honest(), more: 1 }, fingerprintOf(honest()), NOW, ""],
		["nothing", null, fingerprintOf(honest()), NOW, ""],
		["its end", honest(), fingerprintOf(honest()), 1_790_000_900_000, "expires_at"],
	])("is invalid for %s, and names the field", (_name, frozen, fingerprint, now, field) => {
		const proof = provenFrozen({ frozen, fingerprint, now });
		expect(proof).toMatchObject({ ok: false, field });
	});

	it.each([
		["is valid an hour late if the clock is an hour ahead", 3_600_000, 3_599_999, true],
		["is invalid at the expiry, moved by the offset", 3_600_000, 3_600_000, false],
		["is invalid early if the clock is behind", -3_600_000, -3_600_000, false],
		["is invalid two hours late, whatever offset is claimed", 10 * 3_600_000, 2 * 3_600_000, false],
	])("%s", (_what, clockOffset, late, ok) => {
		const frozen = honest();
		const now = 1_790_000_900_000 + late;
		expect(provenFrozen({ frozen, fingerprint: fingerprintOf(frozen), now, clockOffset }).ok).toBe(ok);
	});

	it("is invalid for a number in another spelling of the same value, which was not approved", () => {
		const approved = honest();
		const { value } =
			approved.payload.kind === "evm_transaction" ? approved.payload.transaction : { value: "" };
		const text = JSON.stringify(approved).replaceAll(
			`"value":"${value}"`,
			`"value":"0x${BigInt(value).toString(16)}"`,
		);
		expect(text).not.toBe(JSON.stringify(approved));
		const proof = provenFrozen({
			frozen: JSON.parse(text),
			fingerprint: fingerprintOf(approved),
			now: NOW,
		});
		expect(proof).toMatchObject({ ok: false, field: "fingerprint" });
	});

	it("is invalid for a mismatch, even if the fingerprint was made for it", () => {
		const frozen = changed(honest(), (copy) => Object.assign(copy, { legs: [] }));
		Object.assign(frozen, { signer: `0x${"11".repeat(20)}` });
		const proof = provenFrozen({ frozen, fingerprint: fingerprintOf(frozen), now: NOW });
		expect(proof).toMatchObject({ ok: false });
		expect(!proof.ok && proof.text.code).toMatch(/^match\./);
	});

	it("is refused, not thrown, if bytes can't be read or numbers can't be written", () => {
		const unreadable = givenTransactions(["AAAA"]);
		expect(
			provenFrozen({ frozen: unreadable, fingerprint: fingerprintOf(unreadable), now: NOW }),
		).toMatchObject({ ok: false });
		const loose = changed(honest(), (copy) => Object.assign(copy, { review_digest: "\ud800" }));
		expect(provenFrozen({ frozen: loose, fingerprint: "0".repeat(64), now: NOW })).toMatchObject({
			ok: false,
		});
		expect(faultOf(new SvmBytesError("signer", verbatim("No.")))).toEqual({
			field: "signer",
			saysUnsigned: true,
			text: sentences(verbatim("No."), message("nothing-signed")),
		});
		expect(faultOf(new TypeError("a bug"))).toBeNull();
	});

	it("finds the item at its index, and none beyond", () => {
		const frozen = executeEvm();
		expect(intentAt(frozen, 1)).toEqual({ ok: true, intent: frozen.intents[1] });
		for (const place of [2, -1, 0.5]) expect(intentAt(frozen, place)).toMatchObject({ field: "place" });
	});
});
