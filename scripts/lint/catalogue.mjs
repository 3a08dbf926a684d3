// Checks parts of the catalogue that types can't check: every pattern must be an ICU message with ’ and “ ”,
// short sentences and the terms in terms.mjs. Every code must be used, and defined in one file only. No other
// file in src may contain sentences. Run: node scripts/lint/catalogue.mjs
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import ts from "typescript";
import { termFaults } from "./terms.mjs";

const root = join(import.meta.dirname, "../..");
const CATALOGUE = "src/text/en";
/** Texts that only agents and developers read: tool descriptions and errors. */
const TO_PROGRAMS = "src/agents-process/";

/**
 * Files with sentences that aren't ours or that users don't read, such as data, patterns from others, and
 * messages to machines.
 */
const EXCEPTED = new Set([
	// Messages sent to the service.
	"src/conformance/args.ts",
	// Title of a JSON schema.
	"src/explain/report.ts",
	// Log lines, and the model name of an emulated device.
	"src/ledger-process/server.ts",
	"src/ledger-process/transports.ts",
	"src/main/wallet/signers/process-link.ts",
	"src/vault/server.ts",
	// Names of environments, which are stored in the settings like those entered by users.
	"src/main/sign-in/environments.ts",
	// Names of networks and of public RPC providers.
	"src/core/chain/names.ts",
	"src/core/chain/public-rpcs.ts",
	// Unreadable fields of the response to a claim, in zod's words.
	"src/main/service/commits.ts",
	// Lists of values that show how many were omitted, and types in EIP-712 notation.
	"src/core/decode/evm/abi.ts",
	"src/core/match/evm/fields.ts",
	"src/core/match/message/checks.ts",
	"src/core/match/svm/instructions.ts",
	"src/core/match/typed-data/kinds.ts",
	"src/core/match/typed-data/logins.ts",
	"src/core/signed/exchange.ts",
	// Names of collections, applications, function families and programs.
	"src/core/decode/evm/contracts.ts",
	"src/core/decode/evm/protocols/exchanges.ts",
	"src/core/decode/evm/protocols/staking.ts",
	"src/core/decoded-transaction/known-contracts.ts",
	"src/core/decode/evm/selectors.ts",
	"src/core/decode/svm/decode-svm.ts",
	// Networks and screens as they appear in the devices' own apps.
	"src/core/device/networks.ts",
	"src/core/device/screens.ts",
	"src/core/device/solana-summaries.ts",
	// Sentence patterns found in other apps' login texts.
	"src/core/signed-messages/plain-text.ts",
	// Field names in sign-in messages (EIP-4361) and plain login texts.
	"src/core/signed-messages/logins.ts",
	"src/core/signed-messages/personal-message.ts",
]);

/**
 * Returns a pattern's words, with "…" for each value. Each option of a plural or select is on a separate
 * line.
 */
const wordsOf = (elements) =>
	elements
		.map((element) => {
			if (element.type === TYPE.tag) return wordsOf(element.children);
			if (element.type === TYPE.literal) return element.value;
			const arms = Object.values(element.options ?? {}).map((arm) => `\n${wordsOf(arm.value)}`);
			return element.type === TYPE.pound ? "" : `…${arms.join("")}`;
		})
		.join("");

/** Maximum number of words in a sentence. Each value counts as one. */
const MAX_WORDS = 20;

const wordCount = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length;

/**
 * Returns the longest text that a pattern can produce, with "…" for each value and the longest option of each
 * plural or select.
 */
const longestOf = (elements) =>
	elements
		.map((element) => {
			if (element.type === TYPE.tag) return longestOf(element.children);
			if (element.type === TYPE.literal) return element.value;
			if (element.options === undefined) return "…";
			const arms = Object.values(element.options).map((arm) => longestOf(arm.value));
			return arms.reduce((longest, arm) => (wordCount(arm) > wordCount(longest) ? arm : longest));
		})
		.join("");

/** A sentence ends with a period and a space. In a program's help, every line counts as a sentence. */
const lengthFaults = (code, elements) =>
	longestOf(elements)
		.split(/(?<=[.!?][”’)]?)\s|\n/)
		.filter((sentence) => wordCount(sentence) > MAX_WORDS)
		.map(
			(sentence) => `${CATALOGUE}: ${code} has ${wordCount(sentence)} words in one sentence: “${sentence}”`,
		);

