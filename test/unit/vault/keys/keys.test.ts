import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { privateKeyToAccount, sign } from "viem/accounts";
import { describe, expect, it } from "vitest";
import {
	addressOf,
	newEntropy,
	phraseBytes,
	readKey,
	readPhrase,
	recoverSigner,
	signHash,
	wordsOf,
} from "../../../../src/vault/keys/keys.ts";
import { ABANDON, ABANDON_FIRST, bytes, evmKey, JUNK, JUNK_FIRST, JUNK_SECOND, KEY_ONE } from "../scene.ts";

const hex = (value: Uint8Array): `0x${string}` => `0x${Buffer.from(value).toString("hex")}`;

function entropyOf(phrase: string): Buffer {
	const entropy = readPhrase(bytes(phrase));
	if (entropy === null) throw new Error("The test's phrase is wrong.");
	return entropy;
}

describe("a phrase", () => {
	it.each([
		["the first BIP-39 vector", ABANDON, 0, ABANDON_FIRST],
		["the phrase of development chains", JUNK, 0, JUNK_FIRST],
		["its second account", JUNK, 1, JUNK_SECOND],
	])("%s derives the account of every wallet", (_name, phrase, index, address) => {
		expect(addressOf(evmKey(entropyOf(phrase), index))).toBe(address);
	});

	it.each([16, 20, 24, 28, 32])(
		"of %i bytes of entropy is written and derived like the library's",
		(length) => {
			for (let round = 0; round < 20; round += 1) {
				const entropy = randomBytes(length);
				const phrase = entropyToMnemonic(entropy, wordlist);
				expect(phraseBytes(entropy).toString()).toBe(phrase);
				expect(readPhrase(bytes(phrase))).toEqual(entropy);
			}
			const entropy = randomBytes(length);
			const seed = mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist));
			const expected = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/7").privateKey;
			expect(hex(evmKey(entropy, 7))).toBe(expected === null ? null : hex(expected));
		},
	);

	it("may be typed with any case and spacing", () => {
		expect(readPhrase(bytes(`  ${JUNK.toUpperCase().replaceAll(" ", " \n ")} `))).toEqual(entropyOf(JUNK));
	});

	it.each([
		["a word that is not in the list", JUNK.replace("junk", "junkk")],
		["a wrong checksum", JUNK.replace("junk", "test")],
		["too few words", "test test junk"],
		["nothing", " "],
	])("with %s is refused", (_name, phrase) => {
		expect(readPhrase(bytes(phrase))).toBeNull();
	});

	it("that is new has twelve words and is never the same", () => {
		const made = [1, 2, 3].map(() => wordsOf(newEntropy((length) => randomBytes(length))).join(" "));
		expect(new Set(made).size).toBe(3);
		expect(made.every((phrase) => phrase.split(" ").length === 12)).toBe(true);
	});
});

describe("a private key", () => {
	it("is read with and without 0x, in any case", () => {
		const plain = "AbCdEf".padStart(64, "0");
		expect(readKey(bytes(plain))).toEqual(readKey(bytes(`0x${plain.toLowerCase()}`)));
		expect(readKey(bytes(plain))?.toString("hex")).toBe(plain.toLowerCase());
	});

	it.each([
		["zero", "0".repeat(64)],
		["the group's order", "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"],
		["63 digits", "1".repeat(63)],
		["65 digits", "1".repeat(65)],
		["a letter beyond f", `${"1".repeat(63)}g`],
		["a character between upper and lower case", `${"1".repeat(63)}@`],
		["a space", `${"1".repeat(63)} `],
	])("that is %s is refused", (_name, text) => {
		expect(readKey(bytes(text))).toBeNull();
	});

	it("signs like viem, in the lower half, and its signer is recovered", async () => {
		for (let round = 0; round < 50; round += 1) {
			const secret = secp256k1.utils.randomSecretKey();
			const hash = hex(randomBytes(32));
			const made = signHash(hash, secret);
			const theirs = await sign({ hash, privateKey: hex(secret) });
			expect(made).toEqual({ r: theirs.r, s: theirs.s, yParity: theirs.yParity });
			expect(BigInt(made.s)).toBeLessThanOrEqual(secp256k1.Point.Fn.ORDER / 2n);
			const { address } = privateKeyToAccount(hex(secret));
			expect(addressOf(secret)).toBe(address);
			expect(recoverSigner(hash, made)).toBe(address);
		}
	});

	it("of 1 has the well-known address", () => {
		const key = readKey(bytes(KEY_ONE));
		expect(key === null ? null : addressOf(key)).toBe("0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf");
	});
});
