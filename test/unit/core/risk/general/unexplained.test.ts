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

describe("a change that nothing explains", () => {
	it("is a danger where the user's key stands in it, and the word is of the program that makes it", () => {
		expect(found({})).toMatchObject({
			id: "unexplained-write",
			severity: "danger",
			needsWord: true,
			about: [TREASURY, THIEF],
			stake: { kind: "address", address: THIEF },
		});
		expect(found({ owner: null })).toMatchObject({ stake: { kind: "address", address: TREASURY } });
	});

	it("is none of the user's business where their key does not stand in it", () => {
		expect(found()).toBeNull();
		expect(found({ namesUser: false })).toBeNull();
	});

	it("is found behind others", () => {
		expect(found({ namesUser: false }, { address: KNOWN, owner: DEALT })).toMatchObject({
			about: [KNOWN, DEALT],
		});
	});
});
