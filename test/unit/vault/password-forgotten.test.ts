import { describe, expect, it } from "vitest";
import { MemoryFiles } from "./file/memory-files.ts";
import {
	ABANDON,
	ABANDON_FIRST,
	ABANDON_SVM,
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
	sceneWithKey,
	sceneWithPhrase,
} from "./scene.ts";

/**
 * With the phrase alone, the user can restore its keys under a new password. The result lists the keys that the
 * phrase doesn't derive, and they stay on the disk.
 */

const NEXT = "battery staple";
const ONE = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
const VAULT = `${FOLDER}/vault.json`;

const restore = (scene: Scene, phrase = JUNK, more: { anyway?: boolean; password?: string } = {}) =>
	scene.ask({
		kind: "restore",
		phrase: bytes(phrase),
		password: bytes(more.password ?? NEXT),
		anyway: more.anyway ?? false,
	});
const unlock = (scene: Scene, password: string) => scene.ask({ kind: "unlock", password: bytes(password) });
const addresses = (scene: Scene) => scene.status().accounts.map(({ address }) => address);

/** Creates a locked vault with the phrase's first accounts, its second EVM account and an imported key. */
async function used(files = new MemoryFiles()): Promise<Scene> {
	const scene = await sceneWithPhrase(files);
	await scene.ask({ kind: "derive", family: "evm" });
	await scene.ask({ kind: "importKey", key: bytes(KEY_ONE), password: bytes(PASSWORD) });
	await scene.ask({ kind: "lock" });
	return scene;
}

describe("a forgotten password", () => {
	it("is replaced with the phrase: its accounts return, and others are reported", async () => {
		const scene = await used();
		const before = scene.files.contents.get(VAULT);
		const restored = await restore(scene);
		if (!restored.ok) throw new Error(restored.text.code);
		expect(restored.accounts.map(({ address }) => address)).toEqual([JUNK_FIRST, JUNK_SVM, JUNK_SECOND]);
		expect(restored.lost.map(({ address }) => address)).toEqual([ONE]);
		expect(scene.status().state).toBe("unlocked");
		expect(scene.files.contents.get(`${FOLDER}/${restored.keptAs}`)).toEqual(before);

		const later = scene.restart();
		expect(addresses(later)).toEqual([JUNK_FIRST, JUNK_SVM, JUNK_SECOND]);
		expect(await unlock(later, PASSWORD)).toMatchObject({ reason: "wrongPassword" });
		expect((await unlock(later, NEXT)).ok).toBe(true);
	});

	it("leaves the old file, which its own password still opens", async () => {
		const scene = await used();
		const restored = await restore(scene);
		if (!restored.ok) throw new Error(restored.text.code);
		const kept = scene.files.contents.get(`${FOLDER}/${restored.keptAs}`);
		if (kept === undefined) throw new Error("Nothing was kept.");
		const former = openScene(new MemoryFiles(new Map([[VAULT, kept]])));
		expect((await unlock(former, PASSWORD)).ok).toBe(true);
		expect(addresses(former)).toContain(ONE);
	});

	it("is not replaced by another phrase, unless the user confirms it", async () => {
		const scene = await used();
		const before = scene.files.contents.get(VAULT);
		expect(await restore(scene, ABANDON)).toMatchObject({ reason: "otherPhrase" });
		expect(scene.files.contents.get(VAULT)).toEqual(before);
		const restored = await restore(scene, ABANDON, { anyway: true });
		if (!restored.ok) throw new Error(restored.text.code);
		expect(addresses(scene)).toEqual([ABANDON_FIRST, ABANDON_SVM]);
		expect(restored.lost).toHaveLength(4);
	});

	it("of a vault of imported keys is replaced by any phrase", async () => {
		const scene = await sceneWithKey();
		const restored = await restore(scene);
		expect(restored.ok && restored.lost.map(({ address }) => address)).toEqual([ONE]);
	});

	it("ignores the wait after wrong passwords, and ends it", async () => {
		const scene = await used();
		for (let at = 0; at < 8; at += 1) await unlock(scene, "not the password");
		expect(scene.status().nextTryAt).not.toBeNull();
		expect((await restore(scene)).ok).toBe(true);
		expect(scene.status().nextTryAt).toBeNull();
	});

	it("needs a strong new password, and a vault", async () => {
		const scene = await used();
		expect(await restore(scene, JUNK, { password: "password1" })).toMatchObject({ reason: "weakPassword" });
		expect(await restore(openScene())).toMatchObject({ reason: "none" });
	});

	it("keeps the marker of a sealed state, and none of the sealed data", async () => {
		const scene = await sceneWithPhrase();
		await scene.ask({ kind: "sealMark", set: true });
		const sealed = await scene.ask({ kind: "sealSecret", secret: bytes("kept") });
		if (!sealed.ok) throw new Error(sealed.text.code);
		expect((await restore(scene)).ok).toBe(true);
		expect(await scene.ask({ kind: "sealMark", set: false })).toEqual({ ok: true, marked: true });
		expect(await scene.ask({ kind: "openSecret", sealed: sealed.sealed })).toMatchObject({
			reason: "unsealable",
		});
	});
});

