import { expect, test } from "@playwright/test";
import type { Page } from "playwright";
import { type Call, installBridge } from "../preview/bridge.ts";
import { pageUrl } from "../preview/pages.ts";
import { scenes } from "../preview/scenes.ts";
import { drawn } from "./pages/drawn.ts";

/** An inbox with three hundred requests: counts the rendered rows and the steps to reject all requests. */

/** Maximum number of rendered rows. Only visible rows and those close to them are in the page. */
const ROWS = 40;
/** Maximum number of elements in the whole window. */
const ELEMENTS = 1_500;
const ALL = 300;

const newContext = drawn();
let page: Page;
test.beforeAll(async () => {
	const context = await newContext({ viewport: { width: 1280, height: 800 } });
	page = await context.newPage();
	const script = scenes.find(({ name }) => name === "inbox-300")?.script;
	await page.addInitScript<object>(installBridge, { ...script, answers: { rejectEntries: { ok: true } } });
	await page.goto(pageUrl("desk"));
	await page.locator("[data-entry]").first().waitFor();
});

const calls = async (name: string): Promise<readonly Call[]> => {
	const all: readonly Call[] = await page.evaluate("window.scripted.calls");
	return all.filter((call) => call.name === name);
};

test("only visible rows are rendered", async () => {
	expect(await page.locator("[data-entry]").count()).toBeLessThan(ROWS);
	expect(await page.locator("*").count()).toBeLessThan(ELEMENTS);
});

test("all requests are rejected with three clicks and one command", async () => {
	let clicks = 0;
	const click = async (role: "button" | "checkbox", name: RegExp) => {
		await page.getByRole(role, { name }).first().click();
		clicks += 1;
	};
	await click("checkbox", /^Select all shown/);
	await click("button", /^Reject 300 /);
	await click("button", /^Not what I asked for/);
	const [call, ...more] = await calls("rejectEntries");
	expect([clicks, more]).toEqual([3, []]);
	const { entryIds, reason } = (call?.input ?? {}) as { entryIds?: readonly string[]; reason?: string };
	expect(new Set(entryIds).size).toBe(ALL);
	expect(reason).toMatch(/./);
});
