import { resolve } from "node:path";
import { defineConfig } from "vite";

/**
 * Builds countersign-verify as one file that only needs Node, so that it can be copied to another computer.
 */
export default defineConfig({
	build: {
		ssr: resolve(import.meta.dirname, "src/verify/index.ts"),
		outDir: "out/verify",
		target: "node20",
		minify: false,
		rollupOptions: {
			output: { format: "es", entryFileNames: "countersign-verify.mjs", codeSplitting: false },
		},
	},
	ssr: { noExternal: true, target: "node" },
});
