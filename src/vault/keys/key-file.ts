import { createDecipheriv, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { z } from "zod";
import { readAddress } from "../../core/format/numeral.ts";
import type { Scrypt } from "../file/vault-file.ts";
import { secretCopy, wipe, withSecret } from "../memory.ts";
import { addressOf } from "./keys.ts";
import { type ImportedKey, readImportedKey } from "./vault-accounts.ts";

export type KeyFileFault =
	| { readonly kind: "field"; readonly field: string }
	/** Deriving the key would cost more than in any wallet's file. */
	| { readonly kind: "cost" }
	/** The format can't distinguish a wrong password from modified content. */
	| { readonly kind: "password" }
	| { readonly kind: "address" };

type ReadKeyFile =
	| { readonly ok: true; readonly imported: ImportedKey }
	| { readonly ok: false; readonly fault: KeyFileFault };

/** 256 MiB plus overhead, and four times the work of geth's default. */
const MAX_SCRYPT = { memory: 2 ** 28 + 2 ** 20, work: 2 ** 23 } as const;
const MAX_ROUNDS = 4_000_000;

const hexOf = (bytes: number) =>
	z
		.string()
		.regex(new RegExp(`^(?:0x)?[0-9a-fA-F]{${bytes * 2}}$`))
		.transform((text) => Buffer.from(text.replace(/^0x/, ""), "hex"));
const salt = z
	.string()
	.regex(/^(?:0x)?(?:[0-9a-fA-F]{2}){1,128}$/)
	.transform((text) => Buffer.from(text.replace(/^0x/, ""), "hex"));
const positive = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const scryptParams = z.looseObject({
	n: positive.refine((n) => n > 1 && Number.isInteger(Math.log2(n))),
	r: positive,
	p: positive,
	dklen: z.literal(32),
	salt,
});
const pbkdf2Params = z.looseObject({
	c: positive,
	prf: z.literal("hmac-sha256"),
	dklen: z.literal(32),
	salt,
});

const common = {
	cipher: z.literal("aes-128-ctr"),
	cipherparams: z.looseObject({ iv: hexOf(16) }),
	ciphertext: hexOf(32),
	mac: hexOf(32),
};
const keyFile = z.looseObject({
	version: z.literal(3),
	address: hexOf(20).nullish(),
	crypto: z.discriminatedUnion("kdf", [
		z.looseObject({ ...common, kdf: z.literal("scrypt"), kdfparams: scryptParams }),
		z.looseObject({ ...common, kdf: z.literal("pbkdf2"), kdfparams: pbkdf2Params }),
	]),
});
type KeyFile = z.infer<typeof keyFile>;

const fault = (of: KeyFileFault): ReadKeyFile => ({ ok: false, fault: of });
const NO_FILE = fault({ kind: "field", field: "" });

/** In older files, the field is called `Crypto`. */
function withCrypto(file: unknown): unknown {
	if (typeof file !== "object" || file === null || !("Crypto" in file) || "crypto" in file) return file;
	return { ...file, crypto: file.Crypto };
}

function parsed(text: Uint8Array): KeyFile | KeyFileFault {
	let json: unknown;
	try {
		json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
	} catch {
		return { kind: "field", field: "" };
	}
	if (typeof json !== "object" || json === null || Array.isArray(json)) return { kind: "field", field: "" };
	const read = keyFile.safeParse(withCrypto(json));
	if (read.success) return read.data;
	return { kind: "field", field: read.error.issues[0]?.path.join(".") ?? "" };
}

const isFault = (read: KeyFile | KeyFileFault): read is KeyFileFault => "kind" in read && !("crypto" in read);

const derive = promisify(pbkdf2);

/**
 * Derives the key. Its first 16 bytes decrypt, and its last 16 authenticate. Returns `null` if the cost is
 * too high.
 */
async function keyOf({ crypto }: KeyFile, password: Uint8Array, scrypt: Scrypt): Promise<Uint8Array | null> {
	if (crypto.kdf === "pbkdf2") {
		const { c, salt: of } = crypto.kdfparams;
		return c > MAX_ROUNDS ? null : await derive(password, of, c, 32, "sha256");
	}
	const { n, r, p, salt: of } = crypto.kdfparams;
	if (128 * r * (n + p) > MAX_SCRYPT.memory || n * r * p > MAX_SCRYPT.work) return null;
	const maxmem = 256 * r * (n + p);
	// OpenSSL rejects these parameters, but the specification's own example uses them.
	if (n >= 2 ** (16 * r)) return await scryptAsync(password, of, { N: n, r, p, dkLen: 32, maxmem });
	return await scrypt(password, of, 32, { N: n, r, p, maxmem });
}

function decipher({ crypto }: KeyFile, derived: Uint8Array): Buffer | null {
	const proof = Buffer.concat([derived.subarray(16, 32), crypto.ciphertext]);
	const mac = withSecret(proof, keccak_256);
	if (!timingSafeEqual(mac, crypto.mac)) return null;
	const cipher = createDecipheriv("aes-128-ctr", derived.subarray(0, 16), crypto.cipherparams.iv);
	// With a stream cipher, `update` returns the whole output.
	return withSecret(cipher.update(crypto.ciphertext), secretCopy);
}

const isList = (text: Uint8Array): boolean => {
	const first = text.find((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
	return first === 0x5b;
};

/** Reads Ethereum's encrypted JSON (version 3), and the Solana CLI's unencrypted array of 64 numbers. */
export async function readKeyFile(
	text: Uint8Array,
	password: Uint8Array,
	scrypt: Scrypt,
): Promise<ReadKeyFile> {
	if (isList(text)) {
		const imported = readImportedKey(text);
		return imported === null ? NO_FILE : { ok: true, imported };
	}
	const file = parsed(text);
	if (isFault(file)) return fault(file);
	const derived = await keyOf(file, password, scrypt);
	if (derived === null) return fault({ kind: "cost" });
	const key = withSecret(derived, (of) => decipher(file, of));
	if (key === null) return fault({ kind: "password" });
	if (!secp256k1.utils.isValidSecretKey(key)) {
		wipe(key);
		return fault({ kind: "field", field: "crypto.ciphertext" });
	}
	const address = addressOf(key);
	const named = file.address ?? null;
	if (named !== null && readAddress(address) !== readAddress(`0x${named.toString("hex")}`)) {
		wipe(key);
		return fault({ kind: "address" });
	}
	return { ok: true, imported: { key, account: { family: "evm", address, kind: "imported", path: null } } };
}
