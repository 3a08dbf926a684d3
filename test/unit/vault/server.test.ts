import { base58 } from "@scure/base";
import { entropyToMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { message } from "../../../src/core/localized-text.ts";
import type { VaultFile } from "../../../src/vault/file/vault-file.ts";
import { addressOf, readPhrase } from "../../../src/vault/keys/keys.ts";
import { addressOfSvm } from "../../../src/vault/keys/keys-svm.ts";
import { VaultSession } from "../../../src/vault/session.ts";
import type { MemoryFiles } from "./file/memory-files.ts";
import {
	ABANDON,
	bytes,
	evmKey,
	FOLDER,
	JUNK,
	JUNK_FIRST,
	JUNK_SECOND,
	JUNK_SVM,
	JUNK_SVM_SECOND,
	KEY_ONE,
	openScene,
	PASSWORD,
	type Scene,
	sceneWithKey,
	sceneWithPhrase,
	svmKey,
	TestClock,
	TOKEN,
	testScrypt,
} from "./scene.ts";

const VAULT = `${FOLDER}/vault.json`;
const ONE = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";

const unlock = (scene: Scene, password = PASSWORD) =>
	scene.ask({ kind: "unlock", password: bytes(password) });

async function createdPhrase(scene: Scene) {
	const made = await scene.ask({ kind: "create", password: bytes(PASSWORD) });
	if (!made.ok) throw new Error(made.text.code);
	return made;
}

describe("a new phrase", () => {
	it("is shown until it passes its check at three positions, and only then stored", async () => {
		const scene = openScene();
		expect(scene.status().state).toBe("none");
		const made = await createdPhrase(scene);
		expect(made.words).toHaveLength(12);
		expect(new Set(made.positions).size).toBe(3);
		expect(made.positions.every((at) => at >= 1 && at <= 12)).toBe(true);
		expect(scene.status()).toMatchObject({ state: "none", phrasePositions: made.positions });
		expect(scene.files.contents.size).toBe(0);

		const words = made.positions.map((at) => made.words[at - 1] ?? "");
		const wrong = await scene.ask({ kind: "confirmPhrase", words: [...words].reverse() });
		const places = made.positions.filter((at, index) => made.words[at - 1] !== words.toReversed()[index]);
		expect(wrong).toMatchObject({
			ok: false,
			reason: "wrongWords",
			text: message("vault.wrong-words", { count: places.length, places: places.map(String) }),
		});
		const last = await scene.ask({ kind: "confirmPhrase", words: [...words.slice(0, 2), "zzz"] });
		expect(last).toMatchObject({
			ok: false,
			text: message("vault.wrong-words", { count: 1, places: [String(made.positions[2])] }),
		});
		expect(scene.files.contents.has(VAULT)).toBe(false);

		const entropy = readPhrase(bytes(made.words.join(" ")));
		if (entropy === null) throw new Error("The phrase made is not one.");
		const first = addressOf(evmKey(entropy, 0));
		const right = await scene.ask({
			kind: "confirmPhrase",
			words: words.map((word) => ` ${word.toUpperCase()}`),
		});
		const solana = addressOfSvm(svmKey(entropy, 0));
		const accounts = [
			{ family: "evm", address: first, kind: "phrase", path: "m/44'/60'/0'/0/0" },
			{ family: "svm", address: solana, kind: "phrase", path: "m/44'/501'/0'/0'" },
		];
		expect(right).toEqual({ ok: true, account: accounts[0], accounts });
		expect(scene.status()).toMatchObject({ state: "unlocked", hasPhrase: true, phrasePositions: null });

		const later = scene.restart();
		expect(later.status()).toMatchObject({ state: "locked", accounts });
		expect(await unlock(later)).toEqual({ ok: true });
	});

	it("is dropped by a lock, by a timeout, and on request", async () => {
		for (const end of [
			(scene: Scene) => scene.ask({ kind: "lock" }),
			(scene: Scene) => scene.ask({ kind: "forgetPhrase" }),
			async (scene: Scene) => scene.clock.pass(900_000),
		]) {
			const scene = openScene();
			const { positions, words } = await createdPhrase(scene);
			await end(scene);
			const answer = await scene.ask({
				kind: "confirmPhrase",
				words: positions.map((at) => words[at - 1] ?? ""),
			});
			expect(answer).toMatchObject({ ok: false, reason: "none" });
			expect(scene.files.contents.has(VAULT)).toBe(false);
		}
	});

	it("is not created over an existing vault", async () => {
		const scene = await sceneWithKey();
		const answer = await scene.ask({ kind: "create", password: bytes(PASSWORD) });
		expect(answer).toMatchObject({ ok: false, reason: "exists" });
	});

	it("still waits for its check after a full disk", async () => {
		const scene = openScene();
		const { positions, words } = await createdPhrase(scene);
		const answer = { kind: "confirmPhrase" as const, words: positions.map((at) => words[at - 1] ?? "") };
		scene.files.breakAt({ at: 1, kind: { code: "ENOSPC", forever: true } });
		const failed = await scene.ask(answer);
		expect(failed).toMatchObject({ ok: false, reason: "disk" });
		expect(!failed.ok && failed.text).toEqual(message("vault.disk", { code: "ENOSPC" }));
		scene.files.breakAt(null);
		expect(await scene.ask(answer)).toMatchObject({ ok: true });
	});
});

describe("an import", () => {
	it("is a phrase, whose next accounts are derived in order", async () => {
		const scene = await sceneWithPhrase();
		expect(scene.status()).toMatchObject({
			state: "unlocked",
			accounts: [
				{ family: "evm", address: JUNK_FIRST },
				{ family: "svm", address: JUNK_SVM },
			],
		});
		expect(await scene.ask({ kind: "derive", family: "evm" })).toMatchObject({
			ok: true,
			account: { address: JUNK_SECOND },
		});
		const third = await scene.ask({ kind: "derive", family: "evm" });
		expect(third).toMatchObject({ account: { address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" } });
		const solana = await scene.ask({ kind: "derive", family: "svm" });
		expect(solana).toMatchObject({ account: { family: "svm", address: JUNK_SVM_SECOND } });
		const later = scene.restart();
		expect(later.status().accounts.map((each) => each.path)).toEqual([
			"m/44'/60'/0'/0/0",
			"m/44'/501'/0'/0'",
			"m/44'/60'/0'/0/1",
			"m/44'/60'/0'/0/2",
			"m/44'/501'/1'/0'",
		]);
		expect(await later.ask({ kind: "derive", family: "evm" })).toMatchObject({ ok: false, reason: "locked" });
	});

	it("is a key, next to others, once", async () => {
		const scene = await sceneWithPhrase();
		const request = () => ({ kind: "importKey" as const, key: bytes(KEY_ONE), password: bytes(PASSWORD) });
		const account = { family: "evm", address: ONE, kind: "imported", path: null };
		expect(await scene.ask(request())).toEqual({ ok: true, account, accounts: [account] });
		expect(await scene.ask(request())).toMatchObject({ ok: false, reason: "duplicate" });
		expect(
			await scene.ask({
				...request(),
				key: bytes(KEY_ONE.replace("1", "2")),
				password: bytes("not this one"),
			}),
		).toMatchObject({ ok: false, reason: "wrongPassword" });
		expect(
			scene
				.restart()
				.status()
				.accounts.map((each) => each.address),
		).toEqual([JUNK_FIRST, JUNK_SVM, ONE]);
	});

	it("skips an account of the phrase that was imported before", async () => {
		const scene = await sceneWithPhrase();
		const entropy = readPhrase(bytes(JUNK));
		if (entropy === null) throw new Error("The test's phrase is wrong.");
		const second = evmKey(entropy, 1).toString("hex");
		await scene.ask({ kind: "importKey", key: bytes(second), password: bytes(PASSWORD) });
		const derived = await scene.ask({ kind: "derive", family: "evm" });
		expect(derived).toMatchObject({ account: { path: "m/44'/60'/0'/0/2" } });
		const next = await scene.ask({ kind: "derive", family: "evm" });
		expect(next).toMatchObject({ account: { path: "m/44'/60'/0'/0/3" } });
	});

	it("is a Solana key, in either form, once", async () => {
		const scene = await sceneWithPhrase();
		const keys = Keypair.generate();
		const list = JSON.stringify([...keys.secretKey]);
		const request = (text: string) => ({
			kind: "importKey" as const,
			key: bytes(text),
			password: bytes(PASSWORD),
		});
		const account = { family: "svm", address: keys.publicKey.toBase58(), kind: "imported", path: null };
		expect(await scene.ask(request(list))).toEqual({ ok: true, account, accounts: [account] });
		expect(await scene.ask(request(base58.encode(keys.secretKey)))).toMatchObject({
			ok: false,
			reason: "duplicate",
		});
		const half = JSON.stringify([...keys.secretKey.slice(0, 32), ...Keypair.generate().publicKey.toBytes()]);
		expect(await scene.ask(request(half))).toMatchObject({ ok: false, reason: "badKey" });
	});

	it("is a phrase with one of its first accounts imported before: the other one is added", async () => {
		const scene = openScene();
		const entropy = readPhrase(bytes(JUNK));
		if (entropy === null) throw new Error("The test's phrase is wrong.");
		const first = bytes(evmKey(entropy, 0).toString("hex"));
		await scene.ask({ kind: "importKey", key: first, password: bytes(PASSWORD) });
		const request = { kind: "importPhrase" as const, phrase: bytes(JUNK), password: bytes(PASSWORD) };
		expect(await scene.ask(request)).toMatchObject({ ok: true, accounts: [{ address: JUNK_SVM }] });
		expect(scene.status()).toMatchObject({
			hasPhrase: true,
			accounts: [
				{ address: JUNK_FIRST, kind: "imported" },
				{ address: JUNK_SVM, kind: "phrase" },
			],
		});
		expect(await scene.ask({ kind: "derive", family: "evm" })).toMatchObject({
			account: { address: JUNK_SECOND },
		});
	});

	it("is a phrase for a vault of keys, but no second phrase", async () => {
		const scene = await sceneWithKey();
		expect(await scene.ask({ kind: "derive", family: "evm" })).toMatchObject({
			ok: false,
			reason: "noPhrase",
		});
		const request = (phrase: string) => ({
			kind: "importPhrase" as const,
			phrase: bytes(phrase),
			password: bytes(PASSWORD),
		});
		expect(await scene.ask(request(JUNK))).toMatchObject({ ok: true, account: { address: JUNK_FIRST } });
		expect(await scene.ask(request(ABANDON))).toMatchObject({ ok: false, reason: "exists" });
		expect(await scene.ask({ kind: "derive", family: "evm" })).toMatchObject({
			account: { address: JUNK_SECOND },
		});
		const later = scene.restart();
		expect(await unlock(later)).toEqual({ ok: true });
		expect(later.status().accounts.map((each) => each.address)).toEqual([
			ONE,
			JUNK_FIRST,
			JUNK_SVM,
			JUNK_SECOND,
		]);
	});

	it.each([
		[
			"phrase",
			{ kind: "importPhrase" as const, phrase: bytes("not a phrase"), password: bytes(PASSWORD) },
			"badPhrase",
		],
		["key", { kind: "importKey" as const, key: bytes("0".repeat(64)), password: bytes(PASSWORD) }, "badKey"],
		[
			"password",
			{ kind: "importKey" as const, key: bytes(KEY_ONE), password: bytes("seven..") },
			"badMessage",
		],
	])("with a bad %s is refused and leaves nothing", async (_name, request, reason) => {
		const scene = openScene();
		expect(await scene.ask(request)).toMatchObject({ ok: false, reason });
		expect(scene.status().state).toBe("none");
		expect(scene.files.contents.has(VAULT)).toBe(false);
	});
});

describe("a password", () => {
	it("that is wrong is reported and counted, and waits survive a restart", async () => {
		const scene = (await sceneWithKey()).restart();
		for (let round = 0; round < 5; round += 1)
			expect(await unlock(scene, "wrong")).toMatchObject({ ok: false, reason: "wrongPassword" });
		const next = scene.clock.now() + 1_000;
		expect(await unlock(scene)).toMatchObject({ ok: false, reason: "tooSoon", nextTryAt: next });
		const later = scene.restart();
		expect(later.status().nextTryAt).toBe(next);
		expect(await unlock(later)).toMatchObject({ ok: false, reason: "tooSoon" });
		later.clock.pass(1_000);
		expect(await unlock(later)).toEqual({ ok: true });
		expect(later.status()).toMatchObject({ state: "unlocked", nextTryAt: null });
	});

	it("counts the same in every request", async () => {
		const scene = await sceneWithKey();
		const wrong = () => bytes("not this one");
		await unlock(scene, "wrong");
		await scene.ask({ kind: "changePassword", password: wrong(), next: bytes("another one") });
		await scene.ask({ kind: "setAutoLock", ms: 60_000, password: wrong() });
		await scene.ask({ kind: "importKey", key: bytes(KEY_ONE.replace(/1$/, "3")), password: wrong() });
		await scene.ask({ kind: "importPhrase", phrase: bytes(JUNK), password: wrong() });
		expect(await unlock(scene)).toMatchObject({ ok: false, reason: "tooSoon" });
		expect(scene.status().autoLockMs).toBe(900_000);
	});

	it("tried many times at once is checked sequentially", async () => {
		const scene = (await sceneWithKey()).restart();
		const answers = await Promise.all(Array.from({ length: 12 }, () => unlock(scene, "wrong")));
		expect(answers.map((answer) => (answer.ok ? "" : answer.reason))).toEqual([
			...Array.from({ length: 5 }, () => "wrongPassword"),
			...Array.from({ length: 7 }, () => "tooSoon"),
		]);
	});

	it("is changed: the old one opens nothing, not even the copy", async () => {
		const scene = await sceneWithPhrase();
		const request = {
			kind: "changePassword" as const,
			password: bytes(PASSWORD),
			next: bytes("battery staple"),
		};
		expect(await scene.ask(request)).toEqual({ ok: true });
		expect([...scene.files.contents.keys()].filter((path) => path.startsWith(VAULT))).toEqual([VAULT]);
		const later = scene.restart();
		expect(await unlock(later)).toMatchObject({ ok: false, reason: "wrongPassword" });
		expect(await unlock(later, "battery staple")).toEqual({ ok: true });
	});

	it("opens nothing while the attempt can't be stored", async () => {
		const scene = (await sceneWithKey()).restart();
		scene.files.breakAt({ at: 1, kind: { code: "ENOSPC", forever: true } });
		expect(await unlock(scene)).toMatchObject({ ok: false, reason: "disk" });
		expect(scene.status().state).toBe("locked");
	});
});

describe("locking", () => {
	it("happens after 15 minutes without use, and is reported", async () => {
		const scene = await sceneWithPhrase();
		expect(scene.status().locksAt).toBe(scene.clock.now() + 900_000);
		scene.clock.pass(600_000);
		await scene.ask({ kind: "derive", family: "evm" });
		scene.clock.pass(899_999);
		await scene.ask({ kind: "status" });
		expect(scene.status().state).toBe("unlocked");
		const told = scene.replies.length;
		scene.clock.pass(1);
		expect(scene.replies).toHaveLength(told + 1);
		expect(scene.replies.at(-1)).toMatchObject({
			id: 0,
			answer: null,
			status: { state: "locked", locksAt: null },
		});
	});

	it("counts from the last use of the app that main saw", async () => {
		const scene = await sceneWithPhrase();
		scene.clock.pass(600_000);
		expect(await scene.ask({ kind: "noteUse" })).toEqual({ ok: true });
		expect(scene.status()).toMatchObject({ state: "unlocked", locksAt: scene.clock.now() + 900_000 });
		scene.clock.jump(900_000);
		// Use is reported after the lock time, so the vault locks anyway.
		expect(await scene.ask({ kind: "noteUse" })).toEqual({ ok: true });
		expect(scene.status()).toMatchObject({ state: "locked", locksAt: null });
	});

	it("happens at the first request after a sleep without timers", async () => {
		const scene = await sceneWithPhrase();
		scene.clock.jump(900_000);
		expect(await scene.ask({ kind: "derive", family: "evm" })).toMatchObject({ ok: false, reason: "locked" });
	});

	it("happens after the time that was set with the password", async () => {
		const scene = await sceneWithPhrase();
		const set = await scene.ask({ kind: "setAutoLock", ms: 60_000, password: bytes(PASSWORD) });
		expect(set).toEqual({ ok: true });
		expect(scene.status()).toMatchObject({ autoLockMs: 60_000, locksAt: scene.clock.now() + 60_000 });
		scene.clock.pass(60_000);
		expect(scene.status().state).toBe("locked");
	});

	it("precedes an unlock that is still being computed", async () => {
		const gate = Promise.withResolvers<void>();
		const started = Promise.withResolvers<void>();
		const files = (await sceneWithKey()).files;
		const scene = openScene(files, new TestClock(), {
			scrypt: async (...rest) => {
				started.resolve();
				await gate.promise;
				return testScrypt(...rest);
			},
		});
		const unlocking = unlock(scene);
		await started.promise;
		expect(await scene.ask({ kind: "lock" })).toEqual({ ok: true });
		gate.resolve();
		expect(await unlocking).toMatchObject({ ok: false, reason: "locked" });
		expect(scene.status().state).toBe("locked");
		expect(await unlock(scene)).toEqual({ ok: true });
	});

	it("overwrites all cleartext with zeros", () => {
		const clock = new TestClock();
		const session = new VaultSession(clock, 900_000, () => {});
		const secret = () => Buffer.alloc(32, 7);
		for (const end of [() => session.lock(), () => clock.pass(900_000)]) {
			const held = [secret(), secret(), secret(), secret(), secret(), secret()];
			const [key, entropy, imported, sealKey, madeEntropy, madeKey] = held;
			if (!key || !entropy || !imported || !sealKey || !madeEntropy || !madeKey)
				throw new Error("unreachable");
			const file: VaultFile = {
				version: 1,
				kdf: { name: "scrypt", N: 2, r: 1, p: 1, salt: "" },
				cipher: { name: "aes-256-gcm", iv: "" },
				accounts: [],
				hasPhrase: true,
				ciphertext: "",
				tag: "",
				checksum: "",
			};
			session.open({ file, key, secrets: { entropy, keys: [imported], sealKey } });
			session.setPending({ entropy: madeEntropy, key: madeKey, kdf: file.kdf, positions: [1, 2, 3] });
			expect(held.every((each) => each[0] === 7)).toBe(true);
			end();
			expect(held.every((each) => each.every((byte) => byte === 0))).toBe(true);
			expect([session.unlocked(), session.pending(), session.locksAt()]).toEqual([null, null, null]);
		}
	});

	it("leaves no password in its message", async () => {
		const scene = (await sceneWithKey()).restart();
		for (const [at, text] of [PASSWORD, "wrong one"].entries()) {
			const password = bytes(text);
			scene.receive({ token: TOKEN, id: 900 + at, request: { kind: "unlock", password } });
			await expect.poll(() => scene.replies.at(-1)?.id, { timeout: 60_000 }).toBe(900 + at);
			expect(password.every((byte) => byte === 0)).toBe(true);
		}
	});

	it("happens when the process ends", async () => {
		const scene = await sceneWithKey();
		scene.shutDown();
		expect(await scene.ask({ kind: "status" })).toEqual({ ok: true });
		expect(scene.status().state).toBe("locked");
	});
});

describe("a message", () => {
	it.each([
		["with another token", { token: "cd".repeat(32), id: 7, request: { kind: "status" } }],
		["without a token", { id: 7, request: { kind: "status" } }],
		["that is no object", "status"],
		["that is empty", null],
	])("%s gets no answer", async (_name, message) => {
		const scene = await sceneWithKey();
		const before = scene.replies.length;
		scene.receive(message);
		await scene.ask({ kind: "status" });
		expect(scene.replies).toHaveLength(before + 1);
		expect(scene.logged).toHaveLength(1);
	});

	it.each([
		["of an unknown kind", { kind: "exportKey" }],
		["with an additional member", { kind: "lock", now: true }],
		["that lowers the cost", { kind: "unlock", password: bytes(PASSWORD), cost: { N: 2 } }],
		["with a password as text", { kind: "unlock", password: PASSWORD }],
		["with a short new password", { kind: "create", password: bytes("seven..") }],
		["that locks never", { kind: "setAutoLock", ms: 1e9, password: bytes(PASSWORD) }],
	])("%s is refused completely", async (_name, request) => {
		const scene = await sceneWithKey();
		scene.receive({ token: TOKEN, id: 77, request });
		expect(scene.replies.at(-1)).toMatchObject({ id: 77, answer: { ok: false, reason: "badMessage" } });
		expect(scene.status().state).toBe("unlocked");
	});

	it("of greeting is accepted once", async () => {
		const scene = await sceneWithKey();
		const again = await scene.ask({ kind: "hello", dataDir: "/elsewhere", autoLockMs: 60_000 });
		expect(again).toMatchObject({ ok: false, reason: "badMessage" });
		expect(scene.status()).toMatchObject({ state: "unlocked", autoLockMs: 900_000 });
	});

	it("never puts a secret into the log or an answer", async () => {
		const scene = await sceneWithPhrase();
		await unlock(scene, "wrong one");
		await scene.ask({ kind: "derive", family: "evm" });
		const said = JSON.stringify([scene.logged, scene.replies]);
		const entropy = readPhrase(bytes(JUNK));
		expect(entropyToMnemonic(entropy ?? Buffer.alloc(16), wordlist)).toBe(JUNK);
		for (const secret of [PASSWORD, "wrong one", "junk", entropy?.toString("hex") ?? ""])
			expect(said).not.toContain(secret);
	});
});

describe("a damaged vault", () => {
	const spoil: [string, (files: MemoryFiles) => void][] = [
		[
			"cut short",
			(files) => files.contents.set(VAULT, files.contents.get(VAULT)?.subarray(0, 200) ?? Buffer.of()),
		],
		["empty", (files) => files.contents.set(VAULT, Buffer.of())],
		["not JSON", (files) => files.contents.set(VAULT, Buffer.from("<html>"))],
		[
			"with a tag that was changed",
			(files) => {
				const text = Buffer.from(files.contents.get(VAULT) ?? []).toString();
				const changed = text.replace(/"tag": "(.)/, (_all, digit) => `"tag": "${digit === "0" ? "1" : "0"}`);
				files.contents.set(VAULT, Buffer.from(changed));
			},
		],
	];

	it.each(spoil)("%s is reported, set aside, and restored by the phrase", async (_name, damage) => {
		const { files } = await sceneWithPhrase();
		damage(files);
		const damaged = files.contents.get(VAULT);
		const scene = openScene(files);
		expect(scene.status()).toMatchObject({ state: "damaged", accounts: [] });
		expect(scene.status().text?.code).toBe("vault.damaged");
		expect(await unlock(scene)).toMatchObject({ ok: false, reason: "damaged" });
		expect(files.contents.get(VAULT)).toEqual(damaged);
		const restored = await scene.ask({
			kind: "importPhrase",
			phrase: bytes(JUNK),
			password: bytes("quite another one"),
		});
		expect(restored).toMatchObject({ ok: true, account: { address: JUNK_FIRST } });
		const aside = [...files.contents.keys()].filter((path) => path.includes("vault.damaged-"));
		expect(aside.map((path) => files.contents.get(path))).toEqual([damaged]);
		const later = openScene(files);
		expect(later.status().state).toBe("locked");
		expect(await unlock(later, "quite another one")).toEqual({ ok: true });
	});

	it("that can't be read from the disk says so", async () => {
		const { files } = await sceneWithPhrase();
		files.breakAt({ at: 1, kind: { code: "EIO", forever: true } });
		const scene = openScene(files);
		expect(scene.status()).toMatchObject({ state: "damaged" });
		expect(scene.status().text?.params).toEqual({ detail: message("vault.damage.disk") });
	});

	it("with less work than the minimum is not opened", async () => {
		const { files, clock } = await sceneWithPhrase();
		const scene = openScene(files, clock, { cost: { N: 256, r: 8, p: 1 } });
		expect(scene.status()).toMatchObject({ state: "damaged" });
		expect(scene.status().text?.params).toEqual({ detail: message("vault.damage.weak") });
	});
});