function textFaults(code, pattern) {
	try {
		const elements = parse(pattern);
		const words = wordsOf(elements);
		const faults = [...termFaults(code, words), ...lengthFaults(code, elements)];
		return /['"]/.test(words)
			? [...faults, `${CATALOGUE}: ${code} has a straight quote: use ’, and “ ” around a quotation`]
			: faults;
	} catch (error) {
		return [`${CATALOGUE}: ${code} is no ICU message: ${error.message}`];
	}
}

/**
 * Returns whether text looks like a sentence for users: at least two words, with an initial capital or final
 * punctuation.
 */
const isSentence = (text) =>
	/[A-Za-z’']{2,},? [A-Za-z’']{2,}/.test(text) &&
	(/^[A-Z“][a-z’]/.test(text.trim()) || /[a-z][.?!…]$/.test(text.trim()));

/** Only developers read error messages and type names. */
function isInternal(node) {
	for (let at = node.parent; at !== undefined; at = at.parent) {
		if (ts.isNewExpression(at) && /^(Error|TypeError|RangeError)$/.test(at.expression.getText())) return true;
		if (ts.isImportDeclaration(at) || ts.isTypeNode(at)) return true;
		if (ts.isPropertyAssignment(at) && at.name === node) return true;
		if (ts.isJsxAttribute(at) && /^(className|d|viewBox)$/.test(at.name.getText())) return true;
		if (ts.isStatement(at)) return false;
	}
	return false;
}

/**
 * Returns the text of a node that could be a sentence, with `Xx` for each value, or `null` for any other
 * node.
 */
function textOf(node) {
	if (ts.isStringLiteralLike(node)) return isSentence(node.text) ? node.text : null;
	if (ts.isJsxText(node)) return /[A-Za-z]{2,}/.test(node.text) ? node.text : null;
	if (!ts.isTemplateExpression(node)) return null;
	const literals = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);
	// Keys consist only of values and spaces.
	const whole = literals.join("Xx");
	return literals.some((text) => /[A-Za-z]{2}/.test(text)) && isSentence(whole) ? whole : null;
}

/**
 * Returns a pattern for the codes that a template can produce. Each value stands for one part of a code, which
 * the types check.
 */
const codesOf = ({ head, templateSpans }) => {
	const literals = [head, ...templateSpans.map(({ literal }) => literal)];
	return new RegExp(`^${literals.map(({ text }) => RegExp.escape(text)).join("[\\w-]+")}$`);
};

/** Finds messages written as plain objects, which bypass the type checks of `message`. */
const isBareMessage = (node) =>
	ts.isObjectLiteralExpression(node) &&
	node.properties.every(({ name }) => name?.text === "code" || name?.text === "params") &&
	node.properties.some((property) => property.initializer && ts.isStringLiteralLike(property.initializer));

/**
 * @param catalogue patterns by code, for each file name
 * @param files text of each file, by file name such as "src/main/index.ts"
 * @returns one line per fault
 */
export function faultsOf(catalogue, files) {
	const faults = [];
	const unused = new Map();
	for (const [file, texts] of Object.entries(catalogue))
		for (const [code, pattern] of Object.entries(texts)) {
			if (unused.has(code)) faults.push(`${CATALOGUE}: ${unused.get(code)} and ${file} both have ${code}`);
			unused.set(code, file);
			faults.push(...textFaults(code, pattern));
		}

	for (const [name, text] of Object.entries(files)) {
		const kind = name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
		const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
		const isChecked = name.startsWith("src/") && !EXCEPTED.has(name) && !name.startsWith(TO_PROGRAMS);
		const at = (node) => `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
		const visit = (node) => {
			if (ts.isStringLiteralLike(node)) unused.delete(node.text);
			if (ts.isTemplateExpression(node) && node.head.text.includes("."))
				for (const code of [...unused.keys()].filter((each) => codesOf(node).test(each))) unused.delete(code);
			const sentence = isChecked ? textOf(node) : null;
			if (sentence !== null && !isInternal(node))
				faults.push(`${at(node)}: outside of the catalogue: ${sentence.trim().slice(0, 80)}`);
			if (isBareMessage(node) && name !== "src/core/localized-text.ts")
				faults.push(`${at(node)}: use message()`);
			ts.forEachChild(node, visit);
		};
		visit(source);
	}
	return [...faults, ...[...unused.keys()].map((code) => `${CATALOGUE}: nothing uses ${code}`)];
}

const filesIn = (folder) =>
	readdirSync(join(root, folder), { recursive: true })
		.filter((name) => /\.tsx?$/.test(name))
		.map((name) => join(folder, name));

if (import.meta.main) {
	const catalogue = {};
	for (const file of filesIn(CATALOGUE).filter((name) => !name.endsWith("/index.ts")))
		[catalogue[file]] = Object.values(await import(join(root, file)));
	const files = ["src", "packaging"].flatMap(filesIn).filter((file) => !(file in catalogue));
	const faults = faultsOf(
		catalogue,
		Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), "utf8")])),
	);
	for (const fault of faults) console.error(fault);
	const count = Object.values(catalogue).flatMap(Object.keys).length;
	console.log(`catalogue: ${count} texts, ${faults.length} faults`);
	if (faults.length > 0) process.exitCode = 1;
}
