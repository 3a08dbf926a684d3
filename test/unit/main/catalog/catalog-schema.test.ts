import { describe, expect, it } from "vitest";
import { checkBySchema } from "../../../../src/main/catalog/catalog-operation.ts";
import { saying } from "../../../support/saying.ts";

const SCHEMA = {
	type: "object",
	required: ["to", "amount"],
	additionalProperties: false,
	properties: {
		to: { type: "string", pattern: "^0x[0-9a-f]{4}$" },
		amount: { type: "string" },
		list: { type: "array", items: { type: "object", properties: { n: { type: "integer", minimum: 1 } } } },
	},
};
const good = { to: "0x00ff", amount: "12345678901234567890" };
/** Time limit that only a check lasting for years exceeds. */
const UNHURRIED_MS = 60_000;
const messageOf = (value: unknown) => {
	const checked = checkBySchema(SCHEMA, value, UNHURRIED_MS);
	return checked.ok ? null : checked.text;
};

describe("input checked by an operation's schema", () => {
	it("is accepted if it fits", () => {
		expect(checkBySchema(SCHEMA, { ...good, list: [{ n: 2 }] }, UNHURRIED_MS)).toEqual({
			ok: true,
			checked: true,
		});
	});

	it.each([
		["a missing member", { to: "0x00ff" }, saying("catalog.input.missing", { name: "amount" })],
		["an unknown member", { ...good, from: "0x" }, saying("catalog.input.not-known", { name: "from" })],
		[
			"a pattern",
			{ ...good, to: "0X00FF" },
			saying("catalog.input.fault", { where: "to", fault: "String does not match pattern." }),
		],
		[
			"a deeply nested value",
			{ ...good, list: [{ n: 1 }, { n: 0 }] },
			saying("catalog.input.fault", { where: "list[1].n", fault: "0 is less than 1." }),
		],
		["another type", { ...good, amount: 5 }, saying("catalog.input.fault", { where: "amount" })],
	])("is refused with the path in words: %s", (_, value, text) => {
		expect(messageOf(value)).toEqual(text);
		expect(messageOf(value)).toEqual(saying("catalog.input.not-sent"));
	});

	it("is reported with a few faults, and the number of others", () => {
		const list = Array.from({ length: 9 }, () => ({ n: 0 }));
		expect(messageOf({ ...good, list })).toEqual(saying("catalog.input.more", { more: 5 }));
	});

	it("names no characters that could reverse the reading order", () => {
		expect(messageOf({ ...good, "\u202eevil": 1 })).toEqual(
			saying("catalog.input.not-known", { name: "‹U+202E›evil" }),
		);
	});

	it.each([
		[
			"a pattern that would run for years",
			{ properties: { to: { pattern: "^(a+)+$" } } },
			{ to: `${"a".repeat(60)}!` },
		],
		["a pattern that can't be read", { properties: { to: { pattern: "(" } } }, { to: "a" }],
		["a reference to nothing", { $ref: "#/nothing" }, {}],
		["a reference to itself", { $ref: "#" }, {}],
		["no schema", "schema", {}],
		["nothing", undefined, {}],
	])("is left to the service if the schema can't be used: %s", (_, schema, value) => {
		expect(checkBySchema(schema, value)).toEqual({ ok: true, checked: false });
	});
});
