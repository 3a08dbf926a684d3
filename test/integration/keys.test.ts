import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getAddress } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TrustedScreen } from "../../src/ipc/windows.ts";
import type { SettingsStore } from "../../src/main/ports.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { appAt } from "../support/at-world.ts";
import { must, openPerson, PASSWORD, type Person, scratch } from "../support/person.ts";
import { memorySettings } from "../support/ports.ts";
import { saying } from "../support/saying.ts";

/** Key management after setup, through the main process and a vault process. */

const PHRASE = "test test test test test test test test test test test junk";
const FIRST = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const FRIEND = "0x00000000000000000000000000000000000c0ffe";
const NEXT = "battery staple";

describe("keys after the setup", () => {
	let world: World;
	let person: Person;
	let settings: SettingsStore;
	const folder = scratch();
	const key = generatePrivateKey();
	const imported = privateKeyToAddress(key);

	const open = () =>
		openPerson({
			dataDir: folder.path,
			...appAt(world),
			settings,
		});

	const screen = <Name extends TrustedScreen["screen"]>(name: Name) =>
		person.until(`the screen ${name}`, () => {
			const now = person.screen();
			return now.screen === name ? (now as Extract<TrustedScreen, { screen: Name }>) : null;
		});
	const addresses = () => person.desk().accounts.map(({ address }) => address.address);
	const unlock = (password: string) => person.callTrusted("unlock", { password });

	beforeAll(async () => {
		world = await openWorld();
		settings = memorySettings({ baseUrl: world.service.url });
		person = await open();
		must(
			await person.callTrusted("importPhrase", {
				phrase: PHRASE,
				passphrase: "",
				accounts: [],
				password: PASSWORD,
			}),
		);
		must(await person.callTrusted("importKey", { key, password: PASSWORD }));
		await person.until("three accounts", () => addresses().length === 3);
		await world.demo.fund(getAddress(imported));
	});

	afterAll(async () => {
		await person?.stop();
		await world?.close();
		folder.remove();
	});

	it("shows the phrase after password and hold, only in the trusted window and in no log or file", async () => {
		const pushes: string[] = [];
		person.countersign.onDeskPush((push) => pushes.push(JSON.stringify(push)));
		must(await person.callDesk("openTrusted", { screen: "showPhrase" }));
		await screen("showPhrase");
		expect(await person.callDesk("showPhrase", { password: PASSWORD })).toMatchObject({ ok: false });
		expect(await person.callTrusted("showPhrase", { password: "not the password" })).toMatchObject({
			ok: false,
		});
		must(await person.callTrusted("showPhrase", { password: PASSWORD }));
		const { secret } = await screen("secret");
		expect(secret.kind === "phrase" && secret.phrase.join(" ")).toBe(PHRASE);
		must(await person.callTrusted("hideSecret", {}));
		await screen("showPhrase");
		const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), "latin1"));
		for (const text of [...pushes, ...person.ports.lines, ...files]) expect(text).not.toContain("test junk");
		expect(person.ports.desktop.copied).toEqual([]);
	});

	it("exports a key of its own account, and requires a fingerprint as well if Touch ID is offered", async () => {
		must(await person.callDesk("openAccount", { address: imported }));
		await screen("account");
		must(await person.callTrusted("openExport", { address: imported }));
		await screen("exportKey");
		person.ports.desktop.touch = "no";
		expect(await person.callTrusted("exportKey", { address: imported, password: PASSWORD })).toMatchObject({
			ok: false,
		});
		person.ports.desktop.touch = "yes";
		expect(await person.callTrusted("exportKey", { address: imported, password: "wrong" })).toMatchObject({
			ok: false,
		});
		must(await person.callTrusted("exportKey", { address: imported, password: PASSWORD }));
		const { secret } = await screen("secret");
		expect(secret).toMatchObject({ kind: "key", key });
		must(await person.callTrusted("hideSecret", {}));
		person.ports.desktop.touch = "none";
	});

	it("hides secrets as soon as the keys are locked, as when the computer sleeps", async () => {
		must(await person.callDesk("openTrusted", { screen: "showPhrase" }));
		await screen("showPhrase");
		must(await person.callTrusted("showPhrase", { password: PASSWORD }));
		await screen("secret");
		await person.countersign.lockVault("sleep");
		// The timeout is well below the minute after which a secret disappears anyway.
		await expect.poll(() => person.screen().screen, { timeout: 10_000 }).toBe("showPhrase");
		must(await person.callTrusted("unlock", { password: PASSWORD }));
	});

	it("changes the password, and trusts the sealed state after a restart", async () => {
		const { sealedState } = settings.get();
		expect(sealedState).not.toBeNull();
		expect(
			await person.callTrusted("changePassword", { password: PASSWORD, next: "Password1!" }),
		).toMatchObject({
			ok: false,
		});
		must(await person.callTrusted("changePassword", { password: PASSWORD, next: NEXT }));
		await person.stop();
		person = await open();
		expect(await unlock(PASSWORD)).toMatchObject({ ok: false });
		must(await unlock(NEXT));
		must(await person.callDesk("openTrusted", { screen: "rules" }));
		expect((await screen("rules")).rules.unconfirmed).toEqual([]);
	});

	it("watches an address that nothing is signed for, and never counts it as the user's own", async () => {
		const watched = getAddress(FRIEND);
		expect(
			await person.callTrusted("watchAccount", { address: watched.replace("c0", "C1"), label: "" }),
		).toMatchObject({ ok: false });
		must(await person.callTrusted("watchAccount", { address: watched, label: "Treasury" }));
		expect(await person.callTrusted("watchAccount", { address: imported, label: "" })).toMatchObject({
			ok: false,
		});
		const shown = await person.until("the watched one", () =>
			person.desk().accounts.find(({ signer }) => signer === "watch"),
		);
		expect(shown.address).toMatchObject({ address: watched, label: "Treasury" });
		expect(await person.callDesk("connectAccounts", { evm: watched, svm: null })).toMatchObject({
			ok: false,
		});
		must(await person.callTrusted("removeAccount", { address: watched, password: null }));
		await person.until("it to go", () => !addresses().includes(watched));
		must(await person.callTrusted("watchAccount", { address: watched, label: "" }));
		const again = await person.until("it to come back", () =>
			person.desk().accounts.find(({ signer }) => signer === "watch"),
		);
		expect(again.address.label).toBeNull();
		must(await person.callTrusted("removeAccount", { address: watched, password: null }));
	});

	it("hides an account from the list, and it stays the user's own", async () => {
		must(await person.callTrusted("hideAccount", { address: FIRST, hidden: true }));
		const hidden = await person.until("a hidden one", () =>
			person.desk().accounts.find((account) => account.hidden),
		);
		expect(hidden.address.address).toBe(FIRST);
		must(await person.callTrusted("hideAccount", { address: FIRST, hidden: false }));
	});

	it("rejects with a reason the waiting requests of a removed account, and signs nothing for it", async () => {
		must(await person.callDesk("connectAccounts", { evm: imported, svm: null }));
		await person.say(`send 0.01 ETH to ${FRIEND}`);
		const waiting = await person.until("a request", () =>
			person.desk().inbox.find(({ state }) => state === "waiting"),
		);
		must(await person.callTrusted("renameAccount", { address: imported, label: "Old savings" }));
		must(await person.callDesk("openAccount", { address: imported }));
		expect((await screen("account")).page).toMatchObject({ waiting: 1, source: "imported", kept: null });
		const remove = (password: string | null) =>
			person.callTrusted("removeAccount", { address: imported, password });
		expect(await remove("not the password")).toMatchObject({ ok: false });
		must(await remove(NEXT));
		const rejection = await person.until("a rejection", () =>
			person.desk().rejections.find(({ entryIds }) => entryIds.includes(waiting.id)),
		);
		expect(rejection.explained).toBe(true);
		expect(addresses()).not.toContain(imported);
	});

	it("restores the keys with the phrase after a forgotten password, and requires the sealed state to be confirmed again", async () => {
		must(await person.callTrusted("importKey", { key, password: NEXT }));
		// Forgetting the account also removed its name, because no page would show which account it belongs to.
		const back = await person.until("it to come back", () =>
			person.desk().accounts.find(({ address }) => address.address === imported),
		);
		expect(back.address.label).toBeNull();
		must(await person.callTrusted("renameAccount", { address: FIRST, label: "Treasury" }));
		must(await person.callTrusted("lock", {}));
		must(await person.callDesk("openTrusted", { screen: "unlock" }));
		must(await person.callTrusted("openRestore", {}));
		expect((await screen("restore")).imported.map(({ address }) => address)).toEqual([imported]);
		const restore = (phrase: string) =>
			person.callTrusted("restoreKeys", { phrase, password: "tin-roof-singing", anyway: false });
		const wrong = await restore(PHRASE.replace("junk", "jnk"));
		expect(wrong).toMatchObject({ ok: false, text: saying("vault.phrase.word", { place: 12, word: "jnk" }) });
		must(await restore(PHRASE));
		const { lost, previousFile } = await screen("restored");
		expect(lost.map(({ address }) => address)).toEqual([imported]);
		expect(readdirSync(folder.path)).toContain(previousFile);
		expect(addresses()).toContain(FIRST);
		await person.stop();
		person = await open();
		must(await unlock("tin-roof-singing"));
		must(await person.callDesk("openTrusted", { screen: "rules" }));
		const { unconfirmed } = await person.until("what was sealed to be read", () => {
			const now = person.screen();
			return now.screen === "rules" && now.rules.unconfirmed.length > 0 && now.rules;
		});
		expect(unconfirmed).toContainEqual(saying("guard.names"));
	});
});
