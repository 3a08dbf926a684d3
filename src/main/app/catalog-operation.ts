import type { CatalogOperation } from "../../bridge/catalog-views.ts";
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
	readonly locked: string | null;
	/** JSON Schema; undefined where the service gave none. */
	readonly schema: unknown;
	/** Changes with each run. */
	running: boolean;
	result: string | null;
	fault: string | null;
	buildId: string | null;
	view(): CatalogOperation;
}

const LONGEST_SCHEMA = 256 * 1024;
const LONGEST_RESULT = 256 * 1024;
const LONGEST_DESCRIPTION = 4_000;

const COMMITS =
	"A commit is never run from here: open its Build, and commit that in the window for approvals. Nothing was run.";

function whyLocked(
	href: string,
	described: (ReadOperation & { readonly leads: string | null }) | null,
): string | null {
	if (placeOf(href).role === "commit") return COMMITS;
	if (described === null) return null;
	const { method } = described.descriptor;
	if (method.toUpperCase() !== "POST")
		return `The service wants this to be run by ${clipped(method, 20)}, which Countersign does not do.`;
	const path = (reference: string | null) => reference?.split("?", 1)[0] ?? null;
	return path(described.leads) === path(href)
		? null
		: "The service's own description of this operation leads to another place. It is not run.";
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
			description: description === null ? null : clipped(description, LONGEST_DESCRIPTION),
			schema: schema === null || schema.length > LONGEST_SCHEMA ? null : schema,
			role: operation.role,
			result: operation.result === null ? null : clipped(operation.result, LONGEST_RESULT),
			running: operation.running,
			fault: operation.fault,
			locked: operation.locked,
			buildId: operation.buildId,
		}),
	};
	return operation;
}

/** Why this input is not sent; null where it may be. What is sent is the text itself, byte for byte. */
export function whyNotInput(body: string, schema: unknown): string | null {
	let json: JsonText;
	try {
		json = readJsonText(body);
	} catch (cause) {
		if (cause instanceof JsonTextError) return `${cause.words} Nothing was sent.`;
		throw cause;
	}
	if (json.root.members === null) return "The input must be one JSON object. Nothing was sent.";
	const checked = checkBySchema(schema, json.value);
	return checked.ok ? null : checked.words;
}
