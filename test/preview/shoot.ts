/**
 * Pictures of every screen of both windows, with sample views instead of main:
 * `node test/preview/shoot.ts <directory> [parts of scenes' names]`
 * Prints what axe and the page's policy find; ends with 1 where one of them found something serious.
 */

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, chromium } from "playwright";
import { findChromium } from "../host/chromium.ts";
import { installBridge } from "./bridge.ts";
import { buildPages, pageUrl, servePages } from "./pages.ts";
import type { Scene } from "./scene.ts";
import { scenes } from "./scenes.ts";

const SIZES = {
	desk: [
		{ width: 1280, height: 800 },
		{ width: 900, height: 600 },
		// 1280 × 800 at 200 % zoom
		{ width: 640, height: 400 },
	],
	trusted: [
		{ width: 560, height: 820 },
		{ width: 280, height: 410 },
		// Made larger by hand
		{ width: 900, height: 600 },
		{ width: 1280, height: 800 },
	],
} as const;

const SERIOUS = new Set(["serious", "critical"]);

/** Takes one scene's pictures; gives back what is wrong with it, a line each. */
async function shoot(
	browser: Browser,
	scene: Scene,
	pages: string,
	pictures: string,
): Promise<readonly string[]> {
	const wrong: string[] = [];
	for (const colorScheme of ["light", "dark"] as const) {
		for (const viewport of SIZES[scene.window]) {
			const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
			await servePages(context, pages);
			const page = await context.newPage();
			const name = `${scene.name}-${viewport.width}-${colorScheme}`;
			page.on("console", (message) => {
				if (message.type() === "error") wrong.push(`${name}: ${message.text()}`);
			});
			page.on("pageerror", (error) => wrong.push(`${name}: ${error.message}`));
			await page.addInitScript(installBridge, scene.script);
			await page.goto(pageUrl(scene.window));
			await page.locator("h1, h2").first().waitFor();
			await scene.act(page);
			await page.evaluate(() => document.fonts.ready.then(() => {}));
			await page.screenshot({ path: join(pictures, `${name}.png`) });
			const { violations } = await new AxeBuilder({ page }).analyze();
			for (const violation of violations) {
				if (!SERIOUS.has(violation.impact ?? "")) continue;
				const where = violation.nodes.map((node) => node.html.slice(0, 160)).join("\n      ");
				wrong.push(`${name}: axe ${violation.id}: ${violation.help}\n      ${where}`);
			}
			const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
			if (sideways > 0) wrong.push(`${name}: ${sideways} px wider than the window`);
			await context.close();
		}
	}
	return wrong;
}

const [pictures, ...parts] = process.argv.slice(2);
if (pictures === undefined)
	throw new Error("Say where the pictures go: node test/preview/shoot.ts <directory>");
const wanted = ({ name }: Scene) => parts.length === 0 || parts.some((part) => name.includes(part));
await mkdir(pictures, { recursive: true });
const pages = await mkdtemp(join(tmpdir(), "countersign-preview-"));
await buildPages(pages);
const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
let count = 0;
try {
	for (const scene of scenes.filter(wanted)) {
		const wrong = await shoot(browser, scene, pages, pictures);
		for (const line of wrong) console.log(line);
		count += wrong.length;
	}
} finally {
	await browser.close();
	await rm(pages, { recursive: true });
}
console.log(count === 0 ? "Nothing serious found." : `${count} things to look at.`);
process.exitCode = count === 0 ? 0 : 1;
