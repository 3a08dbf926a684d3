import { scrypt } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import type { Scrypt } from "../../../../src/vault/file/vault-file.ts";
import { readKeyFile } from "../../../../src/vault/keys/key-file.ts";
import { bytes, openScene, PASSWORD, sceneWithPhrase, TOKEN } from "../scene.ts";

/** Key files of other wallets: the two vectors of the format's definition, and every invalid form. */

const ADDRESS = "0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b";
const KEY = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
const FILE_PASSWORD = "testpassword";

const PBKDF2 = {
	crypto: {
		cipher: "aes-128-ctr",
		cipherparams: { iv: "6087dab2f9fdbbfaddc31a909735c1e6" },
		ciphertext: "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
		kdf: "pbkdf2",
		kdfparams: {
			c: 262144,
			dklen: 32,
			prf: "hmac-sha256",
			salt: "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd",
		},
		mac: "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2",
	},
	id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
	version: 3,
};
const SCRYPT = {
	crypto: {
		cipher: "aes-128-ctr",
		cipherparams: { iv: "83dbcc02d8ccb40e466191a123791e0e" },
		ciphertext: "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",
		kdf: "scrypt",
		kdfparams: {
			dklen: 32,
			n: 262144,
			p: 8,
			r: 1,
			salt: "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19",
		},
		mac: "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097",
	},
	id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
	version: 3,
};

let asked = 0;
const real: Scrypt = (password, salt, length, { N, r, p, maxmem }) => {
	asked += 1;
	return new Promise((resolve, reject) => {
		scrypt(password, salt, length, { N, r, p, maxmem }, (error, key) =>
			error === null ? resolve(key) : reject(error),
		);
	});
};

const read = (file: unknown, password = FILE_PASSWORD) =>
	readKeyFile(bytes(typeof file === "string" ? file : JSON.stringify(file)), bytes(password), real);

const faultOf = async (file: unknown, password?: string) => {
	const found = await read(file, password);
	return found.ok ? null : found.fault;
};

const changed = (change: object, params: object = {}) => ({
	...PBKDF2,
	crypto: { ...PBKDF2.crypto, ...change, kdfparams: { ...PBKDF2.crypto.kdfparams, ...params } },
});

describe("an encrypted key file of Ethereum", () => {
	it.each([
		["pbkdf2", PBKDF2],
		["scrypt", SCRYPT],
	])("is read by %s, to the key of the format's own example", async (_, file) => {
		const found = await read(file);
		if (!found.ok) throw new Error(JSON.stringify(found.fault));
		expect(found.imported.key.toString("hex")).toBe(KEY);
		expect(found.imported.account).toEqual({ family: "evm", address: ADDRESS, kind: "imported", path: null });
	});

	it("is read with some wallets' variations: a capital letter, 0x, members of their own, its address", async () => {
		const { crypto, ...rest } = PBKDF2;
		const other = {
			...rest,
			Crypto: { ...crypto, mac: `0x${crypto.mac}` },
			address: ADDRESS.slice(2).toLowerCase(),
			"x-ethers": { gethFilename: "a" },
		};
		expect((await read(other)).ok).toBe(true);
	});

	it("reports a wrong password and changed contents alike", async () => {
		expect(await faultOf(PBKDF2, "testpasswort")).toEqual({ kind: "password" });
		expect(await faultOf(PBKDF2, "")).toEqual({ kind: "password" });
		const ciphertext = `00${PBKDF2.crypto.ciphertext.slice(2)}`;
		expect(await faultOf(changed({ ciphertext }))).toEqual({ kind: "password" });
	});

	it("is refused if the file names another account", async () => {
		expect(await faultOf({ ...PBKDF2, address: "00".repeat(20) })).toEqual({ kind: "address" });
	});

	it.each<[string, unknown]>([
		["version", { ...PBKDF2, version: 1 }],
		["crypto", { version: 3 }],
		["address", { ...PBKDF2, address: "0x12" }],
		["crypto.cipher", changed({ cipher: "aes-128-cbc" })],
		["crypto.cipherparams.iv", changed({ cipherparams: { iv: "00" } })],
		["crypto.ciphertext", changed({ ciphertext: "zz".repeat(32) })],
		["crypto.ciphertext", changed({ ciphertext: "00".repeat(31) })],
		["crypto.mac", changed({ mac: 5 })],
		["crypto.kdf", changed({ kdf: "argon2" })],
		["crypto.kdfparams.prf", changed({}, { prf: "hmac-md5" })],
		["crypto.kdfparams.c", changed({}, { c: 0 })],
		["crypto.kdfparams.dklen", changed({}, { dklen: 64 })],
		["crypto.kdfparams.salt", changed({}, { salt: "" })],
		[
			"crypto.kdfparams.n",
			{ ...SCRYPT, crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, n: 1000 } } },
		],
		["", "not JSON"],
		["", "null"],
		["", "5"],
	])("names the invalid member %s", async (field, file) => {
		expect(await faultOf(file)).toEqual({ kind: "field", field });
	});

	it("is refused before any work if it requires more than a wallet would", async () => {
		asked = 0;
		const costly = (change: object) => ({
			...SCRYPT,
			crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, ...change } },
		});
		expect(await faultOf(costly({ n: 2 ** 30 }))).toEqual({ kind: "cost" });
		expect(await faultOf(costly({ r: 2 ** 20 }))).toEqual({ kind: "cost" });
		expect(await faultOf(costly({ p: 2 ** 20 }))).toEqual({ kind: "cost" });
		// This costs little time, but half a gigabyte of memory for parallel work.
		expect(await faultOf(costly({ n: 2, r: 1, p: 2 ** 22 }))).toEqual({ kind: "cost" });
		expect(await faultOf(changed({}, { c: 2 ** 31 }))).toEqual({ kind: "cost" });
		expect(asked).toBe(0);
	});
});

