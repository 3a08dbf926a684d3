import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { deriveKeyAt, readPhrase, seedOf } from "../../../../src/vault/keys/keys.ts";
import { deriveSvmKeyAt } from "../../../../src/vault/keys/keys-svm.ts";
import { accountsAt } from "../../../../src/vault/keys/vault-accounts.ts";
import type { Derivation } from "../../../../src/vault/protocol.ts";
import {
	ABANDON,
	bytes,
	FOLDER,
	JUNK,
	JUNK_FIRST,
	JUNK_SECOND,
	JUNK_SVM,
	KEY_ONE,
	openScene,
	PASSWORD,
	type Scene,
} from "../scene.ts";

/**
 * Accounts at other wallets' paths, checked with the standards' own vectors and with addresses that those wallets
 * show.
 */

const VECTOR_SEED = Buffer.from("000102030405060708090a0b0c0d0e0f", "hex");
const PASSPHRASE = "I will pay 4000 USD";
const WITH_PASSPHRASE = "0xFa0c380117f1b3313C11ccA9713E2e041f5F3375";
const hex = (key: Uint8Array) => Buffer.from(key).toString("hex");

function seedFor(phrase: string, passphrase = ""): Buffer {
	const entropy = readPhrase(bytes(phrase));
	if (entropy === null) throw new Error("The test's phrase is wrong.");
	return seedOf(entropy, bytes(passphrase));
}

describe("derivation by the standards' vectors", () => {
	it("derives a phrase's seed with a passphrase (BIP-39)", () => {
		expect(hex(seedFor(ABANDON, "TREZOR"))).toBe(
			"c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04",
		);
	});

	it.each([
		["m/0'", "edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea"],
		["m/0'/1/2'/2/1000000000", "471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8"],
	])("derives the key at %s (BIP-32, vector 1)", (path, key) => {
		expect(hex(deriveKeyAt(VECTOR_SEED, path))).toBe(key);
	});

	it.each([
		["m/0'", "68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3"],
		["m/0'/1'", "b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2"],
		["m/0'/1'/2'/2'/1000000000'", "8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793"],
	])("derives the key at %s (SLIP-0010, ed25519 vector 1)", (path, key) => {
		expect(hex(deriveSvmKeyAt(VECTOR_SEED, path))).toBe(key);
	});
});

/** Addresses that other wallets derive from the development chains' phrase. */
const ELSEWHERE: readonly (readonly [wallet: string, Derivation, address: string])[] = [
	["MetaMask’s first", { family: "evm", path: "m/44'/60'/0'/0/0" }, JUNK_FIRST],
	["MetaMask’s second", { family: "evm", path: "m/44'/60'/0'/0/1" }, JUNK_SECOND],
	[
		"Ledger Live’s second",
		{ family: "evm", path: "m/44'/60'/1'/0/0" },
		"0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650",
	],
	[
		"older Ledger apps’ first",
		{ family: "evm", path: "m/44'/60'/0'/0" },
		"0x1e59ce931B4CFea3fe4B875411e280e173cB7A9C",
	],
	["Phantom’s first", { family: "svm", path: "m/44'/501'/0'/0'" }, JUNK_SVM],
	[
		"Trust Wallet’s first",
		{ family: "svm", path: "m/44'/501'/0'" },
		"BtELVjZSaWhMat94P9HyasX3Gvpv6C7WHXJGqWdZbwSQ",
	],
	["the command line’s", { family: "svm", path: "seed" }, "G9r1RYmVnXptzCA2an46rNnHsCAQLvjyM6vR2mo3LpG1"],
];

describe("an account of another wallet", () => {
	it.each(ELSEWHERE)("%s is found", (_wallet, at, address) => {
		expect(accountsAt(seedFor(JUNK), [at])).toEqual([{ ...at, kind: "phrase", address }]);
	});

	it("of the command line has the key of Solana’s own library for the seed", () => {
		const seed = seedFor(ABANDON);
		expect(accountsAt(seed, [{ family: "svm", path: "seed" }])[0]?.address).toBe(
			Keypair.fromSeed(seed.subarray(0, 32)).publicKey.toBase58(),
		);
	});
});

