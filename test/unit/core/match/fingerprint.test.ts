import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { CanonicalError } from "../../../../src/core/match/canonical.ts";
import { canonicalJson, fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { freeze } from "../../../../src/core/match/freeze.ts";
import { frozenCommit } from "../../../../src/core/match/frozen.ts";
import {
	batchCommit,
	changed,
	commit,
	frozenOf,
	OTHER,
	OWNER,
	payload,
	request,
	transaction,
} from "./honest.ts";

describe("canonical JSON (RFC 8785)", () => {
	it.each<[unknown, string]>([
		[{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
		[
			{ "\u20ac": 1, "\r": 2, "1": 3, "\u00f6": 4, "\u{1f600}": 5, "\ufb33": 6, "\u0080": 7 },
			'{"\\r":2,"1":3,"\u0080":7,"\u00f6":4,"\u20ac":1,"\u{1f600}":5,"\ufb33":6}',
		],
		['\u20ac$\u000f\nA\'B"\\\\"/', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
		[{ a: undefined, b: {} }, '{"b":{}}'],
		[-0, "0"],
	])("encodes %j in its one form", (value, text) => {
		expect(canonicalJson(value)).toBe(text);
	});

	it.each([
		2 ** 53,
		-(2 ** 53),
		1.5,
		1e21,
		Number.NaN,
		Number.POSITIVE_INFINITY,
		5n,
		"\ud800",
		[undefined],
		new Date(0),
		() => 1,
	])("refuses %s before hashing", (value) => {
		expect(() => canonicalJson({ deep: [value] })).toThrow(CanonicalError);
	});

	it("names the value's path", () => {
		expect(() => canonicalJson({ a: [{ b: 0.5 }] })).toThrow(
			expect.objectContaining({
				path: "a[0].b",
				text: message("match.canonical.number", { path: "a[0].b" }),
			}),
		);
	});
});

describe("the fingerprint", () => {
	const honest = fingerprintOf(frozenOf(commit()));

	it("is SHA-256 of the canonical JSON", () => {
		const frozen = frozenOf(commit());
		expect(honest).toBe(createHash("sha256").update(canonicalJson(frozen)).digest("hex"));
	});

	it("does not depend on the order of members", () => {
		const frozen = frozenOf(commit());
		const turned = frozenCommit.parse(Object.fromEntries(Object.entries(frozen).reverse()));
		expect(fingerprintOf(turned)).toBe(honest);
	});

	it("stays equal if only the version changes", () => {
		expect(fingerprintOf(frozenOf(commit({ version: 9 })))).toBe(honest);
	});

	it("changes with every other member", () => {
		const review = { version: 1, revision: 1, digest: "digest-1", request: request(), legs: [request()] };
		const labelled = request([transaction({ label: "Something else" })]);
		const others = [
			commit({ commit_id: "commit-2" }),
			commit({ thread_id: "session-2" }),
			commit({ broadcaster: "hosted" }),
			commit({ signer: OTHER }),
			commit({ chain_family: "svm" }),
			commit({ chain_ref: "1" }),
			commit({ batch: batchCommit(0).batch }),
			commit({ review: { ...review, revision: 2 } }),
			commit({ review: { ...review, digest: "digest-2" } }),
			commit({ review: { ...review, request: labelled } }),
			commit({ review: { ...review, legs: [labelled] } }),
			commit({ review: { ...review, legs: [request([transaction({ expires_at: 5 })])] } }),
			commit({ action: { kind: "sign", payload: payload({}, { nonce: 12 }) } }),
			commit({ action: { kind: "sign", payload: payload({ gas_limit: 60_001 }) } }),
			commit({ action: { kind: "sign", payload: payload({ max_fee_per_gas: "2000000001" }) } }),
		];
		const prints = others.map((view) => fingerprintOf(frozenOf(view)));
		const owned = [
			{ ...OWNER, environment: "production" },
			{ ...OWNER, identity: "person-2" },
		].map((owner) => fingerprintOf(frozenOf(commit(), owner)));
		const all = [honest, ...prints, ...owned];
		expect(new Set(all).size).toBe(all.length);
	});

	it("covers the expiry by itself", () => {
		const later = changed(frozenOf(commit()), (copy) => {
			copy.expires_at = 1;
		});
		expect(fingerprintOf(later)).not.toBe(honest);
	});

	it("is the same for the same commit read twice", () => {
		const [first, second] = [freeze(commit(), OWNER), freeze(structuredClone(commit()), OWNER)];
		expect(first).toEqual(second);
	});
});
