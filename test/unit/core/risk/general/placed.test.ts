import { describe, expect, it } from "vitest";
import type { Movement, Placement } from "../../../../../src/core/effects/effects.ts";
import { placements } from "../../../../../src/core/risk/general/placed.ts";
import { codesOf } from "../../../../support/saying.ts";
import { decodedMovement, effects, SAVINGS, THIEF } from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const [ACCOUNT, PROGRAM, RULER] = ["account", "program", "ruler"];

const put = (over: Partial<Placement> = {}, more: Partial<Movement> = {}): Movement =>
	decodedMovement({ placed: { account: ACCOUNT, keeper: null, ruler: null, ...over }, ...more });

/** Lists each finding's address that is at stake. */
const atStake = (...steps: readonly (readonly Movement[])[]) =>
	placements(evidenceOf(effects(...steps.map((movements) => ({ movements }))))).map(({ stake }) =>
		stake?.kind === "address" ? stake.address : null,
	);

describe("more than rent in an account that may not be the user's", () => {
	it("requires a typed word of the deciding program, its authority, or the account itself", () => {
		expect(atStake([put({ keeper: PROGRAM, ruler: RULER })])).toEqual([PROGRAM]);
		expect(atStake([put({ ruler: RULER })])).toEqual([RULER]);
		expect(atStake([put()])).toEqual([ACCOUNT]);
	});

	it("counts payments of each account of the user's, and of nobody else", () => {
		expect(atStake([put({}, { from: SAVINGS })])).toEqual([ACCOUNT]);
		expect(atStake([put({}, { from: THIEF })])).toEqual([]);
	});

	it("is reported once a step, which is named if there are several", () => {
		expect(atStake([put({ ruler: RULER }), put()])).toEqual([RULER]);
		const steps = [[put()], [put({ ruler: RULER }, { step: 1 })]];
		expect(atStake(...steps)).toEqual([ACCOUNT, RULER]);
		const found = placements(evidenceOf(effects(...steps.map((movements) => ({ movements })))));
		expect(found.every((each) => codesOf(each.text).includes("finding.of-step"))).toBe(true);
	});

	it("is not reported for a movement of at most the rent", () => {
		expect(atStake([decodedMovement()])).toEqual([]);
	});
});
