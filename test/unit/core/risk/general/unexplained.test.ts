import { describe, expect, it } from "vitest";
import type { UnexplainedWrite } from "../../../../../src/core/effects/effects.ts";
import { unexplained } from "../../../../../src/core/risk/general/unexplained.ts";
import { DEALT, effects, KNOWN, THIEF, TREASURY } from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const found = (...writes: readonly Partial<UnexplainedWrite>[]) =>
	unexplained(
		evidenceOf(
			effects({
				unexplained: writes.map((write) => ({
					address: TREASURY,
					owner: THIEF,
					namesUser: true,
					step: 0,
					...write,
				})),
			}),
		),
	);

describe("an unexplained change", () => {
	it("is a danger if it contains the user's key, and the typed word names its program", () => {
		expect(found({})).toMatchObject({
			id: "unexplained-write",
			severity: "danger",
			needsWord: true,
			about: [TREASURY, THIEF],
			stake: { kind: "address", address: THIEF },
		});
		expect(found({ owner: null })).toMatchObject({ stake: { kind: "address", address: TREASURY } });
	});

	it("is ignored if it does not contain the user's key", () => {
		expect(found()).toBeNull();
		expect(found({ namesUser: false })).toBeNull();
	});

	it("is found behind others", () => {
		expect(found({ namesUser: false }, { address: KNOWN, owner: DEALT })).toMatchObject({
			about: [KNOWN, DEALT],
		});
	});
});
