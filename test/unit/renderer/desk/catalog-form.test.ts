import { describe, expect, it } from "vitest";
import { readJson, writeJson } from "../../../../src/renderer/components/text/json-text.ts";
import {
	emptyValue,
	type FormValue,
	formText,
	readValue,
	simplePattern,
	writeValue,
} from "../../../../src/renderer/desk/catalog/schema-form.ts";
import { readSchema } from "../../../../src/renderer/desk/catalog/schema-shape.ts";
import { SHAPE_BOUNDS, type Shape } from "../../../../src/renderer/desk/catalog/shape.ts";
import { t } from "../../../../src/text/index.ts";

const shapeOf = (schema: unknown) => readSchema(JSON.stringify(schema));

/** Returns the shape of a required member `a`. */
const member = (schema: unknown, more: object = {}): Shape => {
	const shape = shapeOf({ type: "object", properties: { a: schema }, required: ["a"], ...more });
	const found = shape.kind === "object" ? shape.members[0]?.shape : undefined;
	if (found === undefined) throw new Error(`no member: ${JSON.stringify(shape)}`);
	return found;
};

function held(shape: Shape, text: string): FormValue | null {
	const parsed = readJson(text);
	if (!parsed.ok) throw new Error(parsed.text);
	return readValue(shape, parsed.node);
}

const problemsOf = (schema: unknown, text: string) => {
	const shape = shapeOf(schema);
	const value = held(shape, text);
	return value === null ? null : formText(shape, value).problems.map(({ path, text }) => `${path}: ${text}`);
};

const BIG = "340282366920938463463374607431768211455";

/** Schemas, and JSON values that the form of each can edit. */
const HELD: readonly (readonly [string, object, readonly string[]])[] = [
	["texts", { type: "string" }, ['"a"', '"\\u0000\\ud800 ü"', '"\\"\\\\"']],
	["several lines", { type: "string", maxLength: 4000 }, ['"one\\ntwo"']],
	["whole numbers of any size", { type: "integer", minimum: 0 }, ["0", "1500000", BIG]],
	["numbers as they are written", { type: "number" }, ["0.10", "-1e-7", "1E400", "12345678901234567.890"]],
	["yes and no", { type: "boolean" }, ["true", "false"]],
	["enums of any value", { enum: ["a", 1, 1.5, null, { b: [BIG] }] }, ['"a"', "1", "1.5", "null"]],
	["a constant", { const: { version: 2 } }, ['{"version":2}']],
	["a nullable value", { type: ["string", "null"] }, ['"a"', "null"]],
	["what OpenAPI 3.0 calls nullable", { type: "integer", nullable: true }, ["7", "null"]],
	[
		"lists in lists",
		{ type: "array", items: { type: "array", items: { type: "integer" } } },
		["[]", "[[1],[]]"],
	],
	[
		"omitted and added members",
		{
			type: "object",
			properties: {
				to: { type: "string" },
				note: { type: "string" },
				deep: { type: "object", properties: { n: { type: "number" } } },
			},
			required: ["to"],
		},
		['{"to":"0xab"}', '{"to":"0xab","note":"x","deep":{}}', '{"to":"0xab","deep":{"n":1.0}}'],
	],
	[
		"one of several kinds",
		{
			oneOf: [
				{
					type: "object",
					properties: { kind: { const: "in" }, n: { type: "integer" } },
					required: ["kind", "n"],
				},
				{ type: "object", properties: { kind: { const: "out" } }, required: ["kind"] },
				{ type: "null" },
			],
		},
		['{"kind":"in","n":1}', '{"kind":"out"}', "null"],
	],
	["several types", { type: ["string", "integer", "null"] }, ['"1"', "1", "null"]],
	["constants with names", { anyOf: [{ const: "a", title: "First" }, { const: "b" }] }, ['"a"', '"b"']],
	[
		"an allOf schema",
		{
			allOf: [
				{ type: "object", properties: { a: { type: "string" } }, required: ["a"] },
				{ properties: { b: { type: "integer" } } },
			],
		},
		['{"a":"x","b":2}'],
	],
	[
		"a reference",
		{
			$ref: "#/$defs/a~1b",
			$defs: { "a/b": { type: "object", properties: { x: { $ref: "#/definitions/n" } } } },
			definitions: { n: { type: "integer" } },
		},
		['{"x":3}'],
	],
	[
		"names of built-in properties",
		{
			type: "object",
			properties: { ["__proto__"]: { type: "string" }, constructor: { type: "string" } },
			required: ["constructor"],
		},
		['{"constructor":"x"}'],
	],
	["anything, as JSON", {}, ['{"a":[1,{"b":null}]}', BIG, '"x"']],
	["an object of any members, as JSON", { type: "object" }, ['{"a":1}']],
];