describe("importing a key file", () => {
	const request = (file: unknown, filePassword = FILE_PASSWORD, password = PASSWORD) => ({
		kind: "importKeyFile" as const,
		file: bytes(JSON.stringify(file)),
		filePassword: bytes(filePassword),
		password: bytes(password),
	});

	it("adds the account to the vault that its password opens, once", async () => {
		const scene = await sceneWithPhrase();
		const account = { family: "evm", address: ADDRESS, kind: "imported", path: null };
		expect(await scene.ask(request(PBKDF2))).toEqual({ ok: true, account, accounts: [account] });
		expect(scene.status().accounts.map(({ address }) => address)).toContain(ADDRESS);
		expect(await scene.ask(request(SCRYPT))).toMatchObject({ ok: false, reason: "duplicate" });
	});

	it("creates a vault if there is none, and accepts the list of Solana's command line without a password", async () => {
		const scene = openScene();
		const keys = Keypair.generate();
		expect(await scene.ask(request([...keys.secretKey], ""))).toMatchObject({
			ok: true,
			account: { family: "svm", address: keys.publicKey.toBase58() },
		});
		expect(await scene.ask(request([1, 2, 3], ""))).toMatchObject({ ok: false, reason: "badKey" });
	});

	it("distinguishes the file's password from the vault's, and names the invalid member", async () => {
		const scene = await sceneWithPhrase();
		expect(await scene.ask(request(PBKDF2, "wrong"))).toMatchObject({
			ok: false,
			reason: "badKey",
			field: "filePassword",
			text: message("vault.key-file.password"),
		});
		expect(await scene.ask(request(changed({ kdf: "argon2" })))).toMatchObject({
			ok: false,
			field: "crypto.kdf",
			text: message("vault.key-file.field", { field: "crypto.kdf" }),
		});
		expect(await scene.ask(request(PBKDF2, FILE_PASSWORD, "wrong password"))).toMatchObject({
			ok: false,
			reason: "wrongPassword",
		});
	});

	it("wipes file and passwords, for any outcome", async () => {
		const scene = await sceneWithPhrase();
		for (const file of [PBKDF2, { version: 3 }]) {
			const given = request(file);
			const before = scene.replies.length;
			scene.receive({ token: TOKEN, id: 1000 + before, request: given });
			while (scene.replies.length === before) await new Promise((resolve) => setImmediate(resolve));
			for (const each of [given.file, given.filePassword, given.password])
				expect(each.every((byte) => byte === 0)).toBe(true);
		}
		expect(scene.logged.join()).not.toContain(FILE_PASSWORD);
	});
});
