import type { Counterparty, CounterpartyHistory } from "../../core/identities/counterparties.ts";
import { type Labels, sameAddress } from "../../core/identities/labels.ts";
import { message, sameText, sentences } from "../../core/localized-text.ts";
import { countsOnContacts } from "../../core/rules/loosening.ts";
import type { StoredRules } from "../../core/rules/rules.ts";
import type {
	BookView,
	bookProcedures,
	CounterpartyView,
	ImportView,
	SaveOutcome,
} from "../../ipc/address-book.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { addressView } from "../views/addresses.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { type Import, readBook, writeBook } from "./book-csv.ts";
import {
	type Contact,
	familyOf,
	type KnownAddresses,
	knownOf,
	MAX_CONTACTS,
	readContact,
	warningsOf,
} from "./contact-checks.ts";
import type { Contacts } from "./contacts.ts";
import { Counterparties } from "./counterparties.ts";

const MAX_SEEN = 50;
const MAX_SHOWN = 100;
const MAX_FAULTS_SHOWN = 50;
const CSV = [{ name: message("book.csv"), extensions: ["csv"] }];

interface ImportDraft {
	readonly id: string;
	readonly read: Import;
}

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

const FULL = message("book.full", { most: MAX_CONTACTS });

type Commands = HandlersOf<typeof bookProcedures>;

export class AddressBook implements Commands {
	readonly #app;
	readonly counterparties: Counterparties;
	#draft: ImportDraft | null = null;

	constructor(app: {
		readonly ports: { readonly desktop: Pick<Ports["desktop"], "saveFile" | "openFile"> } & Pick<
			Ports,
			"random"
		>;
		readonly events: Pick<Events, "emit">;
		readonly stores: {
			readonly journal: Pick<Journal, "row" | "rows" | "stepRowsOf">;
			readonly contacts: Pick<Contacts, "list" | "put" | "putAll" | "remove">;
		};
		readonly wallet: { readonly accounts: Pick<Accounts, "list"> };
		readonly rules: {
			labels(): Labels;
			storedRules(): StoredRules;
			admitLoosening(password: string | null): Promise<CommandOutcome>;
		};
		readonly signedIn: { current(): { readonly scope: string } };
	}) {
		this.#app = app;
		this.counterparties = new Counterparties(app.stores.journal);
	}

	view(): BookView {
		const { rules, signedIn, stores } = this.#app;
		const history = this.counterparties.history(signedIn.current().scope);
		return {
			contacts: stores.contacts.list().map(({ family, address, label }) => ({
				family,
				address: addressView(address, { [address]: label }),
				name: label,
				dealing: counterpartyView(history.get(address)),
			})),
			seen: this.#strangers(history),
			importing: this.#draft === null ? null : importView(this.#draft),
			needsPassword: countsOnContacts(rules.storedRules()),
		};
	}

