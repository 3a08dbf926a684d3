import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../../src/main/desktop/adapters/clock.ts";
import { stopWithin } from "../../../../src/main/desktop/lifecycle/quit.ts";
import { trayImage } from "../../../../src/main/desktop/shell/tray.ts";
import { answerAppRequest } from "../../../../src/main/desktop/windows/app-protocol.ts";
import { mayRequest } from "../../../../src/main/desktop/windows/session-guard.ts";
import { fitInto, grownBounds } from "../../../../src/main/desktop/windows/window-size.ts";

// Only the tested function's file imports Electron; the function doesn't use it.
vi.mock("electron", () => ({
	app: {},
	BrowserWindow: {},
	Menu: {},
	nativeTheme: {},
	protocol: {},
	screen: {},
	session: {},
	Tray: {},
}));

describe("an app:// response", () => {
	let root: string;
	beforeAll(async () => {
		root = await mkdtemp(join(tmpdir(), "renderer-"));
		await mkdir(join(root, "desk"));
		await writeFile(join(root, "desk", "index.html"), "<p>");
	});
	afterAll(() => rm(root, { recursive: true }));

	it("is the page with the strict headers", async () => {
		const answer = await answerAppRequest(root, new Request("app://desk/index.html"));
		expect(answer.status).toBe(200);
		expect(await answer.text()).toBe("<p>");
		expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
		const policy = answer.headers.get("content-security-policy") ?? "";
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("connect-src 'none'");
		expect(policy).toContain("webrtc 'block'");
		expect(answer.headers.get("x-dns-prefetch-control")).toBe("off");
		expect(policy).not.toMatch(/unsafe|\*|https?:/);
	});

	it("is 404 with the same headers for anything else", async () => {
		const answer = await answerAppRequest(root, new Request("app://trusted/index.html"));
		expect(answer.status).toBe(404);
		expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
	});

	it("allows only reading", async () => {
		const answer = await answerAppRequest(root, new Request("app://desk/index.html", { method: "POST" }));
		expect(answer.status).toBe(405);
	});
});

describe("a request of the session", () => {
	it("of a page goes to app: only", () => {
		expect(mayRequest({ url: "app://desk/index.html", webContentsId: 1 }, false)).toBe(true);
		for (const url of [
			"https://x.org/",
			"http://127.0.0.1:1/",
			"ws://x.org",
			"file:///etc/passwd",
			"data:text/html,x",
		])
			expect(mayRequest({ url, webContentsId: 1 }, false)).toBe(false);
	});

	it("of main goes to http and https", () => {
		expect(mayRequest({ url: "https://x.org/" }, false)).toBe(true);
		expect(mayRequest({ url: "file:///etc/passwd" }, false)).toBe(false);
	});

	it("that names a frame or an origin is a page's", () => {
		expect(mayRequest({ url: "https://x.org/", frame: {} }, false)).toBe(false);
		expect(mayRequest({ url: "https://x.org/", initiatorOrigin: "app://desk" }, false)).toBe(false);
	});

	it("of the developer tools is accepted in development only", () => {
		const request = { url: "devtools://devtools/x.js", webContentsId: 1 };
		expect(mayRequest(request, true)).toBe(true);
		expect(mayRequest(request, false)).toBe(false);
	});
});

describe("the tray's image", () => {
	it("is a template on macOS, and follows the bar's theme elsewhere", () => {
		expect(trayImage("darwin", true, "none")).toBe("trayTemplate");
		expect(trayImage("darwin", true, "danger")).toBe("tray-dangerTemplate");
		expect(trayImage("linux", false, "none")).toBe("tray-light");
		expect(trayImage("win32", true, "paused")).toBe("tray-dark-paused");
	});
});

describe("a window's size", () => {
	it("is the wanted one, or the screen's available one", () => {
		expect(fitInto({ width: 560, height: 820 }, { width: 1440, height: 700 })).toEqual({
			width: 560,
			height: 700,
		});
	});

	it("grows around its centre, and stays on the screen", () => {
		const screen = { x: 100, y: 40, width: 1600, height: 900 };
		const grown = (x: number, y: number, width = 1280, height = 800) =>
			grownBounds({ x, y, width: 560, height: 820 }, { width, height }, screen);
		expect(grown(600, 60)).toEqual({ x: 240, y: 70, width: 1280, height: 800 });
		expect(grown(100, 40)).toEqual({ x: 100, y: 50, width: 1280, height: 800 });
		expect(grown(1500, 400)).toEqual({ x: 420, y: 140, width: 1280, height: 800 });
		expect(grown(600, 60, 2000, 2000)).toEqual(screen);
	});
});

describe("stopping", () => {
	it("ends with the work, even if that fails, and says so", async () => {
		const lines: string[] = [];
		await stopWithin(
			() => Promise.resolve(),
			systemClock,
			60_000,
			(line) => lines.push(line),
		);
		expect(lines).toEqual([]);
		await stopWithin(
			() => Promise.reject(new Error("disk")),
			systemClock,
			60_000,
			(line) => lines.push(line),
		);
		expect(lines.join()).toContain("disk");
	});

	it("is cut off at its deadline", async () => {
		const lines: string[] = [];
		const clock = {
			now: () => 0,
			after: (_ms: number, run: () => void) => {
				queueMicrotask(run);
				return () => {};
			},
		};
		await stopWithin(
			() => new Promise(() => {}),
			clock,
			5000,
			(line) => lines.push(line),
		);
		expect(lines.join()).toContain("5000 ms");
	});
});
