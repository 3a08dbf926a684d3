import { expect, test } from "@playwright/test";
import type { Page } from "playwright";
import { t } from "../../src/text/index.ts";
import { type Call, installBridge } from "../preview/bridge.ts";
import { pageUrl } from "../preview/pages.ts";
import { scenes } from "../preview/scenes.ts";
import { drawn } from "./pages/drawn.ts";

/**
 * Key presses in *Review all* and in the palette, in windows without main: which commands they send, and
 * which they must not send.
 */

const newContext = drawn();

async function open(name: string): Promise<Page> {
	const scene = scenes.find((each) => each.name === name);
	if (scene === undefined) throw new Error(`no scene ${name}`);
	const context = await newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
	const page = await context.newPage();
	await page.addInitScript<object>(installBridge, scene.script);
	await page.goto(pageUrl(scene.window));
	await page.locator("h1, h2").first().waitFor();
	return page;
}

const sent = async (page: Page): Promise<readonly string[]> => {
	const calls: readonly Call[] = await page.evaluate("window.scripted.calls");
	const silent = new Set(["reviewShown", "showTopics", "previewReview", "watchHome", "watchAllowances"]);
	return calls.filter(({ name }) => !silent.has(name)).map(({ name }) => name);
};

const enabled = (page: Page) => page.locator("[data-approve][aria-disabled=false]").waitFor();

/** Longer than the required press and hold. */
const HOLD_MS = 1_600;

async function holdSpace(page: Page): Promise<void> {
	await page.keyboard.down("Space");
	await page.waitForTimeout(HOLD_MS);
	await page.keyboard.up("Space");
}

test.describe("Space in the triage", () => {
	test("approves from the headline, but only once Approve is enabled", async () => {
		const page = await open("triage-calm");
		await page.keyboard.down("Space");
		await enabled(page);
		await page.waitForTimeout(HOLD_MS);
		await page.keyboard.up("Space");
		expect(await sent(page)).toEqual([]);
		await holdSpace(page);
		expect(await sent(page)).toEqual(["approve"]);
	});

	test("approves nothing if it is released early or another key is pressed in the meantime", async () => {
		const page = await open("triage-calm");
		await enabled(page);
		await page.keyboard.press("Space", { delay: 300 });
		await page.keyboard.down("Space");
		await page.keyboard.press("x");
		await page.waitForTimeout(HOLD_MS);
		await page.keyboard.up("Space");
		expect(await sent(page)).toEqual([]);
	});

	test("moves to the missing word, and approves from its field only once the word is right", async () => {
		const page = await open("triage-danger");
		await page.locator("[data-blocker=word]").waitFor();
		await holdSpace(page);
		await page.keyboard.type("unlimite");
		await holdSpace(page);
		expect(await sent(page)).toEqual([]);
		await page.locator("[data-typed-word]").fill("unlimited");
		await enabled(page);
		await holdSpace(page);
		expect(await sent(page)).toEqual(["approve"]);
		await expect(page.locator("[data-typed-word]")).toHaveValue("unlimited");
	});

	test("presses a focused button instead", async () => {
		const page = await open("triage-calm");
		await enabled(page);
		await page.getByRole("button", { name: t("ui.reject"), exact: true }).focus();
		await holdSpace(page);
		expect(await sent(page)).toEqual(["rejectEntries"]);
	});

	test("approves only with the focus on Approve if single keys are off", async () => {
		const page = await open("triage-without-keys");
		await enabled(page);
		await holdSpace(page);
		expect(await sent(page)).toEqual([]);
		await page.locator("[data-approve]").focus();
		await holdSpace(page);
		expect(await sent(page)).toEqual(["approve"]);
	});

	test("does nothing outside the triage", async () => {
		const page = await open("trusted-review");
		await enabled(page);
		await holdSpace(page);
		expect(await sent(page)).toEqual([]);
	});
});

