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
 * In the window, as it is built: opening an inbox of 300 rows, and Home from what main knew last, in the window that is
 * kept ready and in a new one. Beside a page of as many lines of text that does nothing else.
 */

const TIMES = 20;
const WARM = 5;
const SCENE = "inbox-300";
const LINES = 300;

/** Measured cost and its bare limit. */
export interface Drawn {
	readonly ours: readonly Cost[];
	readonly bare: readonly Cost[];
}

export interface RowsFigures {
	readonly inbox: Drawn;
	/** In the window that is kept ready, each from what main tells it when it is opened. */
	readonly kept: Drawn;
	/** New windows, each from its document's first byte. */
	readonly home: Drawn;
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

/** Runs in the page: does it, and waits until what came of it is painted. @returns ms by the page's clock */
const PAINTED = `async (work, there) => {
	const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
	const began = performance.now();
	work();
	while (!there()) await frame();
	await frame();
	await frame();
	return performance.now() - began;
}`;

/** @param away what leads elsewhere between two times */
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

interface Seen {
	/** State that main has pushed by the time the page's scripts run. */
	readonly script: Script;
	/** Selector that exists once the expected content is displayed. */
	readonly there: string;
}

interface Opened extends Seen {
	readonly window: "desk" | "trusted";
}

/** The window is there, and main has told it nothing. */
const READY: Script = { desk: null, transcripts: [], trusted: null, answers: {} };

/** Home of three accounts, one of them with many tokens, and nothing that waits: where such a window begins. */
const HOME: Opened = {
	window: "desk",
	script: { ...READY, desk: deskView({ home: manyTokens(), inbox: [] }) },
	there: `() => document.querySelectorAll("main h2").length > 2`,
};
/** A swap to be approved. */
const REVIEW: Opened = {
	window: "trusted",
	script: { ...READY, trusted: trustedView(reviewing(review())) },
	there: `() => document.querySelector("[data-approve]") !== null`,
};

/** A window opened anew, until the browser painted what is to be seen, with its letters: so it says itself. */
async function opening(context: BrowserContext, url: string, { script, there }: Seen): Promise<Cost> {
	const page = await context.newPage();
	try {
		await page.addInitScript<object>(installBridge, script);
		const busyMs = await busy(page);
		await page.goto(url, { waitUntil: "commit" });
		await page.evaluate(`(${PAINTED})(() => {}, ${there})`);
		const wall = z.number().parse(await page.evaluate(SINCE_FIRST_BYTE));
		// It is counted anew for each document.
		return { wall, cpu: await busyMs() };
	} finally {
		await page.close();
	}
}

async function openings(context: BrowserContext, url: string, seen: Seen): Promise<Cost[]> {
	const costs: Cost[] = [];
	for (let at = 0; at < WARM + TIMES; at += 1) costs.push(await opening(context, url, seen));
	return costs.slice(WARM);
}

/**
 * When the largest text was painted, from the document's first byte: what the shell takes to bring the document is not
 * the page's. https://www.w3.org/TR/largest-contentful-paint/
 */
const SINCE_FIRST_BYTE = `new Promise((resolve) => {
	new PerformanceObserver((list) => {
		const [{ responseStart }] = performance.getEntriesByType("navigation");
		resolve(list.getEntries().at(-1).startTime - responseStart);
	}).observe({ type: "largest-contentful-paint", buffered: true });
})`;

/** Home, told to a page whose scripts were read a while ago, in a process of its own, until it is painted. */
async function openedKept(
	context: BrowserContext,
	origin: string,
	path: string,
	tell: string,
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
			const wall = z.number().parse(await page.evaluate(`(${PAINTED})(${tell}, ${there})`));
			costs.push({ wall, cpu: (await busyMs()) - before });
		} finally {
			await page.close();
		}
	}
	return costs.slice(WARM);
}

async function keptIn(context: BrowserContext, origin: string): Promise<Drawn> {
	const lines = `Array.from({ length: ${LINES} }, (_, at) => "<p>Line " + at + "</p>").join("")`;
	const tell = `() => window.scripted.push({ kind: "desk", view: window.home })`;
	const draw = `() => { document.body.innerHTML = ${lines}; }`;
	return {
		ours: await openedKept(context, origin, "index", tell, HOME.there),
		bare: await openedKept(context, origin, "bare", draw, `() => true`),
	};
}

/** Beside a page with as many lines as a list has. */
async function openedIn(context: BrowserContext, origin: string, opened: Opened): Promise<Drawn> {
	const page = (name: string) => `${origin}/${opened.window}/${name}.html`;
	return {
		ours: await openings(context, page("index"), opened),
		bare: await openings(context, page("bare"), { ...opened, there: `() => true` }),
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
		const kept = await keptIn(context, served.origin);
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
