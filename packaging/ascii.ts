import type { Plugin } from "vite";

const NOT_ASCII = /[^\0-\x7f]/g;

/**
 * Escapes every character outside ASCII. Correct only for code whose identifiers and raw templates are ASCII, as
 * in this project and its dependencies.
 */
export const escapeToAscii = (code: string): string =>
	code.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Creates a plugin that writes chunks in ASCII. V8 stores any other script with two bytes per character. */
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
