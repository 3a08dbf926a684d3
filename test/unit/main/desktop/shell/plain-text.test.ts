import { describe, expect, it } from "vitest";
import { plainText } from "../../../../../src/main/desktop/shell/plain-text.ts";

describe("plain text for the system's surfaces", () => {
	it("is one line without controls, bidi or zero-width characters", () => {
		expect(plainText("a\u202eb\u200bc\nd\u0007e\u2028f", 80)).toBe("a b c d e f");
	});

	it("has no markup that a notification server could parse", () => {
		expect(plainText("<a href='x'>pay</a> & go", 80)).toBe("‹a href='x'›pay‹/a› ＆ go");
	});

	it("is truncated between characters, not inside one", () => {
		expect(plainText("😀😀😀😀", 3)).toBe("😀😀…");
		expect(plainText("abc", 3)).toBe("abc");
	});

	it("survives half a surrogate pair", () => {
		expect(plainText("a\ud83d", 10)).toBe("a\ufffd");
	});
});
