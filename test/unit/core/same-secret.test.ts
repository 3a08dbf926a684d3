import { expect, it } from "vitest";
import { isSameSecret } from "../../../src/core/same-secret.ts";

it.each([
	["ab", "ab", true],
	["ab", "ac", false],
	["ab", "abc", false],
	["", "a", false],
	["é", "e", false],
])("compares the secrets %j and %j as %j", (one, other, same) => {
	expect(isSameSecret(one, other)).toBe(same);
});
