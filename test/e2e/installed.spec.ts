import { expect, test } from "@playwright/test";
import { launchApp, type RunningApp } from "./launch.ts";

/**
 * Behavior of an installed app: it starts hidden at login, and a link opens a section without triggering any
 * action.
 */

test.describe.configure({ mode: "serial" });

let app: RunningApp;
test.beforeAll(async () => {
	app = await launchApp({ args: ["--hidden"] });
});
test.afterAll(() => app.dispose());

/** Lists the visible windows. */
const halves = async () => {
	const shown = (await app.windowViews()).filter(({ visible }) => visible);
	return shown.map(({ url }) => new URL(url).host).toSorted();
};

test("a start at login shows no desk, a link to a session opens it, and an unknown link opens nothing else", async () => {
	await expect.poll(() => app.tray()).toBeDefined();
	// Without an account, the app has nothing to do in the background, so the first-run window opens.
	await app.trusted();
	await expect.poll(halves).toEqual(["trusted"]);
	await app.openUrl("countersign://session/ses_unknown");
	const desk = await app.desk();
	await expect(desk.getByRole("button", { name: "Inbox" })).toHaveAttribute("aria-current", "page");
	await app.openUrl("countersign://pay/ses_unknown");
	expect(await halves()).toEqual(["desk", "trusted"]);
});

test("a window whose process crashed says that nothing was signed, and its only link reloads it", async () => {
	const url = "app://desk/stopped.html";
	const desk = await app.desk();
	const devTools = await desk.context().newCDPSession(desk);
	// The page crashes before it can respond.
	devTools.send("Page.crash").catch(() => {});
	await expect.poll(async () => (await app.windowViews()).map((view) => view.url)).toContain(url);
	const stopped = await app.desk();
	await expect(stopped.getByRole("heading", { name: "This window stopped" })).toBeVisible();
	await stopped.evaluate(() => window.location.assign("index.html?x")).catch(() => {});
	expect((await app.windowViews()).map((view) => view.url)).toContain(url);
	await stopped.getByRole("link", { name: "Reload" }).click();
	await expect(stopped.getByRole("button", { name: "Inbox" })).toBeVisible();
});
