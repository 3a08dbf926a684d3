import type { BookView, ContactView, ImportView, SeenView } from "../../../src/ipc/address-book.ts";
import type { AddressView } from "../../../src/ipc/primitives.ts";
import type { TrustedScreen } from "../../../src/ipc/windows.ts";
import { address, MINUTE, NOW, ROUTER, SAVINGS, SOL_ANA, SOL_STRANGER, STRANGER } from "./common.ts";

/** The address book with contacts of both families, with whom was dealt, and with a file that waits. */

const DAY = 24 * 60 * MINUTE;
const NEVER = { paid: 0, allowed: 0, lastAt: null };

function contact(view: AddressView, name: string, change: Partial<ContactView> = {}): ContactView {
	return {
		family: view.address.startsWith("0x") ? "evm" : "svm",
		address: { ...view, label: name },
		name,
		dealing: NEVER,
		...change,
	};
}

const CONTACTS: readonly ContactView[] = [
	contact(SOL_ANA, "Ana", { dealing: { paid: 7, allowed: 0, lastAt: NOW - 2 * DAY } }),
	contact(SAVINGS, "Cold storage", { dealing: { paid: 1, allowed: 0, lastAt: NOW - 40 * DAY } }),
	contact(
		address("0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD"),
		"Rent, Müller & daughters of the third floor",
		{
			dealing: { paid: 12, allowed: 1, lastAt: NOW - 5 * MINUTE },
		},
	),
];

const MET: readonly SeenView[] = [
	{ family: "evm", address: ROUTER, dealing: { paid: 0, allowed: 3, lastAt: NOW - 90 * MINUTE } },
	{ family: "evm", address: STRANGER, dealing: { paid: 2, allowed: 0, lastAt: NOW - 3 * DAY } },
	{ family: "svm", address: SOL_STRANGER, dealing: { paid: 1, allowed: 0, lastAt: NOW - 9 * DAY } },
];

export function book(change: Partial<BookView> = {}): BookView {
	return { contacts: CONTACTS, seen: MET, importing: null, needsPassword: false, ...change };
}

export const emptyBook = book({ contacts: [], seen: [] });

/** Enough for a box to search in. */
export const largeBook = book({
	contacts: Array.from({ length: 120 }, (_, at) =>
		contact(
			address(`0x${(at + 1).toString(16).padStart(2, "0")}${"5a7c19e0d3".repeat(4).slice(0, 38)}`),
			`Supplier ${String(at + 1).padStart(3, "0")}`,
		),
	),
});

export const importing: ImportView = {
	id: "import-1",
	good: 2,
	doubtful: 1,
	already: 4,
	shown: [
		{
			line: 4,
			family: "evm",
			name: "Cold storage",
			address: address("0xdD2F0581271e230360230F9337D5c0430Bf444C0"),
			warnings: [
				"Starts and ends like the address of “Cold storage” (0xdD2FD4…Bf44C0), but isn’t the same. Compare every character.",
				"“Cold storage” (0xdD2FD4…Bf44C0) has the same or a similar name.",
			],
		},
		{ line: 2, family: "evm", name: "Payroll", address: STRANGER, warnings: [] },
		{ line: 3, family: "svm", name: "Exchange", address: SOL_STRANGER, warnings: [] },
	],
	faults: [
		{
			line: 5,
			text: "The checksum doesn’t match, so at least one character of the address is wrong.",
		},
		{ line: 9, text: "Has 2 cells instead of three." },
	],
};

export const contactsScreen = (view: BookView = book()): TrustedScreen => ({
	screen: "contacts",
	book: view,
});
