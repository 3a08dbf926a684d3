import { z } from "zod";
import { open } from "./open.ts";

/** Directory listings of the pipeline tree. Entry kinds seen: directory, operation, document. */
export const directoryEntry = open({ name: z.string(), kind: z.string(), href: z.string() });

export const directory = open({
	kind: z.literal("directory"),
	path: z.string(),
	entries: z.array(directoryEntry),
	next: z.string().nullish(),
});
export type Directory = z.infer<typeof directory>;

/** Path values of POST /v1/pipeline/apps/{app}/operations/{operation}. */
export const appPath = z.string().min(1).max(160);
export const operationPath = z.string().min(1).max(160);
