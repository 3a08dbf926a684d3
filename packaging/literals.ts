import { normalizePath, type Plugin, runnerImport } from "vite";

/**
 * Creates a plugin that replaces a module with its exported values at build time, so that its imports aren't bundled.
 * @param file absolute path of a module that exports only plain data
 */
export function literals(file: string): Plugin {
	const path = normalizePath(file);
	let text = "";
	return {
		name: "countersign-literals",
		enforce: "pre",
		async buildStart() {
			const { module, dependencies } = await runnerImport<Readonly<Record<string, unknown>>>(path);
			for (const each of [path, ...dependencies]) this.addWatchFile(each);
			const exported = Object.entries(module).map(([name, value]) => [name, JSON.stringify(value)]);
			text = exported.map(([name, value]) => `export const ${name} = ${value};\n`).join("");
		},
		load: (id) => (id === path ? text : null),
	};
}
