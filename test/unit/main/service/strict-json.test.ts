import { describe, expect, it } from "vitest";
import { parseStrictJson, StrictJsonError } from "../../../../src/main/service/strict-json.ts";

describe("strict JSON", () => {
	it("reads what JSON.parse reads", () => {
		const value = { a: [1, -2, 0, { "b:c": 'x"y\\' }], empty: {}, list: [], none: null, yes: true };
		expect(parseStrictJson(JSON.stringify(value, null, 2))).toEqual(value);
	});

	it("takes digits, colons and braces inside strings for text", () => {
		const text = '{"a":"1.5 : {\\"b\\":1,\\"b\\":2} 99999999999999999999"}';
		expect(parseStrictJson(text)).toEqual({ a: '1.5 : {"b":1,"b":2} 99999999999999999999' });
	});

	it.each([
		'{"a":1,"a":2}',
		'{"a":1,"a":1}',
		'{"x":{"a":{},"b":2,"a":{}}}',
		'[{"to":"0x1","\\u0074o":"0x2"}]',
	])("refuses a key that stands twice: %s", (text) => {
		expect(() => parseStrictJson(text)).toThrow(StrictJsonError);
	});

	it("does not take the same key in two objects for a double", () => {
		expect(parseStrictJson('[{"a":1},{"a":2}]')).toHaveLength(2);
	});

	it.each(['{"a":{"__proto__":3}}', '[{"__proto__":{}}]', '{"\\u005f_proto__":1}'])(
		"refuses a member that schemas drop without a word: %s",
		(text) => {
			expect(() => parseStrictJson(text)).toThrow(StrictJsonError);
		},
	);

	it.each([
		"9007199254740992",
		"-9007199254740992",
		"1.0",
		"9007199254740991.4",
		"1e400",
		"1e-400",
		"1e3",
		"-0",
		"123456789012345678901234567890",
	])("refuses the number %s", (token) => {
		expect(() => parseStrictJson(`{"nonce":${token}}`)).toThrow(StrictJsonError);
	});

	it("leaves a fraction what it is, for those who refuse it", () => {
		expect(parseStrictJson('{"usd":12.34}')).toEqual({ usd: 12.34 });
	});

	it("takes the largest safe integers", () => {
		expect(parseStrictJson("[9007199254740991,-9007199254740991]")).toEqual([
			9_007_199_254_740_991, -9_007_199_254_740_991,
		]);
	});

	it("says that what is no JSON is none", () => {
		expect(() => parseStrictJson('{"a":')).toThrow(SyntaxError);
	});

	it.each(["[", '{"a":'])("refuses what is nested without end: %s", (open) => {
		const text = `${open.repeat(100_000)}1${(open === "[" ? "]" : "}").repeat(100_000)}`;
		expect(() => parseStrictJson(text)).toThrow(StrictJsonError);
	});
});
