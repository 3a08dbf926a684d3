import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type HostProcess, startHost } from "./client.ts";

const appDir = fileURLToPath(new URL("./fixture-app", import.meta.url));

interface Fixture {
	version: bigint;
	nested: { list: number[] };
	invoke: (channel: string, value?: unknown) => Promise<unknown>;
	send: (channel: string, value?: unknown) => void;
	onPushed: (listener: (value: unknown) => void) => () => void;
	throws: () => void;
	takesWindow: (value: unknown) => unknown;
}

declare global {
	interface Window {
		fixture: Fixture;
		inlineRan?: boolean;
		seenAtStart: { globals: string[]; require: string; process: string };
	}
}

/** Waits long enough for a busy machine. */
const until = <T>(found: () => T) => vi.waitUntil(found, { timeout: 60_000 });

let dataDir: string;
let run: HostProcess;
let browser: Browser;
let page: Page;

function launch(args: string[] = []): HostProcess {
	return startHost({
		node: process.execPath,
		appDir,
		args,
		env: { COUNTERSIGN_DATA_DIR: join(dataDir, "user-data"), COUNTERSIGN_HEADLESS: "1" },
	});
}

async function attach(process: HostProcess): Promise<{ browser: Browser; page: Page }> {
	const port = await process.host.cdpPort();
	const attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
	const pages = () => attached.contexts().flatMap((context) => context.pages());
	const shown = await until(() => pages().find((candidate) => candidate.url().includes("trusted")));
	await shown.waitForLoadState("load");
	return { browser: attached, page: shown };
}

function invoke(channel: string, value?: unknown): Promise<unknown> {
	return page.evaluate(([name, argument]) => window.fixture.invoke(String(name), argument), [channel, value]);
}

async function recorded(kind: string): Promise<unknown[]> {
	const all = (await invoke("recorded")) as { kind: string; detail: unknown }[];
	return all.filter((entry) => entry.kind === kind).map((entry) => entry.detail);
}

function errorOf(channel: string, value?: unknown): Promise<string> {
	return invoke(channel, value).then(
		() => "no error",
		(error: unknown) => String(error),
	);
}

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), "host-test-"));
	run = launch();
	({ browser, page } = await attach(run));
});

