import { describe, expect, it } from "vitest";
import { parseSettings } from "../../../../src/main/desktop/settings/schema.ts";
import type { LedgerAccountSetting } from "../../../../src/main/settings-schema.ts";
import { Accounts, indexInPhrase, MAX_ON_LEDGER } from "../../../../src/main/wallet/accounts.ts";
import { secretBytes } from "../../../../src/main/wallet/signers/vault/client.ts";
import { pathOf } from "../../../../src/vault/keys/keys.ts";
import { pathOfSvm } from "../../../../src/vault/keys/keys-svm.ts";
import { memorySettings } from "../../../support/ports.ts";
import { JUNK, JUNK_FIRST, JUNK_SECOND, JUNK_SVM, PASSWORD } from "../../vault/scene.ts";
import { clientScene } from "./signers/vault/channels.ts";

const STRANGER = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";

async function scene() {
	const { client } = clientScene();
	await client.start();
	await client.importPhrase(secretBytes(JUNK), secretBytes(PASSWORD));
	await client.derive({ family: "evm" });
	const settings = memorySettings();
	return { client, settings, accounts: new Accounts(client, settings) };
}

describe("accounts", () => {
	it("are the vault's, in order, locked or not", async () => {
		const { client, accounts } = await scene();
		const all = accounts.list();
		expect(all.map(({ family, address, path }) => [family, address, path])).toEqual([
			["evm", JUNK_FIRST, "m/44'/60'/0'/0/0"],
			["svm", JUNK_SVM, "m/44'/501'/0'/0'"],
			["evm", JUNK_SECOND, "m/44'/60'/0'/0/1"],
		]);
		await client.lock();
		expect(accounts.list()).toEqual(all);
		await client.stop();
		expect(accounts.list()).toEqual(all);
	});

	it("are found by address in any case, unlike strangers' addresses", async () => {
		const { accounts } = await scene();
		expect(accounts.find(JUNK_FIRST.toLowerCase())?.address).toBe(JUNK_FIRST);
		expect(accounts.owns(`0x${JUNK_SECOND.slice(2).toUpperCase()}`)).toBe(true);
		expect(accounts.owns(STRANGER)).toBe(false);
		expect(accounts.find("")).toBeNull();
	});

	it("of Solana are found, and named, by their exact letters", async () => {
		const { accounts, settings } = await scene();
		expect(accounts.find(JUNK_SVM)?.family).toBe("svm");
		expect(accounts.owns(JUNK_SVM.toLowerCase())).toBe(false);
		accounts.setLabel(JUNK_SVM, "Savings");
		expect(accounts.find(JUNK_SVM)?.label).toBe("Savings");
		expect(accounts.labelOf(JUNK_SVM.toLowerCase())).toBeNull();
		expect(Object.keys(settings.get().labels)).toEqual([JUNK_SVM]);
		accounts.setLabel(JUNK_SVM.toLowerCase(), "Another one");
		expect(accounts.labelOf(JUNK_SVM)).toBe("Savings");
	});

	it("have the user's names, and others may have the same", async () => {
		const { accounts, settings } = await scene();
		accounts.setLabel(JUNK_FIRST, "  Daily   account ");
		accounts.setLabel(STRANGER, "Friend");
		expect(accounts.find(JUNK_FIRST)?.label).toBe("Daily account");
		expect(accounts.labelOf(STRANGER.toLowerCase())).toBe("Friend");
		expect(Object.keys(settings.get().labels)).toEqual([JUNK_FIRST.toLowerCase(), STRANGER.toLowerCase()]);
		accounts.setLabel(STRANGER, " ");
		expect(accounts.labelOf(STRANGER)).toBeNull();
	});

	it("have names without invisible characters, of at most 60", async () => {
		const { accounts } = await scene();
		accounts.setLabel(JUNK_FIRST, "Safe\u202e\u0000\u200bname");
		expect(accounts.labelOf(JUNK_FIRST)).toBe("Safe name");
		accounts.setLabel(JUNK_FIRST, "😀".repeat(100));
		expect(accounts.labelOf(JUNK_FIRST)).toBe("😀".repeat(60));
	});

	it("named like a built-in property of objects don't exist", async () => {
		const { accounts } = await scene();
		expect(accounts.labelOf("constructor")).toBeNull();
		expect(accounts.labelOf("__proto__")).toBeNull();
	});

	describe("accounts on a Ledger", () => {
		const found = (address: string, at = 0): LedgerAccountSetting => ({
			family: "evm",
			address,
			path: `m/44'/60'/${at}'/0/0`,
			model: "Ledger Nano X",
		});

		it("follow those of this computer, with their path and device", async () => {
			const { accounts } = await scene();
			accounts.addLedger([found(STRANGER)]);
			expect(accounts.list().at(-1)).toEqual({ ...found(STRANGER), signer: "ledger", label: null });
			expect(accounts.owns(STRANGER.toLowerCase())).toBe(true);
			expect(accounts.list().filter((each) => each.signer === "local")).toHaveLength(3);
		});

		it("are stored once, in any case", async () => {
			const { accounts, settings } = await scene();
			accounts.addLedger([found(STRANGER), found(STRANGER.toLowerCase(), 1)]);
			accounts.addLedger([found(STRANGER, 2)]);
			expect(settings.get().ledgerAccounts).toEqual([found(STRANGER)]);
		});

		it("are not added if this computer has the key, which signs then", async () => {
			const { accounts, settings } = await scene();
			accounts.addLedger([found(JUNK_FIRST)]);
			expect(settings.get().ledgerAccounts).toEqual([]);
			settings.set({ ledgerAccounts: [found(JUNK_FIRST)] });
			expect(accounts.list().filter((each) => each.address === JUNK_FIRST)).toMatchObject([
				{ signer: "local" },
			]);
		});

		it("are stored up to the settings' limit, and none beyond", async () => {
			const { accounts, settings } = await scene();
			const many = Array.from({ length: MAX_ON_LEDGER }, (_, at) =>
				found(`0x${String(at + 1).padStart(40, "0")}`, at),
			);
			expect(accounts.addLedger(many)).toBe(true);
			expect(accounts.addLedger([found(STRANGER)])).toBe(false);
			expect(settings.get().ledgerAccounts).toHaveLength(MAX_ON_LEDGER);
			expect(parseSettings(settings.get())).toMatchObject({ ok: true });
		});

		it("are removed one by one", async () => {
			const { accounts } = await scene();
			accounts.addLedger([found(STRANGER)]);
			expect(accounts.removeLedger(JUNK_FIRST)).toBe(false);
			expect(accounts.removeLedger(STRANGER.toLowerCase())).toBe(true);
			expect(accounts.owns(STRANGER)).toBe(false);
		});
	});

	it("lose their name and their hidden state on removal", async () => {
		const { accounts } = await scene();
		accounts.watch({ family: "evm", address: STRANGER });
		accounts.setLabel(STRANGER, "Treasury");
		accounts.setHidden(STRANGER, true);
		accounts.forget(STRANGER.toLowerCase());
		expect(accounts.labelOf(STRANGER)).toBeNull();
		expect(accounts.isHidden(STRANGER)).toBe(false);
	});
});

it("the number of an account in the phrase is the vault's derivation index, in either family", () => {
	for (const number of [0, 7, 120]) {
		expect(indexInPhrase({ family: "evm", signer: "local", path: pathOf(number) })).toBe(number);
		expect(indexInPhrase({ family: "svm", signer: "local", path: pathOfSvm(number) })).toBe(number);
	}
});

it("the number of an account in the phrase is absent for an imported key, a Ledger's, and another derivation", () => {
	expect(indexInPhrase({ family: "evm", signer: "local", path: null })).toBeNull();
	expect(indexInPhrase({ family: "evm", signer: "ledger", path: pathOf(0) })).toBeNull();
	expect(indexInPhrase({ family: "evm", signer: "local", path: "m/44'/60'/1'/0/0" })).toBeNull();
	expect(indexInPhrase({ family: "svm", signer: "local", path: pathOf(0) })).toBeNull();
});
