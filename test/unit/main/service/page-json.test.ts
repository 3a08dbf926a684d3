import { describe, expect, it } from "vitest";
import { parsePageJson } from "../../../../src/main/service/page-json.ts";

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
