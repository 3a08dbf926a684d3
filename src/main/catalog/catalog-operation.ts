import { type Message, message, sentences, type Text } from "../../core/message.ts";
import type { CatalogOperation } from "../../ipc/catalog.ts";
import { type JsonText, JsonTextError, readJsonText } from "./catalog-json.ts";
import { placeOf } from "./catalog-links.ts";
import { clipped } from "./catalog-listing.ts";
import type { ReadOperation } from "./catalog-read.ts";
import { checkBySchema } from "./catalog-schema.ts";

/** One operation that is open: what the service says of it, and how its latest run went. */

export interface OpenOperation {
	readonly href: string;
	readonly name: string;
	readonly role: CatalogOperation["role"];
	/** Why it can't be run from here; null where it can. */
	readonly locked: Message | null;
	/** JSON Schema; undefined where the service gave none. */
	readonly schema: unknown;
	/** Changes with each run. */
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
	if (placeOf(href).role === "commit") return COMMITS;
	if (described === null) return null;
	const { method } = described.descriptor;
	if (method.toUpperCase() !== "POST")
		return message("catalog.operation.method", { method: clipped(method, 20) });
	const path = (reference: string | null) => reference?.split("?", 1)[0] ?? null;
	return path(described.leads) === path(href) ? null : message("catalog.operation.elsewhere");
}

/** @param described null where its descriptor can't be read; it takes any JSON object then */
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
		role: placeOf(href).role,
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

/** Why this input is not sent; null where it may be. What is sent is the text itself, byte for byte. */
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
