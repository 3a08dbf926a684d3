import type { bookProcedures } from "../../bridge/book-procedures.ts";
import type { BookView, DealingView, ImportView } from "../../bridge/book-views.ts";
import type { Outcome } from "../../bridge/procedures.ts";
import {
	type Contact,
	familyOf,
	type Known,
	knownOf,
	MOST_CONTACTS,
	readContact,
	warningsOf,
} from "../policy/address-book.ts";
import { type Import, readBook, writeBook } from "../policy/book-csv.ts";
import type { Dealing, Dealings } from "../policy/dealings.ts";
import { sameAddress } from "../policy/labels.ts";
import { countsOnContacts } from "../policy/loosening.ts";
import { addressView } from "../views/addresses.ts";
import { dealingsOf } from "./dealings.ts";
import type { HandlersOf } from "./handlers.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";
import { admitLoosening } from "./policy-desk.ts";
import { rulesKept } from "./policy-standing.ts";

/** The address book: what the windows show of it, and the trusted window's wishes carried out. */

/** More would make a list that nobody reads. */
const MOST_MET = 50;
const MOST_SHOWN = 100;
const MOST_FAULTS_SHOWN = 50;
const CSV = [{ name: "Comma-separated values", extensions: ["csv"] }];

interface Draft {
	readonly id: string;
	readonly read: Import;
}

/** What was read of a file and waits for the person's word. */
const drafts = new WeakMap<App, Draft>();

function dealingView(dealing: Dealing | undefined): DealingView {
	return dealing === undefined ? { paid: 0, allowed: 0, lastAt: null } : dealing;
}

function importView({ id, read }: Draft): ImportView {
	const doubtful = read.contacts.filter(({ warnings }) => warnings.length > 0);
	const good = read.contacts.filter(({ warnings }) => warnings.length === 0);
	return {
		id,
		good: good.length,
		doubtful: doubtful.length,
		already: read.already,
		shown: [...doubtful, ...good].slice(0, MOST_SHOWN).map(({ line, contact, warnings }) => ({
			line,
			family: contact.family,
			name: contact.label,
			address: addressView(contact.address, {}),
			warnings,
		})),
		faults: read.faults.slice(0, MOST_FAULTS_SHOWN),
	};
}

/** Whom the person dealt with and who is neither a contact nor an account of theirs; the latest first. */
function metOf(app: App, dealings: Dealings): BookView["met"] {
	const contacts = new Set(app.contacts.list().map(({ address }) => address));
	const accounts = app.accounts.list().map(({ address }) => address);
	const labels = app.labels();
	return [...dealings]
		.filter(([address]) => !contacts.has(address) && !accounts.some((own) => sameAddress(own, address)))
		.toSorted(([, left], [, right]) => right.lastAt - left.lastAt)
		.slice(0, MOST_MET)
		.flatMap(([address, dealing]) => {
			const family = familyOf(address);
			return family === null ? [] : [{ family, address: addressView(address, labels), dealing }];
		});
}

export function bookView(app: App): BookView {
	const dealings = dealingsOf(app.journal, app.account().scope);
	const draft = drafts.get(app);
	return {
		contacts: app.contacts.list().map(({ family, address, label }) => ({
			family,
			address: addressView(address, { [address]: label }),
			name: label,
			dealing: dealingView(dealings.get(address)),
		})),
		met: metOf(app, dealings),
		importing: draft === undefined ? null : importView(draft),
		takesPassword: countsOnContacts(rulesKept(app.rules)),
	};
}

/** What new contacts are held against: accounts and contacts as they are now. */
function knownNow(app: App): Known {
	return knownOf(
		app.accounts.list().map(({ address }) => address),
		app.labels(),
	);
}

const isThere = (app: App, { family, address }: Contact): boolean =>
	app.contacts.list().some((each) => each.family === family && each.address === address);

const FULL = `The address book takes ${MOST_CONTACTS} contacts, and is full. Nothing was saved.`;

export function bookHandlers(app: App): HandlersOf<typeof bookProcedures> {
	const { desktop } = app.ports;

	/** Another name for a contact lets nobody through who was not let through before. */
	const admit = async (known: boolean, password: string | null): Promise<Outcome> =>
		known || !countsOnContacts(rulesKept(app.rules)) ? done : await admitLoosening(app, password);

	return {
		async saveContact({ family, address, label, renaming, despite, password }) {
			const reading = readContact({ family, address, label });
			if (!reading.ok) return refused(`${reading.words} Nothing was saved.`);
			const { contact } = reading;
			const present = isThere(app, contact);
			if (renaming && !present) return refused("This contact is not here any more. Nothing was saved.");
			if (!present && app.contacts.list().length >= MOST_CONTACTS) return refused(FULL);
			const warnings = warningsOf(contact, knownNow(app), renaming);
			if (warnings.some((each) => !despite.includes(each)))
				return { ...refused("Look at this before you save it. Nothing was saved yet."), warnings };
			const admitted = await admit(present, password);
			if (!admitted.ok) return admitted;
			app.contacts.put(contact);
			app.changed();
			return done;
		},
		async removeContact({ family, address }) {
			const key = family === "evm" ? address.toLowerCase() : address;
			app.contacts.remove(family, key);
			app.changed();
			return done;
		},
		async exportContacts() {
			const contacts = app.contacts
				.list()
				.map((each) => ({ ...each, address: addressView(each.address, {}).address }));
			const saved = await desktop.saveFile("countersign-contacts.csv", writeBook(contacts));
			return saved ? done : refused("Nothing was saved.");
		},
		async importContacts() {
			const text = await desktop.openFile(CSV);
			if (text === null) return refused("No file was chosen. Nothing was imported.");
			const room = MOST_CONTACTS - app.contacts.list().length;
			const reading = readBook(text, knownNow(app), room);
			if (!reading.ok) return refused(reading.words);
			const id = Buffer.from(app.ports.random(12)).toString("hex");
			drafts.set(app, { id, read: reading.read });
			app.changed();
			return done;
		},
		async confirmImport({ id, doubtful, password }) {
			const draft = drafts.get(app);
			if (draft === undefined || draft.id !== id)
				return refused("This file is no longer waiting. Nothing was imported.");
			const chosen = draft.read.contacts.filter(({ warnings }) => doubtful || warnings.length === 0);
			const known = knownNow(app);
			const sound = (contact: Contact) => warningsOf(contact, known, false).length === 0;
			if (!doubtful && !chosen.every(({ contact }) => sound(contact))) {
				drafts.delete(app);
				app.changed();
				return refused(
					"Your address book changed since the file was read. Nothing was imported; import it once more.",
				);
			}
			const fresh = chosen.filter(({ contact }) => !isThere(app, contact)).length;
			if (app.contacts.list().length + fresh > MOST_CONTACTS) return refused(FULL);
			const admitted = await admit(fresh === 0, password);
			if (!admitted.ok) return admitted;
			// Another file may have been read while the password was being looked at.
			if (drafts.get(app) !== draft) return refused("This file is no longer waiting. Nothing was imported.");
			app.contacts.putAll(chosen.map(({ contact }) => contact));
			drafts.delete(app);
			app.changed();
			return done;
		},
		async discardImport() {
			drafts.delete(app);
			app.changed();
			return done;
		},
	};
}
