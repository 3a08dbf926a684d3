import { describe, expect, it } from "vitest";
import { faultsOf } from "../../../scripts/lint/catalogue.mjs";

/** What `npm run lint` says of uses of the catalogue. */

const TEXTS = {
	"amount.base-units": "{amount} base units of {symbol}",
	"sent.to": "Sent to {who}",
	"sent.bold": "Sent to <b>{who}</b>",
};
const HONEST = 'message("sent.to", { who }); richText("sent.bold", { who }, { b });';

/** Of a file of a folder in which no sentence stands, beside one that uses everything as it should. */
const faultsIn = (code: string, texts: Readonly<Record<string, string>> = TEXTS): readonly string[] =>
	faultsOf(texts, { "src/main/a.ts": HONEST, "src/renderer/b.tsx": code });

describe("the check of the catalogue", () => {
	it.each<[string, string, string]>([
		["a term for which there is another", "sent.note", "It gives {who} a permission"],
		[
			"that term in one case of several",
			"sent.note",
			"{count, plural, one {Taken back} other {Sent to {who}}}",
		],
		["a headline that is not in the imperative", "call.note", "Sends it to {who}"],
		["a straight apostrophe", "sent.note", "{who} can't be told"],
		["straight quotes", "sent.note", 'Sent to "{who}"'],
	])("finds %s", (_, code, text) => {
		const [fault = ""] = faultsIn("", { ...TEXTS, [code]: text });
		expect(fault).toContain(`src/text/en: ${code} `);
		expect(faultsIn("", { ...TEXTS, [code]: "Send to {who}" })).toEqual([
			`src/text/en: nothing uses ${code}`,
		]);
	});

	it("takes what escapes a brace for no apostrophe", () => {
		const texts = { ...TEXTS, "sent.note": "Has '{id}' in it, which can’t be told" };
		expect(faultsIn('message("sent.note");', texts)).toEqual([]);
	});

	it("takes the name of a value for no word of the text", () => {
		const texts = { ...TEXTS, "sent.note": "Sent: {payload}" };
		expect(faultsIn('message("sent.note", { payload });', texts)).toEqual([]);
	});

	it("finds nothing wrong where codes, values and tags are those of the texts", () => {
		expect(faultsIn('t(isBold ? "sent.to" : "sent.to", { who });')).toEqual([]);
	});

	it.each<[string, string, RegExp]>([
		[
			"a code that no text has",
			'message("sent.away", { who });',
			/b\.tsx:1: no text has the code sent\.away/,
		],
		["a value that is left out", 'message("sent.to");', /sent\.to needs who, and is given nothing/],
		["a value of another name", 't("sent.to", { whom });', /sent\.to needs who, and is given whom/],
		["values that do not stand there", 't("sent.to", params);', /the values of sent\.to have to stand here/],
		["a code that does not stand there", "message(code, { who });", /a code has to stand here as a literal/],
		["a tag that is left out", 'richText("sent.bold", { who }, {});', /sent\.bold has the tags b/],
		["tags that nothing draws", 't("sent.bold", { who });', /sent\.bold has tags: use richText/],
		[
			"a code that no text has, in a message that is written as an object",
			'const told = { code: "sent.away" };',
			/no text has the code sent\.away/,
		],
		[
			"a value that is left out of such a message",
			'const told = { code: "sent.to", params: {} };',
			/sent\.to needs who, and is given nothing/,
		],
		[
			"a value that is left out of a maker of another name",
			'import { message as told } from "../core/message.ts"; told("sent.to");',
			/sent\.to needs who, and is given nothing/,
		],
		["a sentence", 'const words = "Nothing was sent.";', /outside of the catalogue: Nothing was sent\./],
		["a sentence around a value", `const words = \`Sent it to \${who}.\`;`, /outside of the catalogue/],
		["a text between tags", "const it = <p>Nothing</p>;", /outside of the catalogue: Nothing/],
	])("finds %s", (_, code, fault) => {
		expect(faultsIn(code)).toEqual([expect.stringMatching(fault)]);
	});

	it("takes no other object with a code, and no other function of the same name, for a message", () => {
		expect(faultsIn('const fault = { code: "sent.away", message: "" };')).toEqual([]);
		expect(faultsIn('import { message as told } from "./other.ts"; told("sent.away");')).toEqual([]);
	});

	it("finds a text that nothing uses, and one that can't be read", () => {
		expect(faultsIn("", { ...TEXTS, "sent.never": "Never" })).toEqual([
			"src/text/en: nothing uses sent.never",
		]);
		const [fault] = faultsIn("", { ...TEXTS, "sent.broken": "Sent to {who" });
		expect(fault).toContain("sent.broken is no ICU message");
	});

	it("leaves sentences alone that developers read, and those of folders that are not held", () => {
		expect(faultsIn('throw new Error("Nothing was sent.");')).toEqual([]);
		expect(faultsOf(TEXTS, { "src/main/a.ts": `${HONEST} log("Nothing was sent.");` })).toEqual([]);
	});
});
