import { z } from "zod";
import { type Message, message } from "../../core/localized-text.ts";
import { orIfThrown } from "../../core/or-if-thrown.ts";
import type { CatalogEntryView, CatalogListing } from "../../ipc/catalog.ts";
import {
	type DirectoryEntry,
	directoryEntry,
	type OperationDescriptor,
	operationDescriptor,
} from "../../service-api/directory.ts";
import { open } from "../../service-api/open.ts";
import { JsonTextError, nodeAt, readJsonText, sliceOf } from "./catalog-json.ts";
import { readLink } from "./catalog-links.ts";

interface ReadListing {
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
	return orIfThrown(null, () => readObject(text), JsonTextError);
}

const MAX_ENTRIES = 1_000;
const MAX_NAME_LENGTH = 200;
const MAX_LINK_LENGTH = 300;

export interface Listing {
	readonly view: CatalogListing;
	readonly next: string | null;
	readonly pages: ReadonlySet<string>;
}

const KINDS: Readonly<Record<string, CatalogEntryView["kind"]>> = {
	directory: "directory",
	operation: "operation",
	document: "document",
};

export function clipped(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function entryView(baseUrl: string, page: string, { name, kind, href }: DirectoryEntry): CatalogEntryView {
	const known = Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? "unknown") : "unknown";
	const link = readLink(baseUrl, page, href);
	return {
		name: clipped(name, MAX_NAME_LENGTH),
		kind: known,
		stated: clipped(kind, 40),
		href: known === "unknown" ? null : link,
		leads: link === null ? clipped(href, MAX_LINK_LENGTH) : null,
	};
}

function unique(entries: readonly CatalogEntryView[]): CatalogEntryView[] {
	const met = new Map(
		entries.map((entry) => [entry.href ?? `${entry.name}\n${entry.stated}\n${entry.leads ?? ""}`, entry]),
	);
	return [...met.values()];
}

interface Onward {
	readonly next: string | null;
	readonly note: Message | null;
}

const FULL = message("catalog.listing.full", { most: MAX_ENTRIES });
const CIRCLE = message("catalog.listing.circle");

function onward(
	baseUrl: string,
	page: string,
	next: string | null,
	pages: ReadonlySet<string>,
	full: boolean,
): Onward {
	if (next === null || next === "") return { next: null, note: full ? FULL : null };
	const link = readLink(baseUrl, page, next);
	if (link === null)
		return {
			next: null,
			note: message("catalog.listing.elsewhere", { link: clipped(next, 80) }),
		};
	if (pages.has(link)) return { next: null, note: CIRCLE };
	return full ? { next: null, note: FULL } : { next: link, note: null };
}

export function withPage(baseUrl: string, before: Listing | null, page: string, read: ReadListing): Listing {
	const pages = new Set([...(before?.pages ?? []), page]);
	const fresh = read.entries.slice(0, MAX_ENTRIES + 1).map((entry) => entryView(baseUrl, page, entry));
	const all = unique([...(before?.view.entries ?? []), ...fresh]);
	const { next, note } = onward(baseUrl, page, read.next, pages, all.length > MAX_ENTRIES);
	return {
		view: {
			kind: "directory",
			path: before?.view.path ?? clipped(read.path, MAX_LINK_LENGTH),
			href: before?.view.href ?? page,
			entries: all.slice(0, MAX_ENTRIES),
			more: next !== null,
			note: all.length > MAX_ENTRIES ? FULL : note,
		},
		next,
		pages,
	};
}
