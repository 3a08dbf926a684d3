import { t } from "../../../text/index.ts";
import {
	type JsonMember,
	type JsonTextNode,
	NUMERAL,
	readJson,
	writeJson,
} from "../../components/text/json-text.ts";
import type { AlternativesShape, ListShape, NumberShape, ObjectShape, Shape, TextShape } from "./shape.ts";

export type FormValue =
	/** The field isn't in the JSON. */
	| { readonly kind: "absent" }
	| { readonly kind: "null" }
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "number"; readonly numeral: string }
	| { readonly kind: "boolean"; readonly on: boolean | null }
	| { readonly kind: "fixed" }
	/** `null` until the user chooses an option. */
	| { readonly kind: "choice"; readonly at: number | null }
	/** In the order of the schema's properties. */
	| { readonly kind: "object"; readonly members: readonly FormValue[] }
	| { readonly kind: "list"; readonly items: readonly FormValue[] }
	| { readonly kind: "alternative"; readonly at: number | null; readonly value: FormValue }
	| { readonly kind: "json"; readonly text: string };

export interface Problem {
	readonly path: string;
	readonly text: string;
	/** Whether the field is empty. This is reported only once the user tries to continue. */
	readonly empty: boolean;
}

export interface Written {
	/** JSON without its empty parts, or `null` if nothing is left. */
	readonly node: JsonTextNode | null;
	readonly problems: readonly Problem[];
}

/** Maximum length of a list in the form. Longer lists are edited as JSON. */
export const MAX_ITEMS = 100;
const MAX_DIGITS = 400;

export function emptyValue(shape: Shape): FormValue {
	switch (shape.kind) {
		case "text":
			return { kind: "text", text: "" };
		case "number":
			return { kind: "number", numeral: "" };
		case "boolean":
			return { kind: "boolean", on: null };
		case "fixed":
			return { kind: "fixed" };
		case "choice":
			return { kind: "choice", at: null };
		case "object":
			return {
				kind: "object",
				members: shape.members.map((member) =>
					member.required ? emptyValue(member.shape) : { kind: "absent" },
				),
			};
		case "list":
			return {
				kind: "list",
				items: Array.from({ length: Math.min(shape.least, MAX_ITEMS) }, () => emptyValue(shape.item)),
			};
		case "alternatives":
			return { kind: "alternative", at: null, value: { kind: "absent" } };
		case "json":
			return { kind: "json", text: "" };
	}
}

const fine = (node: JsonTextNode): Written => ({ node, problems: [] });
const wrong = (path: string, text: string, empty = false): Written => ({
	node: null,
	problems: [{ path, text, empty }],
});
const NULL: JsonTextNode = { kind: "word", word: "null" };

export function writeValue(shape: Shape, value: FormValue, path = ""): Written {
	if (value.kind === "null") return shape.nullable ? fine(NULL) : wrong(path, t("desk.catalog.cant-null"));
	switch (shape.kind) {
		case "text":
			if (value.kind === "text") return writeText(shape, value.text, path);
			break;
		case "number":
			if (value.kind === "number") return writeNumber(shape, value.numeral, path);
			break;
		case "boolean":
			if (value.kind !== "boolean") break;
			if (value.on === null) return wrong(path, t("desk.catalog.choose-yes-no"), true);
			return fine({ kind: "word", word: value.on ? "true" : "false" });
		case "fixed":
			if (value.kind === "fixed") return fine(shape.value);
			break;
		case "choice": {
			if (value.kind !== "choice") break;
			const chosen = value.at === null ? undefined : shape.options[value.at];
			return chosen === undefined ? wrong(path, t("desk.catalog.choose-one"), true) : fine(chosen.value);
		}
		case "object":
			if (value.kind === "object") return writeObject(shape, value.members, path);
			break;
		case "list":
			if (value.kind === "list") return writeList(shape, value.items, path);
			break;
		case "alternatives": {
			if (value.kind !== "alternative") break;
			const chosen = value.at === null ? undefined : shape.options[value.at];
			if (chosen === undefined) return wrong(path, t("desk.catalog.choose-one"), true);
			return writeValue(chosen.shape, value.value, path);
		}
		case "json": {
			if (value.kind !== "json") break;
			if (value.text.trim() === "") return wrong(path, t("desk.catalog.write-json-here"), true);
			const parsed = readJson(value.text);
			return parsed.ok ? fine(parsed.node) : wrong(path, t("desk.catalog.no-json", { words: parsed.text }));
		}
	}
	return wrong(path, t("desk.catalog.it-is-missing"), true);
}

