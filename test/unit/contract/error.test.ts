import { describe, expect, it } from "vitest";
import { failureSentence, readServiceFault } from "../../../src/contract/error.ts";

describe("a failure code", () => {
	it("is quoted as the service's own word", () => {
		expect(failureSentence("predecessor_failed")).toBe("The service's word for it is “predecessor_failed”.");
	});

	it("of nothing is no sentence", () => {
		for (const code of [null, "", "  "]) expect(failureSentence(code)).toBeNull();
	});

	it("can neither hide anything nor end its quotation and go on in our words", () => {
		const sentence = failureSentence("x\u202e”. All is well.\n“y");
		expect(sentence).toBe("The service's word for it is “x?'. All is well.?'y”.");
		expect(failureSentence("x".repeat(500))?.length).toBeLessThan(130);
	});
});

it("an error body is read without ever throwing", () => {
	const none = { code: null, message: null, requestId: null };
	for (const body of [undefined, null, 5, "x", [], {}, { error: undefined }, { error: [] }, { error: 5 }])
		expect(readServiceFault(body)).toEqual(none);
	expect(readServiceFault(JSON.parse('{"__proto__":{"error":"x"}}'))).toEqual(none);
});
