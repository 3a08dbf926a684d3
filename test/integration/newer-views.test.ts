import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OddityName } from "../mock-service/oddities.ts";
import { isCheckOf } from "../support/checks.ts";
import { type Kinds, NOTHING, openKinds } from "../support/kinds.ts";
import { saying } from "../support/saying.ts";

/** A service that is newer than the interface text: harmless additions are reported, and relevant ones are obeyed. */

const someone = (): Address => privateKeyToAddress(generatePrivateKey());
const commit = () => `send 0.1 ETH to ${someone()}`;
const action = () => `execute: send 0.1 ETH to ${someone()}`;

describe("a service with newer forms", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterEach(() => kinds.world.service.control.settings({ oddities: [] }));
	afterAll(() => kinds?.close());

	const odd = (name: OddityName) => kinds.world.service.control.settings({ oddities: [name] });
	const possible = (entryId: string) => kinds.person.review(entryId, (each) => each.approval.possible);

	it.each([
		["newer_members", commit, "signing_mode"],
		["newer_members", action, "request.transactionSafety"],
		["open_members", commit, "review.request.simulation.guards[0].detail"],
		["open_members", action, "trace_id"],
	] as const)("%s: is signed as usual, and reported (%#)", async (name, sentence, told) => {
		await odd(name);
		const entry = await kinds.asked(sentence());
		const review = await possible(entry.id);
		expect(review.adds.map((each) => each.name)).toContain(told);
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
	});

	it("hex_and_full_names: is signed as usual, and shown as plain numbers of a known chain", async () => {
		await odd("hex_and_full_names");
		const entry = await kinds.asked(commit());
		const review = await possible(entry.id);
		expect(review.chain.id).toMatch(/^[0-9]+$/);
		expect(review.checks.find(isCheckOf("value"))).toMatchObject({
			reviewed: { code: "amount.exact", params: { amount: "0.1", symbol: "ETH" } },
			payload: { code: "amount.exact", params: { amount: "0.1", symbol: "ETH" } },
		});
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
	});

	it.each([
		["signing_mode_auto", commit, "signing_mode", "contract.signing-mode.auto"],
		["unknown_signing_mode", commit, "signing_mode", "contract.signing-mode.unknown"],
		["safety_blocked", commit, "request.transactionSafety", "contract.safety.not-eligible-because"],
		["safety_blocked", action, "request.transactionSafety", "contract.safety.not-eligible-because"],
		["staged_action", action, "request.commitStages", "freeze.staged"],
	] as const)("%s: nothing is signed, with the reason (%#)", async (name, sentence, field, code) => {
		await odd(name);
		const entry = await kinds.asked(sentence());
		const review = await kinds.person.review(entry.id, (each) => each.checks.some(isCheckOf(field)));
		expect(review.approval.possible).toBe(false);
		expect(review.checks.find(isCheckOf(field))?.text).toEqual(saying(code));
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
		expect(await kinds.person.callTrusted("reject", { entryId: entry.id, reason: "No" })).toEqual({
			ok: true,
		});
	});

	it.each([commit, action])(
		"not_simulated: requires a typed word, and quotes the service (%#)",
		async (sentence) => {
			await odd("not_simulated");
			const entry = await kinds.asked(sentence());
			const review = await possible(entry.id);
			expect(review.findings.find(({ id }) => id === "not-simulated")).toMatchObject({
				severity: "danger",
				text: saying("finding.service-silent.says", { text: "The simulation provider did not answer." }),
			});
			expect(review.approval.word).not.toBeNull();
			expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
			await kinds.outcome(entry.id, "confirmed");
		},
	);

	it("nothing_declared: a simulation that ran and omits its costs is refused", async () => {
		await odd("nothing_declared");
		const entry = await kinds.asked(commit());
		const review = await kinds.person.review(entry.id, (each) =>
			each.findings.some(({ id }) => id === "declared-differs"),
		);
		expect(review.approval.possible).toBe(false);
		expect(review.findings.map(({ id }) => id)).not.toContain("not-simulated");
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
	});
});
