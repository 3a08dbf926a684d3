import { afterEach, describe, expect, it } from "vitest";
import { ChainError } from "../../../src/main/chains/evm.ts";
import { SignerError } from "../../../src/main/signers/signer.ts";
import { unsignedWords, wordsOf } from "../../../src/main/signing/endings.ts";
import { StorageError } from "../../../src/main/storage/database.ts";
import { offline } from "./fakes.ts";
import { openScene, type Scene } from "./scene.ts";

/** What a person is told of a failure, and what is for the log alone. */

describe("the words of a failure", () => {
	it("are its own where it was made for people", () => {
		const full = new StorageError("full", "journal.db", { detail: "no space" });
		expect(wordsOf(offline())).toBe("The service can't be reached.");
		expect(wordsOf(new ChainError("unreachable", "Your RPC is away."))).toBe("Your RPC is away.");
		expect(wordsOf(new SignerError("locked", "The vault is locked."))).toBe("The vault is locked.");
		expect(wordsOf(full)).toBe(full.words);
	});

	it.each([new TypeError("x is undefined at 0x7f"), "a string", null])(
		"are a general sentence for %s",
		(cause) => {
			expect(wordsOf(cause)).toMatch(/fault of its own.*log/);
			expect(wordsOf(cause)).not.toMatch(/undefined|string|null/);
		},
	);

	it("say that nothing was signed just once", () => {
		for (const words of ["The review has expired. Nothing was signed.", "The review has expired."])
			expect(unsignedWords(new SignerError("refusedMatch", words))).toBe(
				"The review has expired. Nothing was signed.",
			);
	});
});

describe("a row whose step failed", () => {
	let scene: Scene;
	afterEach(() => scene.close());

	it("shows a general sentence where the fault is unexpected; the log keeps it", async () => {
		scene = openScene();
		scene.chain.down = new TypeError("pending of undefined");
		scene.approve();
		await scene.rest();
		expect(scene.row().words).toMatch(/fault of its own/);
		expect(scene.lines.join()).toMatch(/TypeError: pending of undefined/);
	});

	it("logs why the signer gave nothing", async () => {
		scene = openScene();
		scene.signer.during = () => {
			throw new TypeError("no key");
		};
		scene.approve();
		expect((await scene.carry("refused")).words).toMatch(/fault of its own.*Nothing was signed\.$/);
		expect(scene.lines.join()).toMatch(/TypeError: no key/);
	});

	it("keeps its words where it failed because the app was stopped", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.approve();
		await scene.rest();
		const { words } = scene.row();
		scene.signer.stands = "ready";
		const stopping: Promise<void>[] = [];
		scene.service.onRead = () => {
			stopping.push(scene.runner().stop());
			throw offline();
		};
		scene.runner().kickAll();
		for (let times = 0; stopping.length === 0 && times < 1000; times += 1)
			await new Promise<void>((resolve) => setImmediate(resolve));
		await Promise.all(stopping);
		expect(stopping).not.toEqual([]);
		expect(scene.row()).toMatchObject({ state: "approved", words });
	});
});
