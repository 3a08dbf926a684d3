import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { ascii } from "./packaging/ascii.ts";
import { listBundled } from "./packaging/bundled.ts";
import { copied } from "./packaging/copied.ts";
import { literals } from "./packaging/literals.ts";
import { WINDOW_CHUNKS } from "./packaging/window-chunks.ts";

const here = import.meta.dirname;

/**
 * Removes what only people read, so a quarter less code is loaded on every start. Function names are kept,
 * because they make errors traceable.
 */
const BRIEF = {
	comments: false,
	minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
} as const;

/**
 * Main, the vault and each preload are bundled with their dependencies. The bundled vault starts six times
 * faster.
 */
export default defineConfig({
	main: {
		plugins: [
			ascii(),
			listBundled("main", here),
			copied(resolve(here, "src/agents-process/mcp-shim.mjs"), "mcp.mjs"),
		],
		resolve: {
			alias: {
				// The app doesn't use its connections. Its Node build would include half a megabyte for a web
				// server.
				"@solana/web3.js": resolve(here, "node_modules/@solana/web3.js/lib/index.browser.esm.js"),
				"rpc-websockets": resolve(here, "node_modules/rpc-websockets/dist/index.browser.mjs"),
				// electron-store validates values only if it gets a schema. The app validates its own with
				// zod.
				"ajv/dist/2020.js": resolve(here, "packaging/no-json-schema.ts"),
				"ajv-formats": resolve(here, "packaging/no-json-schema.ts"),
				// The native module isn't installed (allowScripts), and the package would print a warning on
				// every start.
				"bigint-buffer": "bigint-buffer/dist/browser.js",
				"@modelcontextprotocol/server/_shims": resolve(here, "src/agents-process/mcp-platform.ts"),
			},
		},
		build: {
			externalizeDeps: false,
			rollupOptions: {
				input: {
					index: resolve(here, "src/main/index.ts"),
					vault: resolve(here, "src/vault/index.ts"),
					ledger: resolve(here, "src/ledger-process/index.ts"),
					agents: resolve(here, "src/agents-process/index.ts"),
				},
				// Native modules look for their binaries next to their own files.
				external: ["node-hid", "usb"],
				output: { format: "es", ...BRIEF },
			},
		},
	},
	preload: {
		// A preload needs only the names of commands, not their schemas.
		plugins: [ascii(), literals(resolve(here, "src/preload/names.ts")), listBundled("preload", here)],
		build: {
			// A sandboxed preload can't require other files, so each one is a single file, including code
			// that they share.
			externalizeDeps: false,
			isolatedEntries: true,
			rollupOptions: {
				input: {
					desk: resolve(here, "src/preload/desk.ts"),
					trusted: resolve(here, "src/preload/trusted.ts"),
				},
				output: { format: "cjs", entryFileNames: "[name].cjs" },
			},
		},
	},
	renderer: {
		root: resolve(here, "src/renderer"),
		plugins: [
			ascii(),
			react(),
			tailwindcss(),
			// Otherwise, every new window would merge a dozen files with five thousand texts at run time. A
			// single literal is compiled while it is parsed and saves a few ms.
			literals(resolve(here, "src/text/en/index.ts")),
			listBundled("renderer", here),
		],
		build: {
			// Inline assets would need data: URLs, which the pages' CSP doesn't allow everywhere.
			assetsInlineLimit: 0,
			modulePreload: { polyfill: false },
			rollupOptions: {
				input: {
					desk: resolve(here, "src/renderer/desk/index.html"),
					trusted: resolve(here, "src/renderer/trusted/index.html"),
				},
				output: { ...BRIEF, ...WINDOW_CHUNKS },
			},
		},
	},
});
