import { readFileSync } from "node:fs";
import { z } from "zod";
import type { AboutView } from "../../../ipc/about.ts";

const origin = z.object({ commit: z.string().nullable() });
const notices = z
	.object({
		parts: z.array(
			z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.int().nonnegative() }),
		),
		texts: z.array(z.string()),
	})
	.transform(({ parts, texts }) => parts.map((part) => ({ ...part, text: texts[part.text] ?? "" })));

function read<T>(file: string, schema: z.ZodType<T>): T | null {
	try {
		return schema.parse(JSON.parse(readFileSync(file, "utf8")));
	} catch {
		return null;
	}
}

/** Reads two files that packaging/stage.ts writes into the package. */
export function readAbout(
	paths: { readonly origin: string; readonly notices: string },
	version: string,
	versions: Readonly<Record<string, string | undefined>>,
): AboutView {
	return {
		version,
		commit: read(paths.origin, origin)?.commit ?? null,
		electron: versions["electron"] ?? "",
		chromium: versions["chrome"] ?? "",
		parts: read(paths.notices, notices),
	};
}
