import { message, sameText, sentences } from "../../core/message.ts";
import type { Counterparty, CounterpartyHistory } from "../../core/people/counterparties.ts";
import { type Labels, sameAddress } from "../../core/people/labels.ts";
import { countsOnContacts } from "../../core/rules/loosening.ts";
import type { RulesKept } from "../../core/rules/rules.ts";
import type { BookView, bookProcedures, CounterpartyView, ImportView } from "../../ipc/address-book.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { addressView } from "../views/addresses.ts";
import type { Accounts } from "../wallet/accounts.ts";
import {
	type Contact,
	familyOf,
	type KnownAddresses,
	knownOf,
	MAX_CONTACTS,
	readContact,
	warningsOf,
} from "./address-book.ts";
import { type Import, readBook, writeBook } from "./book-csv.ts";
import type { Contacts } from "./contacts.ts";
import { counterpartiesOf } from "./journal-counterparties.ts";

/** What the windows show of the book needs. */
export interface BookDeps {
	/** The rules as they count now: some count on who is in the book. */
	keptRules(): RulesKept;
	readonly contacts: Contacts;
	readonly accounts: Pick<Accounts, "list">;
	readonly journal: Journal;
	/** Who is signed in. */
	account(): { readonly scope: string };
	/** The user's own names for addresses. */
	labels(): Labels;
}

export interface BookCommandDeps extends BookDeps {
	readonly ports: Pick<Ports, "desktop" | "random">;
	/** Asks the vault whether this is the password, for what loosens a rule. */
	admitLoosening(password: string | null): Promise<CommandOutcome>;
	/** Something that a window shows has changed. */
	changed(): void;
}

/** The address book: what the windows show of it, and the trusted window's commands carried out. */

/** More would make a list that nobody reads. */
const MAX_MET = 50;
const MAX_SHOWN = 100;
const MAX_FAULTS_SHOWN = 50;
const CSV = [{ name: message("book.csv"), extensions: ["csv"] }];

interface ImportDraft {
	readonly id: string;
	readonly read: Import;
}

/** What was read of a file and waits for the user's word. */
const drafts = new WeakMap<Contacts, ImportDraft>();

function counterpartyView(counterparty: Counterparty | undefined): CounterpartyView {
	if (counterparty === undefined) return { paid: 0, allowed: 0, lastAt: null };
	const { paid, allowed, lastAt } = counterparty;
	return { paid, allowed, lastAt };
}

function importView({ id, read }: ImportDraft): ImportView {
	const doubtful = read.contacts.filter(({ warnings }) => warnings.length > 0);
	const good = read.contacts.filter(({ warnings }) => warnings.length === 0);
	return {
		id,
		good: good.length,
		doubtful: doubtful.length,
		already: read.already,
		shown: [...doubtful, ...good].slice(0, MAX_SHOWN).map(({ line, contact, warnings }) => ({
			line,
			family: contact.family,
			name: contact.label,
			address: addressView(contact.address, {}),
			warnings,
		})),
		faults: read.faults.slice(0, MAX_FAULTS_SHOWN),
	};
}

/** Whom the user dealt with and who is neither a contact nor an account of theirs; the latest first. */
function metOf(deps: BookDeps, history: CounterpartyHistory): BookView["met"] {
	const contacts = new Set(deps.contacts.list().map(({ address }) => address));
	const accounts = deps.accounts.list().map(({ address }) => address);
	const labels = deps.labels();
	return [...history]
		.filter(([address]) => !contacts.has(address) && !accounts.some((own) => sameAddress(own, address)))
		.toSorted(([, left], [, right]) => right.lastAt - left.lastAt)
		.slice(0, MAX_MET)
		.flatMap(([address, counterparty]) => {
			const family = familyOf(address);
			return family === null
				? []
				: [{ family, address: addressView(address, labels), dealing: counterparty }];
		});
}

