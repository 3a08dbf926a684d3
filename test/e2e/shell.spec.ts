import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { node24Path, root } from "../../scripts/lib/ensure.mjs";
import { CHROMIUMS_CONNECTIONS } from "../host/network.ts";
import { scratch } from "../support/person.ts";
import { launchApp, type RunningApp, shellKind } from "./launch.ts";
import { PASSWORD, SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { until } from "./pages/until.ts";

/**
 * Properties of the shell that only Electron can prove, checked in the Chromium host too: how pages are
 * served, how main's requests are distinguished from those of pages, how main detects a press, and Node.js'
 * results with BoringSSL.
 */

// Chromium opens at most six connections per host over HTTP/1.1.
const bound = { COUNTERSIGN_HOST_CONNECTIONS: String(CHROMIUMS_CONNECTIONS) };
const here = staged({ keys: false, beforeLaunch: async () => bound });

test("both pages run as modules from their own secure origin, load their fonts, and can't be navigated away", async () => {
	for (const { page } of [here().desk, here().trusted]) {
		await expect(page.getByRole("heading").first()).toBeVisible();
		const found = await page.evaluate(async () => {
			await document.fonts.ready;
			return {
				modules: [...document.scripts].map(({ type }) => type),
				isSecure: window.isSecureContext,
				fonts: [...document.fonts].some(({ status }) => status === "loaded"),
			};
		});
		expect(found).toEqual({ modules: ["module"], isSecure: true, fonts: true });
		const address = page.url();
		await page.evaluate(() => window.location.assign("https://example.org/")).catch(() => {});
		await expect(page.getByRole("heading").first()).toBeVisible();
		expect(page.url()).toBe(address);
	}
});

test("an address that would redirect is never requested", async () => {
	const { page } = here().desk;
	const before = page.url();
	for (const address of [
		"https://example.org/redirects",
		"app://trusted/index.html",
		"app://desk/assets/none.js",
	])
		await page.evaluate((to) => window.location.assign(to), address).catch(() => {});
	await expect(page.getByRole("button", { name: "Inbox" })).toBeVisible();
	expect(page.url()).toBe(before);
});

test("main's request reaches the service, and a page's request to the same address does not", async () => {
	const stage = here();
	await until("the connection to the service", async () =>
		/Live|Polling|Watching/.test(await stage.desk.connection()),
	);
	const { url } = stage.world.service;
	const outcome = await stage.desk.page.evaluate(
		(address) =>
			fetch(address, { mode: "no-cors" }).then(
				() => "answered",
				() => "refused",
			),
		url,
	);
	expect(outcome).toBe("refused");
});

test("the trusted window is on top until another window is focused", async () => {
	const why = "a click on a page moves no focus between windows there";
	if (shellKind() !== "electron") console.log(`Not tried in the Chromium host: ${why}`);
	test.skip(shellKind() !== "electron", why);
	const shell = await launchApp();
	const isOnTop = async (app: RunningApp) =>
		(await app.windowViews()).find(({ url }) => url.startsWith("app://trusted/"))?.alwaysOnTop;
	try {
		await shell.trusted();
		await expect.poll(() => isOnTop(shell)).toBe(true);
		const desk = await shell.desk();
		await desk.bringToFront();
		await desk.getByRole("button", { name: "Settings" }).click();
		await shell.openUrl("countersign://session/none");
		await expect.poll(() => isOnTop(shell)).toBe(false);
	} finally {
		await shell.dispose();
	}
});

// On Linux, safeStorage's backend depends on the desktop. `basic_text` doesn't protect anything. The host has
// its own keychain.
test("the doctor names the keychain's backend, and says if it doesn't protect anything", () => {
	test.skip(process.platform !== "linux", "the system's keychain is always there");
	const folder = scratch();
	try {
		const { stdout } = spawnSync(node24Path(), [join(root, "scripts", "doctor.mjs")], {
			encoding: "utf8",
			env: { ...process.env, COUNTERSIGN_DATA_DIR: folder.path },
		});
		const line = stdout.split("\n").find((each) => each.includes("Keychain")) ?? "";
		console.log(line);
		expect(line).toMatch(/gnome_libsecret|kwallet|basic_text|unknown/);
		expect(/basic_text|unknown/.test(line)).toBe(line.startsWith("less"));
	} finally {
		folder.remove();
	}
});

test.describe("with keys", () => {
	test.beforeAll(async () => {
		await here().firstRun();
	});

	// Main measures a press with Electron's `input-event`: mouse buttons are in `modifiers`, and a key is in
	// `code` and `key` (src/main/desktop/windows/gesture.ts, based on Electron's blink_converter.cc). The
	// host creates its events according to the same source.
	for (const by of ["mouse", "space"] as const)
		test(`main recognises a hold by ${by}`, async () => {
			const stage = here();
			await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
			await stage.trusted.approve(by);
			await stage.trusted.step("Confirmed");
			expect(await stage.signatures((await stage.lastCommit()).commit_id)).toHaveLength(1);
		});

	test("main ignores a page's synthetic press", async () => {
		const stage = here();
		await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
		await stage.trusted.hold.enabled();
		await stage.trusted.hold.button.evaluate((button) => {
			for (const type of ["pointerdown", "mousedown"])
				button.dispatchEvent(new MouseEvent(type, { bubbles: true }));
			button.dispatchEvent(new KeyboardEvent("keydown", { key: " ", code: "Space", bubbles: true }));
		});
		await stage.trusted.hold.enabled();
		expect(await stage.signatures((await stage.lastCommit()).commit_id)).toEqual([]);
	});

	test("a review can be read, approved and settled while eight sessions are running", async () => {
		const stage = here();
		for (let count = 0; count < 8; count += 1)
			await stage.sayElsewhere(`send 0.00${count + 1} ETH to ${SOMEBODY}`);
		// Nine notifications appear in no particular order, so the row is opened instead.
		await stage.desk.startConversation(`send 0.02 ETH to ${SOMEBODY}`);
		await stage.desk.go("Inbox");
		await stage.desk.openEntry(/^Send 0.02 ETH/);
		await stage.trusted.reviewing(/^Send 0.02 ETH/);
		await stage.trusted.approve();
		await stage.trusted.step("Confirmed");
		expect(await stage.desk.connection()).not.toMatch(/Offline/);
	});

	// Scrypt with N = 2^17 runs within the memory of the vault's process.
	test("a vault can be unlocked after a restart", async () => {
		const stage = here();
		await stage.relaunch();
		await stage.desk.button("Unlock").click();
		const trusted = await stage.reopenTrusted();
		await trusted.unlock(PASSWORD);
		await expect(stage.desk.button(/Press to lock now/)).toBeVisible({ timeout: 30_000 });
	});
});
