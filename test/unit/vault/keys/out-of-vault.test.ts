import { base58 } from "@scure/base";
import { Keypair } from "@solana/web3.js";
import { privateKeyToAddress } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { keyText } from "../../../../src/vault/keys/keys.ts";
import { svmKeyText } from "../../../../src/vault/keys/keys-svm.ts";
import {
	ABANDON,
	bytes,
	JUNK,
	JUNK_FIRST,
	JUNK_SECOND,
	JUNK_SVM,
	KEY_ONE,
	openScene,
	PASSWORD,
	type Scene,
	sceneWithKey,
	sceneWithPhrase,
	TOKEN,
} from "../scene.ts";

/** Exporting the phrase or a key, and removing an account, require the password. */

const ONE = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
const text = (secret: Uint8Array) => new TextDecoder().decode(secret);
const exported = (scene: Scene, address: string, password = PASSWORD) =>
	scene.ask({ kind: "exportKey", address, password: bytes(password) });
const removed = (scene: Scene, address: string, password = PASSWORD) =>
	scene.ask({ kind: "removeAccount", address, password: bytes(password) });
const shown = (scene: Scene, password = PASSWORD) =>
	scene.ask({ kind: "showPhrase", password: bytes(password) });
const addresses = (scene: Scene) => scene.status().accounts.map(({ address }) => address);

describe("the phrase of a vault", () => {
	it("is returned for the password, and a locked vault stays locked", async () => {
		const scene = await sceneWithPhrase();
		await scene.ask({ kind: "lock" });
		const answer = await shown(scene);
		expect(answer.ok && text(answer.phrase)).toBe(JUNK);
		expect(scene.status().state).toBe("locked");
	});
	it("is not returned for another password, even if the vault is open, and the attempt is counted", async () => {
		const scene = await sceneWithPhrase();
		for (let at = 0; at < 5; at += 1)
			expect(await shown(scene, "not the password")).toMatchObject({ reason: "wrongPassword" });
		expect(await shown(scene)).toMatchObject({ reason: "tooSoon" });
	});
	it("is absent if keys were imported one by one", async () => {
		expect(await shown(await sceneWithKey())).toMatchObject({ reason: "noPhrase" });
	});
	it("is overwritten in the vault once it was sent, and in no log", async () => {
		const sent: unknown[] = [];
		const scene = await sceneWithPhrase();
		const later = openScene(scene.files, scene.clock, { sent });
		later.receive({ token: TOKEN, id: 50, request: { kind: "showPhrase", password: bytes(PASSWORD) } });
		await later.ask({ kind: "status" });
		await expect.poll(() => sent.length).toBeGreaterThan(2);
		const answers = sent.flatMap((each) =>
			typeof each === "object" && each !== null && "phrase" in each ? [each.phrase] : [],
		);
		expect(answers).toHaveLength(1);
		expect(answers.every((each) => each instanceof Uint8Array && each.every((byte) => byte === 0))).toBe(
			true,
		);
		expect(later.logged).toEqual([]);
	});
});

describe("a private key", () => {
	it("is exported in the wallets' format, of either family, derived or imported", async () => {
		const scene = await sceneWithPhrase();
		await scene.ask({ kind: "importKey", key: bytes(KEY_ONE), password: bytes(PASSWORD) });
		const evm = await exported(scene, JUNK_FIRST.toLowerCase());
		if (!evm.ok) throw new Error(evm.text.code);
		const hex = text(evm.key);
		expect(privateKeyToAddress(`0x${hex.slice(2)}`)).toBe(JUNK_FIRST);
		const svm = await exported(scene, JUNK_SVM);
		if (!svm.ok) throw new Error(svm.text.code);
		expect(Keypair.fromSecretKey(base58.decode(text(svm.key))).publicKey.toBase58()).toBe(JUNK_SVM);
		const one = await exported(scene, ONE);
		expect(one.ok && text(one.key)).toBe(KEY_ONE);
	});
	it("is not exported for another password, or for an account that is not here", async () => {
		const scene = await sceneWithPhrase();
		expect(await exported(scene, JUNK_FIRST, "not the password")).toMatchObject({ reason: "wrongPassword" });
		expect(await exported(scene, ONE)).toMatchObject({ reason: "noAccount" });
	});
	it("is encoded by hand like in the libraries, leading zeros too", () => {
		for (let at = 0; at < 40; at += 1) {
			const seed = Uint8Array.from({ length: 32 }, (_, place) =>
				place < at % 4 ? 0 : (place * 37 + at * 91) & 0xff,
			);
			expect(text(svmKeyText(seed))).toBe(base58.encode(Keypair.fromSeed(seed).secretKey));
			expect(text(keyText(seed))).toBe(`0x${Buffer.from(seed).toString("hex")}`);
		}
	});
});

