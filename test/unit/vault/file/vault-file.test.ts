import { createHash, randomBytes } from "node:crypto";
import canonicalize from "canonicalize";
import { describe, expect, it } from "vitest";
import {
	COST,
	fileKey,
	newKdf,
	openVault,
	readVaultFile,
	sealVault,
	type VaultFile,
	writeVaultFile,
} from "../../../../src/vault/file/vault-file.ts";
import { VaultDamagedError, WrongPasswordError } from "../../../../src/vault/vault-errors.ts";
import {
	ABANDON_FIRST,
	ABANDON_SVM,
	bytes,
	JUNK_FIRST,
	JUNK_SVM,
	PASSWORD,
	QUICK,
	testScrypt,
} from "../scene.ts";

const random = (length: number) => randomBytes(length);
const PLAIN = Buffer.from("the secrets");

async function sealed(): Promise<{ file: VaultFile; key: Buffer }> {
	const kdf = newKdf(random, QUICK);
	const key = await fileKey(testScrypt, bytes(PASSWORD), kdf);
	const accounts = [
		{ family: "evm" as const, address: JUNK_FIRST, kind: "phrase" as const, path: "m/44'/60'/0'/0/0" },
		{ family: "evm" as const, address: ABANDON_FIRST, kind: "imported" as const, path: null },
		{ family: "svm" as const, address: JUNK_SVM, kind: "phrase" as const, path: "m/44'/501'/0'/0'" },
	];
	return { file: sealVault(PLAIN, key, kdf, { accounts, hasPhrase: true, sealed: false }, random), key };
}

/** Returns the file with one change and a matching checksum, as an attacker would write it. */
function forged(file: VaultFile, change: (copy: VaultFile) => void): VaultFile {
	const copy = structuredClone(file);
	change(copy);
	const { checksum: _former, ...rest } = copy;
	return {
		...rest,
		checksum: createHash("sha256")
			.update(canonicalize(rest) ?? "")
			.digest("hex"),
	};
}

/** Opens the file with the password, as an unlock does. */
async function unlock(file: VaultFile): Promise<Buffer> {
	const read = readVaultFile(writeVaultFile(file), QUICK);
	return openVault(read, await fileKey(testScrypt, bytes(PASSWORD), read.kdf));
}

const flipped = (hex: string, at: number) =>
	hex.slice(0, at) + (Number.parseInt(hex[at] ?? "0", 16) ^ 1).toString(16) + hex.slice(at + 1);