/** Keeps the invalid value, so that switching to JSON doesn't lose it. */
const faultyText = (node: JsonTextNode, path: string, text: string | null): Written =>
	text === null ? fine(node) : { node, problems: [{ path, text, empty: false }] };

function writeText(shape: TextShape, text: string, path: string): Written {
	if (text === "") return wrong(path, t("desk.catalog.write-something"), true);
	return faultyText({ kind: "string", text }, path, wrongText(shape, text));
}

function wrongText({ minLength, maxLength, pattern }: TextShape, text: string): string | null {
	// JSON Schema counts code points, not UTF-16 units.
	const length = [...text].length;
	if (minLength !== null && length < minLength) return t("desk.catalog.text.too-short", { minLength });
	if (maxLength !== null && length > maxLength) return t("desk.catalog.text.too-long", { maxLength, length });
	const form = pattern === null ? null : simplePattern(pattern);
	return form === null || form.test(text) ? null : t("desk.catalog.fault.format");
}

const CLASS = String.raw`(?:\\[dwDW]|\[\^?(?:[A-Za-z0-9_ :,@/+=.-])+\]|[A-Za-z0-9_:,@/=-])`;
const SIMPLE = new RegExp(
	String.raw`^\^(?:${CLASS}(?:\{\d{1,4}\})?)*(?:${CLASS}(?:[+*?]|\{\d{1,4},\d{0,4}\})?)?\$$`,
);

/**
 * Returns `null` for a pattern that might not run in linear time, because an untrusted one could block the
 * window.
 */
export function simplePattern(pattern: string): RegExp | null {
	if (pattern.length > 200 || !SIMPLE.test(pattern)) return null;
	try {
		return new RegExp(pattern, "u");
	} catch {
		return null;
	}
}

const WHOLE = /^-?\d+$/;

function compared(one: string, other: string): number {
	if (WHOLE.test(one) && WHOLE.test(other)) {
		const [a, b] = [BigInt(one), BigInt(other)];
		return a < b ? -1 : a > b ? 1 : 0;
	}
	return Number(one) - Number(other);
}

function writeNumber(shape: NumberShape, text: string, path: string): Written {
	const numeral = text.trim();
	if (numeral === "") return wrong(path, t("desk.catalog.write-a-number"), true);
	if (numeral.length > MAX_DIGITS || !(shape.integer ? /^-?(?:0|[1-9]\d*)$/ : NUMERAL).test(numeral))
		return wrong(path, shape.integer ? t("desk.catalog.fault.whole-number") : t("desk.catalog.fault.number"));
	return faultyText({ kind: "number", numeral }, path, wrongNumber(shape, numeral));
}

function wrongNumber({ least, most }: NumberShape, numeral: string): string | null {
	if (least !== null && least.numeral.length <= MAX_DIGITS) {
		const by = compared(numeral, least.numeral);
		if (by < 0 || (least.open && by === 0))
			return t("desk.catalog.number.too-small", {
				open: least.open ? "yes" : "no",
				numeral: least.numeral,
			});
	}
	if (most !== null && most.numeral.length <= MAX_DIGITS) {
		const by = compared(numeral, most.numeral);
		if (by > 0 || (most.open && by === 0))
			return t("desk.catalog.number.too-large", {
				open: most.open ? "yes" : "no",
				numeral: most.numeral,
			});
	}
	return null;
}

