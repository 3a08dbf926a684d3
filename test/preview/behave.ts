/**
 * How Approve behaves under real input, against a scripted bridge: `node test/preview/behave.ts`.
 * What main itself refuses is tested with main; this is about the button alone.
 */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import { findChromium } from "../host/chromium.ts";
import { type Call, installBridge, type Script } from "./bridge.ts";
import { buildPages, pageUrl, servePages } from "./pages.ts";
import { review, risky } from "./samples/review.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";

function script(of: ReturnType<typeof review>): Script {
	return { desk: null, transcripts: [], trusted: trustedView(reviewing(of)), answers: {} };
}

async function calls(page: Page, name: string): Promise<readonly Call[]> {
	const all: readonly Call[] = await page.evaluate("window.scripted.calls");
	return all.filter((call) => call.name === name);
}

const button = (page: Page) =>
	page.getByRole("button", { name: /Hold to approve|Keep holding|Read it first|Type the word/ });
const enabled = (page: Page) => page.getByRole("button", { name: "Hold to approve" }).waitFor();

/** Until the page has asked to approve. Playwright's own waiting would need eval, which the pages' policy forbids. */
async function approved(page: Page): Promise<void> {
	const end = Date.now() + 5000;
	while ((await calls(page, "approve")).length === 0) {
		assert(Date.now() < end, "the page did not ask to approve");
		await page.waitForTimeout(20);
	}
}

/** Presses on the middle of the button; the caller lets go. */
async function press(page: Page): Promise<void> {
	const box = await button(page).boundingBox();
	assert(box !== null);
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
	await page.mouse.down();
}

const STORIES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
	"tells main that the review was drawn, and wakes a second after": async (page) => {
		await enabled(page);
		const [shown] = await calls(page, "reviewShown");
		assert.deepEqual(shown?.input, { ticket: "ticket-1" });
		const now: number = await page.evaluate("performance.now()");
		assert(now - (shown?.at ?? now) >= 1000);
	},
	"does not take a press while it sleeps": async (page) => {
		await press(page);
		await enabled(page);
		await page.waitForTimeout(1100);
		assert.equal((await calls(page, "approve")).length, 0);
		await page.mouse.up();
	},
	"is never focused by itself": async (page) => {
		await enabled(page);
		assert.equal(await page.evaluate("document.activeElement.tagName"), "H1");
	},
	"approves once, after 900 ms, while the button is still down": async (page) => {
		await enabled(page);
		const before: number = await page.evaluate("performance.now()");
		await press(page);
		await approved(page);
		const [approve] = await calls(page, "approve");
		assert((approve?.at ?? 0) - before >= 900);
		await page.waitForTimeout(1200);
		await page.mouse.up();
		assert.equal((await calls(page, "approve")).length, 1);
	},
	"does not approve when let go early, nor on clicks": async (page) => {
		await enabled(page);
		await press(page);
		await page.waitForTimeout(600);
		await page.mouse.up();
		for (let click = 0; click < 3; click++) await button(page).click();
		await page.waitForTimeout(1000);
		assert.equal((await calls(page, "approve")).length, 0);
	},
	"does not approve when the pointer leaves it": async (page) => {
		await enabled(page);
		await press(page);
		await page.waitForTimeout(300);
		await page.mouse.move(100, 100);
		await page.waitForTimeout(1000);
		assert.equal((await calls(page, "approve")).length, 0);
		await page.mouse.up();
	},
	"ignores Enter, held or pressed": async (page) => {
		await enabled(page);
		await button(page).focus();
		await page.keyboard.down("Enter");
		await page.waitForTimeout(1200);
		await page.keyboard.up("Enter");
		assert.equal((await calls(page, "approve")).length, 0);
	},
	"approves by holding Space on the focused button": async (page) => {
		await enabled(page);
		await button(page).focus();
		await page.keyboard.down("Space");
		await approved(page);
		await page.keyboard.up("Space");
		assert.equal((await calls(page, "approve")).length, 1);
	},
	"ignores events that a script made": async (page) => {
		await enabled(page);
		await page.evaluate(() => {
			const target = document.querySelector("button[aria-describedby]");
			target?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, isPrimary: true, button: 0 }));
			target?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: " " }));
		});
		await page.waitForTimeout(1200);
		assert.equal((await calls(page, "approve")).length, 0);
	},
	"sleeps again and drops the hold when the ticket changes": async (page) => {
		await enabled(page);
		await press(page);
		await page.waitForTimeout(500);
		const screen = { ...reviewing(review({ revision: 4 })), ticket: "ticket-2" };
		await page.evaluate<void, object>((view) => {
			const push: unknown = Reflect.get(Reflect.get(window, "scripted"), "push");
			if (typeof push === "function") push({ kind: "trusted", view });
		}, trustedView(screen));
		await page.getByRole("button", { name: "Read it first…" }).waitFor();
		await enabled(page);
		await page.waitForTimeout(1000);
		assert.equal((await calls(page, "approve")).length, 0);
		await page.mouse.up();
		assert.deepEqual(
			(await calls(page, "reviewShown")).map((call) => call.input),
			[{ ticket: "ticket-1" }, { ticket: "ticket-2" }],
		);
	},
};

const pages = await mkdtemp(join(tmpdir(), "countersign-preview-"));
await buildPages(pages);
const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });

async function open(of: ReturnType<typeof review>): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 560, height: 820 } });
	await servePages(context, pages);
	const page = await context.newPage();
	await page.addInitScript<object>(installBridge, script(of));
	await page.goto(pageUrl("trusted"));
	await button(page).waitFor();
	return page;
}

try {
	for (const [name, story] of Object.entries(STORIES)) {
		const page = await open(review());
		await story(page);
		await page.context().close();
		console.log(`passed: ${name}`);
	}
	const page = await open(risky());
	await page.getByRole("button", { name: "Type the word above" }).waitFor();
	await page.getByLabel(/Type UNLIMITED/).fill("unlimited");
	await enabled(page);
	await press(page);
	await approved(page);
	await page.mouse.up();
	const [approve] = await calls(page, "approve");
	assert.deepEqual(approve?.input, {
		ticket: "ticket-1",
		fingerprint: review().fingerprint,
		word: "unlimited",
	});
	console.log("passed: asks for the word where the risk is high");
} finally {
	await browser.close();
	await rm(pages, { recursive: true });
}
