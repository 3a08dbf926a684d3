import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Lists the packages in a bundle, which are fewer than the installed ones. */

/** Packages by their folder, because some are installed in several versions. */
export type Bundled = readonly string[];

/**
 * Returns the folder of a module's or asset's package, relative to the project. `null` if the file is the
 * project's own.
 */
function packageOf(root: string, path: string): string | null {
	const file = path
		.replace(/^\0/, "")
		.replace(/[?#].*$/, "")
		.replaceAll("\\", "/");
	if (!file.includes("/node_modules/")) return null;
	for (let at = dirname(file); /\/node_modules\/.+/.test(at); at = dirname(at))
		if (/\/node_modules\/(@[^/]+\/)?[^/@]+$/.test(at) && existsSync(join(at, "package.json")))
			return at.slice(root.length + 1);
	return null;
}

/**
 * Creates a plugin that writes `out/notices/PART.json`: the folders of all packages that this part of the build
 * contains modules, fonts or pictures of.
 */
export function listBundled(part: string, root: string): Plugin {
	const from = root.replaceAll("\\", "/");
	const folders = new Set<string>();
	const add = (path: string) => {
		const folder = packageOf(from, path.startsWith("node_modules/") ? `${from}/${path}` : path);
		if (folder !== null) folders.add(folder);
	};
	return {
		name: "countersign-list-bundled",
		apply: "build",
		generateBundle(_options, bundle) {
			for (const each of Object.values(bundle)) {
				if (each.type === "asset")
					for (const path of each.originalFileNames) add(path.replace(/^(\.\.\/)+/, ""));
				else
					for (const [id, { renderedLength }] of Object.entries(each.modules))
						if (renderedLength > 0) add(id);
			}
			const to = join(root, "out", "notices");
			mkdirSync(to, { recursive: true });
			const list: Bundled = [...folders].sort();
			writeFileSync(join(to, `${part}.json`), `${JSON.stringify(list, null, "\t")}\n`);
		},
	};
}

/** Returns the packages in all parts of the build. @throws if a part has not been built */
export function readBundled(root: string): Bundled {
	const all = ["main", "preload", "renderer"].flatMap((part): string[] =>
		JSON.parse(readFileSync(join(root, "out", "notices", `${part}.json`), "utf8")),
	);
	return [...new Set(all)].sort();
}
