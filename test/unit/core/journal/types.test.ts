import { describe, expect, it } from "vitest";
import { readSignature, signatureText } from "../../../../src/core/journal/types.ts";

describe("a signature in the journal's text", () => {
	it.each(["0x02f86c", "3Bxs4h24hBtQy9rw", "AQIDBAUGBwg+/w==", ""])(
		"of a transaction or a message is its bytes: “%s”",
		(text) => {
			expect(readSignature(text)).toEqual({ kind: "one", bytes: text });
			expect(signatureText(readSignature(text))).toBe(text);
		},
	);

	it.each(['["0x01"]', '["0x01","0x02"]'])("of a user operation is the list %s", (text) => {
		expect(readSignature(text)).toEqual({ kind: "each", signatures: JSON.parse(text) });
		expect(signatureText(readSignature(text))).toBe(text);
	});

	it.each(["[]", "[1]", '["0x01"', '[["0x01"]]', "[null]"])(
		"that is not a list of signatures stays one unchanged text: %s",
		(text) => {
			expect(readSignature(text)).toEqual({ kind: "one", bytes: text });
			expect(signatureText(readSignature(text))).toBe(text);
		},
	);
});