describe("killed at any file call while a vault is restored", () => {
	it("the old or the new vault remains, and removed data are kept completely", async () => {
		const made = (await used()).files.contents;
		const counted = openScene(new MemoryFiles(made));
		counted.files.breakAt(null);
		expect((await restore(counted)).ok).toBe(true);
		const { length } = counted.files.calls;
		const seen = new Set<string>();
		for (let at = 1; at <= length; at += 1) {
			const scene = openScene(new MemoryFiles(made));
			scene.files.breakAt({ at, kind: "crash" });
			await restore(scene);
			scene.files.breakAt(null);
			const later = scene.restart();
			expect(later.status().state).toBe("locked");
			const password = (await unlock(later, PASSWORD)).ok ? PASSWORD : NEXT;
			if (password === NEXT) {
				expect((await unlock(later, NEXT)).ok, `call ${at}`).toBe(true);
				const kept = [...scene.files.contents].filter(([path]) => path.includes("vault.kept-"));
				expect(kept.map(([, bytes]) => bytes)).toEqual([made.get(VAULT)]);
			}
			seen.add(password);
		}
		expect(seen.size).toBe(2);
	});

	it("a failing disk is reported, and the old vault remains", async () => {
		const made = (await used()).files.contents;
		const counted = openScene(new MemoryFiles(made));
		counted.files.breakAt(null);
		await restore(counted);
		for (let at = 1; at <= counted.files.calls.length; at += 1) {
			const scene = openScene(new MemoryFiles(made));
			scene.files.breakAt({ at, kind: { code: "ENOSPC" } });
			const answer = await restore(scene);
			scene.files.breakAt(null);
			if (answer.ok) continue;
			expect(answer).toMatchObject({ reason: "disk" });
			expect((await unlock(scene.restart(), PASSWORD)).ok, `call ${at}`).toBe(true);
		}
	});
});

describe("an invalid phrase", () => {
	const importing = (phrase: string) =>
		openScene().ask({ kind: "importPhrase", phrase: bytes(phrase), password: bytes(PASSWORD) });

	it("names the word that is not on the list, and its position", async () => {
		const phrase = ABANDON.split(" ").with(4, "abandn").join("\n");
		expect(await importing(phrase)).toMatchObject({
			reason: "badPhrase",
			text: { code: "vault.phrase.word", params: { place: 5, word: "abandn" } },
		});
	});
	it("says that words are missing, or that they do not fit together", async () => {
		expect(await importing("abandon ".repeat(11))).toMatchObject({
			text: { code: "vault.phrase.count", params: { count: 11 } },
		});
		expect(await importing("abandon ".repeat(12))).toMatchObject({
			text: { code: "vault.phrase.checksum" },
		});
	});
	it("quotes a long word only in part", async () => {
		const long = `${"abandon ".repeat(11)}${"x".repeat(600)}`;
		const answer = await importing(long);
		expect(JSON.stringify(answer)).not.toContain("x".repeat(17));
	});
});
