import { type Plugin, runnerImport } from "vite";

/**
 * Puts the texts of the catalogue together when a window is built. Five thousand of them, spread from a dozen files
 * into one object, cost each new window some ms before it could draw; one literal is compiled while it is being read.
 */
export function flatTexts(): Plugin {
	return {
		name: "countersign-flat-texts",
		enforce: "pre",
		async load(id) {
			if (!id.endsWith("/src/text/en/index.ts")) return null;
			const { module, dependencies } = await runnerImport<{ readonly en: object }>(id);
			for (const file of dependencies) this.addWatchFile(file);
			return `export const en = ${JSON.stringify(module.en)};`;
		},
	};
}
