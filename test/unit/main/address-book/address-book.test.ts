import { DatabaseSync } from "node:sqlite";
import { getAddress } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { Text } from "../../../../src/core/localized-text.ts";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { writeRules } from "../../../../src/core/rules/rules.ts";
import { AddressBook } from "../../../../src/main/address-book/address-book.ts";
import { Contacts } from "../../../../src/main/address-book/contacts.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { Events } from "../../../../src/main/events.ts";
import { storedRulesOf } from "../../../../src/main/rules/policy-context.ts";
import { Rules } from "../../../../src/main/rules/rules.ts";
import { RulesStore } from "../../../../src/main/rules/rules-store.ts";
import { JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";
import { commitOf, frozenOf, OTHER, SIGNER, VAULT } from "../../core/match/honest.ts";
import { SVM_OTHER } from "../../core/match/honest-svm.ts";
import { intact } from "../integrity/intact.ts";

const SCOPE = "staging/person-1";

/** Creates an address book with a real database, a user's accounts, and files that the test chooses. */
function scene(vaultState: "unlocked" | "none" = "unlocked") {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	const files = { saved: "", toOpen: null as string | null };
	let changes = 0;
	let id = 0;
	const contacts = new Contacts(db, { now: () => 1_000 });
	const rules = new RulesStore(db, { now: () => 1_000 });
	const journal = new JournalDb(db, { now: () => 5_000 });
	const vault = {
		status: () => ({ state: vaultState }),
		verifyPassword: async (password: Uint8Array) =>
			Buffer.from(password).toString() === "right"
				? { ok: true }
				: { ok: false, text: "This is not the password. Nothing was changed." },
	};
	const user = new Rules(stub({ integrity: intact(), stores: { rules }, wallet: { vault } }));
	const events = new Events(() => {});
	events.on("app-changed", () => {
		changes += 1;
	});
	const labels = () => contacts.labels({ [SIGNER.toLowerCase()]: "Main" });
	const book = new AddressBook(
		stub({
			ports: stub({
				random(length: number) {
					id += 1;
					return new Uint8Array(length).fill(id);
				},
				desktop: stub({
					saveFile: async (_: string, text: string) => {
						files.saved = text;
						return true;
					},
					openFile: async () => files.toOpen,
				}),
			}),
			events,
			stores: { journal, contacts },
			wallet: { accounts: { list: () => [{ address: SIGNER }] } },
			rules: {
				labels,
				storedRules: () => user.storedRules(),
				admitLoosening: (password: string | null) => user.admitLoosening(password),
			},
			signedIn: { current: () => ({ scope: SCOPE }) },
		}),
	);
	const save = (
		address: string,
		label: string,
		more: { renaming?: boolean; despite?: Text[]; password?: string } = {},
	) =>
		book.saveContact({
			family: address.startsWith("0x") ? "evm" : "svm",
			address,
			label,
			renaming: false,
			despite: [],
			password: null,
			...more,
		});
	/** Records a confirmed payment of the user to this address. */
	function paid(address: string): void {
		const approval = journal.approve({
			kind: "commit",
			scope: SCOPE,
			entryId: `commit:${address}`,
			sessionId: "session-1",
			intentId: address,
			replaces: null,
			headline: "",
			chainRef: "8453",
			signer: SIGNER,
			nonce: null,
			broadcaster: "wallet",
			fingerprint: "f".repeat(64),
			digest: "",
			revision: 1,
			frozen: frozenOf(commitOf({ to: address, value: 5n })),
			predicted: null,
		});
		if (approval.ok)
			journal.step(approval.row.id, ["approved"], "settled", { outcome: "confirmed", live: false });
	}
	const names = () => book.view().contacts.map(({ name }) => name);
	const read = (text: string | null) => {
		files.toOpen = text;
		return book.importContacts();
	};
	const draft = () => {
		const { importing } = book.view();
		if (importing === null) throw new Error("nothing waits");
		return importing;
	};
	return { book, labels, contacts, rules, save, paid, names, files, read, draft, changes: () => changes };
}

const imitation = (address: string) =>
	`${address.slice(0, 10)}${"0".repeat(20)}${address.slice(30)}`.toLowerCase();

describe("a contact", () => {
	it("is saved, renamed and removed, and each window is notified", async () => {
		const { labels, book, save, names, changes } = scene();
		expect(await save(OTHER, "Ana")).toEqual({ ok: true });
		expect(await save(SVM_OTHER, "Boris")).toEqual({ ok: true });
		expect(labels()).toMatchObject({ [OTHER.toLowerCase()]: "Ana", [SVM_OTHER]: "Boris" });
		expect(await save(OTHER, "Anna", { renaming: true })).toEqual({ ok: true });
		expect(names()).toEqual(["Anna", "Boris"]);
		await book.removeContact({ family: "evm", address: OTHER });
		expect(names()).toEqual(["Boris"]);
		expect(changes()).toBe(4);
	});

	it("is shown with its checksum, and its number of payments", async () => {
		const { book, save, paid } = scene();
		paid(OTHER);
		await save(OTHER.toLowerCase(), "Ana");
		expect(book.view().contacts).toMatchObject([
			{
				name: "Ana",
				address: { address: OTHER, label: "Ana" },
				dealing: { paid: 1, allowed: 0, lastAt: 5_000 },
			},
		]);
	});

	it("is refused and not stored if it is invalid", async () => {
		const { save, names } = scene();
		expect(await save("0x12", "Ana")).toMatchObject({
			ok: false,
			text: sentences(message("book.evm-form"), message("book.nothing-saved")),
		});
		expect(await save(OTHER, "Ana", { renaming: true })).toMatchObject({ ok: false });
		expect(names()).toEqual([]);
	});

	it("is saved despite a warning only if the user has seen exactly that warning", async () => {
		const { save, names } = scene();
		await save(OTHER, "Ana");
		const first = await save(imitation(OTHER), "Ana");
		expect(first).toMatchObject({
			ok: false,
			warnings: [{ code: "book.look-alike" }, { code: "book.same-name" }],
		});
		const warnings = [...("warnings" in first ? (first.warnings ?? []) : [])];
		expect(await save(imitation(OTHER), "Ana", { despite: warnings.slice(0, 1) })).toMatchObject({
			ok: false,
		});
		expect(names()).toEqual(["Ana"]);
		expect(await save(imitation(OTHER), "Ana", { despite: warnings })).toEqual({ ok: true });
		expect(names()).toEqual(["Ana", "Ana"]);
	});
});

describe("addresses used before", () => {
	it("are listed until they are contacts; own accounts never are", async () => {
		const { book, save, paid } = scene();
		for (const address of [OTHER, VAULT]) paid(address);
		const met = () => book.view().seen.map(({ address }) => address.address);
		expect(met().toSorted()).toEqual([OTHER, VAULT].toSorted());
		await save(OTHER, "Ana");
		expect(met()).toEqual([VAULT]);
	});
});

describe("a file of contacts", () => {
	const FILE = `family,address,label\nevm,${VAULT},Vault\nevm,${imitation(OTHER)},Ana\nsvm,short,Bad\n`;

	it("is checked before any of it is stored", async () => {
		const { book, save, read, draft, names } = scene();
		await save(OTHER, "Ana");
		expect(await read(FILE)).toEqual({ ok: true });
		expect(draft()).toMatchObject({ good: 1, doubtful: 1, already: 0, faults: [{ line: 4 }] });
		expect(draft().shown.map(({ name }) => name)).toEqual(["Ana", "Vault"]);
		expect(names()).toEqual(["Ana"]);
		await book.confirmImport({ id: draft().id, doubtful: false, password: null });
		expect(names()).toEqual(["Ana", "Vault"]);
	});

	it("adds those with warnings only if the user wants them too", async () => {
		const { book, save, read, draft, names } = scene();
		await save(OTHER, "Ana");
		await read(FILE);
		await book.confirmImport({ id: draft().id, doubtful: true, password: null });
		expect(names()).toEqual(["Ana", "Ana", "Vault"]);
		expect(() => draft()).toThrow("nothing waits");
	});

	it("adds nothing if it was discarded, or is not the file on screen", async () => {
		const { book, read, draft, names } = scene();
		await read(FILE);
		const { id } = draft();
		await read(FILE);
		expect(await book.confirmImport({ id, doubtful: true, password: null })).toMatchObject({
			ok: false,
		});
		await book.discardImport();
		expect(await book.confirmImport({ id: id, doubtful: true, password: null })).toMatchObject({
			ok: false,
		});
		expect(names()).toEqual([]);
	});

	it("renames nobody who became a contact after it was read", async () => {
		const { book, save, read, draft, names } = scene();
		await read(FILE);
		await save(VAULT, "Mine");
		expect(await book.confirmImport({ id: draft().id, doubtful: false, password: null })).toMatchObject({
			ok: false,
		});
		expect(names()).toEqual(["Mine"]);
	});

	it("may be missing: nothing happens if the user cancels, or chooses another file", async () => {
		const { read, draft } = scene();
		expect(await read(null)).toMatchObject({ ok: false });
		expect(await read("a,b\n1,2")).toMatchObject({ ok: false, text: message("book.file.header") });
		expect(() => draft()).toThrow("nothing waits");
	});

	it("is read back as it was exported", async () => {
		const one = scene();
		await one.save(OTHER, "=Ana");
		await one.save(SVM_OTHER, "Boris");
		await one.book.exportContacts();
		expect(one.files.saved).toContain(getAddress(OTHER as `0x${string}`));
		const other = scene();
		await other.read(one.files.saved);
		await other.book.confirmImport({ id: other.draft().id, doubtful: false, password: null });
		expect(other.contacts.list()).toEqual(one.contacts.list());
	});
});

describe("a contact that a rule would permit", () => {
	const onlyContacts = writeRules([
		{
			id: "only",
			name: "Only whom I know",
			scope: { accounts: "all", agents: "all", apps: "all", chains: "all" },
			kind: "recipients",
			addresses: [],
			contacts: true,
		},
	]);
	const ruled = (vaultState: "unlocked" | "none" = "unlocked") => {
		const made = scene(vaultState);
		made.rules.save(onlyContacts);
		if (!storedRulesOf(made.rules).ok) throw new Error("this rule can't be read");
		return made;
	};

	it("requires the password, since it loosens the rule", async () => {
		const { book, save, names } = ruled();
		expect(book.view().needsPassword).toBe(true);
		expect(await save(OTHER, "Ana")).toMatchObject({ ok: false, text: saying("app.rules.password") });
		expect(await save(OTHER, "Ana", { password: "wrong" })).toMatchObject({ ok: false });
		expect(names()).toEqual([]);
		expect(await save(OTHER, "Ana", { password: "right" })).toEqual({ ok: true });
		expect(names()).toEqual(["Ana"]);
	});

	it("is renamed and removed without it", async () => {
		const { book, save, names } = ruled();
		await save(OTHER, "Ana", { password: "right" });
		expect(await save(OTHER, "Anna", { renaming: true })).toEqual({ ok: true });
		expect(names()).toEqual(["Anna"]);
		await book.removeContact({ family: "evm", address: OTHER });
		expect(names()).toEqual([]);
	});

	it("requires it in a file, too", async () => {
		const { book, read, draft, names } = ruled();
		await read(`family,address,label\nevm,${VAULT},Vault\n`);
		const confirm = (password: string | null) =>
			book.confirmImport({ id: draft().id, doubtful: false, password });
		expect(await confirm(null)).toMatchObject({ ok: false });
		expect(names()).toEqual([]);
		expect(await confirm("right")).toEqual({ ok: true });
		expect(names()).toEqual(["Vault"]);
	});

	it("can't be added without any password", async () => {
		const { save, names } = ruled("none");
		expect(await save(OTHER, "Ana", { password: "right" })).toMatchObject({
			ok: false,
			text: saying("app.rules.no-password"),
		});
		expect(names()).toEqual([]);
	});

	it("requires no password if no rule uses contacts", async () => {
		const { book, save } = scene();
		expect(book.view().needsPassword).toBe(false);
		expect(await save(OTHER, "Ana")).toEqual({ ok: true });
	});
});
