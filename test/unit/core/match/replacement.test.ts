import { describe, expect, it } from "vitest";
import type { FrozenReplacement } from "../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import { leastReplacementFee, matchReplacement } from "../../../../src/core/match/replacement.ts";
import { CHAIN, changed, OTHER, OWNER, payload, SIGNER } from "./honest.ts";

/** A replacement is the same call at a higher fee, or an empty transaction to oneself. Anything else is refused. */

const FEES = { max_fee_per_gas: "2200000000", max_priority_fee_per_gas: "110000000" };

function replacement(purpose: "speed_up" | "cancel"): FrozenReplacement {
	const cancel = { to: SIGNER, value: "0", data: "0x", gas_limit: 21_000 };
	return {
		kind: "replacement",
		...OWNER,
		session_id: "session-1",
		replacement_id: "r1",
		purpose,
		signer: SIGNER,
		chain_family: "evm",
		chain_ref: String(CHAIN),
		expires_at: null,
		replaces: { transaction_id: `0x${"aa".repeat(32)}`, payload: payload() },
		payload: payload({ ...(purpose === "cancel" ? cancel : {}), ...FEES }),
	};
}

const faults = (frozen: FrozenReplacement) =>
	matchReplacement(frozen)
		.checks.filter((check) => check.status !== "passed")
		.map((check) => check.field);

const speedUp = (change: (copy: FrozenReplacement) => void) =>
	faults(changed(replacement("speed_up"), change));
const cancel = (change: (copy: FrozenReplacement) => void) => faults(changed(replacement("cancel"), change));

describe("the minimum fee of a replacement", () => {
	it("is a tenth more, rounded up to whole wei", () => {
		expect([0n, 1n, 10n, 11n, 100n].map(leastReplacementFee)).toEqual([0n, 2n, 11n, 13n, 110n]);
	});
});

describe.each(["speed_up", "cancel"] as const)("a replacement (%s)", (purpose) => {
	const lie = (change: (copy: FrozenReplacement) => void) => faults(changed(replacement(purpose), change));

	it("matches if described truthfully", () => {
		expect(matchFrozen(replacement(purpose)).verdict).toBe("matched");
	});

	it.each<[string, (copy: FrozenReplacement) => void]>([
		["chain_id", (copy) => Object.assign(copy.payload, { chain_id: 1 })],
		["chain_ref", (copy) => Object.assign(copy, { chain_ref: "1" })],
		["signer", (copy) => Object.assign(copy.payload, { signer: OTHER })],
		["account", (copy) => Object.assign(copy, { signer: OTHER })],
		["nonce", (copy) => Object.assign(copy.payload, { nonce: 12 })],
		["max_fee_per_gas", (copy) => Object.assign(copy.payload.transaction, { max_fee_per_gas: "2199999999" })],
		[
			"max_priority_fee_per_gas",
			(copy) => Object.assign(copy.payload.transaction, { max_priority_fee_per_gas: "109999999" }),
		],
		["fees", (copy) => Object.assign(copy.payload.transaction, { max_priority_fee_per_gas: "2200000001" })],
		["max_fee_per_gas", (copy) => Object.assign(copy.payload.transaction, { max_fee_per_gas: "0x83215600" })],
	])("is refused by its %s", (field, change) => {
		expect(lie(change)).toContain(field);
	});
});

describe("a speed-up", () => {
	it.each<[string, (copy: FrozenReplacement) => void]>([
		["to", (copy) => Object.assign(copy.payload.transaction, { to: OTHER })],
		["value", (copy) => Object.assign(copy.payload.transaction, { value: "1" })],
		["data", (copy) => Object.assign(copy.payload.transaction, { data: "0x" })],
		["gas_limit", (copy) => Object.assign(copy.payload.transaction, { gas_limit: 60_001 })],
	])("is refused if its %s differs", (field, change) => {
		expect(speedUp(change)).toEqual([field]);
	});
});

describe("a cancel", () => {
	it.each<[string, (copy: FrozenReplacement) => void]>([
		["to", (copy) => Object.assign(copy.payload.transaction, { to: OTHER })],
		["value", (copy) => Object.assign(copy.payload.transaction, { value: "1" })],
		["data", (copy) => Object.assign(copy.payload.transaction, { data: "0x00" })],
	])("is refused if its %s does anything", (field, change) => {
		expect(cancel(change)).toEqual([field]);
	});
});
