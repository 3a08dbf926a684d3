import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { redact } from "../../../../../src/main/desktop/adapters/logger.ts";

const key = "a1".repeat(32);
const phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";

describe("redaction", () => {
	it("removes bearer tokens, token members and JWTs", () => {
		expect(redact("Authorization: Bearer abcdef123456")).not.toContain("abcdef");
		expect(redact('{"token":"abcdef123456"}')).not.toContain("abcdef");
		expect(redact("got eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln")).toBe("got [token]");
	});

	it("removes keys, and shows two lines of the same one as the same", () => {
		expect(redact(`key ${key}`)).not.toContain("a1a1");
		expect(redact(`0x${key}`)).not.toContain("a1a1");
		expect(redact(`key ${key}`)).toBe(redact(`key 0x${key.toUpperCase()}`));
		expect(redact(key)).not.toBe(redact("b2".repeat(32)));
	});

	it("removes a phrase with any separators", () => {
		for (const text of [
			phrase,
			phrase.replaceAll(" ", ", "),
			phrase.replaceAll(" ", "\n"),
			JSON.stringify(phrase.split(" ")),
		])
			expect(redact(`phrase: ${text}`)).not.toContain("sausage");
	});

	it("removes a Solana secret key in base58 or as a list of numbers, and distinguishes two of them", () => {
		const secret = base58.encode(new Uint8Array(64).fill(7));
		const other = base58.encode(new Uint8Array(64).fill(8));
		for (const text of [secret, `key ${secret}.`, `{"k":"${secret}"}`, `[${Array(64).fill(7).join(", ")}]`])
			expect(redact(text)).not.toMatch(/[1-9A-HJ-NP-Za-km-z]{20}|7, ?7/);
		expect(redact(secret)).toBe(redact(secret));
		expect(redact(secret)).not.toBe(redact(other));
		const address = base58.encode(new Uint8Array(32).fill(7));
		expect(redact(`to ${address}`)).toBe(`to ${address}`);
	});

	it("removes the user name of an address", () => {
		expect(redact("https://user:pass@example.org/x")).toBe("https://[user]@example.org/x");
	});

	it("leaves an ordinary line, an address and short hex alone", () => {
		const line =
			"commit c-1 moved to submitted on chain 31337 for 0xdAC17F958D2ee523a2206206994597C13D831ec7";
		expect(redact(line)).toBe(line);
	});
});
