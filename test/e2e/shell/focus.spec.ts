import { expect, test } from "@playwright/test";
import { launchApp, type RunningApp } from "../launch.ts";
import { onlyElectron } from "./only-electron.ts";

/** The trusted window stands over others while it is looked at, and no longer; a page can't be led away by a redirect. */

let app: RunningApp | undefined;
test.afterEach(() => app?.dispose());

const isOnTop = async (shell: RunningApp) =>
	(await shell.windowViews()).find(({ url }) => url.startsWith("app://trusted/"))?.alwaysOnTop;

test("the trusted window is on top until another window takes the focus", async () => {
	onlyElectron("a click on a page moves no focus between windows there");
	const shell = await launchApp();
	app = shell;
	await shell.trusted();
	await expect.poll(() => isOnTop(shell)).toBe(true);
	const desk = await shell.desk();
	await desk.bringToFront();
	await desk.getByRole("button", { name: "Settings" }).click();
	await shell.openUrl("countersign://session/none");
	await expect.poll(() => isOnTop(shell)).toBe(false);
});

test("an address that would redirect is never asked for", async () => {
	app = await launchApp();
	const desk = await app.desk();
	const before = desk.url();
	for (const address of [
		"https://example.org/redirects",
		"app://trusted/index.html",
		"app://desk/assets/none.js",
	])
		await desk.evaluate((to) => window.location.assign(to), address).catch(() => {});
	await expect(desk.getByRole("button", { name: "Inbox" })).toBeVisible();
	expect(desk.url()).toBe(before);
});
