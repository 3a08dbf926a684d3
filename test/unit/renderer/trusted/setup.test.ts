import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { minutesFault, urlFault } from "../../../../src/renderer/trusted/settings/check.ts";
import { tokenToSend } from "../../../../src/renderer/trusted/settings/service-fields.tsx";
import { keyFault } from "../../../../src/renderer/trusted/setup/key-ways.tsx";
import {
	passwordText,
	phraseFault,
	phraseWords,
} from "../../../../src/renderer/trusted/setup/new-password.tsx";
import { t } from "../../../../src/text/index.ts";

describe("a password", () => {
	it("needs eight characters, and shows the number of missing ones", () => {
		expect(passwordText("")).toMatchObject({ ok: false, text: "At least 8 characters" });
		expect(passwordText("sevench")).toMatchObject({ ok: false, text: "1 more character" });
		expect(passwordText("eightchr").ok).toBe(true);
	});
	it("is refused if it is among the first guesses, as in the vault", () => {
		for (const weak of ["password123!", "aaaaaaaaaaaaaaaaaaaaaa", "12345678"]) {
			expect(passwordText(weak)).toMatchObject({ ok: false, strength: 1 });
		}
	});
	it("grows stronger with its length", () => {
		const strengths = [
			"tin-roof",
			"tin-roof-sing",
			"tin-roof-singing-rain",
			"tin-roof-singing-rain-on-monday",
		].map((password) => passwordText(password).strength);
		expect(strengths).toEqual(strengths.toSorted());
		expect(strengths.at(-1)).toBe(4);
	});
});

describe("a phrase", () => {
	it("is parsed into words, in any spacing and spelling", () => {
		expect(phraseWords("  Legal\twinner\n thank ")).toEqual(["legal", "winner", "thank"]);
	});
	it("has 12, 15, 18, 21 or 24 of them", () => {
		expect(phraseFault("a ".repeat(12))).toBeNull();
		expect(phraseFault("a ".repeat(24))).toBeNull();
		expect(phraseFault("a ".repeat(13))).toContain("13 words");
	});
});

describe("a key", () => {
	it("is 64 hex digits, with or without 0x", () => {
		expect(keyFault("ab".repeat(32))).toBeNull();
		expect(keyFault(`0x${"AB".repeat(32)}`)).toBeNull();
		expect(keyFault("ab".repeat(31))).toBe("62 of 64 digits");
		expect(keyFault(`0x${"ab".repeat(33)}`)).toBe("66 of 64 digits");
	});
	it("is 64 bytes of base58, as Solana wallets export it", () => {
		const key = base58.encode(Uint8Array.from({ length: 64 }, (_, index) => 255 - index));
		expect(keyFault(key)).toBeNull();
		expect(keyFault(base58.encode(new Uint8Array(64)))).toBeNull();
		expect(keyFault(key.slice(4))).toContain("87 or 88");
		expect(keyFault(base58.encode(new Uint8Array(32).fill(200)))).toContain("87 or 88");
	});
	it("is a list of 64 bytes, as in a key file", () => {
		const list = (length: number, value = 7) => JSON.stringify(Array.from({ length }, () => value));
		expect(keyFault(list(64))).toBeNull();
		expect(keyFault(` ${list(64).replaceAll(",", ", ")} `)).toBeNull();
		expect(keyFault(list(63))).toBe("63 of 64 numbers");
		expect(keyFault(list(64, 256))).toContain("0 to 255");
		expect(keyFault("[1, 2")).toContain("end with ]");
		expect(keyFault('["a"]')).toContain("0 to 255");
	});
	it("is refused with characters that neither form has", () => {
		expect(keyFault("not a key!")).toBe(t("trusted.setup.key.characters"));
	});
});

describe("an address of a service or a chain", () => {
	it("is https, or http on this computer", () => {
		expect(urlFault("https://rpc.example.org/v2/key")).toBeNull();
		for (const here of ["http://127.0.0.1:8545", "http://localhost:8545", "http://[::1]:8545"]) {
			expect(urlFault(here)).toBeNull();
		}
	});
	it("is refused with the reason if others could read it", () => {
		expect(urlFault("http://rpc.example.org")).toContain("only for this computer");
		expect(urlFault("http://127.0.0.1.example.org")).toContain("only for this computer");
	});
	it("is refused if it is invalid", () => {
		for (const bad of ["", "rpc.example.org", "file:///etc/passwd", "javascript:alert(1)"]) {
			expect(urlFault(bad)).not.toBeNull();
		}
	});
});

describe("minutes until the lock", () => {
	it("go from 1 to 240", () => {
		expect(["1", "240"].map(minutesFault)).toEqual([null, null]);
		for (const bad of ["0", "241", "1.5", "", "-1"]) expect(minutesFault(bad)).not.toBeNull();
	});
});

describe("the token", () => {
	it("is kept, deleted or replaced as in the bridge's input", () => {
		expect(tokenToSend({ kind: "keep" })).toBeNull();
		expect(tokenToSend({ kind: "forget" })).toBe("");
		expect(tokenToSend({ kind: "set", token: " abc " })).toBe("abc");
		expect(tokenToSend({ kind: "set", token: "  " })).toBeNull();
	});
});