export function bookView(deps: BookDeps): BookView {
	const history = counterpartiesOf(deps.journal, deps.account().scope);
	const draft = drafts.get(deps.contacts);
	return {
		contacts: deps.contacts.list().map(({ family, address, label }) => ({
			family,
			address: addressView(address, { [address]: label }),
			name: label,
			dealing: counterpartyView(history.get(address)),
		})),
		met: metOf(deps, history),
		importing: draft === undefined ? null : importView(draft),
		takesPassword: countsOnContacts(deps.keptRules()),
	};
}

/** What new contacts are held against: accounts and contacts as they are now. */
function knownNow(deps: BookDeps): KnownAddresses {
	return knownOf(
		deps.accounts.list().map(({ address }) => address),
		deps.labels(),
	);
}

const isThere = (deps: BookDeps, { family, address }: Contact): boolean =>
	deps.contacts.list().some((each) => each.family === family && each.address === address);

const FULL = message("book.full", { most: MAX_CONTACTS });

export function bookHandlers(deps: BookCommandDeps): HandlersOf<typeof bookProcedures> {
	const { desktop } = deps.ports;

	/** Another name for a contact lets nobody through who was not let through before. */
	const admit = async (known: boolean, password: string | null): Promise<CommandOutcome> =>
		known || !countsOnContacts(deps.keptRules()) ? done : await deps.admitLoosening(password);

	return {
		async saveContact({ family, address, label, renaming, despite, password }) {
			const reading = readContact({ family, address, label });
			if (!reading.ok) return refused(sentences(reading.text, message("book.nothing-saved")));
			const { contact } = reading;
			const present = isThere(deps, contact);
			if (renaming && !present) return refused(message("book.gone"));
			if (!present && deps.contacts.list().length >= MAX_CONTACTS) return refused(FULL);
			const warnings = warningsOf(contact, knownNow(deps), renaming);
			if (warnings.some((each) => !despite.some((read) => sameText(read, each))))
				return { ...refused(message("book.look-first")), warnings };
			const admitted = await admit(present, password);
			if (!admitted.ok) return admitted;
			deps.contacts.put(contact);
			deps.changed();
			return done;
		},
		async removeContact({ family, address }) {
			const key = family === "evm" ? address.toLowerCase() : address;
			deps.contacts.remove(family, key);
			deps.changed();
			return done;
		},
		async exportContacts() {
			const contacts = deps.contacts
				.list()
				.map((each) => ({ ...each, address: addressView(each.address, {}).address }));
			const saved = await desktop.saveFile("countersign-contacts.csv", writeBook(contacts));
			return saved ? done : refused(message("app.not-saved"));
		},
		async importContacts() {
			const text = await desktop.openFile(CSV);
			if (text === null) return refused(message("book.no-file"));
			const room = MAX_CONTACTS - deps.contacts.list().length;
			const reading = readBook(text, knownNow(deps), room);
			if (!reading.ok) return refused(reading.text);
			const id = Buffer.from(deps.ports.random(12)).toString("hex");
			drafts.set(deps.contacts, { id, read: reading.read });
			deps.changed();
			return done;
		},
		async confirmImport({ id, doubtful, password }) {
			const draft = drafts.get(deps.contacts);
			if (draft === undefined || draft.id !== id) return refused(message("book.file-gone"));
			const chosen = draft.read.contacts.filter(({ warnings }) => doubtful || warnings.length === 0);
			const known = knownNow(deps);
			const sound = (contact: Contact) => warningsOf(contact, known, false).length === 0;
			if (!doubtful && !chosen.every(({ contact }) => sound(contact))) {
				drafts.delete(deps.contacts);
				deps.changed();
				return refused(message("book.changed"));
			}
			const fresh = chosen.filter(({ contact }) => !isThere(deps, contact)).length;
			if (deps.contacts.list().length + fresh > MAX_CONTACTS) return refused(FULL);
			const admitted = await admit(fresh === 0, password);
			if (!admitted.ok) return admitted;
			// Another file may have been read while the password was being looked at.
			if (drafts.get(deps.contacts) !== draft) return refused(message("book.file-gone"));
			deps.contacts.putAll(chosen.map(({ contact }) => contact));
			drafts.delete(deps.contacts);
			deps.changed();
			return done;
		},
		async discardImport() {
			drafts.delete(deps.contacts);
			deps.changed();
			return done;
		},
	};
}
