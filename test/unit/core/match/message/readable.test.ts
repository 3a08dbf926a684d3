import { describe, expect, it } from "vitest";
import { isBareHash, personalBytes } from "../../../../../src/core/match/message/bytes.ts";

const bare = (text: string): boolean => {
	const bytes = personalBytes(text);
	expect(bytes, text).toHaveLength(32);
	return isBareHash(bytes);
};

describe("32 bytes", () => {
	it.each([
		"Sign in to Foundry early access.",
		"I agree to the rules of the DAO.",
		"SIGN IN TO FOUNDRY EARLY ACCESS.",
		"Je me connecte a la bourse (é).",
		"Welcome back!\nPlease sign below.",
		"0123456789abcdef0123456789abcdef",
		"12345678901234567890123456789012",
		"Вход на сайт дао",
		"ログインしてください",
	])("that read as text are no bare hash: %j", (text) => {
		const padded = text + ".".repeat(32 - Buffer.byteLength(text));
		expect(bare(padded)).toBe(false);
	});

	it.each([
		["bytes", `0x${"5c".repeat(16)}${"ff".repeat(16)}`],
		["letters and signs that a search finds", "aB3$Q9xZ7pLm2~v8RtYc5!d1Ef6G=4Jj"],
		["letters of all kinds, such as a key's", "aB3kQ9xZ7pLm2Nv8RtYc5Wd1Ef6Gh4Jj"],
		["a control character", "Sign in to Foundry\tearly access."],
		["a hidden character", "Sign in to Foundry\u200bearly acces"],
		["signs alone", "\\".repeat(32)],
		["letters of two scripts", "Вход на сайт éééé."],
		["a packed number", `0x${"00".repeat(31)}41`],
	])("are a bare hash if they are %s", (_, text) => {
		expect(bare(text)).toBe(true);
	});

	it("at random are a bare hash, printable or not", () => {
		let state = 1;
		const next = () => {
			state = (state * 48_271) % 2_147_483_647;
			return state;
		};
		for (let round = 0; round < 2_000; round += 1)
			for (const [least, count] of [
				[0, 256],
				[33, 94],
			] as const)
				expect(isBareHash(Uint8Array.from({ length: 32 }, () => least + (next() % count)))).toBe(true);
	});
});
