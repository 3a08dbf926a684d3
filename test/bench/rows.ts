import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright";
import { z } from "zod";
import { root } from "../../scripts/lib/ensure.mjs";
import { findChromium } from "../host/chromium.ts";
import { installBridge, type Script } from "../preview/bridge.ts";
import { startPages } from "../preview/pages.ts";
import { deskView } from "../preview/samples/desk.ts";
import { manyTokens } from "../preview/samples/home.ts";
import { review } from "../preview/samples/review.ts";
import { reviewing, trustedView } from "../preview/samples/trusted.ts";
import { scenes } from "../preview/scenes.ts";
import type { Cost } from "./meter.ts";

/**
 * Measures the built windows: opening an inbox of 300 rows, Home in a preloaded window and in a new one, and a
 * review in a new window. Each is compared with a page that only shows 300 lines of text.
 */

const TIMES = 20;
const WARM = 5;
const SCENE = "inbox-300";
const LINES = 300;

/** Measured costs, and those of the plain page. */
export interface Drawn {
	readonly ours: readonly Cost[];
	readonly bare: readonly Cost[];
}

export interface RowsFigures {
	readonly inbox: Drawn;
	/** Home in a preloaded window, from main's first push. */
	readonly kept: Drawn;
	/** Home in a new window, from the document's first byte. */
	readonly home: Drawn;
	/** A review in a new window, from the document's first byte. */
	readonly review: Drawn;
}

