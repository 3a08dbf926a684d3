import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Adds a file to the build as it is.
 * @param file absolute path
 * @param fileName path below the output folder
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