describe("the form of a schema", () => {
	for (const [name, schema, texts] of HELD)
		for (const text of texts)
			it(`accepts ${name}, and writes ${text.slice(0, 40)} unchanged`, () => {
				const shape = shapeOf(schema);
				const value = held(shape, text);
				if (value === null) throw new Error("The form does not hold it");
				const { node, problems } = writeValue(shape, value);
				expect(problems).toEqual([]);
				const parsed = readJson(text);
				expect(node && writeJson(node, null)).toBe(parsed.ok && writeJson(parsed.node, null));
				// Form values pass through JSON and back byte for byte.
				const first = formText(shape, value).text;
				const again = held(shape, first);
				expect(again === null ? null : formText(shape, again).text).toBe(first);
			});

	it("starts with required members open, and the rest omitted", () => {
		const shape = shapeOf({
			type: "object",
			properties: { to: { type: "string" }, n: { type: "integer", default: 3 } },
			required: ["to"],
		});
		expect(emptyValue(shape)).toEqual({
			kind: "object",
			members: [{ kind: "text", text: "" }, { kind: "absent" }],
		});
		expect(formText(shape, emptyValue(shape))).toEqual({
			text: "{}",
			problems: [{ path: "/to", text: t("desk.catalog.write-something"), empty: true }],
		});
	});

	it("offers a default and does not apply it", () => {
		const shape = member({ type: "integer", default: 12345678901234567890n.toString() });
		expect(shape.suggested).toEqual({ kind: "string", text: "12345678901234567890" });
		expect(emptyValue(shape)).toEqual({ kind: "number", numeral: "" });
	});

	it.each<[string, object, string, string[]]>([
		[
			"too short",
			{ type: "string", minLength: 3 },
			'"ab"',
			[t("desk.catalog.text.too-short", { minLength: 3 })],
		],
		[
			"too long, by characters",
			{ type: "string", maxLength: 2 },
			'"🙂🙂🙂"',
			[t("desk.catalog.text.too-long", { maxLength: 2, length: 3 })],
		],
		["just long enough, by characters", { type: "string", maxLength: 2 }, '"🙂🙂"', []],
		[
			"of another form",
			{ type: "string", pattern: "^0x[0-9a-fA-F]{40}$" },
			'"0x12"',
			[t("desk.catalog.fault.format")],
		],
		[
			"too small beyond 2^53",
			{ type: "integer", minimum: 9007199254740992 },
			"9007199254740991",
			[t("desk.catalog.number.too-small", { open: "no", numeral: "9007199254740992" })],
		],
		[
			"not above",
			{ type: "integer", exclusiveMinimum: 0 },
			"0",
			[t("desk.catalog.number.too-small", { open: "yes", numeral: "0" })],
		],
		[
			"too much",
			{ type: "number", maximum: 0.5 },
			"0.51",
			[t("desk.catalog.number.too-large", { open: "no", numeral: "0.5" })],
		],
		["not whole", { type: "integer" }, "1.5", [t("desk.catalog.fault.whole-number")]],
		[
			"too few",
			{ type: "array", minItems: 2, items: { type: "boolean" } },
			"[true]",
			[t("desk.catalog.takes-least", { least: "2" })],
		],
		[
			"too many",
			{ type: "array", maxItems: 0, items: { type: "boolean" } },
			"[true]",
			[t("desk.catalog.takes-most", { most: "0" })],
		],
	])("reports %s", (_, schema, text, problems) => {
		expect(problemsOf(schema, text)).toEqual(problems.map((problem) => `: ${problem}`));
	});

	it("compares whole numbers digit by digit", () => {
		const schema = readSchema(`{"type":"integer","maximum":${BIG}}`);
		expect(writeValue(schema, { kind: "number", numeral: BIG }).problems).toEqual([]);
		const [problem] = writeValue(schema, { kind: "number", numeral: `${BIG.slice(0, -1)}6` }).problems;
		expect(problem?.text).toBe(t("desk.catalog.number.too-large", { open: "no", numeral: BIG }));
	});

	it("names the position in the form", () => {
		const schema = {
			type: "object",
			properties: {
				list: { type: "array", items: { type: "object", properties: { n: { type: "integer" } } } },
			},
		};
		expect(problemsOf(schema, '{"list":[{"n":1},{"n":0.5}]}')?.[0]).toMatch(/^\/list\/1\/n: /);
	});

	it.each<[string, object, string]>([
		["an unknown member", { type: "object", properties: { a: { type: "integer" } } }, '{"a":1,"b":2}'],
		["a duplicate member", { type: "object", properties: { a: { type: "integer" } } }, '{"a":1,"a":2}'],
		["another type", { type: "string" }, "1"],
		["a value outside the enum", { enum: ["a"] }, '"b"'],
		["an empty text, which looks like none", { type: "string" }, '""'],
		["lines that a single-line box would lose", { type: "string" }, '"a\\nb"'],
		["a forbidden null", { type: "boolean" }, "null"],
	])("refuses %s, rather than lose it", (_, schema, text) => {
		expect(held(shapeOf(schema), text)).toBeNull();
	});
});

