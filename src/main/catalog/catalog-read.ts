import { z } from "zod";
import {
	type DirectoryEntry,
	directoryEntry,
	type OperationDescriptor,
	operationDescriptor,
} from "../../service-api/directory.ts";
import { open } from "../../service-api/open.ts";
import { JsonTextError, nodeAt, readJsonText, sliceOf } from "./catalog-json.ts";

export interface ReadListing {
	readonly kind: "directory";
	readonly path: string;
	readonly entries: readonly DirectoryEntry[];
	readonly next: string | null;
}

export interface ReadOperation {
	readonly kind: "operation";
	readonly descriptor: OperationDescriptor;
	readonly schema: string | null;
}

interface ReadDocument {
	readonly kind: "document";
	readonly text: string;
}

export type ReadAnswer = ReadListing | ReadOperation | ReadDocument;

const listing = open({
	kind: z.literal("directory"),
	path: z.string(),
	entries: z.array(z.unknown()),
	next: z.string().nullish(),
});

function readObject(text: string): ReadAnswer | null {
	const json = readJsonText(text);
	const directory = listing.safeParse(json.value);
	if (directory.success) {
		const { path, entries, next } = directory.data;
		const read = entries.flatMap((entry) => directoryEntry.safeParse(entry).data ?? []);
		return { kind: "directory", path, entries: read, next: next ?? null };
	}
	const descriptor = operationDescriptor.safeParse(json.value);
	if (!descriptor.success) return null;
	const node = nodeAt(json, ["inputSchema"]);
	const schema = node === null || sliceOf(json, node) === "null" ? null : sliceOf(json, node);
	return { kind: "operation", descriptor: descriptor.data, schema };
}

export function readAnswer(
	text: string,
	expected: "directory" | "operation" | "document",
): ReadAnswer | null {
	if (expected === "document") return { kind: "document", text };
	try {
		return readObject(text);
	} catch (cause) {
		if (cause instanceof JsonTextError) return null;
		throw cause;
	}
}
