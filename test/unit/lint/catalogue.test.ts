import { describe, expect, it } from "vitest";
import { faultsOf } from "../../../scripts/lint/catalogue.mjs";

/** Faults that `npm run lint` finds in the catalogue and in its neighboring files. */

const TEXTS = { "sent.to": "Sent to {who}" };
const HONEST = 'message("sent.to", { who });';

const faultsIn = (code: string, texts: Readonly<Record<string, string>> = TEXTS): readonly string[] =>
	faultsOf({ "sent.ts": texts }, { "src/renderer/a.tsx": HONEST, "src/renderer/b.tsx": code });

describe("the catalogue check", () => {
	it.each<[string, string, string]>([
		["a term that has a preferred one", "sent.note", "It gives {who} a permission"],
		[
			"that term in one case of several",
			"sent.note",
			"{count, plural, one {Taken back} other {Sent to {who}}}",
		],
		["that term between tags", "sent.note", "It gives <b>a permission</b>"],
		["a headline that isn't imperative", "call.note", "Sends it to {who}"],
		["a straight apostrophe", "sent.note", "{who} can't be told"],
		["straight quotes", "sent.note", 'Sent to "{who}"'],
		["a pattern that ICU can't read", "sent.note", "Sent to {who"],
		["an unused code", "sent.other", "Send to {who}"],
	])("finds %s", (_, code, text) => {
		const faults = faultsIn('t("sent.note"); t("call.note");', { ...TEXTS, [code]: text });
		expect(faults).toEqual([expect.stringContaining(code)]);
		expect(faultsIn(`t("${code}");`, { ...TEXTS, [code]: "Send to {who}" })).toEqual([]);
	});

	it.each<[string, string]>([
		["an escaped brace", "Has '{id}' in it, which can’t be told"],
		["the name of a value", "Sent: {payload}"],
	])("accepts %s", (_, text) => {
		expect(faultsIn('t("sent.note");', { ...TEXTS, "sent.note": text })).toEqual([]);
	});

	it("finds a sentence of more than 20 words, in the longest arm of each choice", () => {
		const of = (text: string) => faultsIn("", { "sent.to": text });
		const nine = "one two three four five six seven eight nine";
		const long = `${nine} {count, plural, one {# token} other {# tokens of yours}} ${nine}`;
		expect(of(`${long}.`)).toEqual([expect.stringContaining("sent.to has 22 words")]);
		expect(of(`${long.replace(" of yours", "")}. Sent to <b>{who}</b>.`)).toEqual([]);
		expect(of(`${nine}. ${nine}: ${nine}! “${nine}.” ${nine}.`)).toEqual([]);
	});

	it("finds a code in two files", () => {
		expect(faultsOf({ "a.ts": TEXTS, "b.ts": TEXTS }, { "src/a.ts": HONEST })).toEqual([
			"src/text/en: a.ts and b.ts both have sent.to",
		]);
	});

	it.each<[string, string, RegExp]>([
		["a message that is written as an object", 'const told = { code: "sent.to" };', /use message\(\)/],
		["such a message with values", 'told({ code: "sent.to", params: { who } });', /use message\(\)/],
		["a sentence", 'const words = "Nothing was sent.";', /outside of the catalogue: Nothing was sent\./],
		["a sentence around a value", `const words = \`Sent it to \${who}.\`;`, /outside of the catalogue/],
		["a text between tags", "const it = <p>Nothing</p>;", /outside of the catalogue: Nothing/],
	])("finds %s", (_, code, fault) => {
		expect(faultsIn(code)).toEqual([expect.stringMatching(fault)]);
	});

	it("counts the codes that a template can produce, part by part", () => {
		const texts = { ...TEXTS, "state.one.title": "One", "state.one.two.title": "Two" };
		const faults = faultsIn(`t(\`state.\${name}.title\`);`, texts);
		expect(faults).toEqual(["src/text/en: nothing uses state.one.two.title"]);
	});

	it("ignores other objects with a code", () => {
		expect(faultsIn('const fault = { code: "sent.away", message: "" };')).toEqual([]);
	});

	it("ignores developers' sentences, and files with others' sentences", () => {
		const fault = 'throw new Error("Nothing was sent.");';
		const names = { "src/core/chain/names.ts": 'const name = "Arbitrum One";', "packaging/a.ts": fault };
		expect(faultsIn(fault)).toEqual([]);
		expect(faultsOf({ "sent.ts": TEXTS }, { "src/a.ts": HONEST, ...names })).toEqual([]);
	});
});
