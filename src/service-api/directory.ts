import { z } from "zod";
import { open } from "./open.ts";

export const directoryEntry = open({ name: z.string(), kind: z.string(), href: z.string() });
export type DirectoryEntry = z.infer<typeof directoryEntry>;

export const directory = open({
	kind: z.literal("directory"),
	path: z.string(),
	entries: z.array(directoryEntry),
	next: z.string().nullish(),
});

/** docs/service-api/pipeline.md#rules */
export const operationDescriptor = open({
	kind: z.literal("operation"),
	name: z.string(),
	method: z.string(),
	href: z.string(),
	description: z.string().nullish(),
	inputSchema: z.unknown().optional(),
});
export type OperationDescriptor = z.infer<typeof operationDescriptor>;

export const appPath = z.string().min(1).max(160);
export const operationPath = z.string().min(1).max(160);
