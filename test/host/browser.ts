import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type BrowserContext, chromium, type Page, type Route } from "playwright";
import { findChromium } from "./chromium.ts";
import { hostLog, start, stateDir } from "./state.ts";
import { NotOfferedError } from "./strict.ts";

/** Owner of a page. It is notified of each request before the request is sent. */
export interface PageOwner {
	readonly id: number;
	route: (route: Route) => Promise<void>;
}

let launching: Promise<BrowserContext> | undefined;
let opening: Promise<unknown> = Promise.resolve();
let closing = false;
const owners = new Map<Page, PageOwner>();
let port = 0;
let colorScheme: "dark" | "light" = "light";

async function launch(): Promise<BrowserContext> {
	const executablePath = await findChromium();
	const profile = join(stateDir(), "chromium");
	rmSync(join(profile, "DevToolsActivePort"), { force: true });
	const unsandboxed = process.getuid?.() === 0 || process.env.COUNTERSIGN_CHROMIUM_NO_SANDBOX === "1";
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		headless: start.headless,
		chromiumSandbox: !unsandboxed,
		viewport: null,
		acceptDownloads: false,
		serviceWorkers: "block",
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
		args: [
			`--remote-debugging-port=${start.cdpPort}`,
			// No host name can be resolved, so a request that interception misses goes nowhere.
			"--host-resolver-rules=MAP * ~NOTFOUND",
			"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
			"--disable-background-networking",
			"--no-pings",
		],
	});
	await context.route("**/*", routeRequest);
	context.on("page", (page) => void closeUnowned(page));
	context.on("close", () => {
		if (closing) return;
		hostLog("Chromium ended by itself");
		process.exit(1);
	});
	port = await debuggingPort(profile);
	return context;
}

/** Waits until Chromium has written its port to its profile, and returns the port. */
async function debuggingPort(profile: string): Promise<number> {
	if (start.cdpPort !== 0) return start.cdpPort;
	for (let attempt = 0; attempt < 100; attempt++) {
		const text = await readFile(join(profile, "DevToolsActivePort"), "utf8").catch(() => "");
		const found = Number(text.split("\n")[0]);
		if (found > 0) return found;
		await wait(20);
	}
	throw new Error("Chromium did not say on which port its debugging protocol listens.");
}

async function ownerOf(page: Page): Promise<PageOwner | undefined> {
	// Playwright reports a new page before the call that opened it returns.
	await opening;
	return owners.get(page);
}

async function routeRequest(route: Route): Promise<void> {
	try {
		const owner = await ownerOf(route.request().frame().page());
		if (owner === undefined) await route.abort("blockedbyclient");
		else await owner.route(route);
	} catch (error) {
		if (error instanceof NotOfferedError) hostLog(error.message);
		// The frame is either gone or hasn't appeared yet. In both cases, no page of the app is waiting for a
		// response.
		await route.abort("blockedbyclient").catch(() => {});
	}
}

/** Closes a page that another page opened without a window. Its requests were never sent (routeRequest). */
async function closeUnowned(page: Page): Promise<void> {
	if ((await ownerOf(page)) === undefined) await page.close().catch(() => {});
}

/** Starts Chromium on the first call. Later calls return the same instance. */
export function browser(): Promise<BrowserContext> {
	launching ??= launch();
	return launching;
}

/** Returns the port of Chromium's debugging protocol, so that tests can attach. */
export async function cdpPort(): Promise<number> {
	await browser();
	return port;
}

/** Opens a blank page for a window. `owner` handles its requests from the start. */
export function openPage(owner: PageOwner, size: { width: number; height: number }): Promise<Page> {
	const made = opening.then(async () => {
		const context = await browser();
		const page = start.headless ? await context.newPage() : await openWindow(context, size);
		owners.set(page, owner);
		page.once("close", () => owners.delete(page));
		await page.emulateMedia({ colorScheme });
		if (start.headless) await page.setViewportSize(size);
		return page;
	});
	opening = made.catch(() => {});
	return made;
}

/** Sets dark or light mode for all current and future pages. */
export async function setColorScheme(scheme: "dark" | "light"): Promise<void> {
	colorScheme = scheme;
	await Promise.all([...owners.keys()].map((page) => page.emulateMedia({ colorScheme }).catch(() => {})));
}

/** With a display, each BrowserWindow is a separate window, so the target is created with newWindow. */
async function openWindow(context: BrowserContext, size: { width: number; height: number }): Promise<Page> {
	const connection = context.browser();
	if (connection === null) throw new Error("Chromium gave no connection to open a window with.");
	const session = await connection.newBrowserCDPSession();
	const appeared = context.waitForEvent("page");
	await session.send("Target.createTarget", { url: "about:blank", newWindow: true, ...size });
	await session.detach();
	return appeared;
}

/** Closes Chromium before the host ends. */
export async function closeBrowser(): Promise<void> {
	closing = true;
	const context = await launching?.catch(() => undefined);
	await Promise.race([context?.close().catch(() => {}), wait(3000)]);
}
