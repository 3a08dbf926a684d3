import { expect, it } from "vitest";
import { Events } from "../../../../src/main/events.ts";
import { VaultKeys } from "../../../../src/main/wallet/vault-keys.ts";
import { KEY_FILE_BYTES } from "../../../../src/vault/protocol.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";

/** Main lets the user choose a key file, and passes its bytes only to the vault. */

function importing(chosen: Uint8Array | null) {
	const given: string[][] = [];
	const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
	const keys = new VaultKeys(
		stub({
			wallet: {
				vault: {
					async importKeyFile(file: Uint8Array, filePassword: Uint8Array, password: Uint8Array) {
						given.push([text(file), text(filePassword), text(password)]);
						return { ok: true };
					},
				},
			},
			ports: { desktop: { openFileBytes: async () => chosen } },
			events: new Events(() => {}),
			window: { route: () => ({ kind: "addAccount" }), go: () => {} },
			inbox: { entries: () => [] },
			setup: { afterKeys: () => null },
			reviewing: {},
			rules: {},
			signedIn: {},
		}),
	);
	const done = keys.importKeyFile({ filePassword: "of the file", password: "of the keys" });
	return { done, given };
}

it("importing a key file adds its content, with the file's password and the keys' own", async () => {
	const { done, given } = importing(new TextEncoder().encode("{}"));
	expect(await done).toEqual({ ok: true, added: true });
	expect(given).toEqual([["{}", "of the file", "of the keys"]]);
});

it("importing a key file does nothing if no file is chosen", async () => {
	const { done, given } = importing(null);
	expect(await done).toEqual({ ok: true, added: false });
	expect(given).toEqual([]);
});

it("importing a key file refuses an invalid one, and wipes it", async () => {
	const large = new Uint8Array(KEY_FILE_BYTES + 1).fill(0x20);
	const { done, given } = importing(large);
	expect(await done).toMatchObject({ ok: false, text: saying("vault.key-file.none") });
	expect([given.length, large.some((byte) => byte !== 0)]).toEqual([0, false]);
});
