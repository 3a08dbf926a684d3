/** As much of a chunk as its name depends on. */
interface Chunk {
	readonly name: string;
	readonly moduleIds: readonly string[];
}

/** Code of one window's alone carries that window's name, by which `app://` gives it to no other (served-file.ts). */
function chunkFileNames({ name, moduleIds }: Chunk): string {
	const own = ["desk", "trusted"].find((half) =>
		moduleIds.some((id) => id.includes(`/src/renderer/${half}/`)),
	);
	return `assets/${own === undefined || name.startsWith(`${own}-`) ? "" : `${own}-`}[name]-[hash].js`;
}

/** How the code of the windows is cut, beside what they import when it is needed. */
export const WINDOW_CHUNKS = {
	chunkFileNames,
	codeSplitting: {
		// Every window reads these first: each is fetched and compiled while the others are.
		groups: [
			{ name: "react", test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
			{ name: "texts", test: /[\\/]src[\\/]text[\\/]en[\\/]/ },
		],
	},
};
