import { describe, expect, it } from "vitest";
import { newPasswordFault, passwordBits } from "../../../src/core/password.ts";

describe("a new password", () => {
	it("needs eight characters", () => {
		expect(newPasswordFault("")).toBe("short");
		expect(newPasswordFault("k7#Qz!m")).toBe("short");
	});
	it.each([
		"password",
		"Password1",
		"P@ssw0rd",
		"password123!",
		"Passwort2024",
		"12345678",
		"1234567890",
		"87654321",
		"11111111",
		"aaaaaaaaaaaaaaaaaaaaaa",
		"qwertyuiop",
		"qwertz123",
		"abcdefgh",
		"abcabcabc",
		"letmein1!",
		"iloveyou",
		"ILoveYou2",
		"Summer2024!",
		"bitcoin2021",
		"Countersign1",
		"25121984",
		"passwordpassword",
		"1q2w3e4r",
		"trustno1!",
	])("is refused if it is among the first guesses: %s", (password) => {
		expect(newPasswordFault(password)).toBe("guessable");
	});
	it.each([
		"eightchr",
		"tin-roof",
		"correct horse",
		"battery staple",
		"k7#Qz!mw",
		"before and after",
		"пароль-лес",
	])("is accepted if it is not: %s", (password) => {
		expect(newPasswordFault(password)).toBeNull();
	});
	it("does not get weaker through more characters of another kind", () => {
		const steps = ["tin-roof", "tin-roof-sing", "tin-roof-singing-rain", "tin-roof-singing-rain-on-monday"];
		const bits = steps.map(passwordBits);
		expect(bits).toEqual(bits.toSorted((one, other) => one - other));
	});
	it("is judged in bounded time, however long it is", () => {
		expect(newPasswordFault("x".repeat(1024))).toBe("guessable");
		expect(newPasswordFault("kT9 ".repeat(256))).toBe("guessable");
	});
});