const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Reads the busy time of the page's main thread so far: scripts, styles, layout and painting, in ms. */
async function busy(page: Page): Promise<() => Promise<number>> {
	const session = await page.context().newCDPSession(page);
	await session.send("Performance.enable", { timeDomain: "threadTicks" });
	return async () => {
		const read = metrics.parse(await session.send("Performance.getMetrics"));
		return (read.metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
	};
}

/**
 * Source of a function for the page. Calls `work` and waits until its result is painted. Returns the duration
 * in ms.
 */
const PAINTED = `async (work, there) => {
	const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
	const began = performance.now();
	work();
	while (!there()) await frame();
	await frame();
	await frame();
	return performance.now() - began;
}`;

/** @param away resets the page before each run */
async function measured(page: Page, open: string, away: () => Promise<void>): Promise<Cost[]> {
	const busyMs = await busy(page);
	const costs: Cost[] = [];
	for (let at = 0; at < WARM + TIMES; at += 1) {
		await away();
		const before = await busyMs();
		const wall = z.number().parse(await page.evaluate(`(${PAINTED})(${open})`));
		costs.push({ wall, cpu: (await busyMs()) - before });
	}
	return costs.slice(WARM);
}

async function oursIn(context: BrowserContext, origin: string): Promise<Cost[]> {
	const page = await context.newPage();
	const script = scenes.find(({ name }) => name === SCENE)?.script;
	await page.addInitScript<object>(installBridge, { ...script });
	await page.goto(`${origin}/desk/index.html`);
	const row = page.locator("[data-entry]").first();
	await row.waitFor();
	const button = `[...document.querySelectorAll("button")].find((each) => /^Inbox/.test(each.ariaLabel ?? each.textContent ?? ""))`;
	const open = `() => ${button}.click(), () => document.querySelector("[data-entry]") !== null`;
	return await measured(page, open, async () => {
		await page.getByRole("button", { name: "Activity" }).click();
		await row.waitFor({ state: "detached" });
	});
}

async function bareIn(context: BrowserContext): Promise<Cost[]> {
	const page = await context.newPage();
	const lines = `Array.from({ length: ${LINES} }, (_, at) => "<p>Request " + at + "</p>").join("")`;
	const open = `() => { document.body.innerHTML = ${lines}; }, () => document.querySelector("p") !== null`;
	return await measured(page, open, () => page.setContent(""));
}

interface PageContent {
	/** State that main has pushed by the time the page's scripts run. */
	readonly script: Script;
	/** Selector that exists once the expected content is displayed. */
	readonly there: string;
}

interface Opened extends PageContent {
	readonly window: "desk" | "trusted";
}

/** Window before main has pushed anything. */
const READY: Script = { desk: null, transcripts: [], trusted: null, answers: {} };

/** Home with three accounts, one of them with many tokens, and no waiting request. */
const HOME: Opened = {
	window: "desk",
	script: { ...READY, desk: deskView({ home: manyTokens(), inbox: [] }) },
	there: `() => document.querySelectorAll("main h2").length > 2`,
};
/** Review of a swap. */
const REVIEW: Opened = {
	window: "trusted",
	script: { ...READY, trusted: trustedView(reviewing(review())) },
	there: `() => document.querySelector("[data-approve]") !== null`,
};

/** Opens a new window and waits until the browser reports that the content is painted with its fonts. */
async function measureOpening(
	context: BrowserContext,
	url: string,
	{ script, there }: PageContent,
): Promise<Cost> {
	const page = await context.newPage();
	try {
		await page.addInitScript<object>(installBridge, script);
		const busyMs = await busy(page);
		await page.goto(url, { waitUntil: "commit" });
		await page.evaluate(`(${PAINTED})(() => {}, ${there})`);
		const wall = z.number().parse(await page.evaluate(SINCE_FIRST_BYTE));
		// The count starts at zero for each document.
		return { wall, cpu: await busyMs() };
	} finally {
		await page.close();
	}
}

async function measureOpenings(context: BrowserContext, url: string, content: PageContent): Promise<Cost[]> {
	const costs: Cost[] = [];
	for (let at = 0; at < WARM + TIMES; at += 1) costs.push(await measureOpening(context, url, content));
	return costs.slice(WARM);
}

/**
 * Script that returns when the largest text was painted, in ms after the document's first byte. This excludes
 * the time that the shell needs to deliver the document. See https://www.w3.org/TR/largest-contentful-paint/.
 */
const SINCE_FIRST_BYTE = `new Promise((resolve) => {
	new PerformanceObserver((list) => {
		const [{ responseStart }] = performance.getEntriesByType("navigation");
		resolve(list.getEntries().at(-1).startTime - responseStart);
	}).observe({ type: "largest-contentful-paint", buffered: true });
})`;

/** Measures from a push until Home is painted. Each run uses a new page that has finished loading. */
async function measurePreloaded(
	context: BrowserContext,
	origin: string,
	path: string,
	push: string,
	there: string,
) {
	const costs: Cost[] = [];
	for (let at = 0; at < WARM + TIMES; at += 1) {
		const page = await context.newPage();
		try {
			await page.addInitScript<object>(installBridge, READY);
			await page.addInitScript(`window.home = ${JSON.stringify(HOME.script.desk)}`);
			await page.goto(`${origin}/desk/${path}.html`, { waitUntil: "networkidle" });
			const busyMs = await busy(page);
			const before = await busyMs();
			const wall = z.number().parse(await page.evaluate(`(${PAINTED})(${push}, ${there})`));
			costs.push({ wall, cpu: (await busyMs()) - before });
		} finally {
			await page.close();
		}
	}
	return costs.slice(WARM);
}

async function preloadedIn(context: BrowserContext, origin: string): Promise<Drawn> {
	const lines = `Array.from({ length: ${LINES} }, (_, at) => "<p>Line " + at + "</p>").join("")`;
	const push = `() => window.scripted.push({ kind: "desk", view: window.home })`;
	const draw = `() => { document.body.innerHTML = ${lines}; }`;
	return {
		ours: await measurePreloaded(context, origin, "index", push, HOME.there),
		bare: await measurePreloaded(context, origin, "bare", draw, `() => true`),
	};
}

/** Measures new windows, and new windows with the plain page. */
async function openedIn(context: BrowserContext, origin: string, opened: Opened): Promise<Drawn> {
	const page = (name: string) => `${origin}/${opened.window}/${name}.html`;
	return {
		ours: await measureOpenings(context, page("index"), opened),
		bare: await measureOpenings(context, page("bare"), { ...opened, there: `() => true` }),
	};
}

export async function measureRows(): Promise<RowsFigures> {
	const pages = await mkdtemp(join(tmpdir(), "countersign-rows-"));
	const served = await startPages(pages);
	const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
	try {
		await cp(join(root, "out", "renderer"), pages, { recursive: true });
		const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
		const lines = Array.from({ length: LINES }, (_, at) => `<p>Line ${at}</p>`).join("");
		for (const window of ["desk", "trusted"])
			await writeFile(join(pages, window, "bare.html"), `<!doctype html><title>Lines</title>${lines}`);
		const kept = await preloadedIn(context, served.origin);
		const home = await openedIn(context, served.origin, HOME);
		const reviewed = await openedIn(context, served.origin, REVIEW);
		const inbox = { ours: await oursIn(context, served.origin), bare: await bareIn(context) };
		return { kept, home, review: reviewed, inbox };
	} finally {
		await browser.close();
		await served.stop();
		await rm(pages, { recursive: true });
	}
}
