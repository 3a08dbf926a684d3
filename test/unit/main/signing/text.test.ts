import { afterEach, describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { type Message, message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { unsignedText, userMessage } from "../../../../src/main/signing/outcomes.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { SignerError } from "../../../../src/main/wallet/signers/signer.ts";
import { offline } from "./fakes.ts";
import { openScene, type Scene } from "./scene.ts";

/** A failure's text for users, and its details for the log. */

describe("a failure's text", () => {
	it("is the error's own if it was written for users", () => {
		const full = new StorageError("full", "journal.db", { detail: "no space" });
		expect(userMessage(offline())).toEqual(verbatim("The service can't be reached."));
		expect(userMessage(new ChainError("unreachable", verbatim("Your RPC is away.")))).toEqual(
			verbatim("Your RPC is away."),
		);
		expect(userMessage(new SignerError("locked", verbatim("The vault is locked.")))).toEqual(
			verbatim("The vault is locked."),
		);
		expect(userMessage(full)).toEqual(message("storage.full", { file: "journal.db" }));
	});

	it.each([new TypeError("x is undefined at 0x7f"), "a string", null])(
		"is a general sentence for %s",
		(cause) => {
			expect(userMessage(cause)).toEqual(message("signing.own-fault"));
		},
	);

	it("says that nothing was signed just once", () => {
		const expired = verbatim("The review has expired.");
		const closed = sentences(expired, message("nothing-signed"));
		const told = (text: Message, saysUnsigned: boolean) =>
			unsignedText(new SignerError("refusedMatch", text, null, { saysUnsigned }));
		expect(told(expired, false)).toEqual(closed);
		expect(told(closed, true)).toEqual(closed);
	});

	it("says so next to any foreign text, but never for a device that may have signed", () => {
		const claim = "It answered “nothing was signed”.";
		expect(unsignedText(new SignerError("failed", verbatim(claim)))).toEqual(
			sentences(verbatim(claim), message("nothing-signed")),
		);
		expect(
			unsignedText(new SignerError("failed", verbatim("Unknown."), null, { mayHaveSigned: true })),
		).toEqual(verbatim("Unknown."));
	});
});

describe("a row with a failed step", () => {
	let scene: Scene;
	afterEach(() => scene.close());

	it("shows a general sentence for an unexpected fault; the log keeps the details", async () => {
		scene = openScene();
		scene.chain.down = new TypeError("pending of undefined");
		scene.approve();
		await scene.rest();
		expect(scene.row().text).toEqual(message("signing.own-fault"));
		expect(scene.lines.join()).toMatch(/TypeError: pending of undefined/);
	});

	it("logs why the signer returned nothing", async () => {
		scene = openScene();
		scene.signer.during = () => {
			throw new TypeError("no key");
		};
		scene.approve();
		expect((await scene.carry("refused")).text).toEqual(
			sentences(message("signing.own-fault"), message("nothing-signed")),
		);
		expect(scene.lines.join()).toMatch(/TypeError: no key/);
	});

	it("keeps its text if it failed because the app was stopped", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.approve();
		await scene.rest();
		const { text } = scene.row();
		scene.signer.stands = "ready";
		const stopping: Promise<void>[] = [];
		scene.service.onRead = () => {
			stopping.push(scene.runner().stop());
			throw offline();
		};
		scene.runner().wakeAll();
		for (let times = 0; stopping.length === 0 && times < 1000; times += 1)
			await new Promise<void>((resolve) => setImmediate(resolve));
		await Promise.all(stopping);
		expect(stopping).not.toEqual([]);
		expect(scene.row()).toMatchObject({ state: "approved", text });
	});
});
