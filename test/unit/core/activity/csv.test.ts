import { describe, expect, it } from "vitest";
import { centsText, csvText, decimalText } from "../../../../src/core/activity/csv.ts";

describe("a table for spreadsheets", () => {
	it("ends each line as in RFC 4180, and quotes special characters", () => {
		expect(csvText([["a", 'say "hi"', "b,c", "two\nlines", ""]])).toBe(
			'a,"say ""hi""","b,c","two\nlines",\r\n',
		);
	});

	it.each(["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", " =1", "＝1", '=HYPERLINK("http://x")', "-"])(
		"quotes formulas as text: %j",
		(text) => {
			expect(
				csvText([[text]])
					.replace(/^"/, "")
					.startsWith("'"),
			).toBe(true);
		},
	);

	// If a German spreadsheet splits at semicolons, quotes in the middle of a comma-separated line protect nothing.
	it.each([
		["x;=HYPERLINK(A1);y", '"x;\'=HYPERLINK(A1);y"'],
		["x\t@SUM(A1)", '"x\t\'@SUM(A1)"'],
		["x\n =1+1", '"x\n\' =1+1"'],
		["x\r+1", '"x\r\'+1"'],
		["a; b", '"a; b"'],
	])("quotes cells that another separator would start: %j", (text, cell) => {
		expect(csvText([[text]])).toBe(`${cell}\r\n`);
	});

	it("names invisible and bidirectional characters", () => {
		expect(csvText([["\u202eHTE 5", "\u200b=1+1", "\u0000=1", "👩\u200d🚀"]])).toBe(
			"‹U+202E›HTE 5,‹U+200B›=1+1,‹U+0000›=1,👩\u200d🚀\r\n",
		);
	});

	it.each(["-5", "-0.25", "12.5", "0x2b5a", "Send 1 ETH", "a=b"])("leaves numbers and words: %s", (text) => {
		expect(csvText([[text]])).toBe(`${text}\r\n`);
	});
});

describe("amounts in a table", () => {
	it.each([
		[0n, 18, "0"],
		[1n, 18, "0.000000000000000001"],
		[-1_500_000n, 6, "-1.5"],
		[2n ** 200n, 0, (2n ** 200n).toString()],
		[100n, null, "100"],
	] as const)("keep every digit: %s with %s decimals", (raw, decimals, text) => {
		expect(decimalText(raw, decimals)).toBe(text);
	});

	it("have two digits in dollars", () => {
		expect([0n, 5n, 123_456n, -5n].map(centsText)).toEqual(["0.00", "0.05", "1234.56", "-0.05"]);
	});
});
