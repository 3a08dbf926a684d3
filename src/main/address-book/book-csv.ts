import { type Message, message } from "../../core/localized-text.ts";
import {
	type Contact,
	type KnownAddresses,
	MAX_CONTACTS,
	readContact,
	warningsOf,
} from "./contact-checks.ts";

/** The address book as CSV (RFC 4180) with the header family,address,label. */

const HEADER = ["family", "address", "label"] as const;
const MAX_FILE_LENGTH = 2_000_000;
const MAX_LINES = 5_000;
const MAX_FAULTS = 200;

/** Spreadsheets evaluate cells that start like this, even if they are quoted. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;

const escaped = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
const unescaped = (text: string): string => (/^'/.test(text) && FORMULA.test(text) ? text.slice(1) : text);
const quoted = (text: string): string => (/[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Ends lines with CR LF (RFC 4180), and escapes cells that a spreadsheet would evaluate. */
export function writeBook(contacts: readonly Contact[]): string {
	const rows = contacts.map(({ family, address, label }) =>
		[family, address, label].map((cell) => quoted(escaped(cell))).join(","),
	);
	return [HEADER.join(","), ...rows, ""].join("\r\n");
}

interface CsvLine {
	readonly at: number;
	readonly cells: readonly string[];
}

interface LineFault {
	readonly line: number;
	readonly text: Message;
}

interface Lines {
	readonly lines: readonly CsvLine[];
	readonly fault: LineFault | null;
}

const TOO_MANY = message("book.file.too-many-lines", { most: String(MAX_LINES) });
const STRAY = message("book.file.stray-quote");
const OPEN = message("book.file.open-quote");

/** Stops at a quoting error, because the boundaries of the cells after it are uncertain. */
function linesOf(text: string): Lines {
	const lines: CsvLine[] = [];
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
			if (lines.length > MAX_LINES) return { lines, fault: { line, text: TOO_MANY } };
		} else if (sign === '"' && state === "start") state = "quoted";
		else if (sign === '"' || state === "closed") return { lines, fault: { line, text: STRAY } };
		else {
			cell += sign;
			state = "plain";
		}
	}
	if (state === "quoted") return { lines, fault: { line: began, text: OPEN } };
	endLine();
	return { lines, fault: null };
}

interface ImportedContact {
	readonly line: number;
	readonly contact: Contact;
	readonly warnings: readonly Message[];
}

export interface Import {
	readonly contacts: readonly ImportedContact[];
	readonly already: number;
	readonly faults: readonly LineFault[];
}

export type ImportReading =
	| { readonly ok: true; readonly read: Import }
	| { readonly ok: false; readonly text: Message };

const NO_HEADER = message("book.file.header");

/**
 * @param known receives the file's contacts, so that they are also compared with one another
 * @param room number of contacts that still fit in the address book
 */
export function readBook(text: string, known: KnownAddresses, room: number = MAX_CONTACTS): ImportReading {
	if (text.length > MAX_FILE_LENGTH) return { ok: false, text: message("book.file.too-large") };
	const { lines, fault } = linesOf(text.replace(/^\ufeff/, ""));
	const [header, ...body] = lines;
	const titles = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
	if (titles.length !== HEADER.length || HEADER.some((title, at) => titles[at] !== title))
		return { ok: false, text: NO_HEADER };
	const contacts: ImportedContact[] = [];
	const faults: LineFault[] = [];
	const met = new Map<string, number>();
	let already = 0;
	const refuse = (line: number, text: Message) => {
		if (faults.length < MAX_FAULTS) faults.push({ line, text });
	};
	for (const { at, cells } of body) {
		if (cells.length !== HEADER.length) {
			refuse(at, message("book.file.cells", { count: cells.length }));
			continue;
		}
		const [family = "", address = "", label = ""] = cells.map((cell) => unescaped(cell.trim()));
		const reading = readContact({ family: family.toLowerCase(), address, label });
		if (!reading.ok) {
			refuse(at, reading.text);
			continue;
		}
		const { contact } = reading;
		const before = met.get(contact.address);
		if (before !== undefined) {
			refuse(at, message("book.file.repeated", { line: String(before) }));
			continue;
		}
		met.set(contact.address, at);
		if (known.label(contact.address) === contact.label) {
			already += 1;
			continue;
		}
		if (contacts.length >= room) {
			refuse(at, message("book.file.full", { most: String(MAX_CONTACTS) }));
			continue;
		}
		contacts.push({ line: at, contact, warnings: warningsOf(contact, known, false) });
		known.add(contact);
	}
	if (fault !== null) faults.push(fault);
	return { ok: true, read: { contacts, already, faults } };
}
