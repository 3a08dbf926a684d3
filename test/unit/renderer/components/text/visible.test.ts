import { describe, expect, it } from "vitest";
import {
	clip,
	visible,
	visibleText,
	withoutEmptyRuns,
} from "../../../../../src/renderer/components/text/visible.ts";

describe("visible", () => {
	it("leaves ordinary text in any script unchanged", () => {
		for (const text of ["Swap 1.5 ETH", "café naïve", "שלום", "مرحبا", "送金", "12 000 €", "हिन्दी"]) {
			expect(visible(text)).toEqual([{ kind: "text", text }]);
		}
	});

	it("returns an empty text for an empty text", () => {
		expect(visible("")).toEqual([]);
	});

	it("shows bidirectional controls", () => {
		expect(visible("pay \u202Eyenom")).toEqual([
			{ kind: "text", text: "pay " },
			{ kind: "mark", text: "⟦U+202E⟧" },
			{ kind: "text", text: "yenom" },
		]);
	});

	it.each([
		["a null", "\u0000", "U+0000"],
		["an escape", "\u001B", "U+001B"],
		["a zero-width space", "\u200B", "U+200B"],
		["a zero-width joiner outside an emoji", "\u200D", "U+200D"],
		["a byte order mark", "\uFEFF", "U+FEFF"],
		["a soft hyphen", "\u00AD", "U+00AD"],
		["an isolate", "\u2066", "U+2066"],
		["a line separator", "\u2028", "U+2028"],
		["a Hangul filler", "\u3164", "U+3164"],
		["a blank Braille pattern", "\u2800", "U+2800"],
		["a variation selector after a letter", "\uFE0F", "U+FE0F"],
		["a tag character", "\u{E0041}", "U+E0041"],
		["a private character", "\uE000", "U+E000"],
		["an unassigned character", "\u0378", "U+0378"],
		["half of a surrogate pair", "\uD83D", "U+D83D"],
	])("shows %s", (_name, hidden, code) => {
		expect(visibleText(`a${hidden}b`)).toBe(`a⟦${code}⟧b`);
	});

	it("shows newlines and tabs in a line, and keeps them in a block", () => {
		expect(visibleText("a\nb\tc")).toBe("a⟦U+000A⟧b⟦U+0009⟧c");
		expect(visible("a\nb\tc", { lines: true })).toEqual([{ kind: "text", text: "a\nb\tc" }]);
	});

	it("shows a carriage return in a block too, since it can hide the text before it", () => {
		expect(visible("safe\r\nx", { lines: true }).map((segment) => segment.text)).toEqual([
			"safe",
			"⟦U+000D⟧",
			"\nx",
		]);
	});

	it("combines a long run into one mark with a count", () => {
		expect(visibleText(`a${"\u200B".repeat(500)}b`)).toBe("a⟦U+200B U+200B … ×500⟧b");
	});

	it("keeps an emoji's joiners and selectors", () => {
		expect(visible("👩‍💻 ⚠️ ok")).toEqual([{ kind: "text", text: "👩‍💻 ⚠️ ok" }]);
	});

	it("prevents tags from hiding behind an emoji", () => {
		expect(visibleText("🏴\u{E0067}\u{E0062}")).toBe("🏴⟦U+E0067 U+E0062⟧");
	});

	it("counts a stack of combining marks that would cover its neighbours", () => {
		expect(visibleText(`e${"\u0301".repeat(20)}`)).toBe("e⟦U+0301 U+0301 … ×20⟧");
	});

	it("never returns a hidden character, for any text", () => {
		const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
		for (let code = 0; code <= 0x10ffff; code += 7) {
			expect(hidden.test(visibleText(`x${String.fromCodePoint(code)}y`))).toBe(false);
		}
	});
});

describe("clip", () => {
	it("keeps a short text", () => {
		expect(clip("abc", 3)).toBe("abc");
	});
	it("never splits a surrogate pair", () => {
		expect(clip("ab😀", 3)).toBe("ab");
	});
});

describe("many empty lines", () => {
	it("become one mark with their count, so that they push nothing out of sight", () => {
		expect(withoutEmptyRuns(`a${"\n".repeat(31)}b`)).toEqual([
			{ kind: "text", text: "a" },
			{ kind: "mark", text: "⟦30 empty lines⟧" },
			{ kind: "text", text: "b" },
		]);
	});
	it("are found if they contain blanks too", () => {
		expect(withoutEmptyRuns("a\n \n\t\n \n\nb").map((part) => part.kind)).toEqual(["text", "mark", "text"]);
	});
	it("are unchanged if they are few", () => {
		expect(withoutEmptyRuns("a\n\nb\n\n\nc")).toEqual([{ kind: "text", text: "a\n\nb\n\n\nc" }]);
		expect(withoutEmptyRuns("")).toEqual([]);
	});
});
