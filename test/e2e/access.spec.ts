import { expect, test } from "@playwright/test";
import type { Page } from "playwright";
import { t } from "../../src/text/index.ts";
import { screenFaults } from "./pages/access.ts";
import type { Section } from "./pages/desk.ts";
import { PASSWORD, SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/**
 * Accessibility: runs axe on each screen in light and dark, in small windows and zoomed, and uses only the
 * keyboard.
 */

const here = staged({ keys: false });

const faultsOf = (page: Page, half: "desk" | "trusted", name: string) =>
	screenFaults(here().app, page, half, name);

test("the first run is accessible from the welcome to the first account", async () => {
	const { trusted, desk } = here();
	await trusted.at("Your keys, on this computer");
	const faults = await faultsOf(trusted.page, "trusted", "keys");
	faults.push(...(await faultsOf(desk.page, "desk", "first run")));
	const words = await trusted.createPhrase(PASSWORD);
	faults.push(...(await faultsOf(trusted.page, "trusted", "phrase")));
	await trusted.button("I wrote them down").click();
	await trusted.at(/^Type the words from your paper/);
	faults.push(...(await faultsOf(trusted.page, "trusted", "phrase check")));
	await trusted.answerCheck(words);
	await trusted.at("Choose your networks");
	await trusted.page.getByText(/^simulates/).waitFor();
	faults.push(...(await faultsOf(trusted.page, "trusted", "networks")));
	await trusted.button("Continue").click();
	await trusted.at("Get notified about requests");
	faults.push(...(await faultsOf(trusted.page, "trusted", "notifications")));
	await trusted.button("Open a practice request").click();
	await trusted.hold.enabled();
	faults.push(...(await faultsOf(trusted.page, "trusted", "practice")));
	await trusted.button("Leave practice").click();
	await trusted.button("Open the inbox").click();
	await here().readAccount();
	await here().world.demo.fund(here().person);
	expect(faults).toEqual([]);
});

test("a transaction can be requested and approved with only the keyboard", async () => {
	const stage = here();
	const { desk, trusted, app } = stage;
	const { keyboard } = desk.page;
	const before = (await app.notifications()).length;
	await keyboard.press("Escape");
	await keyboard.press("n");
	await desk.page.getByRole("heading", { name: "Start a session" }).waitFor();
	const box = desk.page.getByLabel("Message the agent");
	await expect(box).toBeFocused();
	await keyboard.type(`send 0.01 ETH to ${SOMEBODY}`);
	await keyboard.press("Enter");
	await stage.requestNotified(before);
	await keyboard.press("Escape");
	await keyboard.press("2");
	// The notification appears as soon as main knows of the request. The desk's list updates a moment later.
	await desk.entry(/0.01 ETH/).waitFor();
	await keyboard.press("j");
	await keyboard.press("Enter");
	await trusted.reviewing(/^Send 0.01 ETH/);
	await expect(trusted.hold.button).not.toBeFocused();
	await trusted.approve("space");
	await trusted.step("Confirmed");
	const { commit_id } = await stage.lastCommit();
	expect(await stage.signatures(commit_id)).toMatchObject([{ outcome: "taken" }]);
	expect(await faultsOf(trusted.page, "trusted", "progress")).toEqual([]);
});

test("single-key shortcuts can be turned off and on again", async () => {
	const { desk } = here();
	const at = (name: string) => desk.navigation.getByRole("button", { name, exact: true });
	await desk.go("Settings");
	await desk.setting("This computer");
	const keys = desk.page.getByRole("switch", { name: "Single-key shortcuts" });
	await keys.click();
	await expect(keys).not.toBeChecked();
	await desk.page.keyboard.press("6");
	await expect(at("Settings")).toHaveAttribute("aria-current", "page");
	await keys.click();
	await expect(keys).toBeChecked();
	await desk.page.keyboard.press("6");
	await expect(at("Activity")).toHaveAttribute("aria-current", "page");
});

test("a request can be rejected with a reason with only the keyboard", async () => {
	const stage = here();
	const { trusted } = stage;
	const { keyboard } = trusted.page;
	await stage.review("approve unlimited DEMO for the router", /unlimited DEMO/);
	const { commit_id } = await stage.lastCommit();
	const faults = await faultsOf(trusted.page, "trusted", "review with a typed word");
	const reject = trusted.button("Reject");
	const focused = () => reject.evaluate((element) => element === document.activeElement);
	for (let presses = 0; presses < 60 && !(await focused()); presses += 1) await keyboard.press("Tab");
	await keyboard.press("Enter");
	await trusted.rejection("undoable").waitFor();
	const reason = trusted.page.locator("textarea");
	for (let presses = 0; presses < 20; presses += 1) {
		if (await reason.evaluate((element) => element === document.activeElement)) break;
		await keyboard.press("Tab");
	}
	await keyboard.type("no need for so much");
	// The rejection can be undone for a few seconds, or for a minute once a reason is being typed.
	faults.push(...(await faultsOf(trusted.page, "trusted", "held rejection")));
	await keyboard.press("Tab");
	await keyboard.press("Enter");
	await trusted.rejection("arrived").waitFor();
	await expect.poll(async () => (await stage.commit(commit_id)).state).toBe("rejected");
	expect(await stage.signatures(commit_id)).toEqual([]);
	expect(faults).toEqual([]);
});

test("a refused review and a changed review are accessible", async () => {
	const stage = here();
	const { trusted, world } = stage;
	await stage.review(`lie about the target: send 0.01 ETH to ${SOMEBODY}`, /./);
	await trusted.region("Proof").waitFor();
	const faults = await faultsOf(trusted.page, "trusted", "refused review");
	await trusted.reject("a lie");
	await stage.review(`send 0.02 ETH to ${SOMEBODY} then revise in 600 s`, /^Send 0.02 ETH/);
	await trusted.hold.enabled();
	const { commit_id } = await stage.lastCommit();
	await world.service.control.reviseCommit({ commitId: commit_id });
	await trusted.region("Changed since you last looked").waitFor();
	faults.push(...(await faultsOf(trusted.page, "trusted", "changed review")));
	expect(faults).toEqual([]);
});

test("every section of the desk and its pages in the trusted window are accessible", async () => {
	const { desk, trusted } = here();
	const faults: string[] = [];
	await expect(desk.navigation.getByRole("button", { name: "Catalog" })).toHaveCount(0);
	await desk.go("Settings");
	await desk.setting("This computer");
	await desk.page.getByRole("switch", { name: t("desk.settings.show-catalog") }).click();
	await expect(desk.navigation.getByRole("button", { name: "Catalog" })).toBeVisible();
	const sections: readonly Section[] = [
		"Home",
		"Inbox",
		"Agents",
		"Sessions",
		"Powers",
		"Activity",
		"Catalog",
		"Settings",
	];
	const keys = ["1", "2", "3", "4", "5", "6", "8", "7"];
	for (const [index, section] of sections.entries()) {
		await desk.page.keyboard.press("Escape");
		await desk.page.keyboard.press(keys[index] ?? "");
		await expect(desk.navigation.getByRole("button", { name: new RegExp(`^${section}`) })).toHaveAttribute(
			"aria-current",
			"page",
		);
		if (section === "Activity")
			await desk.page.getByRole("main").getByRole("listitem").first().getByRole("button").first().click();
		faults.push(...(await faultsOf(desk.page, "desk", section)));
	}
	const change = desk.button("Change…");
	await desk.setting("Networks");
	await change.click();
	await trusted.at("Networks");
	faults.push(...(await faultsOf(trusted.page, "trusted", "addresses")));
	await desk.setting("Signing");
	await desk.page.getByRole("region", { name: "Auto-lock" }).getByRole("button", { name: "Change…" }).click();
	await trusted.at("Auto-lock");
	faults.push(...(await faultsOf(trusted.page, "trusted", "automatic lock")));
	await desk.go("Home");
	await desk.button("Add account").click();
	await trusted.at("Add an account");
	faults.push(...(await faultsOf(trusted.page, "trusted", "add account")));
	await desk.button(/Press to lock now/).click();
	await desk.button("Unlock").click();
	await trusted.at("Unlock your keys");
	faults.push(...(await faultsOf(trusted.page, "trusted", "unlock")));
	expect(faults).toEqual([]);
});

test("? shows the shortcuts, Esc closes the dialog, and no shortcut approves", async () => {
	const { desk } = here();
	const { keyboard } = desk.page;
	await keyboard.press("?");
	const dialog = desk.page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await expect(dialog).toContainText("Approving has no shortcut");
	expect(await faultsOf(desk.page, "desk", "shortcuts")).toEqual([]);
	await keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await keyboard.press("n");
	await desk.page.getByLabel("Message the agent").click();
	await keyboard.type("?1");
	await expect(dialog).toHaveCount(0);
	await expect(desk.page.getByLabel("Message the agent")).toHaveValue("?1");
});

// Every control must be reachable with Tab and work.
test.describe("settings with only the keyboard", () => {
	/** Higher than the number of controls in any section. */
	const MAX_TABS = 500;

	/** Returns the role and name of the focused element, based on its own markup. */
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

	/** Returns the section's controls that Tab doesn't reach, in document order. */
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
				// After the last control, the focus moves to the page and then back to the first control.
				if (at === null || at === document.body) return false;
				if (at.hasAttribute("data-reached")) return true;
				at.setAttribute("data-reached", "");
				// Tab reaches only one option of a group. The arrow keys reach the others.
				const group = at.closest("[role=radiogroup]");
				for (const each of group?.querySelectorAll("[role=radio]") ?? [])
					each.setAttribute("data-reached", "");
				return false;
			});
			if (isRound) break;
		}
		return await page.evaluate(
			(controls) =>
				[...document.querySelectorAll<HTMLElement>(`main :is(${controls})`)]
					.filter(
						(each) => !each.matches(":disabled") && each.checkVisibility() && each.ariaHidden !== "true",
					)
					.filter((each) => !each.hasAttribute("data-reached"))
					.map((each) => each.ariaLabel ?? (each.textContent || each.outerHTML.slice(0, 200))),
			CONTROLS,
		);
	}

	test("each section is opened with Tab and Enter, and Tab reaches all of its controls", async () => {
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
			// Sections may load data from the service in the meantime.
			await expect.poll(() => unreached(page), { message: name }).toEqual([]);
		}
	});

	test("switches and choices work with Space and the arrow keys, and the focus stays", async () => {
		const { page } = here().desk;
		await tabTo(page, "This computer");
		await page.keyboard.press("Enter");
		const notifications = page.getByRole("switch", { name: t("ui.notifications"), exact: true });
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
});
