import { resolveConfig } from "electron-vite";
import { build, type InlineConfig } from "vite";
import { PARTS, type Part } from "./loop.ts";

/** Told of every build. */
export interface BuildListener {
	building(part: Part): void;
	built(part: Part): void;
	failed(part: Part, reason: string): void;
}

/** The builds that are being watched. */
export interface Builds {
	/** Stops watching; resolves when no build runs any more. */
	close(): Promise<void>;
}

/**
 * Builds main, preload and renderer of the project in `root` by its electron-vite configuration, and again whenever a
 * file that they are made of changes. The output is what `npm run build` writes, with source maps beside main's files.
 */
export async function watchBuilds(root: string, listener: BuildListener): Promise<Builds> {
	const { config } = await resolveConfig(
		{ root, logLevel: "warn", clearScreen: false, build: { watch: {} } },
		"build",
		"production",
	);
	const watchers = await Promise.all(PARTS.map((part) => watchPart(part, config?.[part] ?? {}, listener)));
	return {
		async close() {
			await Promise.all(watchers.map((close) => close()));
		},
	};
}

async function watchPart(
	part: Part,
	config: InlineConfig,
	listener: BuildListener,
): Promise<() => Promise<void>> {
	const sourcemap = part === "main";
	// An app that runs goes on reading what it was started from while the next is built.
	const watcher = await build({ ...config, build: { ...config.build, sourcemap, emptyOutDir: false } });
	if (!("on" in watcher)) throw new Error(`${part} was built once and is not watched`);
	watcher.on("event", (event) => {
		if (event.code === "BUNDLE_START") listener.building(part);
		if (event.code === "ERROR") listener.failed(part, event.error.message);
		if (event.code === "BUNDLE_END") listener.built(part);
		if (event.code === "BUNDLE_END" || event.code === "ERROR") void event.result.close();
	});
	return () => watcher.close();
}
