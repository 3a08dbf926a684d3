import { expect, it } from "vitest";
import { describeError } from "../../../src/core/describe-error.ts";

it("describes an error by its stack, else by its message", () => {
	const error = new Error("no space left");
	expect(describeError(error)).toBe(error.stack);
	expect(describeError(error)).toContain("no space left");
	Reflect.deleteProperty(error, "stack");
	expect(describeError(error)).toBe("no space left");
});

it.each([
	["stopped", "stopped"],
	[404, "404"],
	[undefined, "undefined"],
])("describes the thrown value %j as %j", (thrown, text) => {
	expect(describeError(thrown)).toBe(text);
});
