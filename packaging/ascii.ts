import type { Plugin } from "vite";

const NOT_ASCII = /[^\0-\x7f]/g;

/**
 * Escapes every character outside ASCII. Correct for code whose identifiers and raw templates are ASCII, such as ours and
 * that of our dependencies.
 */
export const escapeToAscii = (code: string): string =>
	code.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Writes chunks in ASCII, because V8 stores a script with one other character in two bytes a character. */
export function ascii(): Plugin {
	return {
		name: "countersign-ascii",
		apply: "build",
		generateBundle(_, bundle) {
			for (const file of Object.values(bundle))
				if (file.type === "chunk") file.code = escapeToAscii(file.code);
		},
	};
}
