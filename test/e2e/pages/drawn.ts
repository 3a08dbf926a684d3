import { join } from "node:path";
import { test } from "@playwright/test";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright";
import { findChromium } from "../../host/chromium.ts";
import { servePages } from "../../preview/pages.ts";
import { APP_DIR } from "../launch.ts";

/** The windows' pages as the app that is tested has them. */
const PAGES = join(APP_DIR, "out", "renderer");

/** Provides Chromium for the file's tests, without main: the windows' pages draw a script's data. */
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
