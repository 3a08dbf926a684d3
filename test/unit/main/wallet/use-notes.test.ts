import { describe, expect, it } from "vitest";
import type { VaultClient } from "../../../../src/main/wallet/signers/vault/client.ts";
import { UseNotes } from "../../../../src/main/wallet/wallet.ts";
import { stub } from "../../../fixtures/stub.ts";

/** Input in a window is reported to the vault. */

function scene() {
	let [now, state, noted] = [1_000_000, "unlocked", 0];
	const vault = stub<VaultClient>({
		status: () => ({ state }),
		async noteUse() {
			noted += 1;
			return { ok: true };
		},
	});
	const notes = new UseNotes(vault, { now: () => now });
	return {
		use: () => notes.reportUse(),
		pass: (ms: number) => {
			now += ms;
		},
		set: (next: "locked" | "unlocked") => {
			state = next;
		},
		noted: () => noted,
	};
}

describe("use of the app", () => {
	it("is recorded once in ten seconds, for any number of clicks", () => {
		const { use, pass, noted } = scene();
		use();
		pass(9_999);
		use();
		expect(noted()).toBe(1);
		pass(1);
		use();
		expect(noted()).toBe(2);
	});

	it("is recorded again after the clock is set back", () => {
		const { use, pass, noted } = scene();
		use();
		pass(-3_600_000);
		use();
		expect(noted()).toBe(2);
	});

	it("sends a locked vault nothing", () => {
		const { use, set, noted } = scene();
		set("locked");
		use();
		expect(noted()).toBe(0);
		set("unlocked");
		use();
		expect(noted()).toBe(1);
	});
});
