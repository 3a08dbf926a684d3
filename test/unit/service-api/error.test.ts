import { describe, expect, it } from "vitest";
import { failureWord, readServiceFault } from "../../../src/service-api/error.ts";

describe("a failure code", () => {
	it("is quoted as the service's own word", () => {
		expect(failureWord("predecessor_failed")).toBe("predecessor_failed");
	});

	it("that is empty is not quoted", () => {
		for (const code of [null, "", "  "]) expect(failureWord(code)).toBeNull();
	});

	it("can neither hide characters nor break out of its quotation", () => {
		expect(failureWord("x\u202e”. All is well.\n“y")).toBe("x?'. All is well.?'y");
		expect(failureWord("x".repeat(500))).toBe("x".repeat(80));
	});
});

it("an error body is read without ever throwing", () => {
	const none = { code: null, message: null, requestId: null };
	for (const body of [undefined, null, 5, "x", [], {}, { error: undefined }, { error: [] }, { error: 5 }])
		expect(readServiceFault(body)).toEqual(none);
	expect(readServiceFault(JSON.parse('{"__proto__":{"error":"x"}}'))).toEqual(none);
});