describe("a vault file", () => {
	it("opens with its password, and with no other", async () => {
		const { file } = await sealed();
		expect(await unlock(file)).toEqual(PLAIN);
		const other = await fileKey(testScrypt, bytes("correct horsf"), file.kdf);
		expect(() => openVault(file, other)).toThrow(WrongPasswordError);
	});

	it("uses scrypt 2^17, 8, 1 unless a test overrides it", () => {
		expect(COST).toEqual({ N: 131_072, r: 8, p: 1 });
		expect(newKdf(random)).toMatchObject({ name: "scrypt", N: 131_072, r: 8, p: 1 });
	});

	it("has a new salt and IV each time, and nothing in clear text", async () => {
		const [one, other] = [await sealed(), await sealed()];
		expect(one.file.kdf.salt).not.toBe(other.file.kdf.salt);
		expect(one.file.cipher.iv).not.toBe(other.file.cipher.iv);
		expect(writeVaultFile(one.file).includes(PLAIN.toString("hex"))).toBe(false);
	});

	it("with any nibble of its hex parameters changed is refused", async () => {
		const { file } = await sealed();
		const places: [string, (copy: VaultFile, text: string) => void, string][] = [
			["salt", (copy, text) => Object.assign(copy.kdf, { salt: text }), file.kdf.salt],
			["iv", (copy, text) => Object.assign(copy.cipher, { iv: text }), file.cipher.iv],
			["tag", (copy, text) => Object.assign(copy, { tag: text }), file.tag],
			["ciphertext", (copy, text) => Object.assign(copy, { ciphertext: text }), file.ciphertext],
		];
		for (const [name, put, hex] of places)
			for (let at = 0; at < hex.length; at += 1) {
				const changed = forged(file, (copy) => put(copy, flipped(hex, at)));
				await expect(unlock(changed), `${name} at ${at}`).rejects.toThrow(WrongPasswordError);
			}
	});

	it.each<[string, (copy: VaultFile) => void]>([
		["a higher N", (copy) => Object.assign(copy.kdf, { N: 256 })],
		["another r", (copy) => Object.assign(copy.kdf, { r: 9 })],
		["another p", (copy) => Object.assign(copy.kdf, { p: 2 })],
		["another address", (copy) => Object.assign(copy.accounts[0] ?? {}, { address: ABANDON_FIRST })],
		[
			"an address in another case",
			(copy) => Object.assign(copy.accounts[0] ?? {}, { address: JUNK_FIRST.toLowerCase() }),
		],
		["another path", (copy) => Object.assign(copy.accounts[0] ?? {}, { path: "m/44'/60'/0'/0/1" })],
		["another Solana address", (copy) => Object.assign(copy.accounts[2] ?? {}, { address: ABANDON_SVM })],
		["no family", (copy) => void Reflect.deleteProperty(copy.accounts[0] ?? {}, "family")],
		["another kind", (copy) => Object.assign(copy.accounts[1] ?? {}, { kind: "phrase" })],
		["a missing account", (copy) => copy.accounts.pop()],
		["accounts in another order", (copy) => copy.accounts.reverse()],
		["no phrase", (copy) => Object.assign(copy, { hasPhrase: false })],
		["a marker of a sealed state", (copy) => Object.assign(copy, { sealed: true })],
	])("with %s is refused", async (_name, change) => {
		const { file } = await sealed();
		await expect(unlock(forged(file, change))).rejects.toThrow(WrongPasswordError);
	});

	it("with its marker of a sealed state removed is refused", async () => {
		const { file, key } = await sealed();
		const accounts = file.accounts.slice();
		const marked = sealVault(PLAIN, key, file.kdf, { accounts, hasPhrase: true, sealed: true }, random);
		expect((await unlock(marked)).toString()).toBe("the secrets");
		const without = forged(marked, (copy) => Reflect.deleteProperty(copy, "sealed"));
		await expect(unlock(without)).rejects.toThrow(WrongPasswordError);
	});

	it.each<[string, (copy: VaultFile) => void]>([
		["half of N", (copy) => Object.assign(copy.kdf, { N: COST.N / 2 })],
		["a smaller r", (copy) => Object.assign(copy.kdf, { r: 7 })],
		["a p of 0", (copy) => Object.assign(copy.kdf, { p: 0 })],
		["an N that is no power of two", (copy) => Object.assign(copy.kdf, { N: COST.N + 1 })],
		["an N that needs too much memory", (copy) => Object.assign(copy.kdf, { N: 2 ** 30 })],
		["an r that needs too much memory", (copy) => Object.assign(copy.kdf, { r: 4096 })],
		["a p that takes too long", (copy) => Object.assign(copy.kdf, { p: 100_000 })],
		["another KDF", (copy) => Object.assign(copy.kdf, { name: "pbkdf2" })],
		["another cipher", (copy) => Object.assign(copy.cipher, { name: "aes-256-ctr" })],
		["a short tag", (copy) => Object.assign(copy, { tag: "00000000" })],
		[
			"a Solana account without its family",
			(copy) => void Reflect.deleteProperty(copy.accounts[2] ?? {}, "family"),
		],
		[
			"a Solana address for an EVM account",
			(copy) => Object.assign(copy.accounts[0] ?? {}, { address: JUNK_SVM }),
		],
		[
			"an EVM path for a Solana account",
			(copy) => Object.assign(copy.accounts[2] ?? {}, { path: "m/44'/60'/0'/0/0" }),
		],
		["another version", (copy) => Object.assign(copy, { version: 2 })],
		["an unknown member", (copy) => Object.assign(copy, { note: "hello" })],
		["hex in upper case", (copy) => Object.assign(copy, { tag: copy.tag.toUpperCase().replace(/^./, "A") })],
	])("that requires %s is refused before any password is tried", async (_name, change) => {
		const { file } = await sealed();
		const usual = forged(file, (copy) => Object.assign(copy.kdf, COST));
		expect(() => readVaultFile(writeVaultFile(usual))).not.toThrow();
		expect(() => readVaultFile(writeVaultFile(forged(usual, change)))).toThrow(VaultDamagedError);
	});

	it("truncated anywhere is damaged, not a wrong password", async () => {
		const { file } = await sealed();
		const whole = writeVaultFile(file);
		// The last byte is the final newline, which isn't needed.
		for (let length = 0; length < whole.length - 1; length += 1)
			expect(() => readVaultFile(whole.subarray(0, length), QUICK), `${length}`).toThrow(VaultDamagedError);
	});

	it("with any one bit flipped by accident is damaged or reads as before", async () => {
		const { file } = await sealed();
		const whole = writeVaultFile(file);
		for (let at = 0; at < whole.length; at += 1) {
			const turned = Buffer.from(whole);
			turned[at] = (turned[at] ?? 0) ^ (1 << (at % 8));
			try {
				expect(readVaultFile(turned, QUICK)).toEqual(file);
			} catch (error) {
				expect(error).toBeInstanceOf(VaultDamagedError);
			}
		}
	});

	it("of megabytes is refused without being read", () => {
		expect(() => readVaultFile(Buffer.alloc(5_000_000, 0x20))).toThrow(VaultDamagedError);
	});
});
