import { expect, test } from "@playwright/test";
import { launchApp, type RunningApp } from "../launch.ts";

/** `app://` serves module scripts, styles and fonts under the strict policy, and nothing that is no part of a half. */

let app: RunningApp;
test.afterEach(() => app.dispose());

test("both pages run as modules from their own secure origin, with their fonts, and can't be left", async () => {
	app = await launchApp();
	for (const page of [await app.desk(), await app.trusted()]) {
		await expect(page.getByRole("heading").first()).toBeVisible();
		const found = await page.evaluate(async () => {
			await document.fonts.ready;
			return {
				modules: [...document.scripts].map(({ type }) => type),
				isSecure: window.isSecureContext,
				fonts: [...document.fonts].some(({ status }) => status === "loaded"),
			};
		});
		expect(found).toEqual({ modules: ["module"], isSecure: true, fonts: true });
		const address = page.url();
		await page.evaluate(() => window.location.assign("https://example.org/")).catch(() => {});
		await expect(page.getByRole("heading").first()).toBeVisible();
		expect(page.url()).toBe(address);
	}
});
