import { describe, expect, it } from "vitest";
import { MAX_EFFECTS } from "../../../../../src/core/effects/effects.ts";
import { partial } from "../../../../../src/core/risk/general/unexplained.ts";
import { decodedMovement, effects, ME, observedMovement, THIEF } from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const many = (of: ReturnType<typeof decodedMovement>) =>
	partial(evidenceOf(effects({ movements: Array.from({ length: MAX_EFFECTS + 1 }, () => of) })));

describe("a truncated list", () => {
	it("is a danger if a loss may be missing, and a caution otherwise", () => {
		expect(many(decodedMovement())).toMatchObject({ id: "partial", severity: "danger", needsWord: true });
		expect(many(observedMovement({ from: THIEF, to: ME }))).toMatchObject({
			severity: "caution",
			needsWord: false,
		});
	});

	it("is not reported if it is complete", () => {
		expect(partial(evidenceOf(effects({ movements: [decodedMovement()] })))).toBeNull();
	});
});