describe("a removed account", () => {
	it("is gone after a restart, and the others keep their keys", async () => {
		const scene = await sceneWithPhrase();
		await scene.ask({ kind: "importKey", key: bytes(KEY_ONE), password: bytes(PASSWORD) });
		await scene.ask({ kind: "importKey", key: bytes(`0x${"0".repeat(63)}2`), password: bytes(PASSWORD) });
		expect(await removed(scene, ONE)).toEqual({ ok: true });
		const later = scene.restart();
		expect(addresses(later)).not.toContain(ONE);
		const two = addresses(later).at(-1) ?? "";
		const key = await exported(later, two);
		expect(key.ok && text(key.key)).toBe(`0x${"0".repeat(63)}2`);
	});
	it("of the phrase returns as the next added one", async () => {
		const scene = await sceneWithPhrase();
		await scene.ask({ kind: "derive", family: "evm" });
		expect(await removed(scene, JUNK_FIRST)).toEqual({ ok: true });
		expect(addresses(scene)).toEqual([JUNK_SVM, JUNK_SECOND]);
		expect(await scene.ask({ kind: "derive", family: "evm" })).toMatchObject({
			account: { address: JUNK_FIRST, path: "m/44'/60'/0'/0/0" },
		});
	});
	it("requires the password, and is never the last one", async () => {
		const scene = await sceneWithKey();
		expect(await removed(scene, ONE)).toMatchObject({ reason: "lastAccount" });
		expect(await removed(scene, ONE, "not the password")).toMatchObject({ reason: "wrongPassword" });
		expect(await removed(scene, JUNK_FIRST)).toMatchObject({ reason: "noAccount" });
		expect(addresses(scene)).toEqual([ONE]);
	});
});

describe("a changed password", () => {
	const sealed = async (scene: Scene) => {
		const made = await scene.ask({ kind: "sealSecret", secret: bytes("a sign-in") });
		if (!made.ok) throw new Error(made.text.code);
		return made.sealed;
	};

	it("opens data that main had sealed before it, after each of several changes", async () => {
		const scene = await sceneWithPhrase();
		const kept = [await sealed(scene)];
		const passwords = [PASSWORD, "battery staple", "tin-roof-singing"];
		for (const [at, next] of passwords.slice(1).entries()) {
			const password = bytes(passwords[at] ?? "");
			expect(await scene.ask({ kind: "changePassword", password, next: bytes(next) })).toEqual({ ok: true });
			kept.push(await sealed(scene));
		}
		const later = scene.restart();
		await later.ask({ kind: "unlock", password: bytes("tin-roof-singing") });
		// Adding an account writes the file again.
		await later.ask({ kind: "derive", family: "evm" });
		for (const each of kept) {
			const opened = await later.ask({ kind: "openSecret", sealed: each });
			expect(opened.ok && text(opened.secret)).toBe("a sign-in");
		}
	});
	it("is refused if it is short or among the first guesses, like any new one; an old one still opens", async () => {
		const scene = await sceneWithPhrase();
		const change = (next: string) =>
			scene.ask({ kind: "changePassword", password: bytes(PASSWORD), next: bytes(next) });
		expect(await change("Password1!")).toMatchObject({ reason: "weakPassword" });
		expect(await change("пароль1")).toMatchObject({ ok: false });
		const fresh = openScene();
		expect(await fresh.ask({ kind: "create", password: bytes("12345678") })).toMatchObject({
			reason: "weakPassword",
		});
		const weak = () => ({ password: bytes("letmein1!") });
		const file = bytes(JSON.stringify([...Keypair.generate().secretKey]));
		for (const first of [
			{ kind: "importPhrase", phrase: bytes(ABANDON), ...weak() },
			{ kind: "importKey", key: bytes(KEY_ONE), ...weak() },
			{ kind: "importKeyFile", file, filePassword: bytes(""), ...weak() },
		] as const)
			expect(await fresh.ask(first)).toMatchObject({ reason: "weakPassword" });
		expect(fresh.status().state).toBe("none");
	});
});
