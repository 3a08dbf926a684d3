import { describe, expect, it } from "vitest";
import { AppError } from "../../../../../src/core/app-error.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import {
	answerOfError,
	MAX_COMMAND_WEIGHT,
	parseCommand,
	userMessage,
	weigh,
} from "../../../../../src/main/desktop/windows/command.ts";

class Fault extends AppError {}

const names = ["lock", "unlock"];

describe("a command over a channel", () => {
	it("is a command name of that channel with its input", () => {
		expect(parseCommand([{ name: "lock", input: {} }], names)).toEqual({ name: "lock", input: {} });
	});

	it.each([
		["no argument", []],
		["two arguments", [{ name: "lock", input: {} }, 1]],
		["an unknown name", [{ name: "approve", input: {} }]],
		["a built-in property of objects", [{ name: "constructor", input: {} }]],
		["another shape", [["lock", {}]]],
		["an additional member", [{ name: "lock", input: {}, more: 1 }]],
		["a name that isn't text", [{ name: 1, input: {} }]],
		["nothing", [undefined]],
	])("is refused with %s", (_what, args) => {
		expect(parseCommand(args, names)).toBeNull();
	});

	it("is refused above its size limit, and accepted just below", () => {
		expect(parseCommand([{ name: "lock", input: "a".repeat(MAX_COMMAND_WEIGHT) }], names)).toBeNull();
		expect(
			parseCommand([{ name: "lock", input: "a".repeat(MAX_COMMAND_WEIGHT - 100) }], names),
		).not.toBeNull();
		expect(
			parseCommand([{ name: "lock", input: Array.from({ length: MAX_COMMAND_WEIGHT }, () => 1) }], names),
		).toBeNull();
	});
});

describe("measuring the size", () => {
	it("refuses anything except plain data", () => {
		for (const value of [new Map(), new Date(), new Uint8Array(2), 1n, undefined, () => 1])
			expect(weigh({ value })).toBe(Number.POSITIVE_INFINITY);
	});

	it("refuses data that is nested too deeply or circular", () => {
		const circle: Record<string, unknown> = {};
		circle["self"] = circle;
		expect(weigh(circle)).toBe(Number.POSITIVE_INFINITY);
	});
});

describe("an error returned to a window", () => {
	it("has the app's own words", () => {
		const error = new Fault(message("app.fault"));
		expect(answerOfError("retry", error)).toEqual({ ok: false, text: error.text });
	});

	it("hides everything of any other error", () => {
		for (const error of [new Error("ENOENT /home/someone/vault"), "text"])
			expect(userMessage(error)).toEqual(message("desktop.fault"));
	});

	it("is null for the one procedure without an outcome", () => {
		expect(answerOfError("watchTranscript", new Error("x"))).toBeNull();
	});
});