const importing = (at: readonly Derivation[], passphrase?: string) => ({
	kind: "importPhrase" as const,
	phrase: bytes(JUNK),
	accounts: [...at],
	...(passphrase === undefined ? {} : { passphrase: bytes(passphrase) }),
	password: bytes(PASSWORD),
});

const exported = async (scene: Scene, address: string) => {
	const answer = await scene.ask({ kind: "exportKey", address, password: bytes(PASSWORD) });
	return answer.ok ? Buffer.from(answer.key).toString() : answer.reason;
};

describe("importing chosen accounts of a phrase", () => {
	const chosen = ELSEWHERE.map(([, at]) => at);
	const addresses = ELSEWHERE.map(([, , address]) => address);

	it("stores their paths, and signs for them after a restart", async () => {
		const scene = openScene();
		expect(await scene.ask(importing([...chosen, ...chosen]))).toMatchObject({ ok: true });
		const later = scene.restart();
		expect(later.status().accounts.map(({ address, path }) => [address, path])).toEqual(
			ELSEWHERE.map(([, { path }, address]) => [address, path]),
		);
		for (const address of addresses) expect(await exported(later, address)).not.toBe("failed");
	});

	it("restores them with the phrase after a forgotten password", async () => {
		const scene = openScene();
		await scene.ask(importing(chosen));
		const request = {
			kind: "restore" as const,
			phrase: bytes(JUNK),
			password: bytes("another one"),
			anyway: false,
		};
		expect(await scene.ask(request)).toMatchObject({ ok: true, lost: [] });
		expect(scene.status().accounts.map(({ address }) => address)).toEqual(addresses);
	});

	it("refuses an invalid path of its family", async () => {
		const scene = openScene();
		expect(await scene.ask(importing([{ family: "svm", path: "m/44'/501'/0" }]))).toMatchObject({
			reason: "badMessage",
		});
	});
});

describe("a phrase with a passphrase", () => {
	const first: Derivation = { family: "evm", path: "m/44'/60'/0'/0/0" };
	const second: Derivation = { family: "evm", path: "m/44'/60'/0'/0/1" };

	it("gives addresses without storing anything", async () => {
		const scene = openScene();
		const found = await scene.ask({
			kind: "findAccounts",
			phrase: bytes(JUNK),
			passphrase: bytes(PASSPHRASE),
			accounts: [first],
		});
		expect(found).toMatchObject({ ok: true, accounts: [{ address: WITH_PASSPHRASE }] });
		expect(scene.status().state).toBe("none");
		expect(scene.files.contents.size).toBe(0);
	});

	it("stores only the keys: neither the words nor the passphrase", async () => {
		const scene = openScene();
		expect(await scene.ask(importing([first, second], PASSPHRASE))).toMatchObject({ ok: true });
		const later = scene.restart();
		expect(later.status()).toMatchObject({
			hasPhrase: false,
			accounts: [
				{ address: WITH_PASSPHRASE, kind: "imported", path: null },
				{ kind: "imported", path: null },
			],
		});
		expect(await exported(later, WITH_PASSPHRASE)).toMatch(/^0x[0-9a-f]{64}$/);
		expect(await later.ask({ kind: "showPhrase", password: bytes(PASSWORD) })).toMatchObject({
			reason: "noPhrase",
		});
	});

	it("adds missing keys to a vault that has one of them", async () => {
		const scene = openScene();
		await scene.ask({ kind: "importKey", key: bytes(KEY_ONE), password: bytes(PASSWORD) });
		await scene.ask(importing([first], PASSPHRASE));
		expect(await scene.ask(importing([first, second], PASSPHRASE))).toMatchObject({ ok: true });
		const all = scene.status().accounts;
		expect(all).toHaveLength(3);
		for (const { address } of all) expect(await exported(scene, address)).toMatch(/^0x[0-9a-f]{64}$/);
		expect(scene.files.contents.has(`${FOLDER}/vault.json`)).toBe(true);
	});

	it("counts as no passphrase if it is empty", async () => {
		const scene = openScene();
		expect(await scene.ask(importing([first], ""))).toMatchObject({
			accounts: [{ address: JUNK_FIRST, kind: "phrase" }],
		});
		expect(scene.status().hasPhrase).toBe(true);
	});
});
