import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Creates a plugin that adds a file to the build unchanged.
 * @param file absolute path
 * @param fileName path relative to the output folder
 */
export function copied(file: string, fileName: string): Plugin {
	return {
		name: "countersign-copied",
		apply: "build",
		buildStart() {
			this.addWatchFile(file);
		},
		generateBundle() {
			this.emitFile({ type: "asset", fileName, source: readFileSync(file) });
		},
	};
}
