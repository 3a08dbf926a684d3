import { expect, test } from "@playwright/test";
import type { Page } from "playwright";
import { t } from "../../src/text/index.ts";
import { staged } from "./pages/staged.ts";

/** Settings, by the keyboard alone: each control can be come to by Tab, and acts. */

const here = staged();

/** Longer than any part of the settings. */
const MAX_TABS = 500;

/** What has the focus: its role and name, as far as its own markup tells. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const at = document.activeElement;
		if (at === null || at === document.body) return null;
		return at.getAttribute("aria-label") ?? at.textContent?.trim() ?? "";
	});

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
	for (let time = 0; time < MAX_TABS; time += 1) {
		await page.keyboard.press("Tab");
		const found = await focused(page);
		if (found !== null && (typeof name === "string" ? found === name : name.test(found))) return;
	}
	throw new Error(`Tab never came to ${String(name)}`);
}

/** The controls of the place that Tab does not come to, in the order in which they stand. */
async function unreached(page: Page): Promise<readonly string[]> {
	const CONTROLS = "button, a[href], input, select, textarea, [role=switch], [role=radio]";
	await page.evaluate(() => {
		for (const each of document.querySelectorAll("[data-reached]")) each.removeAttribute("data-reached");
		const active = document.activeElement;
		if (active instanceof HTMLElement) active.blur();
	});
	for (let time = 0; time < MAX_TABS; time += 1) {
		await page.keyboard.press("Tab");
		const isRound = await page.evaluate(() => {
			const at = document.activeElement;
			// Behind the last one comes the page, and then the first one again.
			if (at === null || at === document.body) return false;
			if (at.hasAttribute("data-reached")) return true;
			at.setAttribute("data-reached", "");
			// Of a group of choices Tab comes to one, and the arrow keys to the others.
			const group = at.closest("[role=radiogroup]");
			for (const each of group?.querySelectorAll("[role=radio]") ?? []) each.setAttribute("data-reached", "");
			return false;
		});
		if (isRound) break;
	}
	return await page.evaluate(
		(controls) =>
			[...document.querySelectorAll<HTMLElement>(`main :is(${controls})`)]
				.filter((each) => !each.matches(":disabled") && each.checkVisibility() && each.ariaHidden !== "true")
				.filter((each) => !each.hasAttribute("data-reached"))
				.map((each) => each.ariaLabel ?? (each.textContent || each.outerHTML.slice(0, 200))),
		CONTROLS,
	);
}

test("each part of the settings is opened by Tab and Enter, and Tab comes to all of its controls", async () => {
	const { page } = here().desk;
	await tabTo(page, /^Settings/);
	await page.keyboard.press("Enter");
	await page.getByRole("main").getByRole("heading", { name: "Settings", level: 1 }).waitFor();
	const parts = page.getByRole("navigation", { name: "Settings" });
	const names = await parts.getByRole("button").allInnerTexts();
	expect(names.length).toBeGreaterThan(5);
	for (const name of names) {
		await tabTo(page, name.trim());
		await page.keyboard.press("Enter");
		await parts.locator("[aria-current=page]").filter({ hasText: name.trim() }).waitFor();
		// What a part reads of the service comes while it is walked through.
		await expect.poll(() => unreached(page), { message: name }).toEqual([]);
	}
});

test("switches and choices act by Space and the arrow keys, and the focus stays", async () => {
	const { page } = here().desk;
	await tabTo(page, "This computer");
	await page.keyboard.press("Enter");
	const notifications = page.getByRole("switch", { name: t("desk.settings.notifications"), exact: true });
	for (let time = 0; time < MAX_TABS; time += 1) {
		await page.keyboard.press("Tab");
		if (await notifications.evaluate((each) => each === document.activeElement)) break;
	}
	await expect(notifications).toBeFocused();
	await page.keyboard.press("Space");
	await expect(notifications).not.toBeChecked();
	await page.keyboard.press("Space");
	await expect(notifications).toBeChecked();
	await expect(notifications).toBeFocused();

	const themes = page.getByRole("radiogroup", { name: t("desk.settings.theme") });
	for (let time = 0; time < MAX_TABS; time += 1) {
		await page.keyboard.press("Shift+Tab");
		if (await themes.evaluate((each) => each.contains(document.activeElement))) break;
	}
	await page.keyboard.press("ArrowRight");
	await expect(themes.getByRole("radio", { name: t("desk.settings.themes.light") })).toBeFocused();
	await page.keyboard.press("Space");
	await expect(themes.getByRole("radio", { checked: true })).toHaveText(t("desk.settings.themes.light"));
	await page.keyboard.press("ArrowLeft");
	await expect(themes.getByRole("radio", { name: t("desk.settings.themes.system") })).toBeFocused();
	await page.keyboard.press("Space");
	await expect(themes.getByRole("radio", { checked: true })).toHaveText(t("desk.settings.themes.system"));
});
