import { createCipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import canonicalize from "canonicalize";
import { describe, expect, it } from "vitest";
import { readPhrase } from "../../../../src/vault/keys/keys.ts";
import { commit, frozenOf, SIGNER } from "../../core/match/honest.ts";
import { signedOf } from "../payloads.ts";
import {
	bytes,
	FOLDER,
	JUNK,
	JUNK_FIRST,
	JUNK_SECOND,
	JUNK_SVM,
	KEY_ONE,
	openScene,
	PASSWORD,
	QUICK,
	type Scene,
} from "../scene.ts";
import { MemoryFiles } from "./memory-files.ts";

/** Vault files from before Solana, whose accounts have no chain family. */

const canonical = (value: unknown) => canonicalize(value) ?? "";

/** Writes a file as that version did: with a phrase and an imported key, but no family. */
function oldFile(): MemoryFiles {
	const entropy = readPhrase(bytes(JUNK)) ?? Buffer.of();
	const key = Buffer.from(KEY_ONE.slice(2), "hex");
	const plain = Buffer.concat([Buffer.of(1, entropy.length), entropy, Buffer.of(1), key]);
	const salt = randomBytes(32);
	const iv = randomBytes(12);
	const head = {
		version: 1,
		kdf: { name: "scrypt", ...QUICK, salt: salt.toString("hex") },
		cipher: { name: "aes-256-gcm", iv: iv.toString("hex") },
		accounts: [
			{ address: JUNK_FIRST, kind: "phrase", path: "m/44'/60'/0'/0/0" },
			{ address: SIGNER, kind: "imported", path: null },
			{ address: JUNK_SECOND, kind: "phrase", path: "m/44'/60'/0'/0/1" },
		],
		hasPhrase: true,
	};
	const cipher = createCipheriv("aes-256-gcm", scryptSync(PASSWORD, salt, 32, QUICK), iv);
	cipher.setAAD(Buffer.from(canonical(head)));
	const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]).toString("hex");
	const sealed = { ...head, ciphertext, tag: cipher.getAuthTag().toString("hex") };
	const checksum = createHash("sha256").update(canonical(sealed)).digest("hex");
	return new MemoryFiles(
		new Map([[`${FOLDER}/vault.json`, Buffer.from(JSON.stringify({ ...sealed, checksum }, null, "\t"))]]),
	);
}

const OLD = [
	{ family: "evm", address: JUNK_FIRST, kind: "phrase", path: "m/44'/60'/0'/0/0" },
	{ family: "evm", address: SIGNER, kind: "imported", path: null },
	{ family: "evm", address: JUNK_SECOND, kind: "phrase", path: "m/44'/60'/0'/0/1" },
];

async function opened(): Promise<Scene> {
	const scene = openScene(oldFile());
	expect(scene.status()).toMatchObject({ state: "locked", text: null });
	expect(await scene.ask({ kind: "unlock", password: bytes(PASSWORD) })).toEqual({ ok: true });
	return scene;
}

describe("a vault file from before Solana", () => {
	it("opens, and its accounts are EVM accounts that can sign", async () => {
		const scene = await opened();
		expect(scene.status().accounts).toEqual(OLD);
		expect(await signedOf(scene, frozenOf(commit()))).toMatchObject({ kind: "evm_transaction" });
	});

	it("is not changed by reading", async () => {
		const scene = await opened();
		const text = Buffer.from(scene.files.contents.get(`${FOLDER}/vault.json`) ?? []).toString();
		expect(text).toContain(JUNK_FIRST);
		expect(text).not.toContain("family");
	});

	it("accepts Solana accounts: the phrase's first, and imported keys after the old one", async () => {
		const scene = await opened();
		const derived = await scene.ask({ kind: "derive", family: "svm" });
		const account = { family: "svm", address: JUNK_SVM, kind: "phrase", path: "m/44'/501'/0'/0'" };
		expect(derived).toEqual({ ok: true, account });
		const later = scene.restart();
		expect(await later.ask({ kind: "unlock", password: bytes(PASSWORD) })).toEqual({ ok: true });
		expect(later.status().accounts).toEqual([...OLD, account]);
		expect(await signedOf(later, frozenOf(commit()))).toMatchObject({ kind: "evm_transaction" });
	});

	it("keeps its accounts after a new password", async () => {
		const scene = await opened();
		const next = bytes("battery staple");
		await scene.ask({ kind: "changePassword", password: bytes(PASSWORD), next });
		const later = scene.restart();
		expect(await later.ask({ kind: "unlock", password: bytes("battery staple") })).toEqual({ ok: true });
		expect(later.status().accounts).toEqual(OLD);
	});
});
