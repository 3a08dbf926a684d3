import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { escapeToAscii } from "../../packaging/ascii.ts";

describe("code in ASCII", () => {
	it.each([
		['"“Can’t” − 1 → 2"', "“Can’t” − 1 → 2"],
		["`…😀`", "…😀"],
		["/^[’‘]$/u.test('’')", true],
		["/^[😀-😎]$/u.test('😂')", true],
		[`JSON.parse('{"é":"\\\\n’"}').é`, "\n’"],
	])("evaluates to the same value: %s", (code, value) => {
		const escaped = escapeToAscii(code);
		expect(escaped).toMatch(/^[\0-\x7f]*$/);
		expect(runInNewContext(escaped)).toBe(value);
	});
});
