import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { develop } from "../dev/dev.ts";
import { startInHost } from "../dev/shell.ts";

/** A small app with the same layout as the real one, in a temporary folder whose files the test can change. */
const FILES = {
	"package.json": JSON.stringify({
		name: "dev-fixture",
		private: true,
		type: "module",
		main: "out/main/index.js",
	}),
	"electron.vite.config.mjs": `export default {
	main: { build: { externalizeDeps: false, rollupOptions: {
		input: { index: import.meta.dirname + "/src/main/index.js" }, output: { format: "es" } } } },
	preload: { build: { externalizeDeps: false, rollupOptions: {
		input: { page: import.meta.dirname + "/src/preload/page.js" },
		output: { format: "cjs", entryFileNames: "[name].cjs" } } } },
	renderer: { root: import.meta.dirname + "/src/renderer", build: { modulePreload: { polyfill: false },
		rollupOptions: { input: { page: import.meta.dirname + "/src/renderer/page/index.html" } } } },
};`,
	"src/main/index.js": `import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { app, BrowserWindow, protocol } from "electron";
const title = "main 1";
protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);
async function start() {
await app.whenReady();
protocol.handle("app", async (request) => {
	const path = new URL(request.url).pathname;
	const body = await readFile(join(import.meta.dirname, "../renderer", path));
	const type = path.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
	return new Response(body, { headers: { "content-type": type } });
});
const window = new BrowserWindow({
	width: 400,
	height: 300,
	webPreferences: {
		preload: join(import.meta.dirname, "../preload/page.cjs"),
		sandbox: true,
		contextIsolation: true,
	},
});
await window.loadURL("app://page/page/index.html?" + new URLSearchParams({ title }));
}
void start();`,
	"src/preload/page.js": `import { contextBridge } from "electron";
contextBridge.exposeInMainWorld("preloaded", { word: "preload 1" });`,
	"src/renderer/page/index.html": `<!doctype html><html><body><h1></h1><script type="module" src="./page.js"></script></body></html>`,
	"src/renderer/page/page.js": `const title = new URLSearchParams(location.search).get("title");
document.querySelector("h1").textContent = [title, window.preloaded.word, "renderer 1"].join(", ");`,
};

let root: string;
let ending: AbortController;
let developing: Promise<void> = Promise.resolve();
let browser: Browser | null = null;
const told: string[] = [];
const pids: number[] = [];

const change = async (path: string, from: string, to: string) => {
	const text = await readFile(join(root, path), "utf8");
	expect(text).toContain(from);
	await writeFile(join(root, path), text.replace(from, to));
};

const isAlive = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

/** Reads the page's heading through the address printed for the developer; "" if there is none. */
async function heading(): Promise<string> {
	const address = told.map((line) => /http:\/\/127\.0\.0\.1:[0-9]+/.exec(line)?.[0]).find(Boolean);
	if (address === undefined) return "";
	try {
		if (browser?.isConnected() !== true) browser = await chromium.connectOverCDP(address);
		const pages: Page[] = browser.contexts().flatMap((context) => context.pages());
		const page = pages.find((each) => each.url().includes("/page/index.html"));
		return (await page?.locator("h1").textContent({ timeout: 2_000 })) ?? "";
	} catch {
		return "";
	}
}

const shows = (text: string) => vi.waitFor(async () => expect(await heading()).toBe(text), WAIT);
const says = (text: string) => vi.waitFor(() => expect(told.join("\n")).toContain(text), WAIT);
/** Timeout that only a hanging loop reaches. */
const WAIT = { timeout: 60_000, interval: 100 };

beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "countersign-dev-test-"));
	for (const [path, text] of Object.entries(FILES)) {
		await mkdir(join(root, path, ".."), { recursive: true });
		await writeFile(join(root, path), text);
	}
	told.length = 0;
	pids.length = 0;
	ending = new AbortController();
});

afterEach(async () => {
	ending.abort();
	await developing.catch(() => {});
	await browser?.close().catch(() => {});
	browser = null;
	await rm(root, { recursive: true, force: true, maxRetries: 3 });
});

const OPTIONS = {
	help: false,
	dataDir: null,
	inspect: false,
	inspectPort: 0,
	devToolsPort: 0,
	service: true,
};

function start(open: () => void, close: () => void) {
	developing = develop(OPTIONS, {
		root,
		async start(options) {
			const shell = await startInHost(options);
			pids.push(shell.pid);
			return shell;
		},
		async openSurroundings() {
			open();
			return { env: {}, lines: ["service   of the test"], close: async () => close() };
		},
		tell: (line) => told.push(line),
		signal: ending.signal,
	});
	return developing;
}

describe("npm run dev", () => {
	it("shows changes in the renderer, the preload and main, survives a mistake, and ends completely", async () => {
		const around: string[] = [];
		const whole = start(
			() => around.push("opened"),
			() => around.push("closed"),
		);
		await shows("main 1, preload 1, renderer 1");
		expect(told).toContain("service   of the test");

		await change("src/renderer/page/page.js", "renderer 1", "renderer 2");
		await shows("main 1, preload 1, renderer 2");
		// One write may cause several builds, but a reload must not start a process.
		const started = pids.length;
		expect(started).toBe(1);

		await change("src/preload/page.js", "preload 1", "preload 2");
		await shows("main 1, preload 2, renderer 2");
		expect(pids.length).toBeGreaterThan(started);

		await change("src/main/index.js", `const title = "main 1";`, `const title = ;`);
		await says("main does not build");
		expect(await heading()).toBe("main 1, preload 2, renderer 2");
		await change("src/main/index.js", "const title = ;", `const title = "main 2";`);
		await shows("main 2, preload 2, renderer 2");

		const folder = told.map((line) => /^data +(.+)$/.exec(line)?.[1]).find(Boolean) ?? "";
		expect(folder).not.toBe("");
		expect(around).toEqual(["opened"]);
		ending.abort();
		await whole;
		expect(around).toEqual(["opened", "closed"]);
		expect(pids.filter(isAlive)).toEqual([]);
		await expect(readFile(folder)).rejects.toMatchObject({ code: "ENOENT" });
	});

	it("closes everything if the app's build can't be configured", async () => {
		await writeFile(join(root, "electron.vite.config.mjs"), "throw new Error('no configuration');");
		const around: string[] = [];
		await expect(
			start(
				() => around.push("opened"),
				() => around.push("closed"),
			),
		).rejects.toThrow("no configuration");
		expect(around).toEqual(["opened", "closed"]);
	});
});
