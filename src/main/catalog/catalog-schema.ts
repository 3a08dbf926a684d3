import { createContext, Script } from "node:vm";
import { type OutputUnit, type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import { plain } from "../../core/format/plain.ts";
import { type Message, message, sameText, sentences, type Text } from "../../core/message.ts";

/** Checks what a user filled in against an operation's own schema, in words by path. The service checks again. */

export type Checked =
	/** `checked` false: the schema can't be used here, so that only the service can tell. */
	{ readonly ok: true; readonly checked: boolean } | { readonly ok: false; readonly text: Message };

/** A pattern of a hostile schema could run for years. */
const MAX_MS = 300;
const MAX_LISTED = 4;
const MAX_FAULT_LENGTH = 160;

/** They only say that something inside of them is wrong, which is told by itself. */
const OUTER = new Set(["properties", "items", "prefixItems", "patternProperties", "$ref", "allOf", "false"]);

const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
	[/draft-0?4/, "4"],
	[/draft-0?7/, "7"],
	[/2019-09/, "2019-09"],
];

const script = new Script("check()");

function isSchema(value: unknown): value is Schema {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** "#/list/0/to" → "list[0].to". */
function whereOf(pointer: string): Text {
	const names = pointer
		.replace(/^#\/?/, "")
		.split("/")
		.filter((name) => name !== "");
	if (names.length === 0) return message("catalog.input.whole");
	const read = (name: string) => plain(decodeName(name), 40);
	return names.reduce((path, name, index) => {
		if (/^\d+$/.test(name)) return `${path}[${name}]`;
		return index === 0 ? read(name) : `${path}.${read(name)}`;
	}, "");
}

function decodeName(name: string): string {
	const unescaped = name.replaceAll("~1", "/").replaceAll("~0", "~");
	try {
		return decodeURIComponent(unescaped);
	} catch {
		return unescaped;
	}
}

function faultText({ instanceLocation, keyword, error }: OutputUnit): Message {
	const where = whereOf(instanceLocation);
	if (keyword === "required") {
		const name = /property "(.*)"/s.exec(error)?.[1] ?? "a member";
		return message("catalog.input.missing", { where, name: plain(name, 40) });
	}
	if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
		const name = /"(.*)"/s.exec(error)?.[1] ?? "a member";
		return message("catalog.input.not-known", { where, name: plain(name, 40) });
	}
	return message("catalog.input.fault", { where, fault: plain(error, MAX_FAULT_LENGTH) });
}

function messageOf(errors: readonly OutputUnit[]): Message {
	const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
	const all = (inner.length > 0 ? inner : errors).map(faultText);
	const texts = all.filter((each, at) => all.findIndex((other) => sameText(other, each)) === at);
	const more = texts.length - MAX_LISTED;
	return sentences(
		message("catalog.input.unfit"),
		...texts.slice(0, MAX_LISTED),
		...(more > 0 ? [message("catalog.input.more", { more })] : []),
		message("catalog.input.not-sent"),
	);
}

/** @param schema JSON Schema as the service gave it; anything that is none checks nothing */
export function checkBySchema(schema: unknown, value: unknown): Checked {
	if (!isSchema(schema)) return { ok: true, checked: false };
	const named = typeof schema.$schema === "string" ? schema.$schema : "";
	const draft = DRAFTS.find(([name]) => name.test(named))?.[1] ?? "2020-12";
	let errors: readonly OutputUnit[] = [];
	const check = () => {
		errors = new Validator(schema, draft, false).validate(value).errors;
	};
	try {
		script.runInContext(createContext({ check }), { timeout: MAX_MS });
	} catch {
		// A reference to nothing, a pattern that can't be read or never ends: not the user's fault.
		return { ok: true, checked: false };
	}
	return errors.length === 0 ? { ok: true, checked: true } : { ok: false, text: messageOf(errors) };
}
