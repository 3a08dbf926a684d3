import { describe, expect, it } from "vitest";
import { MAX_EFFECTS, MAX_PARTIES, NATIVE } from "../../../../src/core/effects/effects.ts";
import { effectsOf } from "../../../../src/core/effects/merge.ts";
import {
	DEALT,
	decodedMovement,
	decodedRight,
	effects,
	FRIEND,
	holdingOf,
	ME,
	NOBODY,
	observedMovement,
	PERMIT2,
	SAVINGS,
	type StepInput,
	stepEffects,
	THIEF,
	TREASURY,
	USER,
} from "./scene.ts";

const numbered = (at: number): string => `0x5${at.toString(16).padStart(39, "0")}`;

const relationOf = (address: string, written: StepInput = {}) =>
	effects({ movements: [decodedMovement({ to: address })], ...written }).parties.get(address)?.relation;

describe("the parties of a request", () => {
	it("have the closest relation that applies", () => {
		expect(
			[ME, SAVINGS, FRIEND, PERMIT2, NOBODY, DEALT, THIEF].map((address) => relationOf(address)),
		).toEqual(["own", "own", "contact", "known-contract", "nobody", "stranger", "stranger"]);
		expect(relationOf(TREASURY, { controlled: [TREASURY] })).toBe("controlled");
	});

	it("stay contacts if the user may spend from them", () => {
		const found = effects({ movements: [decodedMovement({ from: FRIEND })], controlled: [FRIEND] });
		expect(found.parties.get(FRIEND)).toMatchObject({ relation: "controlled", isContact: true });
	});

	it("were used before in a role, on this chain only", () => {
		expect(effects({ movements: [decodedMovement({ to: DEALT })] }).parties.get(DEALT)?.dealt).toEqual({
			paid: true,
			allowed: true,
		});
		const elsewhere = effectsOf([stepEffects({ movements: [decodedMovement({ to: DEALT })] })], {
			chainRef: "10",
			signer: ME,
			user: USER,
		});
		expect(elsewhere.parties.get(DEALT)?.dealt).toEqual({ paid: false, allowed: false });
	});

	it("are one party in any spelling of their address", () => {
		const shouted = `0x${THIEF.slice(2).toUpperCase()}`;
		const found = effects({ movements: [decodedMovement({ to: shouted })], rights: [decodedRight()] });
		expect([...found.parties.keys()].toSorted()).toEqual([ME, THIEF].toSorted());
		expect(found.movements[0]?.to).toBe(THIEF);
	});
});

describe("a list of effects", () => {
	it("uses the holding from the step that knows it", () => {
		const found = effects({ holdings: [holdingOf(null)] }, { holdings: [holdingOf(7n), holdingOf(9n)] });
		expect(found.holdings).toEqual([holdingOf(7n)]);
	});

	it("lists possible costs to the user before everything else", () => {
		const gains = Array.from({ length: MAX_EFFECTS }, () => observedMovement({ from: THIEF, to: ME }));
		const found = effects({ movements: [...gains, decodedMovement()] });
		expect(found.movements).toHaveLength(MAX_EFFECTS);
		expect(found.movements).toContainEqual(decodedMovement());
		expect([...found.gaps]).toEqual(["too-many"]);
	});

	it("says that a loss may be omitted", () => {
		const losses = Array.from({ length: MAX_PARTIES }, (_, at) => decodedMovement({ to: numbered(at) }));
		const found = effects({ movements: losses });
		expect(found.parties.size).toBe(MAX_PARTIES);
		expect([...found.gaps]).toEqual(["too-many", "losses-left-out"]);
	});

	it("does not know what a source omitted", () => {
		expect([...effects({ gaps: ["too-many"] }).gaps]).toEqual(["too-many", "losses-left-out"]);
	});

	it("holds as many entries as fit", () => {
		const found = effects({
			movements: Array.from({ length: MAX_EFFECTS }, () => decodedMovement({ asset: NATIVE })),
		});
		expect(found.gaps.size).toBe(0);
	});
});
