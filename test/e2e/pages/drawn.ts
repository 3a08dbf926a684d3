import { join } from "node:path";
import { test } from "@playwright/test";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright";
import { findChromium } from "../../host/chromium.ts";
import { servePages } from "../../preview/pages.ts";
import { APP_DIR } from "../launch.ts";

/** The windows' pages in the app under test. */
const PAGES = join(APP_DIR, "out", "renderer");

/** Provides Chromium for all tests in a file, without main. The pages show data from a script. */
export function drawn(): (options: BrowserContextOptions) => Promise<BrowserContext> {
	let browser: Browser | null = null;
	test.beforeAll(async () => {
		browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
	});
	test.afterAll(async () => {
		await browser?.close();
	});
	return async (options) => {
		if (browser === null) throw new Error("Chromium is not open");
		const context = await browser.newContext(options);
		await servePages(context, PAGES);
		return context;
	};
}
