import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../src/main/match/fingerprint.ts";
import { changed, commit, frozenOf, OTHER, payload, request, simulation } from "../match/honest.ts";
import { approvalOf, EXPIRY, openScene, type Scene, START } from "./scene.ts";

/** The only door to a signature: it checks again from the frozen review alone. */

let scene: Scene;
beforeEach(async () => {
	scene = openScene();
	await scene.runner().stop();
});
afterEach(() => scene.close());

/** Refused, with its reason; nothing is in the journal. */
function expectShut(change: Parameters<Scene["approve"]>[0], words: RegExp): void {
	const passage = scene.approve(change);
	expect(passage).toMatchObject({ ok: false, words: expect.stringMatching(words) });
	expect(passage).toMatchObject({ words: expect.stringMatching(/Nothing was signed\.$/) });
	expect(scene.journal.unsettled()).toEqual([]);
}

describe("the door", () => {
	it("writes down exactly what was approved, before anything else", () => {
		const passage = scene.approve();
		if (!passage.ok) throw new Error(passage.words);
		const { row } = passage;
		expect(row).toMatchObject({ state: "approved", live: true, nonce: 11n, broadcaster: "wallet" });
		expect(JSON.parse(row.frozen)).toEqual(scene.frozen);
		expect(row.fingerprint).toBe(fingerprintOf(scene.frozen));
		expect(row.approvedAt).toBe(START);
		expect(scene.steps).toEqual(["before approved", "after approved"]);
	});

	it("stays shut where the fingerprint is of something else", () => {
		expectShut({ fingerprint: "0".repeat(64) }, /fingerprint on screen/);
		const other = frozenOf(commit({ action: { kind: "sign", payload: payload({ value: "1" }) } }));
		expectShut({ frozen: other }, /fingerprint on screen/);
	});

	it.each([
		["value", payload({ value: "1" })],
		["target", payload({ to: OTHER })],
		["data", payload({ data: "0x" })],
		["signer", payload({}, { signer: OTHER })],
		["chain", payload({}, { chain_id: 1 })],
	])("stays shut where the payload's %s is not the review's", (_, lie) => {
		const frozen = { ...scene.frozen, payload: lie };
		expectShut({ frozen, fingerprint: fingerprintOf(frozen) }, /does not match the review/);
	});

	it("stays shut where the simulation failed", () => {
		const failed = request(undefined, simulation({ status: "failed" }));
		const frozen = { ...scene.frozen, request: failed, legs: [failed] };
		expectShut({ frozen, fingerprint: fingerprintOf(frozen) }, /does not match the review/);
	});

	it("stays shut for another kind of payload", () => {
		const frozen = changed(scene.frozen, (copy) => {
			Object.assign(copy, { payload: { kind: "svm_transaction", signer: "s", transaction_base64: "" } });
		});
		expectShut({ frozen, fingerprint: fingerprintOf(frozen) }, /does not match the review/);
	});

	it("stays shut where the offer has expired, to the millisecond", () => {
		scene.clock.advance(EXPIRY - START);
		expectShut({}, /has expired/);
	});

	it("opens a millisecond before it expires", () => {
		scene.clock.advance(EXPIRY - START - 1);
		expect(scene.approve().ok).toBe(true);
	});

	it("stays shut for a commit that is approved already", () => {
		scene.approve();
		expect(scene.approve()).toMatchObject({ ok: false, words: expect.stringMatching(/approved already/) });
		expect(scene.journal.unsettled()).toHaveLength(1);
	});

	it("stays shut for another commit with a nonce that is held, and names who holds it", () => {
		scene.approve();
		const other = approvalOf(commit({ commit_id: "commit-2" }));
		expect(scene.approve(other)).toMatchObject({
			ok: false,
			words: expect.stringMatching(/Nonce 11 .* held by “Allow 25 TUSD”/),
		});
		expect(scene.journal.unsettled()).toHaveLength(1);
	});

	it("stays shut for a held nonce whichever identity holds it", () => {
		scene.approve({ scope: "production/somebody-else" });
		expect(scene.approve(approvalOf(commit({ commit_id: "commit-2" })))).toMatchObject({ ok: false });
	});
});
