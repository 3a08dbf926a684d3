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
 * What only people read is left out: a quarter less to read at every start. Names of functions stay, so that an error
 * tells where it comes from.
 */
const BRIEF = {
	comments: false,
	minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
} as const;

/** Main, the vault and each preload are bundled with what they depend on: a bundled vault starts six times faster. */
export default defineConfig({
	main: {
		plugins: [
			ascii(),
			listBundled("main", here),
			copied(resolve(here, "src/agents-process/mcp-shim.mjs"), "mcp.mjs"),
		],
		resolve: {
			alias: {
				// Its connections aren't used, and those of its build for Node bring a web server's half megabyte along.
				"@solana/web3.js": resolve(here, "node_modules/@solana/web3.js/lib/index.browser.esm.js"),
				"rpc-websockets": resolve(here, "node_modules/rpc-websockets/dist/index.browser.mjs"),
				// electron-store checks values by a schema if it is given one. Ours are checked by zod.
				"ajv/dist/2020.js": resolve(here, "packaging/no-json-schema.ts"),
				"ajv-formats": resolve(here, "packaging/no-json-schema.ts"),
				// Its native part is not installed (allowScripts), and without it the package complains at every start.
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
				// Native parts find their binaries beside their own files.
				external: ["node-hid", "usb"],
				output: { format: "es", ...BRIEF },
			},
		},
	},
	preload: {
		// Of the commands a preload needs the names alone, and none of the schemas.
		plugins: [ascii(), literals(resolve(here, "src/preload/names.ts")), listBundled("preload", here)],
		build: {
			// A sandboxed preload can require nothing of ours: each is one file, whatever the two share.
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
			// Five thousand texts, spread from a dozen files into one object, cost each new window some ms before it could
			// draw; one literal is compiled while it is being read.
			literals(resolve(here, "src/text/en/index.ts")),
			listBundled("renderer", here),
		],
		build: {
			// Inline assets would need data: in places where the pages' CSP allows none.
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
