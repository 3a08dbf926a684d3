import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../src/core/localized-text.ts";
import { NOTHING_SIGNED, notSigned, withoutUnsigned } from "../../../src/core/unsigned.ts";

const [why, more] = [message("against.expired"), message("signing.expired")];

describe("the note that nothing was signed", () => {
	it("is omitted if it follows another sentence, and nothing else is omitted", () => {
		expect(withoutUnsigned(notSigned(why))).toEqual(why);
		expect(withoutUnsigned(notSigned(why, more))).toEqual(sentences(why, more));
		expect(withoutUnsigned(why)).toEqual(why);
		expect(withoutUnsigned("as the service says it")).toBe("as the service says it");
		expect(withoutUnsigned(sentences(NOTHING_SIGNED))).toEqual(sentences(NOTHING_SIGNED));
	});
});
