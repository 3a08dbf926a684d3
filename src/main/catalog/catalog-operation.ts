import { createContext, Script } from "node:vm";
import { type OutputUnit, type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import { plain } from "../../core/format/plain.ts";
import { type Message, message, sameText, sentences, type Text } from "../../core/localized-text.ts";
import { orIfThrown } from "../../core/or-if-thrown.ts";
import type { CatalogOperation } from "../../ipc/catalog.ts";
import { type JsonText, JsonTextError, readJsonText } from "./catalog-json.ts";
import { linkTarget } from "./catalog-links.ts";
import { clipped, type ReadOperation } from "./catalog-listing.ts";

type Checked =
	/** `checked` is `false` if the schema can't be used. */
	{ readonly ok: true; readonly checked: boolean } | { readonly ok: false; readonly text: Message };

/** A pattern in a hostile schema could run for years. */
const MAX_MS = 300;
const MAX_LISTED = 4;
const MAX_FAULT_LENGTH = 160;

/** Errors with these keywords only repeat errors in inner values. */
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
	return orIfThrown(unescaped, () => decodeURIComponent(unescaped));
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

/** Accepts any value if `schema` isn't a JSON Schema or the check takes longer than `maxMs`. */
export function checkBySchema(schema: unknown, value: unknown, maxMs = MAX_MS): Checked {
	if (!isSchema(schema)) return { ok: true, checked: false };
	const named = typeof schema.$schema === "string" ? schema.$schema : "";
	const draft = DRAFTS.find(([name]) => name.test(named))?.[1] ?? "2020-12";
	let errors: readonly OutputUnit[] = [];
	const check = () => {
		errors = new Validator(schema, draft, false).validate(value).errors;
	};
	try {
		script.runInContext(createContext({ check }), { timeout: maxMs });
	} catch {
		return { ok: true, checked: false };
	}
	return errors.length === 0 ? { ok: true, checked: true } : { ok: false, text: messageOf(errors) };
}

export interface OpenOperation {
	readonly href: string;
	readonly name: string;
	readonly role: CatalogOperation["role"];
	readonly locked: Message | null;
	readonly schema: unknown;
	running: boolean;
	result: string | null;
	fault: Text | null;
	buildId: string | null;
	view(): CatalogOperation;
}

const MAX_SCHEMA_LENGTH = 256 * 1024;
const MAX_RESULT_LENGTH = 256 * 1024;
const MAX_DESCRIPTION_LENGTH = 4_000;

const COMMITS = message("catalog.operation.commit");

function whyLocked(
	href: string,
	described: (ReadOperation & { readonly leads: string | null }) | null,
): Message | null {
	if (linkTarget(href).role === "commit") return COMMITS;
	if (described === null) return null;
	const { method } = described.descriptor;
	if (method.toUpperCase() !== "POST")
		return message("catalog.operation.method", { method: clipped(method, 20) });
	const path = (reference: string | null) => reference?.split("?", 1)[0] ?? null;
	return path(described.leads) === path(href) ? null : message("catalog.operation.elsewhere");
}

/** @param described `null` if the descriptor is unreadable, in which case any JSON object is accepted */
export function operationOf(
	href: string,
	named: string,
	described: (ReadOperation & { readonly leads: string | null }) | null,
): OpenOperation {
	const name = clipped(described?.descriptor.name ?? named, 200);
	const schema = described?.schema ?? null;
	const description = described?.descriptor.description ?? null;
	const operation: OpenOperation = {
		href,
		name,
		role: linkTarget(href).role,
		locked: whyLocked(href, described),
		schema: described?.descriptor.inputSchema,
		running: false,
		result: null,
		fault: null,
		buildId: null,
		view: () => ({
			kind: "operation",
			name,
			href,
			description: description === null ? null : clipped(description, MAX_DESCRIPTION_LENGTH),
			schema: schema === null || schema.length > MAX_SCHEMA_LENGTH ? null : schema,
			role: operation.role,
			result: operation.result === null ? null : clipped(operation.result, MAX_RESULT_LENGTH),
			running: operation.running,
			fault: operation.fault,
			locked: operation.locked,
			buildId: operation.buildId,
		}),
	};
	return operation;
}

/** Returns why the input can't be sent. `null` if it can, in which case it is sent unchanged. */
export function whyNotInput(body: string, schema: unknown): Message | null {
	let json: JsonText;
	try {
		json = readJsonText(body);
	} catch (cause) {
		if (cause instanceof JsonTextError) return sentences(cause.text, message("catalog.input.not-sent"));
		throw cause;
	}
	if (json.root.members === null) return message("catalog.input.no-object");
	const checked = checkBySchema(schema, json.value);
	return checked.ok ? null : checked.text;
}
