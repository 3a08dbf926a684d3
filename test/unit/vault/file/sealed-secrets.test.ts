import { describe, expect, it } from "vitest";
import { bytes, openScene, PASSWORD, sceneWithKey } from "../scene.ts";

/** Secrets that main stores, sealed with the vault's key. */

const SECRET = "a sign-in of somebody";

async function sealedIn(scene: Awaited<ReturnType<typeof sceneWithKey>>): Promise<string> {
	const sealed = await scene.ask({ kind: "sealSecret", secret: bytes(SECRET) });
	if (!sealed.ok) throw new Error(sealed.text.code);
	return sealed.sealed;
}

describe("a secret stored under the vault's key", () => {
	it("is opened again, also by a process that was started and unlocked later", async () => {
		const scene = await sceneWithKey();
		const sealed = await sealedIn(scene);
		expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain(SECRET);
		const later = scene.restart();
		expect(await later.ask({ kind: "openSecret", sealed })).toMatchObject({ ok: false, reason: "locked" });
		await later.ask({ kind: "unlock", password: bytes(PASSWORD) });
		const opened = await later.ask({ kind: "openSecret", sealed });
		expect(opened.ok && new TextDecoder().decode(opened.secret)).toBe(SECRET);
	});

	it("is refused while the vault is locked, and if there is none", async () => {
		const scene = await sceneWithKey();
		await scene.ask({ kind: "lock" });
		expect(await scene.ask({ kind: "sealSecret", secret: bytes(SECRET) })).toMatchObject({
			ok: false,
			reason: "locked",
		});
		expect(await openScene().ask({ kind: "sealSecret", secret: bytes(SECRET) })).toMatchObject({
			ok: false,
			reason: "none",
		});
	});

	it("is not opened with one bit changed, or by another vault", async () => {
		const scene = await sceneWithKey();
		const sealed = await sealedIn(scene);
		const raw = Buffer.from(sealed, "base64");
		for (const place of [0, 5, 15, raw.length - 1]) {
			const changed = Buffer.from(raw);
			changed[place] = (changed[place] ?? 0) ^ 1;
			expect(await scene.ask({ kind: "openSecret", sealed: changed.toString("base64") })).toMatchObject({
				ok: false,
				reason: "unsealable",
			});
		}
		const other = await sceneWithKey();
		expect(await other.ask({ kind: "openSecret", sealed })).toMatchObject({
			ok: false,
			reason: "unsealable",
		});
	});

	it("is encrypted differently each time, and its use does not keep the vault open", async () => {
		const scene = await sceneWithKey();
		expect(await sealedIn(scene)).not.toBe(await sealedIn(scene));
		const locksAt = scene.status().locksAt;
		scene.clock.pass(60_000);
		await scene.ask({ kind: "openSecret", sealed: await sealedIn(scene) });
		expect(scene.status().locksAt).toBe(locksAt);
	});
});

describe("the marker of a sealed state", () => {
	const mark = (scene: Awaited<ReturnType<typeof sceneWithKey>>, set: boolean) =>
		scene.ask({ kind: "sealMark", set });

	it("is absent at first, is set once, and stays through a restart and another account", async () => {
		const scene = await sceneWithKey();
		expect(await mark(scene, false)).toEqual({ ok: true, marked: false });
		expect(await mark(scene, true)).toEqual({ ok: true, marked: true });
		const sealed = await sealedIn(scene);
		const later = scene.restart();
		expect(await mark(later, false)).toMatchObject({ ok: false, reason: "locked" });
		await later.ask({ kind: "unlock", password: bytes(PASSWORD) });
		expect(await mark(later, false)).toEqual({ ok: true, marked: true });
		expect(await later.ask({ kind: "openSecret", sealed })).toMatchObject({ ok: true });
		const next = bytes("another password of mine");
		expect(await later.ask({ kind: "changePassword", password: bytes(PASSWORD), next })).toEqual({
			ok: true,
		});
		expect(await mark(later, false)).toEqual({ ok: true, marked: true });
	});

	it("is refused without a vault", async () => {
		expect(await mark(openScene(), false)).toMatchObject({ ok: false, reason: "none" });
	});
});
