import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { BrowserContext } from "playwright";
import { build } from "vite";
import { literals } from "../../packaging/literals.ts";
import { WINDOW_CHUNKS } from "../../packaging/window-chunks.ts";
import { readServedFile } from "../../src/main/desktop/windows/served-file.ts";

const RENDERER = resolve(import.meta.dirname, "../../src/renderer");

/** The pages' policy, as the app serves them. */
const CSP =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".woff2": "font/woff2",
	".svg": "image/svg+xml",
};

/** Builds both windows' pages as the app does, into `outDir`. */
export async function buildPages(outDir: string): Promise<void> {
	await build({
		configFile: false,
		root: RENDERER,
		base: ".//",
		logLevel: "warn",
		plugins: [react(), tailwindcss(), literals(join(RENDERER, "../text/en/index.ts"))],
		build: {
			outDir,
			emptyOutDir: true,
			assetsInlineLimit: 0,
			modulePreload: { polyfill: false },
			rollupOptions: {
				input: { desk: join(RENDERER, "desk/index.html"), trusted: join(RENDERER, "trusted/index.html") },
				output: WINDOW_CHUNKS,
			},
		},
	});
}

/** Serves the built pages under their policy, by interception: no server, no port. */
export async function servePages(context: BrowserContext, outDir: string): Promise<void> {
	await context.route("https://countersign.test/**", async (route) => {
		const path = normalize(new URL(route.request().url()).pathname);
		try {
			await route.fulfill({
				body: await readFile(join(outDir, path)),
				contentType: TYPES[extname(path)] ?? "application/octet-stream",
				headers: { "content-security-policy": CSP },
			});
		} catch {
			await route.fulfill({ status: 404, body: "" });
		}
	});
}

export interface PageServer {
	readonly origin: string;
	stop(): Promise<void>;
}

/**
 * Serves the built pages on 127.0.0.1, read as the app reads them. What is measured takes this way: interception writes
 * each file into a message to the browser.
 */
export async function startPages(outDir: string): Promise<PageServer> {
	const server = createServer((request, response) => {
		void readServedFile(outDir, (request.url ?? "/").split("/").slice(1)).then((file) => {
			if (file === null) response.writeHead(404).end();
			else
				response
					.writeHead(200, {
						"content-type": file.type,
						"content-security-policy": CSP,
						"cache-control": "no-store",
					})
					.end(file.body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the pages have no port");
	return {
		origin: `http://127.0.0.1:${address.port}`,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

export function pageUrl(window: "desk" | "trusted"): string {
	return `https://countersign.test/${window}/index.html`;
}
