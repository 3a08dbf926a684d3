import { expect, test } from "@playwright/test";
import type { Page } from "playwright";
import { installBridge } from "../preview/bridge.ts";
import { pageUrl } from "../preview/pages.ts";
import * as samples from "../preview/samples/review.ts";
import { reviewing, trustedView } from "../preview/samples/trusted.ts";
import { drawn } from "./pages/drawn.ts";

/**
 * Approve is enabled once the band and headline have been visible. Content that must be read again is
 * scrolled into view automatically.
 */

const newContext = drawn();

const calm = trustedView(reviewing(samples.review({ findings: [] })));
const grave = trustedView(reviewing(samples.review({ findings: samples.risky().findings })));

async function open(): Promise<Page> {
	const context = await newContext({
		viewport: { width: 560, height: 620 },
		reducedMotion: "reduce",
	});
	const page = await context.newPage();
	await page.addInitScript<object>(installBridge, {
		desk: null,
		transcripts: [],
		trusted: calm,
		answers: {},
	});
	await page.goto(pageUrl("trusted"));
	await expect(approve(page)).toHaveAttribute("aria-disabled", "false");
	return page;
}

const approve = (page: Page) => page.locator("[data-approve]");
const headline = (page: Page) => page.locator('[data-glance="headline"]');

const push = (page: Page, view: object) =>
	page.evaluate((pushed) => {
		const give: unknown = Reflect.get(Reflect.get(window, "scripted"), "push");
		if (typeof give === "function") give({ kind: "trusted", view: pushed });
	}, view);

/** Scrolls like a user who reads on. */
async function readOn(page: Page): Promise<void> {
	await page.getByRole("main").evaluate((main) => main.scrollTo({ top: main.scrollHeight }));
	await expect(headline(page)).not.toBeInViewport();
}

const turn = (page: Page, state: "hidden" | "visible") =>
	page.evaluate((now) => {
		Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
	}, state);

test("a changed verdict scrolls the review to its top, and Approve is enabled again", async () => {
	const page = await open();
	await readOn(page);
	await push(page, grave);
	await expect(headline(page)).toBeInViewport({ ratio: 1 });
	await expect(approve(page)).toHaveAttribute("aria-disabled", "false");
	await page.context().close();
});

test("a scrolled review returns to its top when the window is visible again, and Approve is enabled", async () => {
	const page = await open();
	await readOn(page);
	await turn(page, "hidden");
	await expect(approve(page)).toHaveAttribute("data-blocker", "unread");
	await turn(page, "visible");
	await expect(headline(page)).toBeInViewport({ ratio: 1 });
	await expect(approve(page)).toHaveAttribute("aria-disabled", "false");
	await page.context().close();
});

test("a click on the disabled Approve scrolls to the unread top of the review", async () => {
	const page = await open();
	await readOn(page);
	// If the page scrolls in the same frame as the review moves to its top, that move is undone.
	await page.evaluate(() => {
		const usual = Element.prototype.scrollIntoView;
		Element.prototype.scrollIntoView = () => undefined;
		Object.assign(window, { usual });
	});
	await push(page, grave);
	await expect(approve(page)).toHaveAttribute("data-blocker", "unread");
	await page.evaluate(() => {
		const usual: unknown = Reflect.get(window, "usual");
		if (typeof usual === "function") Object.assign(Element.prototype, { scrollIntoView: usual });
	});
	await approve(page).click({ force: true });
	await expect(headline(page)).toBeInViewport({ ratio: 1 });
	await expect(approve(page)).toHaveAttribute("aria-disabled", "false");
	await page.context().close();
});