describe("a schema that a form can't represent", () => {
	it.each<[string, unknown]>([
		["no JSON", undefined],
		["a condition", { if: { type: "string" }, type: "string" }],
		["names by pattern", { type: "object", patternProperties: { "^x": {} }, properties: { a: {} } }],
		["tuple items", { type: "array", prefixItems: [{ type: "string" }] }],
		["an unknown type", { type: "date" }],
		["a remote reference", { $ref: "https://evil.example/schema.json" }],
		["a broken reference", { $ref: "#/$defs/none" }],
		["contradictory allOf schemas", { allOf: [{ type: "string" }, { type: "integer" }] }],
		["a required member without a description", { type: "object", properties: { a: {} }, required: ["b"] }],
		["alternatives next to members", { type: "object", properties: { a: {} }, oneOf: [{ required: ["a"] }] }],
		["nothing at all", true],
	])("is written as JSON: %s", (_, schema) => {
		const shape = readSchema(schema === undefined ? "{" : JSON.stringify(schema));
		expect(shape.kind).toBe("json");
	});

	it("is written as JSON only for that member", () => {
		const shape = shapeOf({
			type: "object",
			properties: { a: { type: "integer" }, odd: { not: {} } },
			required: ["a", "odd"],
		});
		const value = held(shape, `{"a":1,"odd":{"n":${BIG}}}`);
		expect(value === null ? "" : formText(shape, value).text).toContain(`"n": ${BIG}`);
	});

	it("reports faults in that JSON", () => {
		const [problem] = writeValue(readSchema(null), { kind: "json", text: "{a}" }).problems;
		expect(problem?.text).toMatch(/line 1, character 2/);
	});
});

/** Returns the number of shapes and their depth. */
function measured(shape: Shape): { count: number; depth: number } {
	const inner =
		shape.kind === "object"
			? shape.members.map((one) => one.shape)
			: shape.kind === "list"
				? [shape.item]
				: shape.kind === "alternatives"
					? shape.options.map((one) => one.shape)
					: [];
	const parts = inner.map(measured);
	return {
		count: 1 + parts.reduce((sum, part) => sum + part.count, 0),
		depth: 1 + Math.max(0, ...parts.map((part) => part.depth)),
	};
}

const node = {
	type: "object",
	properties: { left: { $ref: "#/$defs/node" }, right: { $ref: "#/$defs/node" } },
};
const doubling = Object.fromEntries(
	Array.from({ length: 40 }, (_, at) => [
		`n${at}`,
		{ type: "object", properties: { a: { $ref: `#/$defs/n${at + 1}` }, b: { $ref: `#/$defs/n${at + 1}` } } },
	]),
);
const wide = (left: number): object => ({
	type: "object",
	properties: Object.fromEntries(
		Array.from({ length: 110 }, (_, at) => [
			`m${at}`,
			left === 0 || at > 0 ? { type: "string" } : wide(left - 1),
		]),
	),
});
const sums = Object.fromEntries(
	Array.from({ length: 60 }, (_, at) => [
		`n${at}`,
		{ allOf: [{ $ref: `#/$defs/n${at + 1}` }, { $ref: `#/$defs/n${at + 2}` }] },
	]),
);

