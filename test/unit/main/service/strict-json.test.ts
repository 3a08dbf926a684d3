import { describe, expect, it } from "vitest";
import { parsePageJson, parseStrictJson, StrictJsonError } from "../../../../src/main/service/strict-json.ts";

describe("strict JSON", () => {
	it("accepts JSON.parse's input", () => {
		const value = { a: [1, -2, 0, { "b:c": 'x"y\\' }], empty: {}, list: [], none: null, yes: true };
		expect(parseStrictJson(JSON.stringify(value, null, 2))).toEqual(value);
	});

	it("reads digits, colons and braces inside strings as text", () => {
		const text = '{"a":"1.5 : {\\"b\\":1,\\"b\\":2} 99999999999999999999"}';
		expect(parseStrictJson(text)).toEqual({ a: '1.5 : {"b":1,"b":2} 99999999999999999999' });
	});

	it.each([
		'{"a":1,"a":2}',
		'{"a":1,"a":1}',
		'{"x":{"a":{},"b":2,"a":{}}}',
		'[{"to":"0x1","\\u0074o":"0x2"}]',
	])("refuses a duplicate key: %s", (text) => {
		expect(() => parseStrictJson(text)).toThrow(StrictJsonError);
	});

	it("does not treat the same key in two objects as a duplicate", () => {
		expect(parseStrictJson('[{"a":1},{"a":2}]')).toHaveLength(2);
	});

	it.each(['{"a":{"__proto__":3}}', '[{"__proto__":{}}]', '{"\\u005f_proto__":1}'])(
		"refuses a member that schemas drop silently: %s",
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

	it("keeps a fraction, for those who refuse it", () => {
		expect(parseStrictJson('{"usd":12.34}')).toEqual({ usd: 12.34 });
	});

	it("accepts the largest safe integers", () => {
		expect(parseStrictJson("[9007199254740991,-9007199254740991]")).toEqual([
			9_007_199_254_740_991, -9_007_199_254_740_991,
		]);
	});

	it("rejects anything that is not JSON", () => {
		expect(() => parseStrictJson('{"a":')).toThrow(SyntaxError);
	});

	it.each(["[", '{"a":'])("refuses endless nesting: %s", (open) => {
		const text = `${open.repeat(100_000)}1${(open === "[" ? "]" : "}").repeat(100_000)}`;
		expect(() => parseStrictJson(text)).toThrow(StrictJsonError);
	});
});

const typed = (text: string) => `{"events":[{"request":{"payloads":[{"typed_data":{"message":${text}}}]}}]}`;

describe("JSON of the service", () => {
	it("keeps every digit of a long whole number in typed data", () => {
		expect(parsePageJson(typed('{"a":9007199254740993,"b":[-1000000000000000001,7]}'))).toEqual({
			events: [
				{
					request: {
						payloads: [
							{ typed_data: { message: { a: "9007199254740993", b: ["-1000000000000000001", 7] } } },
						],
					},
				},
			],
		});
	});

	it("is JSON.parse's result everywhere else, and for every other number", () => {
		const others = '{"value":9007199254740993,"typed":{"a":12345678901234567890}}';
		expect(parsePageJson(others)).toEqual(JSON.parse(others));
		for (const text of ["1e18", "1.5", "12345678901234567.5", "9007199254740991", '": 9007199254740993"'])
			expect(parsePageJson(typed(text))).toEqual(JSON.parse(typed(text)));
	});

	it("is rejected if it is nested endlessly, digits or not", () => {
		const deep = `${"[".repeat(100_000)}9007199254740993${"]".repeat(100_000)}`;
		expect(Array.isArray(parsePageJson(deep))).toBe(true);
		expect(() => parsePageJson('{"typed_data":')).toThrow(SyntaxError);
	});
});
