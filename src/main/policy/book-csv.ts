import { type Contact, type Known, MOST_CONTACTS, readContact, warningsOf } from "./address-book.ts";

/** The address book as a file of comma-separated values. Source: RFC 4180, with the header family,address,label. */

const HEADER = ["family", "address", "label"] as const;
/** UTF-16 units; what the desktop reads is bounded before. */
const LONGEST_FILE = 2_000_000;
/** A file with more is a mistake: no more lines are read. */
const MOST_LINES = 5_000;
const MOST_FAULTS = 200;

/** A spreadsheet runs a cell that begins so, even one in quotation marks. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;

const escaped = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
const unescaped = (text: string): string => (/^'/.test(text) && FORMULA.test(text) ? text.slice(1) : text);
const quoted = (text: string): string => (/[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Lines end with CR LF, as the standard says. No cell of it is a formula. */
export function writeBook(contacts: readonly Contact[]): string {
	const rows = contacts.map(({ family, address, label }) =>
		[family, address, label].map((cell) => quoted(escaped(cell))).join(","),
	);
	return [HEADER.join(","), ...rows, ""].join("\r\n");
}

interface Line {
	/** Counted from 1, where it begins. */
	readonly at: number;
	readonly cells: readonly string[];
}

export interface LineFault {
	readonly line: number;
	readonly words: string;
}

interface Lines {
	readonly lines: readonly Line[];
	/** What ended the reading; null where the file was read to its end. */
	readonly fault: LineFault | null;
}

const TOO_MANY = `The file has more than ${MOST_LINES} lines; it was read no further.`;
const STRAY = "A quotation mark stands where none may; the file was read no further.";
const OPEN = "A quotation mark is never closed; the file was read no further.";

/** One pass over the text; a fault in the quotation marks ends it, since nothing behind it is certain. */
function linesOf(text: string): Lines {
	const lines: Line[] = [];
	let cells: string[] = [];
	let cell = "";
	let state: "start" | "plain" | "quoted" | "closed" = "start";
	let line = 1;
	let began = 1;
	const endCell = () => {
		cells.push(cell);
		cell = "";
		state = "start";
	};
	const endLine = () => {
		endCell();
		// An empty line is none.
		if (cells.length > 1 || cells[0] !== "") lines.push({ at: began, cells });
		cells = [];
		began = line;
	};
	for (let at = 0; at < text.length; at += 1) {
		const sign = text.charAt(at);
		if (state === "quoted") {
			if (sign === "\n") line += 1;
			if (sign !== '"') cell += sign;
			else if (text[at + 1] === '"') {
				cell += sign;
				at += 1;
			} else state = "closed";
		} else if (sign === ",") endCell();
		else if (sign === "\n" || sign === "\r") {
			if (sign === "\r" && text[at + 1] === "\n") at += 1;
			line += 1;
			endLine();
			if (lines.length > MOST_LINES) return { lines, fault: { line, words: TOO_MANY } };
		} else if (sign === '"' && state === "start") state = "quoted";
		else if (sign === '"' || state === "closed") return { lines, fault: { line, words: STRAY } };
		else {
			cell += sign;
			state = "plain";
		}
	}
	if (state === "quoted") return { lines, fault: { line: began, words: OPEN } };
	endLine();
	return { lines, fault: null };
}

export interface ImportedContact {
	readonly line: number;
	readonly contact: Contact;
	/** What could be a mistake; each a whole sentence. */
	readonly warnings: readonly string[];
}

/** What a file holds; nothing of it is kept before the person says so. */
export interface Import {
	readonly contacts: readonly ImportedContact[];
	/** In the address book already, letter by letter. */
	readonly already: number;
	readonly faults: readonly LineFault[];
}

export type ImportReading =
	| { readonly ok: true; readonly read: Import }
	| { readonly ok: false; readonly words: string };

const NO_HEADER = "The first line must be “family,address,label”, with commas between. Nothing was imported.";

/**
 * Reads a file of contacts.
 * @param known grows by each contact of the file, so that its lines are held against one another too.
 * @param room so many more fit into the address book.
 */
export function readBook(text: string, known: Known, room: number = MOST_CONTACTS): ImportReading {
	if (text.length > LONGEST_FILE) return { ok: false, words: "The file is too large. Nothing was imported." };
	const { lines, fault } = linesOf(text.replace(/^\ufeff/, ""));
	const [header, ...body] = lines;
	const titles = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
	if (titles.length !== HEADER.length || HEADER.some((title, at) => titles[at] !== title))
		return { ok: false, words: NO_HEADER };
	const contacts: ImportedContact[] = [];
	const faults: LineFault[] = [];
	const met = new Map<string, number>();
	let already = 0;
	const refuse = (line: number, words: string) => {
		if (faults.length < MOST_FAULTS) faults.push({ line, words });
	};
	for (const { at, cells } of body) {
		if (cells.length !== HEADER.length) {
			refuse(at, `It has ${cells.length} ${cells.length === 1 ? "cell" : "cells"} and needs three.`);
			continue;
		}
		const [family = "", address = "", label = ""] = cells.map((cell) => unescaped(cell.trim()));
		const reading = readContact({ family: family.toLowerCase(), address, label });
		if (!reading.ok) {
			refuse(at, reading.words);
			continue;
		}
		const { contact } = reading;
		const before = met.get(contact.address);
		if (before !== undefined) {
			refuse(at, `Line ${before} has this address already.`);
			continue;
		}
		met.set(contact.address, at);
		if (known.label(contact.address) === contact.label) {
			already += 1;
			continue;
		}
		if (contacts.length >= room) {
			refuse(at, `The address book takes ${MOST_CONTACTS} contacts, and is full here.`);
			continue;
		}
		contacts.push({ line: at, contact, warnings: warningsOf(contact, known, false) });
		known.add(contact);
	}
	if (fault !== null) faults.push(fault);
	return { ok: true, read: { contacts, already, faults } };
}