describe("a hostile schema", () => {
	it.each<[string, string]>([
		["refers to itself", JSON.stringify({ $ref: "#/$defs/node", $defs: { node } })],
		["consists only of a reference to itself", JSON.stringify({ $ref: "#" })],
		[
			"refers back and forth between two schemas",
			JSON.stringify({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }),
		],
		["contains itself in allOf", JSON.stringify({ allOf: [{ $ref: "#" }] })],
		[
			"doubles at every step",
			JSON.stringify({ $ref: "#/$defs/n0", $defs: { ...doubling, n40: { type: "string" } } }),
		],
		["doubles in allOf", JSON.stringify({ $ref: "#/$defs/n0", $defs: { ...sums, n60: {}, n61: {} } })],
		["is nested very deep", `${'{"type":"array","items":'.repeat(5000)}{}${"}".repeat(5000)}`],
		["is nested deep", `${'{"type":"array","items":'.repeat(60)}{}${"}".repeat(60)}`],
		[
			"has very many members",
			JSON.stringify({
				type: "object",
				properties: Object.fromEntries(
					Array.from({ length: 5000 }, (_, at) => [`m${at}`, { type: "string" }]),
				),
			}),
		],
		["is wide at every depth", JSON.stringify(wide(9))],
		[
			"has very many alternatives",
			JSON.stringify({
				oneOf: Array.from({ length: 5000 }, () => ({ type: "object", properties: { a: {} } })),
			}),
		],
		[
			"requires very many items",
			JSON.stringify({ type: "array", minItems: 999999999, items: { type: "string" } }),
		],
		["is too long", `"${"x".repeat(3 * 1024 * 1024)}"`],
	])("%s, and ends in a form of bounded size", (_, text) => {
		const shape = readSchema(text);
		const { count, depth } = measured(shape);
		expect(count).toBeLessThanOrEqual(SHAPE_BOUNDS.shapes + SHAPE_BOUNDS.depth * SHAPE_BOUNDS.members);
		expect(depth).toBeLessThanOrEqual(SHAPE_BOUNDS.depth + 1);
		expect(JSON.stringify(emptyValue(shape)).length).toBeLessThan(20_000);
	});

	it("has no endless regular expression run", () => {
		for (const pattern of ["^(a+)+$", "(a|a)*b", "^a*a*a*$", "^[a-z]+[a-z]+$", "a", "^\\p{L}+$", "^(?=a)a$"])
			expect(simplePattern(pattern)).toBeNull();
		for (const pattern of [
			"^0x[0-9a-fA-F]{40}$",
			"^[1-9A-HJ-NP-Za-km-z]{32,44}$",
			"^\\d+$",
			"^sha256:[0-9a-f]{64}$",
		])
			expect(simplePattern(pattern)).not.toBeNull();
	});
});

describe("JSON as written", () => {
	it("keeps every digit, the order, and duplicates", () => {
		const text = `{"b":1.10,"a":${BIG},"b":-0e5,"__proto__":[true,null]}`;
		const parsed = readJson(text);
		expect(parsed.ok && writeJson(parsed.node, null)).toBe(text);
	});
	it.each([
		"",
		"{",
		"[1,]",
		'{"a":1,}',
		"01",
		"1.",
		"+1",
		"tru",
		'"a',
		'"a\nb"',
		'"\\x"',
		"[1] 2",
		"{a:1}",
		"NaN",
		"'a'",
	])("refuses %j, as JSON.parse does", (text) => {
		expect(() => JSON.parse(text)).toThrow();
		expect(readJson(text).ok).toBe(false);
	});
	it("rejects endless nesting", () => {
		expect(readJson("[".repeat(100_000))).toEqual({ ok: false, text: expect.stringContaining("too deep") });
	});
});
