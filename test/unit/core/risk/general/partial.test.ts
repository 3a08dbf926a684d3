import { describe, expect, it } from "vitest";
import { MAX_EFFECTS } from "../../../../../src/core/effects/effects.ts";
import { partial } from "../../../../../src/core/risk/general/unexplained.ts";
import { effects, ME, moved, seen, THIEF } from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const many = (of: ReturnType<typeof moved>) =>
	partial(evidenceOf(effects({ movements: Array.from({ length: MAX_EFFECTS + 1 }, () => of) })));

describe("a list that is cut", () => {
	it("is a danger where a loss may be left out, and a caution otherwise", () => {
		expect(many(moved())).toMatchObject({ id: "partial", severity: "danger", needsWord: true });
		expect(many(seen({ from: THIEF, to: ME }))).toMatchObject({ severity: "caution", needsWord: false });
	});

	it("says nothing where all is listed", () => {
		expect(partial(evidenceOf(effects({ movements: [moved()] })))).toBeNull();
	});
});