function writeObject(shape: ObjectShape, values: readonly FormValue[], path: string): Written {
	const members: JsonMember[] = [];
	const problems: Problem[] = [];
	for (const [index, member] of shape.members.entries()) {
		const value = values[index] ?? { kind: "absent" };
		if (value.kind === "absent" && !member.required) continue;
		const written = writeValue(member.shape, value, `${path}/${member.name}`);
		problems.push(...written.problems);
		if (written.node !== null) members.push({ name: member.name, value: written.node });
	}
	return { node: { kind: "object", members }, problems };
}

function writeList(shape: ListShape, values: readonly FormValue[], path: string): Written {
	const written = values.map((value, index) => writeValue(shape.item, value, `${path}/${index}`));
	const problems = written.flatMap((one) => one.problems);
	if (values.length < shape.least)
		problems.unshift({ path, text: t("desk.catalog.takes-least", { least: shape.least }), empty: true });
	if (shape.most !== null && values.length > shape.most)
		problems.unshift({ path, text: t("desk.catalog.takes-most", { most: shape.most }), empty: false });
	return { node: { kind: "array", items: written.flatMap((one) => one.node ?? []) }, problems };
}

export function formText(shape: Shape, value: FormValue): { text: string; problems: readonly Problem[] } {
	const { node, problems } = writeValue(shape, value);
	return { text: node === null ? "" : writeJson(node), problems };
}

const same = (one: JsonTextNode, other: JsonTextNode) => writeJson(one, null) === writeJson(other, null);

export function readValue(shape: Shape, node: JsonTextNode): FormValue | null {
	if (shape.nullable && same(node, NULL)) return { kind: "null" };
	switch (shape.kind) {
		case "text": {
			if (node.kind !== "string" || node.text === "") return null;
			// The text box would change these line breaks.
			const kept = isLong(shape) ? !node.text.includes("\r") : !/[\r\n]/.test(node.text);
			return kept ? { kind: "text", text: node.text } : null;
		}
		case "number":
			return node.kind === "number" ? { kind: "number", numeral: node.numeral } : null;
		case "boolean":
			return node.kind === "word" && node.word !== "null"
				? { kind: "boolean", on: node.word === "true" }
				: null;
		case "fixed":
			return same(node, shape.value) ? { kind: "fixed" } : null;
		case "choice": {
			const at = shape.options.findIndex((option) => same(option.value, node));
			return at < 0 ? null : { kind: "choice", at };
		}
		case "object":
			return readObject(shape, node);
		case "list": {
			if (node.kind !== "array" || node.items.length > MAX_ITEMS) return null;
			const items = node.items.flatMap((item) => readValue(shape.item, item) ?? []);
			return items.length < node.items.length ? null : { kind: "list", items };
		}
		case "alternatives":
			return readAlternative(shape, node);
		case "json":
			return { kind: "json", text: writeJson(node) };
	}
}

function readObject(shape: ObjectShape, node: JsonTextNode): FormValue | null {
	if (node.kind !== "object") return null;
	const given = new Map(node.members.map(({ name, value }) => [name, value]));
	if (given.size < node.members.length) return null;
	const members: FormValue[] = [];
	for (const member of shape.members) {
		const found = given.get(member.name);
		given.delete(member.name);
		if (found === undefined) {
			members.push(member.required ? emptyValue(member.shape) : { kind: "absent" });
			continue;
		}
		const value = readValue(member.shape, found);
		if (value === null) return null;
		members.push(value);
	}
	return given.size > 0 ? null : { kind: "object", members };
}

/**
 * Prefers the first alternative that accepts the value, and otherwise takes the first that can represent it.
 */
function readAlternative(shape: AlternativesShape, node: JsonTextNode): FormValue | null {
	let held: FormValue | null = null;
	for (const [at, option] of shape.options.entries()) {
		const value = readValue(option.shape, node);
		if (value === null) continue;
		if (writeValue(option.shape, value).problems.length === 0) return { kind: "alternative", at, value };
		held ??= { kind: "alternative", at, value };
	}
	return held;
}

export function isLong(shape: TextShape): boolean {
	return shape.format === null && shape.pattern === null && shape.maxLength !== null && shape.maxLength > 300;
}
