/** Properties that determine the name of a chunk. */
interface Chunk {
	readonly name: string;
	readonly moduleIds: readonly string[];
}

/**
 * Adds a window's name to chunks with its code, so that `app://` serves them only to that window
 * (served-file.ts).
 */
function chunkFileNames({ name, moduleIds }: Chunk): string {
	const own = ["desk", "trusted"].find((half) =>
		moduleIds.some((id) => id.includes(`/src/renderer/${half}/`)),
	);
	return `assets/${own === undefined || name.startsWith(`${own}-`) ? "" : `${own}-`}[name]-[hash].js`;
}

/** Rollup options that split the windows' code, in addition to dynamic imports. */
export const WINDOW_CHUNKS = {
	chunkFileNames,
	codeSplitting: {
		// Every window loads these first. As separate chunks, they are fetched and compiled in parallel.
		groups: [
			{ name: "react", test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
			{ name: "texts", test: /[\\/]src[\\/]text[\\/]en[\\/]/ },
		],
	},
};
