import { resolve } from "node:path";
import { defineConfig } from "vite";

/** countersign-verify: one file that needs nothing but Node, to be carried to another machine. */
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
