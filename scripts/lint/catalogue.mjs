// Holds every use of a message against the catalogue: its code exists, its values are the ones that the text names,
// no text is unused, has a straight quote or uses a term that the catalogue does not (terms.mjs), and (in the folders of HELD) no sentence
// stands outside of the catalogue. Run: node scripts/lint/catalogue.mjs
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import ts from "typescript";
import { en } from "../../src/text/en/index.ts";
import { HELD, isExcepted } from "./catalogue-held.mjs";
import { termFaults } from "./terms.mjs";

const root = join(import.meta.dirname, "../..");

/** Names of the values and of the tags that a pattern needs, and its own words. */
function namesOf(pattern) {
	const values = new Set();
	const tags = new Set();
	let words = "";
	const visit = (elements) => {
		for (const element of elements) {
			if (element.type === TYPE.tag) {
				tags.add(element.value);
				visit(element.children);
			} else if (element.type === TYPE.literal) words += element.value;
			else if (element.type !== TYPE.pound) {
				values.add(element.value);
				words += "…";
				if ("options" in element)
					for (const option of Object.values(element.options)) {
						words += "\n";
						visit(option.value);
					}
			}
		}
	};
	visit(parse(pattern));
	return { values, tags, words };
}

/** Literals that an expression can be: of a conditional both. Null where it can be anything else. */
function codesOf(node) {
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isParenthesizedExpression(node)) return codesOf(node.expression);
	if (ts.isConditionalExpression(node)) {
		const whenTrue = codesOf(node.whenTrue);
		const whenFalse = codesOf(node.whenFalse);
		return whenTrue === null || whenFalse === null ? null : [...whenTrue, ...whenFalse];
	}
	return null;
}

function keysOf(node) {
	if (node === undefined || (ts.isIdentifier(node) && node.text === "undefined")) return [];
	if (!ts.isObjectLiteralExpression(node)) return null;
	const keys = node.properties.map((property) =>
		ts.isPropertyAssignment(property) ||
		ts.isShorthandPropertyAssignment(property) ||
		ts.isMethodDeclaration(property)
			? property.name.text
			: null,
	);
	return keys.includes(null) ? null : keys;
}

const same = (keys, names) => keys.length === names.size && keys.every((key) => names.has(key));
const listed = (names) => [...names].join(", ") || "nothing";

/** Functions that take a code first and its values second. */
const MAKERS = new Set(["message", "t", "richText", "rich"]);
/** Codes of which `src/text/index.ts` itself makes the text. */
const MADE_BY_CORE = new Set(["verbatim", "sentences"]);
const TAGGED = new Set(["richText", "rich"]);

/** The maker by the name that a file imports it under: `import { message as told }`. */
function importedMakers(source) {
	const makers = new Map([...MAKERS].map((maker) => [maker, maker]));
	for (const statement of source.statements) {
		if (!ts.isImportDeclaration(statement)) continue;
		if (!/\/(core\/message|message|text\/index|rich)\.ts$/.test(statement.moduleSpecifier.text)) continue;
		const bindings = statement.importClause?.namedBindings;
		for (const { name, propertyName } of bindings !== undefined && ts.isNamedImports(bindings)
			? bindings.elements
			: [])
			if (propertyName !== undefined && MAKERS.has(propertyName.text))
				makers.set(name.text, propertyName.text);
	}
	return makers;
}

/** A message written as the object that it is: a code, and at most its values. Null for any other object. */
function bareMessage(node) {
	const keys = keysOf(node);
	if (keys === null || !keys.includes("code") || keys.some((key) => key !== "code" && key !== "params"))
		return null;
	const valueAt = (name) => node.properties.find((property) => property.name.text === name)?.initializer;
	const code = valueAt("code");
	const codes = code === undefined ? null : codesOf(code);
	return codes === null
		? null
		: { codes, values: keys.includes("params") ? keysOf(valueAt("params") ?? node) : [] };
}

/** Looks like something that the user reads: two words or more, with a capital or the end of a sentence. */
const isSentence = (text) =>
	/[A-Za-z’']{2,},? [A-Za-z’']{2,}/.test(text) &&
	(/^[A-Z“][a-z’]/.test(text.trim()) || /[a-z][.?!…]$/.test(text.trim()));

/** Developers' errors and type names are read by nobody else. */
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
 * @param texts the patterns by their codes
 * @param files the text of each file by its name, like "src/main/index.ts"
 * @returns what is wrong, a line each
 */
