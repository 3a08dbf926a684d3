import { describe, expect, it, vi } from "vitest";
import type { Scrypt } from "../../../src/vault/file/vault-file.ts";
import { bytes, openScene, PASSWORD, type Scene, sceneWithPhrase, TestClock, testScrypt } from "./scene.ts";

/** A password is compared with the vault's file, without any other effect. */

const verified = (scene: Scene, password = PASSWORD) =>
	scene.ask({ kind: "verifyPassword", password: bytes(password) });

describe("a password check", () => {
	it("reports right or wrong while the vault is open, and changes neither its lock nor its accounts", async () => {
		const scene = await sceneWithPhrase();
		scene.clock.pass(60_000);
		await scene.ask({ kind: "status" });
		const before = scene.status();
		const file = scene.files.contents.get("/home/person/countersign/vault.json");
		expect(await verified(scene)).toEqual({ ok: true });
		expect(scene.status()).toEqual(before);
		expect(await verified(scene, "not this one")).toMatchObject({ ok: false, reason: "wrongPassword" });
		expect(scene.status()).toEqual(before);
		expect(scene.files.contents.get("/home/person/countersign/vault.json")).toEqual(file);
	});

	it("opens nothing of a locked vault, right or wrong", async () => {
		const scene = (await sceneWithPhrase()).restart();
		await scene.ask({ kind: "status" });
		const before = scene.status();
		expect(before.state).toBe("locked");
		expect(await verified(scene)).toEqual({ ok: true });
		expect(await verified(scene, "not this one")).toMatchObject({ ok: false, reason: "wrongPassword" });
		expect(scene.status()).toEqual(before);
		expect(await scene.ask({ kind: "derive", family: "evm" })).toMatchObject({ reason: "locked" });
	});

	it("counts as an attempt, waits like an unlock, and the right one resets the count", async () => {
		const scene = (await sceneWithPhrase()).restart();
		for (let at = 0; at < 4; at += 1) await verified(scene, "not this one");
		expect(await verified(scene)).toEqual({ ok: true });
		for (let at = 0; at < 5; at += 1)
			expect(await verified(scene, "not this one")).toMatchObject({ reason: "wrongPassword" });
		const next = scene.clock.now() + 1_000;
		expect(await verified(scene)).toMatchObject({ reason: "tooSoon", nextTryAt: next });
		const unlock = () => scene.ask({ kind: "unlock", password: bytes(PASSWORD) });
		expect(await unlock()).toMatchObject({ reason: "tooSoon", nextTryAt: next });
		const later = scene.restart();
		expect(await verified(later)).toMatchObject({ reason: "tooSoon", nextTryAt: next });
		later.clock.pass(1_000);
		expect(await verified(later)).toEqual({ ok: true });
		expect(later.status()).toMatchObject({ state: "locked", nextTryAt: null });
	});

	it("is not run while the attempt can't be stored", async () => {
		const scene = (await sceneWithPhrase()).restart();
		scene.files.breakAt({ at: 1, kind: { code: "ENOSPC", forever: true } });
		expect(await verified(scene)).toMatchObject({ ok: false, reason: "disk" });
	});

	it("is refused without a vault", async () => {
		expect(await verified(openScene())).toMatchObject({ ok: false, reason: "none" });
	});

	it("overwrites the password, its key and everything it opens", async () => {
		const { files } = await sceneWithPhrase();
		const made: Uint8Array[] = [];
		const kept: Scrypt = async (...asked) => {
			const key = await testScrypt(...asked);
			made.push(key);
			return key;
		};
		const scene = openScene(files, new TestClock(), { scrypt: kept });
		await scene.ask({ kind: "status" });
		const given = [bytes(PASSWORD), bytes("not this one")];
		// Secrets are stored in separate buffers, which are all created with this function.
		const alloc = vi.spyOn(Buffer, "alloc");
		const answers = given.map((password) => scene.askAsIs({ kind: "verifyPassword", password }));
		expect(await Promise.all(answers)).toMatchObject([{ ok: true }, { reason: "wrongPassword" }]);
		const held = alloc.mock.results.map(({ value }): Uint8Array => value);
		alloc.mockRestore();
		expect(made).toHaveLength(2);
		// The right password opens the key, the file's contents and the phrase; the wrong one only its key.
		expect(held.length).toBeGreaterThanOrEqual(4);
		for (const secret of [...given, ...made, ...held]) expect(secret.every((byte) => byte === 0)).toBe(true);
		expect(scene.logged).toEqual([]);
	});
});
