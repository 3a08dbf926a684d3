import { describe, expect, it } from "vitest";
import { message } from "../../../src/core/localized-text.ts";
import type { VaultRequest } from "../../../src/vault/protocol.ts";
import { MemoryFiles } from "./file/memory-files.ts";
import {
	bytes,
	FOLDER,
	JUNK_SVM,
	KEY_ONE,
	openScene,
	PASSWORD,
	type Scene,
	sceneWithPhrase,
} from "./scene.ts";

/** Each change of the vault, interrupted at each of its file calls. */

const NEXT = "battery staple";

const changes: [string, () => VaultRequest][] = [
	["a changed password", () => ({ kind: "changePassword", password: bytes(PASSWORD), next: bytes(NEXT) })],
	["a derived account", () => ({ kind: "derive", family: "evm" })],
	["a derived Solana account", () => ({ kind: "derive", family: "svm" })],
	["a removed account", () => ({ kind: "removeAccount", address: JUNK_SVM, password: bytes(PASSWORD) })],
	["an imported key", () => ({ kind: "importKey", key: bytes(KEY_ONE), password: bytes(PASSWORD) })],
];

const unlock = (scene: Scene, password: string) => scene.ask({ kind: "unlock", password: bytes(password) });

const made = (await sceneWithPhrase()).files.contents;

/** Opens the same vault each time, unlocked. */
async function opened(): Promise<Scene> {
	const scene = openScene(new MemoryFiles(made));
	expect((await unlock(scene, PASSWORD)).ok).toBe(true);
	return scene;
}

async function callsOf(request: VaultRequest): Promise<string[]> {
	const scene = await opened();
	scene.files.breakAt(null);
	expect((await scene.ask(request)).ok).toBe(true);
	return scene.files.calls;
}

/**
 * Opens the vault as a new process would.
 * @returns the password that unlocks it, and the number of accounts
 */
async function found(files: MemoryFiles): Promise<{ password: string; accounts: number }> {
	files.breakAt(null);
	const scene = openScene(files);
	expect(scene.status().state).toBe("locked");
	for (const password of [PASSWORD, NEXT])
		if ((await unlock(scene, password)).ok) return { password, accounts: scene.status().accounts.length };
	throw new Error("No password opens the vault.");
}

describe.each(changes)("%s", (_name, request) => {
	it("killed at any file call leaves the complete old or new vault", async () => {
		const calls = await callsOf(request());
		expect(calls.filter((call) => call === "sync").length).toBeGreaterThanOrEqual(2);
		const seen = new Set<string>();
		for (let at = 1; at <= calls.length; at += 1) {
			const scene = await opened();
			scene.files.breakAt({ at, kind: "crash" });
			await scene.ask(request());
			const { password, accounts } = await found(scene.files);
			seen.add(`${password}, ${accounts}`);
		}
		expect(seen.size).toBe(2);
	});

	it.each(["ENOSPC", "EIO"])(
		"interrupted by %s at any file call is reported, and the earlier state remains",
		async (code) => {
			const calls = await callsOf(request());
			for (let at = 1; at <= calls.length; at += 1) {
				const scene = await opened();
				const before = scene.status();
				scene.files.breakAt({ at, kind: { code } });
				const answer = await scene.ask(request());
				const { password, accounts } = await found(scene.files);
				if (answer.ok) continue;
				expect(answer, `${calls[at - 1]} ${at}`).toMatchObject({ reason: "disk" });
				expect({ password, accounts }).toEqual({ password: PASSWORD, accounts: before.accounts.length });
			}
		},
	);

	it("on a disk that fails from some call on never reports more than the disk contains", async () => {
		const calls = await callsOf(request());
		for (let at = 1; at <= calls.length; at += 1) {
			const scene = await opened();
			scene.files.breakAt({ at, kind: { code: "EIO", forever: true } });
			const answer = await scene.ask(request());
			const { password, accounts } = await found(scene.files);
			if (!answer.ok) continue;
			expect(password === NEXT || accounts !== 2).toBe(true);
		}
	});
});

describe("the leftovers of an interrupted write", () => {
	it("are removed by the next process, the copy of the old vault too", async () => {
		const calls = await callsOf({ kind: "changePassword", password: bytes(PASSWORD), next: bytes(NEXT) });
		for (let at = 1; at <= calls.length; at += 1) {
			const scene = await opened();
			scene.files.breakAt({ at, kind: "crash" });
			await scene.ask({ kind: "changePassword", password: bytes(PASSWORD), next: bytes(NEXT) });
			await found(scene.files);
			const left = [...scene.files.contents.keys()].filter((path) => path.startsWith(`${FOLDER}/vault.json`));
			expect(left).toEqual([`${FOLDER}/vault.json`]);
		}
	});

	it("are used if the vault itself is damaged: the earlier copy is restored", async () => {
		const { files } = await opened();
		const path = `${FOLDER}/vault.json`;
		files.contents.set(`${path}.bak`, files.contents.get(path) ?? Buffer.of());
		files.contents.set(path, Buffer.from("{"));
		const scene = openScene(files);
		expect(scene.status().state).toBe("locked");
		expect(scene.status().text).toEqual(message("vault.put-back"));
		expect(await unlock(scene, PASSWORD)).toEqual({ ok: true });
		expect([...files.contents.keys()].some((each) => each.includes("vault.damaged-"))).toBe(true);
	});
});
