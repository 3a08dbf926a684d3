import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { root } from "../scripts/lib/ensure.mjs";
import { findChromium } from "../test/host/chromium.ts";
import { ICON_SIZES } from "./icons.ts";

/** `node packaging/draw-icons.ts`: draws resources/icon.svg in every size, by hand, when the drawing has changed. */

const drawing = readFileSync(join(root, "resources", "icon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
try {
	const page = await browser.newPage();
	for (const size of ICON_SIZES) {
		await page.setViewportSize({ width: size, height: size });
		await page.setContent(
			`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`,
		);
		const picture = await page.screenshot({ omitBackground: true });
		writeFileSync(join(root, "resources", `icon-${size}.png`), picture);
	}
} finally {
	await browser.close();
}