export function faultsOf(texts, files) {
	const faults = [];
	const used = new Set(["amount.base-units"]);
	const needs = new Map();
	for (const [code, pattern] of Object.entries(texts)) {
		try {
			const need = namesOf(pattern);
			needs.set(code, need);
			faults.push(...termFaults(code, need.words));
			if (/['"]/.test(need.words))
				faults.push(
					`src/text/en: ${code} has a straight quote: apostrophe is ’, and what is quoted stands in “ ”`,
				);
		} catch (error) {
			faults.push(`src/text/en: ${code} is no ICU message: ${error.message}`);
		}
	}

	function checkUse(where, code, values, tags) {
		const need = needs.get(code);
		if (need === undefined) {
			faults.push(`${where}: no text has the code ${code}`);
			return;
		}
		used.add(code);
		if (values === null) faults.push(`${where}: the values of ${code} have to stand here, as an object`);
		else if (!same(values, need.values))
			faults.push(`${where}: ${code} needs ${listed(need.values)}, and is given ${listed(values)}`);
		if (tags !== undefined && tags !== null && !same(tags, need.tags))
			faults.push(`${where}: ${code} has the tags ${listed(need.tags)}, and is given ${listed(tags)}`);
		if (tags === undefined && need.tags.size > 0) faults.push(`${where}: ${code} has tags: use richText`);
	}

	function visitFile(name, text) {
		const kind = name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
		const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
		const makers = importedMakers(source);
		const isHeld = HELD.some((folder) => name.startsWith(folder)) && !isExcepted(name);
		const at = (node) => `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
		const outside = (node, shown) => {
			if (isHeld && !isInternal(node))
				faults.push(`${at(node)}: outside of the catalogue: ${shown.trim().slice(0, 80)}`);
		};
		const visit = (node) => {
			const called =
				ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : "";
			const maker = makers.get(called);
			if (maker !== undefined) {
				const [first, values, tags] = node.arguments;
				const codes = first === undefined ? null : codesOf(first);
				if (codes === null) faults.push(`${at(node)}: a code has to stand here as a literal`);
				for (const code of codes ?? [])
					checkUse(at(node), code, keysOf(values), TAGGED.has(maker) ? keysOf(tags) : undefined);
			}
			const bare = ts.isObjectLiteralExpression(node) ? bareMessage(node) : null;
			for (const code of bare?.codes ?? [])
				if (!MADE_BY_CORE.has(code)) checkUse(at(node), code, bare.values, undefined);
			if (ts.isStringLiteralLike(node) && isSentence(node.text)) outside(node, node.text);
			if (ts.isTemplateExpression(node)) {
				const whole = `${node.head.text}${node.templateSpans.map(({ literal }) => `Xx${literal.text}`).join("")}`;
				const own = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
				// Keys are made of values and blanks alone.
				if (own.some(({ text }) => /[A-Za-z]{2}/.test(text)) && isSentence(whole)) outside(node, whole);
			}
			if (ts.isJsxText(node) && /[A-Za-z]{2,}/.test(node.text)) outside(node, node.text);
			ts.forEachChild(node, visit);
		};
		visit(source);
	}

	for (const [name, text] of Object.entries(files))
		if (!/^src\/(text\/(en\/|index\.ts)|core\/message\.ts|renderer\/components\/rich\.ts)/.test(name))
			visitFile(name, text);
	for (const code of needs.keys()) if (!used.has(code)) faults.push(`src/text/en: nothing uses ${code}`);
	return faults;
}

const filesIn = (folder) =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.name === "node_modules") return [];
		return entry.isDirectory() ? filesIn(path) : /\.tsx?$/.test(entry.name) ? [path] : [];
	});

/** Codes that two files of the catalogue have: `en` would silently keep the later text. */
async function duplicates() {
	const folder = join(root, "src/text/en");
	const owners = new Map();
	const faults = [];
	for (const file of readdirSync(folder).filter((name) => name !== "index.ts"))
		for (const texts of Object.values(await import(join(folder, file))))
			for (const code of Object.keys(texts)) {
				const owner = owners.get(code);
				if (owner !== undefined) faults.push(`src/text/en: ${owner} and ${file} both have ${code}`);
				owners.set(code, file);
			}
	return faults;
}

if (import.meta.main) {
	const files = ["src", "packaging"]
		.flatMap((folder) => filesIn(join(root, folder)))
		.map((file) => [relative(root, file), readFileSync(file, "utf8")]);
	const faults = [...(await duplicates()), ...faultsOf(en, Object.fromEntries(files))];
	for (const fault of faults) console.error(fault);
	console.log(`catalogue: ${Object.keys(en).length} texts, ${faults.length} faults`);
	if (faults.length > 0) process.exitCode = 1;
}
