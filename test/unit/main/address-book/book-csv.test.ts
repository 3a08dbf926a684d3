import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { type Import, readBook, writeBook } from "../../../../src/main/address-book/book-csv.ts";
import { type Contact, knownOf } from "../../../../src/main/address-book/contact-checks.ts";
import { OTHER, SIGNER } from "../../core/match/honest.ts";
import { SVM_OTHER } from "../../core/match/honest-svm.ts";

const HEADER = "family,address,label";
const nobody = () => knownOf([], {});
const addressAt = (at: number) =>
	`0x${(at + 1).toString(16).padStart(4, "0")}${"7c".repeat(14)}${at.toString(16).padStart(8, "0")}`;

function read(text: string, known = nobody(), room?: number): Import {
	const reading = readBook(text, known, room);
	if (!reading.ok) throw new Error(reading.text.code);
	return reading.read;
}
const labels = (text: string) => read(text).contacts.map(({ contact }) => contact.label);
const line = (label: string, address = OTHER) => `${HEADER}\r\nevm,${address},${label}\r\n`;

describe("an exported address book", () => {
	const contacts: Contact[] = [
		"Ana",
		"Rent, Müller & daughters",
		'The "vault"',
		"=HYPERLINK(1)",
		"+49 30",
		"-1",
		"@home",
		"'=kept",
		"''+kept",
		"'plain",
		"＝wide",
		"O'Neill",
	].map((label, at) => ({ family: "evm", address: addressAt(at), label }));

	it("is read back unchanged, with any names", () => {
		const back = read(writeBook(contacts));
		expect(back.faults).toEqual([]);
		expect(back.contacts.map(({ contact }) => contact)).toEqual(contacts);
	});

	it("has no cell that a spreadsheet would execute", () => {
		const cells = writeBook(contacts)
			.split("\r\n")
			.slice(1, -1)
			.map((each) => each.split(",").slice(2).join(",").replace(/^"/, ""));
		expect(cells.filter((cell) => /^[=+\-@＝\t\r]/.test(cell))).toEqual([]);
		expect(cells).toContain(`'=HYPERLINK(1)"`);
	});

	it("ends its lines as in the standard, the header first", () => {
		expect(writeBook([])).toBe(`${HEADER}\r\n`);
		expect(writeBook([{ family: "svm", address: SVM_OTHER, label: "Ana" }])).toBe(
			`${HEADER}\r\nsvm,${SVM_OTHER},Ana\r\n`,
		);
	});
});

describe("a file of contacts", () => {
	it("may have quotation marks, line breaks of any system, empty lines and a byte order mark", () => {
		expect(labels(`\ufeff${HEADER}\n\n"evm","${OTHER}","Ana, ""the"" friend"\r\r\n`)).toEqual([
			'Ana, "the" friend',
		]);
		expect(labels(`Family, Address, Label\rEVM, ${OTHER} , Ana `)).toEqual(["Ana"]);
	});

	it("needs its header", () => {
		for (const text of ["", `evm,${OTHER},Ana`, `address,family,label\nevm,${OTHER},Ana`, `${HEADER},more\n`])
			expect(readBook(text, nobody())).toMatchObject({
				ok: false,
				text: message("book.file.header"),
			});
	});

	it("reports each bad line by its number, and returns the good ones", () => {
		const text = `${HEADER}\nevm,0x12,Ana\nevm,${OTHER}\nbtc,${OTHER},Ana\nevm,${OTHER},\nevm,${OTHER},"two\nlines"\nevm,${OTHER},Good\nevm,${OTHER},Again\n`;
		const found = read(text);
		expect(found.contacts.map(({ line: at, contact }) => [at, contact.label])).toEqual([[8, "Good"]]);
		expect(found.faults.map((fault) => fault.line)).toEqual([2, 3, 4, 5, 6, 9]);
		expect(found.faults.at(-1)?.text).toEqual(message("book.file.repeated", { line: "8" }));
	});

	it("is not read past an invalid quotation mark", () => {
		const good = `evm,${OTHER},Good\n`;
		for (const bad of [`evm,"${SIGNER}"x,Bad\n`, `evm,${SIGNER},B"ad\n`, `evm,${SIGNER},"Bad\n`]) {
			const found = read(`${HEADER}\n${good}${bad}${good}`);
			expect(found.contacts.map(({ contact }) => contact.label)).toEqual(["Good"]);
			expect(found.faults).toMatchObject([
				{ line: 3, text: { code: expect.stringMatching(/^book\.file\.(stray|open)-quote$/) } },
			]);
		}
	});

	it("strips an escape for spreadsheets, and keeps any other apostrophe", () => {
		expect(labels(line("'=1+1"))).toEqual(["=1+1"]);
		expect(labels(line("'Ana'"))).toEqual(["'Ana'"]);
	});

	it("names no invisible characters", () => {
		for (const label of ["A\u202ena", "Ana\u200b", "\u0000Ana"]) {
			const found = read(line(label));
			expect(found.contacts).toEqual([]);
			expect(found.faults).toMatchObject([{ line: 2, text: message("book.name-unseen") }]);
		}
	});

	it("warns about look-alikes of contacts, and about those within the file itself", () => {
		const alike = `${OTHER.slice(0, 10)}${"0".repeat(24)}${OTHER.slice(34)}`.toLowerCase();
		const known = knownOf([], { [OTHER.toLowerCase()]: "Ana" });
		expect(read(line("Boris", alike), known).contacts[0]?.warnings[0]?.params).toMatchObject({ whom: "Ana" });
		const both = read(`${HEADER}\nevm,${OTHER},Ana\nevm,${alike},Boris\n`);
		expect(both.contacts.map(({ warnings }) => warnings.length)).toEqual([0, 1]);
	});

	it("renames no contact without a warning, and skips existing ones", () => {
		const known = () => knownOf([], { [OTHER.toLowerCase()]: "Ana" });
		expect(read(line("Ana"), known())).toEqual({ contacts: [], already: 1, faults: [] });
		expect(read(line("Boris"), known()).contacts[0]?.warnings[0]?.code).toBe("book.would-rename");
	});

	it("is bounded: by its size, its lines, and the room in the book", () => {
		expect(readBook(`${HEADER}\n${"x".repeat(2_000_001)}`, nobody())).toMatchObject({ ok: false });
		const many = `${HEADER}\n${Array.from({ length: 6_000 }, (_, at) => `evm,${addressAt(at)},C${at}`).join("\n")}`;
		const found = read(many);
		expect(found.contacts.length).toBe(2_000);
		expect(found.faults.length).toBeLessThanOrEqual(201);
		expect(found.faults.at(-1)?.text).toEqual(message("book.file.too-many-lines", { most: "5000" }));
		expect(read(many, nobody(), 3).contacts.length).toBe(3);
	});
});