	async saveContact({
		family,
		address,
		label,
		renaming,
		despite,
		password,
	}: CommandInput<Commands, "saveContact">): Promise<SaveOutcome> {
		const reading = readContact({ family, address, label });
		if (!reading.ok) return refused(sentences(reading.text, message("book.nothing-saved")));
		const { contacts } = this.#app.stores;
		const { contact } = reading;
		const present = this.#has(contact);
		if (renaming && !present) return refused(message("book.gone"));
		if (!present && contacts.list().length >= MAX_CONTACTS) return refused(FULL);
		const warnings = warningsOf(contact, this.#known(), renaming);
		if (warnings.some((each) => !despite.some((read) => sameText(read, each))))
			return { ...refused(message("book.look-first")), warnings };
		const admitted = await this.#admit(present, password);
		if (!admitted.ok) return admitted;
		contacts.put(contact);
		this.#app.events.emit("app-changed");
		return done;
	}

	async removeContact({ family, address }: CommandInput<Commands, "removeContact">): Promise<CommandOutcome> {
		this.#app.stores.contacts.remove(family, family === "evm" ? address.toLowerCase() : address);
		this.#app.events.emit("app-changed");
		return done;
	}

	async exportContacts(): Promise<CommandOutcome> {
		const contacts = this.#app.stores.contacts
			.list()
			.map((each) => ({ ...each, address: addressView(each.address, {}).address }));
		const { desktop } = this.#app.ports;
		const saved = await desktop.saveFile("countersign-contacts.csv", writeBook(contacts));
		return saved ? done : refused(message("app.not-saved"));
	}

	async importContacts(): Promise<CommandOutcome> {
		const { ports, stores } = this.#app;
		const text = await ports.desktop.openFile(CSV);
		if (text === null) return refused(message("book.no-file"));
		const room = MAX_CONTACTS - stores.contacts.list().length;
		const reading = readBook(text, this.#known(), room);
		if (!reading.ok) return refused(reading.text);
		this.#setDraft({ id: Buffer.from(ports.random(12)).toString("hex"), read: reading.read });
		return done;
	}

	/** Adds contacts with warnings only if the user accepts the warnings. */
	async confirmImport({
		id,
		doubtful,
		password,
	}: CommandInput<Commands, "confirmImport">): Promise<CommandOutcome> {
		const { contacts } = this.#app.stores;
		const draft = this.#draft;
		if (draft === null || draft.id !== id) return refused(message("book.file-gone"));
		const chosen = draft.read.contacts.filter(({ warnings }) => doubtful || warnings.length === 0);
		const known = this.#known();
		const sound = (contact: Contact) => warningsOf(contact, known, false).length === 0;
		if (!doubtful && !chosen.every(({ contact }) => sound(contact))) {
			this.#setDraft(null);
			return refused(message("book.changed"));
		}
		const fresh = chosen.filter(({ contact }) => !this.#has(contact)).length;
		if (contacts.list().length + fresh > MAX_CONTACTS) return refused(FULL);
		const admitted = await this.#admit(fresh === 0, password);
		if (!admitted.ok) return admitted;
		// Another file may have been read while the password was being checked.
		if (this.#draft !== draft) return refused(message("book.file-gone"));
		contacts.putAll(chosen.map(({ contact }) => contact));
		this.#setDraft(null);
		return done;
	}

	async discardImport(): Promise<CommandOutcome> {
		this.#setDraft(null);
		return done;
	}

	#setDraft(draft: ImportDraft | null): void {
		this.#draft = draft;
		this.#app.events.emit("app-changed");
	}

	#known(): KnownAddresses {
		const { rules, wallet } = this.#app;
		return knownOf(
			wallet.accounts.list().map(({ address }) => address),
			rules.labels(),
		);
	}

	#has({ family, address }: Contact): boolean {
		return this.#app.stores.contacts
			.list()
			.some((each) => each.family === family && each.address === address);
	}

	/** Renaming a known contact doesn't require a password, because it doesn't allow a new address. */
	async #admit(isKnown: boolean, password: string | null): Promise<CommandOutcome> {
		const { rules } = this.#app;
		return isKnown || !countsOnContacts(rules.storedRules()) ? done : await rules.admitLoosening(password);
	}

	#strangers(history: CounterpartyHistory): BookView["seen"] {
		const { rules, stores, wallet } = this.#app;
		const contacts = new Set(stores.contacts.list().map(({ address }) => address));
		const accounts = wallet.accounts.list().map(({ address }) => address);
		const labels = rules.labels();
		return [...history]
			.filter(([address]) => !contacts.has(address) && !accounts.some((own) => sameAddress(own, address)))
			.toSorted(([, left], [, right]) => right.lastAt - left.lastAt)
			.slice(0, MAX_SEEN)
			.flatMap(([address, counterparty]) => {
				const family = familyOf(address);
				return family === null
					? []
					: [{ family, address: addressView(address, labels), dealing: counterparty }];
			});
	}
}
