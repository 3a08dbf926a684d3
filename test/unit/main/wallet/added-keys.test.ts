import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPerson, PASSWORD, type Person, scratch } from "../../../support/person.ts";
import { forkVault, memorySettings } from "../../../support/ports.ts";

/** Keys that the user adds to existing ones, on the page for that. */

const JUNK = "test test test test test test test test test test test junk";
const FIRST = { family: "evm", path: "m/44'/60'/0'/0/0" } as const;

const folder = scratch();
let person: Person;

beforeEach(async () => {
	person = await openPerson({
		dataDir: folder.path,
		baseUrl: "https://here.example",
		token: null,
		chains: [],
		settings: memorySettings({ baseUrl: "https://here.example", setup: "done" }),
		forkVault,
		fetch: async () => Response.json({ sessions: [] }),
	});
	expect(await imported("")).toEqual({ ok: true });
	expect(await person.callDesk("openTrusted", { screen: "addAccount" })).toEqual({ ok: true });
});

afterEach(async () => {
	await person.stop();
	folder.remove();
});

const imported = (passphrase: string) =>
	person.callTrusted("importPhrase", { phrase: JUNK, passphrase, accounts: [FIRST], password: PASSWORD });

function screen(): string {
	person.countersign.pushTrusted();
	return person.screen().screen;
}

describe("adding accounts of a phrase to a vault that has one", () => {
	it("adds those of a passphrase, and the page stays", async () => {
		expect(await imported("tulip")).toEqual({ ok: true });
		expect(screen()).toBe("addAccount");
		// The same account exists now.
		expect(await imported("tulip")).toMatchObject({ ok: false });
	});

	it("accepts no second phrase without a passphrase", async () => {
		expect(await imported("")).toMatchObject({ ok: false });
		expect(screen()).toBe("addAccount");
	});
});