test.describe("keys in the triage", () => {
	test("move, reject, snooze and undo", async () => {
		const page = await open("triage-calm");
		const wait = async (names: readonly string[]) => expect.poll(() => sent(page)).toEqual(names);
		await page.keyboard.press("j");
		await wait(["showReview"]);
		await page.keyboard.press("k");
		await wait(["showReview", "showReview"]);
		await page.keyboard.press("r");
		await wait(["showReview", "showReview", "rejectEntries"]);
		await page.keyboard.press("s");
		await wait(["showReview", "showReview", "rejectEntries", "snooze"]);
		await page.keyboard.press("u");
		await wait(["showReview", "showReview", "rejectEntries", "snooze", "undoRejection", "showTriaged"]);
	});

	test("Esc leaves the word's field first, then the triage", async () => {
		const page = await open("triage-danger");
		await page.locator("[data-blocker=word]").waitFor();
		await page.keyboard.press("Space");
		await expect(page.locator("[data-typed-word]")).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(page.locator("h1")).toBeFocused();
		expect(await sent(page)).toEqual([]);
		await page.keyboard.press("Escape");
		await expect.poll(() => sent(page)).toEqual(["close"]);
	});

	test("do nothing behind a dialog", async () => {
		const page = await open("triage-calm");
		await enabled(page);
		await page.keyboard.press("?");
		await page.getByRole("dialog").waitFor();
		await page.keyboard.press("r");
		await page.keyboard.press("j");
		await holdSpace(page);
		expect(await sent(page)).toEqual([]);
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
		expect(await sent(page)).toEqual([]);
	});

	test("cause no animation if motion is reduced", async () => {
		const page = await open("triage-calm");
		const running = () => page.evaluate(() => document.getAnimations().length);
		expect(await running()).toBe(0);
	});
});

test.describe("the palette", () => {
	const field = (page: Page) => page.getByRole("dialog").getByRole("combobox");
	const chosen = (page: Page) => page.getByRole("dialog").getByRole("option", { selected: true });

	test("opens with Ctrl+K even while typing, and Esc closes it and restores the focus", async () => {
		const page = await open("desk-inbox");
		await page.getByRole("searchbox").focus();
		await page.keyboard.press("Control+k");
		await expect(field(page)).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(field(page)).toHaveCount(0);
		await expect(page.getByRole("searchbox")).toBeFocused();
	});

	test("finds a request by its words and opens its review", async () => {
		const page = await open("desk-inbox");
		await page.keyboard.press("Control+k");
		await page.keyboard.type("12,000 ana");
		await expect(chosen(page)).toHaveCount(1);
		await page.keyboard.press("Enter");
		await expect.poll(() => sent(page)).toEqual(["openReview"]);
		await expect(field(page)).toHaveCount(0);
	});

	test("wraps around with the arrow keys, and announces the selected option", async () => {
		const page = await open("desk-inbox");
		await page.keyboard.press("Control+k");
		const first = await chosen(page).textContent();
		await page.keyboard.press("ArrowUp");
		expect(await chosen(page).textContent()).not.toBe(first);
		await page.keyboard.press("ArrowDown");
		expect(await chosen(page).textContent()).toBe(first);
		expect(await field(page).getAttribute("aria-activedescendant")).toBe(
			await chosen(page).getAttribute("id"),
		);
	});

	test("shows the latest choice first", async () => {
		const page = await open("desk-inbox");
		await page.keyboard.press("Control+k");
		await page.keyboard.type("lock now");
		await expect(chosen(page)).toContainText(t("desk.shell.lock-now"));
		await page.keyboard.press("Enter");
		await expect.poll(() => sent(page)).toEqual(["lock"]);
		await expect(field(page)).toHaveCount(0);
		await page.keyboard.press("Control+k");
		await expect(chosen(page)).toContainText(t("desk.shell.lock-now"));
	});

	test("opens a section of the settings, and starts the triage", async () => {
		const page = await open("desk-inbox");
		await page.keyboard.press("Control+k");
		await page.keyboard.type("networks");
		await page
			.getByRole("option", { name: t("ui.networks"), exact: false })
			.first()
			.waitFor();
		await page.keyboard.type(" settings");
		await expect(chosen(page)).toContainText(t("ui.networks"));
		await page.keyboard.press("Enter");
		await expect(
			page.getByRole("navigation", { name: t("desk.shell.items.settings") }).locator("[aria-current=page]"),
		).toContainText(t("ui.networks"));
		await page.keyboard.press("Control+k");
		await page.keyboard.type("review all");
		await expect(chosen(page)).toHaveCount(1);
		await page.keyboard.press("Enter");
		await expect.poll(() => sent(page)).toContain("openTriage");
	});

	test("receives every letter from the first, so that none acts as a shortcut of the inbox", async () => {
		const page = await open("desk-inbox");
		await page.keyboard.press("Control+k");
		await page.keyboard.type("r");
		await page.keyboard.press("Escape");
		expect(await sent(page)).toEqual([]);
	});
});
