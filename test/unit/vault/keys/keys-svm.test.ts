import {
	createHmac,
	createPrivateKey,
	createPublicKey,
	pbkdf2Sync,
	randomBytes,
	sign,
	verify,
} from "node:crypto";
import { base58 } from "@scure/base";
import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { readPhrase } from "../../../../src/vault/keys/keys.ts";
import {
	addressOfSvm,
	pathOfSvm,
	readSvmKey,
	signSvm,
	verifiesSvm,
} from "../../../../src/vault/keys/keys-svm.ts";
import { ABANDON, ABANDON_SVM, bytes, JUNK, svmKey } from "../scene.ts";

function entropyOf(phrase: string): Buffer {
	const entropy = readPhrase(bytes(phrase));
	if (entropy === null) throw new Error("The test's phrase is wrong.");
	return entropy;
}

/** Derives a key by SLIP-0010 with only Node's HMAC. */
function derivedHere(phrase: string, path: readonly number[]): Buffer {
	const seed = pbkdf2Sync(phrase, "mnemonic", 2048, 64, "sha512");
	const hmac = (key: Uint8Array | string, data: Uint8Array) =>
		createHmac("sha512", key).update(data).digest();
	const node = path.reduce(
		(parent, step) => {
			const index = Buffer.alloc(4);
			index.writeUInt32BE(step + 0x8000_0000);
			return hmac(parent.subarray(32), Buffer.concat([Buffer.of(0), parent.subarray(0, 32), index]));
		},
		hmac("ed25519 seed", seed),
	);
	return node.subarray(0, 32);
}

const pairOf = (seed: Uint8Array) => Keypair.fromSeed(seed).secretKey;

describe("a phrase on Solana", () => {
	it("derives the account of other wallets from the first BIP-39 vector", () => {
		expect(addressOfSvm(svmKey(entropyOf(ABANDON), 0))).toBe(ABANDON_SVM);
	});

	it.each([
		[ABANDON, 0],
		[ABANDON, 1],
		[JUNK, 0],
		[JUNK, 7],
	])("%s derives account %i as in SLIP-0010", (phrase, index) => {
		const key = svmKey(entropyOf(phrase), index);
		const expected = derivedHere(phrase, [44, 501, index, 0]);
		expect(key).toEqual(expected);
		expect(addressOfSvm(key)).toBe(Keypair.fromSeed(expected).publicKey.toBase58());
		expect(pathOfSvm(index)).toBe(`m/44'/501'/${index}'/0'`);
	});
});

describe("a Solana key", () => {
	const seed = () => randomBytes(32);

	it("is read from base58 of both its halves", () => {
		for (let round = 0; round < 50; round += 1) {
			const made = seed();
			expect(readSvmKey(bytes(base58.encode(pairOf(made))))).toEqual(made);
		}
	});

	it("is read from the command line's list, with any spaces between", () => {
		const made = seed();
		const list = [...pairOf(made)];
		for (const text of [JSON.stringify(list), ` ${JSON.stringify(list, null, "\t")}\r\n`])
			expect(readSvmKey(bytes(text))).toEqual(made);
	});

	it("that begins with zero bytes is read completely, and is refused with one leading 1 less or more", () => {
		const made = Buffer.concat([Buffer.alloc(2), Buffer.of(7), randomBytes(29)]);
		const text = base58.encode(pairOf(made));
		expect(text).toMatch(/^11[^1]/);
		expect(readSvmKey(bytes(text))).toEqual(made);
		expect(readSvmKey(bytes(text.slice(1)))).toBeNull();
		expect(readSvmKey(bytes(`1${text}`))).toBeNull();
	});

	const fixed = Buffer.alloc(32, 7);
	const pair = [...pairOf(fixed)];
	const text = base58.encode(pairOf(fixed));
	const other = Keypair.generate().publicKey.toBytes();

	it.each([
		["a seed alone", base58.encode(fixed)],
		["a seed next to a foreign public key", base58.encode(Buffer.concat([fixed, other]))],
		["a list with a foreign public key", JSON.stringify([...fixed, ...other])],
		["a character outside base58", `0${text.slice(1)}`],
		["a letter less", text.slice(0, -1)],
		["a letter more", `${text}z`],
		["a space at its end", `${text} `],
		["63 numbers", JSON.stringify(pair.slice(0, 63))],
		["65 numbers", JSON.stringify([...pair, 0])],
		["a number above 255", JSON.stringify(pair).replace("[7,", "[263,")],
		["a number below 0", JSON.stringify(pair).replace("[7,", "[-7,")],
		["a fraction", JSON.stringify(pair).replace("[7,", "[7.0,")],
		["a number with a leading zero", JSON.stringify(pair).replace("[7,", "[07,")],
		["a missing number", JSON.stringify(pair).replace("[7,", "[,")],
		["no closing bracket", JSON.stringify(pair).slice(0, -1)],
		["something after its end", `${JSON.stringify(pair)}1`],
		["zeros only", "1".repeat(64)],
		["nothing", ""],
	])("with %s is refused", (_name, wrong) => {
		expect(readSvmKey(bytes(wrong))).toBeNull();
	});

	it("signs like Node, and every bit of it matters", () => {
		for (let round = 0; round < 20; round += 1) {
			const made = seed();
			const message = randomBytes(round * 40);
			const address = addressOfSvm(made);
			const signature = signSvm(message, made);
			const jwk = {
				kty: "OKP",
				crv: "Ed25519",
				x: Buffer.from(base58.decode(address)).toString("base64url"),
			};
			const publicKey = createPublicKey({ key: jwk, format: "jwk" });
			const privateKey = createPrivateKey({
				key: { ...jwk, d: made.toString("base64url") },
				format: "jwk",
			});
			expect(Buffer.from(signature)).toEqual(sign(null, message, privateKey));
			expect(verify(null, message, publicKey, signature)).toBe(true);
			expect(verifiesSvm(signature, message, address)).toBe(true);
			const turned = Uint8Array.from(signature, (byte, at) => (at === round ? byte ^ 1 : byte));
			expect(verifiesSvm(turned, message, address)).toBe(false);
			expect(verifiesSvm(signature, message, addressOfSvm(seed()))).toBe(false);
		}
		expect(verifiesSvm(new Uint8Array(64), Buffer.of(), "no address")).toBe(false);
	});
});