afterAll(async () => {
	run.child.kill("SIGKILL");
	await run.ended;
	await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

describe("IPC", () => {
	it("transfers all values that structured clone supports, in both directions", async () => {
		const back = await page.evaluate(async () => {
			const shared = { again: true };
			const answer = (await window.fixture.invoke("echo", {
				map: new Map([[1n, new Date(5)]]),
				bytes: new Uint8Array([1, 2]),
				nothing: undefined,
				odd: [Number.NaN, -0, Number.POSITIVE_INFINITY],
				error: new RangeError("kept"),
				twice: [shared, shared],
			})) as { isMap: boolean; value: Record<string, unknown> };
			const { map, bytes, odd, error, twice } = answer.value as {
				map: Map<bigint, Date>;
				bytes: Uint8Array;
				odd: number[];
				error: Error;
				twice: object[];
			};
			return {
				isMap: answer.isMap,
				time: map.get(1n)?.getTime(),
				bytes: bytes instanceof Uint8Array && bytes.join(),
				odd: odd.map((value) => (Object.is(value, -0) ? "-0" : String(value))),
				error: error instanceof RangeError && error.message,
				hasNothing: "nothing" in answer.value,
				same: twice[0] === twice[1],
			};
		});
		expect(back).toEqual({
			isMap: true,
			time: 5,
			bytes: "1,2",
			odd: ["NaN", "-0", "Infinity"],
			error: "kept",
			hasNothing: true,
			same: true,
		});
	});

	it("reports errors with Electron's messages", async () => {
		expect(await errorOf("fail")).toContain("Error invoking remote method 'fail': RangeError: too far");
		expect(await errorOf("absent")).toContain("Error: No handler registered for 'absent'");
		expect(await errorOf("unclonable")).toContain("An object could not be cloned.");
	});

	it("delivers main's messages until the listener is removed", async () => {
		const pushed = await page.evaluate(
			() =>
				new Promise((resolve) => {
					const off = window.fixture.onPushed((value) => {
						off();
						resolve(value);
					});
					window.fixture.send("push-me", { big: 9n });
				}),
		);
		expect(pushed).toEqual({ big: 9n });
	});

	it("names the sender by the app's own URL and its main frame", async () => {
		expect(await invoke("who")).toEqual({
			url: "app://trusted/page.html",
			origin: "app://trusted",
			parent: null,
			isMain: true,
			known: true,
			visible: true,
		});
	});
});

describe("pages", () => {
	it("enforces the CSP of the app's protocol handler", async () => {
		expect(await page.evaluate(() => window.inlineRan)).toBeUndefined();
		const refused = page.evaluate(() => fetch("/page.js").then(String, String));
		expect(await refused).toContain("Failed to fetch");
		expect(await recorded("console")).toContainEqual(expect.stringContaining("Content Security Policy"));
	});

	it("exposes only the preload's API to the page, and nothing of the host", async () => {
		const seen = await page.evaluate(() => window.seenAtStart);
		expect(seen.require).toBe("undefined");
		expect(seen.process).toBe("undefined");
		const blank = await page.context().newCDPSession(page);
		const ordinary = await blank.send("Runtime.evaluate", {
			expression: `(() => { const f = document.createElement("iframe"); document.body.append(f); const names = Object.getOwnPropertyNames(f.contentWindow); f.remove(); return names; })()`,
			returnByValue: true,
		});
		const known = new Set<string>(ordinary.result.value);
		expect(seen.globals.filter((name) => !known.has(name))).toEqual(["fixture"]);
	});

	it("exposes immutable copies, and copies arguments and results of calls", async () => {
		const result = await page.evaluate(() => {
			const attempt = (work: () => void): string => {
				try {
					work();
					return "allowed";
				} catch (error) {
					return String(error);
				}
			};
			const given = { a: 1 };
			return {
				version: window.fixture.version,
				frozen: Object.isFrozen(window.fixture.nested.list),
				replaced: ((before) => {
					attempt(() => {
						window.fixture = { ...before };
					});
					return window.fixture !== before;
				})(window.fixture),
				thrown: attempt(() => window.fixture.throws()),
				uncopied: attempt(() => void window.fixture.takesWindow(window)),
				symbol: attempt(() => void window.fixture.invoke("echo", Symbol("no"))),
				copied: window.fixture.takesWindow(given) !== given,
			};
		});
		expect(result.version).toBe(1n);
		expect(result.frozen).toBe(true);
		expect(result.replaced).toBe(false);
		expect(result.thrown).toBe("TypeError: from the preload");
		expect(result.uncopied).toContain("could not be cloned");
		expect(result.symbol).toContain("could not be cloned");
		expect(result.copied).toBe(true);
	});

	it("reports only real input, and before the messages that the page sends because of it", async () => {
		const before = (await recorded("input")).length;
		await page.evaluate(() => {
			const button = document.getElementById("button");
			button?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
			button?.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
			button?.click();
		});
		await until(async () => (await recorded("after-input")).length === 1);
		expect(await recorded("input")).toHaveLength(before);
		await page.click("#button");
		await page.keyboard.press("a");
		await until(async () => (await recorded("input")).includes("keyUp"));
		const order = ((await invoke("recorded")) as { kind: string; detail: unknown }[])
			.filter((entry) => entry.kind === "input" || entry.kind === "after-input")
			.map((entry) => entry.detail ?? entry.kind)
			.filter((entry) => entry !== "mouseMove");
		expect(await recorded("modifiers")).toEqual(["leftbuttondown"]);
		expect(order.slice(order.lastIndexOf("mouseDown"))).toEqual([
			"mouseDown",
			"mouseUp",
			"after-input",
			"rawKeyDown",
			"char",
			"keyUp",
		]);
	});

	it("blocks every request except those with the app's own scheme", async () => {
		const loaded = await page.evaluate(
			() =>
				new Promise((resolve) => {
					const image = new Image();
					image.onload = () => resolve("loaded");
					image.onerror = () => resolve("blocked");
					image.src = "https://example.com/a.png";
				}),
		);
		expect(loaded).toBe("blocked");
	});

	it("reports a navigation before it happens, and stays on the page if the app prevents it", async () => {
		await page.evaluate(() => {
			location.href = "https://example.com/away";
		});
		await until(async () => (await recorded("will-navigate")).includes("https://example.com/away"));
		await page.click("#link");
		await until(async () => (await recorded("will-navigate")).includes("app://trusted/other.html"));
		expect(await invoke("who")).toMatchObject({ url: "app://trusted/page.html" });
	});

	it("opens a window only if the app's handler allows it", async () => {
		await page.evaluate(() => {
			window.open("/denied.html");
			window.open("/allowed.html", "_blank", "noopener");
		});
		await until(async () => (await run.host.windows()).some(({ url }) => url.endsWith("/allowed.html")));
		expect(await recorded("open")).toEqual(["app://trusted/denied.html", "app://trusted/allowed.html"]);
		const views = await run.host.windows();
		expect(views.map(({ url }) => url)).toEqual(["app://trusted/page.html", "app://trusted/allowed.html"]);
		await run.host.closeWindow(views[1]?.id ?? 0);
		await until(async () => (await run.host.pages()) === 2);
	});
});

describe("the desktop", () => {
	it("refuses unsupported functions by name", async () => {
		for (const [ask, member] of [
			["module", "electron.desktopCapture"],
			["required", "electron.touchBar"],
			["notOffered", "crashReporter.start"],
			["app", "app.showAboutPanel"],
			["window", "BrowserWindow.setOpacity"],
			["contents", "webContents.executeJavaScript"],
			["event", "gpu-info-update"],
			["typo", "app.badgeCuont"],
			["insecure", "sandbox must be true"],
		])
			expect(await errorOf("member", ask)).toContain(member);
		expect(await invoke("member", "sameByRequire")).toBe(true);
	});

	it("records notifications and clicks them", async () => {
		expect(await invoke("notify")).toBe(true);
		expect(await run.host.notifications()).toMatchObject([{ title: "To sign", body: "1 ETH", shown: true }]);
		await run.host.clickNotification(-1);
		expect(await recorded("clicked")).toEqual(["To sign"]);
		expect(await run.host.notifications()).toMatchObject([{ shown: false, closed: true }]);
	});

	it("drives the tray's menu, power events and external links", async () => {
		await run.host.chooseTrayItem(0, ["Deeper", "Note"]);
		expect(await recorded("tray")).toEqual(["note"]);
		await expect(run.host.chooseTrayItem(0, ["Absent"])).rejects.toThrow('No menu item "Absent"');
		await run.host.emitPower("suspend");
		expect(await recorded("suspend")).toHaveLength(1);
		await expect(run.host.emitPower("sleep")).rejects.toThrow("sleep");
		await invoke("external", "https://example.com/tx");
		expect(await run.host.openedExternal()).toEqual(["https://example.com/tx"]);
	});

	it("queries the app's permission handlers", async () => {
		const [window] = await run.host.windows();
		const answers = await run.host.permission(window?.id ?? 0, "media", "app://trusted");
		expect(answers).toEqual({ request: false, check: false });
	});

	it("switches pages to dark mode with the system", async () => {
		const dark = () => page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
		expect(await dark()).toBe(false);
		await run.host.setDark(true);
		expect(await dark()).toBe(true);
		expect(await recorded("dark")).toEqual([true]);
	});

	it("runs and kills a utility process", async () => {
		expect(await invoke("utility")).toEqual({
			answer: { doubled: 14n, isDate: true, args: ["one"] },
			killed: true,
			hadPid: true,
			pidAfter: undefined,
		});
	});

	it("provides electron-store with its directory", async () => {
		expect(await invoke("store")).toBe(join(dataDir, "user-data", "config.json"));
		expect(JSON.parse(await readFile(join(dataDir, "user-data", "config.json"), "utf8"))).toEqual({
			kept: true,
		});
	});

	it("denies the lock to a second process, and passes its arguments to the first", async () => {
		const second = launch(["countersign://open/1"]);
		expect(await second.ended).toBe(0);
		await until(async () => (await recorded("second-instance")).length === 1);
		expect(await recorded("second-instance")).toEqual([
			{ argv: ["countersign://open/1"], data: { from: "fixture" } },
		]);
	});

	it("hides a window instead of closing it if the app prevents the close", async () => {
		const [window] = await run.host.windows();
		await run.host.closeWindow(window?.id ?? 0);
		expect(await run.host.windows()).toMatchObject([{ visible: false }]);
		expect(await invoke("who")).toMatchObject({ visible: false });
	});
});

describe("shutdown", () => {
	function chromiumPids(): Promise<number[]> {
		return browser.newBrowserCDPSession().then(async (session) => {
			const { processInfo } = await session.send("SystemInfo.getProcessInfo");
			return processInfo.map(({ id }) => id).filter((id) => id > 0);
		});
	}

	function alive(pid: number): boolean {
		try {
			process.kill(pid, 0);
			return true;
		} catch {
			return false;
		}
	}

	it("ends Chromium when the host is killed, and restarts with the same data", async () => {
		const sealed = await invoke("keychain");
		const pids = await chromiumPids();
		expect(pids.filter(alive).length).toBeGreaterThan(0);
		run.child.kill("SIGKILL");
		expect(await run.ended).toBe("SIGKILL");
		await until(() => !pids.some(alive));
		run = launch();
		({ browser, page } = await attach(run));
		expect(await invoke("keychain", sealed)).toBe("secret");
	});

	it("quits together with Chromium on request", async () => {
		const pids = await chromiumPids();
		run.child.kill("SIGTERM");
		expect(await run.ended).toBe(0);
		// The system ends Chromium's child processes, which may outlive it for a moment.
		await until(() => !pids.some(alive));
	});

	it("ends when its parent process has exited", async () => {
		run = launch();
		({ browser, page } = await attach(run));
		run.child.disconnect();
		expect(await run.ended).toBe(0);
	});
});
