import { expect, test } from "@playwright/test";
import type { Page } from "playwright";
import { pageUrl } from "../preview/pages.ts";
import { deskView, entry } from "../preview/samples/desk.ts";
import { transcript } from "../preview/samples/transcript.ts";
import { drawn } from "./pages/drawn.ts";

/**
 * A conversation with a very large number of items. The window loads only the range around the visible rows,
 * and the user can reach every item.
 */

const ITEMS = 1_000_000;
/** Number of items that main sends at a time. */
const PART = 160;
const CARD = 400_000;

/** Runs in the page. Replaces main's side of the bridge and creates items on demand. */
function installLong(given: object): void {
	const { desk, view, card, count, part, cardAt } = given as {
		desk: object;
		view: object;
		card: object;
		count: number;
		part: number;
		cardAt: number;
	};
	const item = (index: number) =>
		index === cardAt
			? { kind: "entry", key: "entry:card", entry: card, at: 0 }
			: {
					kind: "message",
					key: `message:m${index}`,
					sender: index % 3 === 0 ? "user" : "agent",
					text: `Line ${index}.${" More of it.".repeat((index * 7) % 40)}`,
					live: false,
					at: 0,
				};
	let total = count;
	let watched: Record<string, unknown> = { kind: "end" };
	const window160 = () => {
		const at =
			watched["kind"] === "end" ? total : watched["kind"] === "entry" ? cardAt : Number(watched["index"]);
		const from = Math.max(0, Math.min(total - part, at - part / 2));
		const items = Array.from({ length: part }, (_, offset) => item(from + offset));
		return { ...view, items, from, total };
	};
	const listeners = new Set<(push: unknown) => void>();
	const calls: unknown[] = [];
	const bridge = {
		call: async (name: string, input: Record<string, unknown>) => {
			if (name === "watchTranscript") {
				watched = (input["at"] as Record<string, unknown> | undefined) ?? { kind: "end" };
				calls.push(watched);
				return window160();
			}
			if (name === "findInTranscript") {
				const index = Number(/line (\d+)/i.exec(String(input["text"]))?.[1] ?? -1);
				return { matches: index < 0 ? [] : [{ index, key: `message:m${index}` }], more: false };
			}
			return { ok: true };
		},
		onPush: (listener: (push: unknown) => void) => {
			listeners.add(listener);
			queueMicrotask(() => listener({ kind: "desk", view: desk }));
			return () => listeners.delete(listener);
		},
	};
	const arrive = (more: number) => {
		total += more;
		for (const listener of listeners) listener({ kind: "transcript", view: window160() });
	};
	Object.assign(window, { countersign: bridge, long: { calls, arrive } });
}

const newContext = drawn();

const log = (page: Page) => page.getByRole("log", { name: "Session" });
const line = (page: Page, index: number) => page.getByText(`Line ${index}.`);

async function open(): Promise<Page> {
	const context = await newContext({
		viewport: { width: 1280, height: 800 },
		reducedMotion: "reduce",
	});
	const page = await context.newPage();
	const view = transcript({ items: [] });
	await page.addInitScript<object>(installLong, {
		desk: deskView(),
		view,
		card: entry(),
		count: ITEMS,
		part: PART,
		cardAt: CARD,
	});
	await page.goto(pageUrl("desk"));
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Sessions" }).click();
	await page.getByRole("button", { name: /Rebalance/ }).click();
	await line(page, ITEMS - 1).waitFor();
	return page;
}

const arrive = (page: Page, more: number) =>
	page.evaluate((count) => {
		const act: unknown = Reflect.get(Reflect.get(window, "long"), "arrive");
		if (typeof act === "function") act(count);
	}, more);
const scrollTo = (page: Page, part: number) =>
	log(page).evaluate((box, share) => box.scrollTo({ top: box.scrollHeight * share }), part);
/** Returns the position of a line's top edge on the screen, in pixels. */
const topOf = async (page: Page, index: number) => (await line(page, index).boundingBox())?.y ?? null;

test("a session with a million items opens at its end and follows new items", async () => {
	const page = await open();
	await expect(line(page, ITEMS - 1)).toBeInViewport();
	expect(await page.locator("article").count()).toBeLessThan(60);
	const row = page.locator("article", { hasText: `Line ${ITEMS - 1}.` });
	await expect(row).toHaveAttribute("aria-posinset", String(ITEMS));
	await expect(row).toHaveAttribute("aria-setsize", String(ITEMS));
	await arrive(page, 500);
	await expect(line(page, ITEMS + 499)).toBeInViewport();
	await page.context().close();
});

test("a long session scrolls to its beginning, row by row and in jumps, and back to its end", async () => {
	const page = await open();
	await scrollTo(page, 0);
	await expect(line(page, 0)).toBeInViewport();
	await scrollTo(page, 0.5);
	const fromMiddle = async () => {
		const first = Number(await page.locator("article").first().getAttribute("aria-posinset"));
		return Math.abs(first - ITEMS / 2);
	};
	await expect.poll(fromMiddle).toBeLessThan(ITEMS / 50);
	// Scrolls in both directions through more items than are loaded at once. None may be skipped or shown
	// twice.
	await log(page).hover();
	for (const way of [-1, 1]) {
		const seen = new Set<number>();
		for (let step = 0; step < 60; step += 1) {
			await page.mouse.wheel(0, way * 300);
			await page.evaluate(
				() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
			);
			for (const position of await page
				.locator("article")
				.evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-posinset")))))
				seen.add(position);
		}
		const sorted = [...seen].toSorted((a, b) => a - b);
		expect(sorted.length).toBeGreaterThan(PART);
		expect((sorted.at(-1) ?? 0) - (sorted[0] ?? 0) + 1).toBe(sorted.length);
	}
	await page.getByRole("button", { name: "Latest" }).click();
	await expect(line(page, ITEMS - 1)).toBeInViewport();
	await page.context().close();
});

test("the visible rows stay in place while more arrive below", async () => {
	const page = await open();
	await log(page).hover();
	await page.mouse.wheel(0, -900);
	await expect(page.getByRole("button", { name: "Latest" })).toBeVisible();
	const first = page.locator("article").nth(12);
	const index = Number(await first.getAttribute("aria-posinset")) - 1;
	await expect.poll(() => topOf(page, index)).not.toBeNull();
	const before = await topOf(page, index);
	await arrive(page, 1_000);
	await arrive(page, 1_000);
	await page.evaluate(
		() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
	);
	const after = await topOf(page, index);
	expect(Math.abs((after ?? -1_000) - (before ?? 1_000))).toBeLessThan(4);
	await page.context().close();
});

test("a search jumps to a match that isn't loaded, and highlights it", async () => {
	const page = await open();
	await page.keyboard.press("Control+f");
	await page.getByRole("textbox", { name: "Search this session" }).fill("line 123456");
	await page.keyboard.press("Enter");
	await expect(line(page, 123_456)).toBeInViewport();
	await expect(page.locator("article[aria-current=true]")).toContainText("Line 123456.");
	await page.context().close();
});
