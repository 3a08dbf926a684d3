import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { type Browser, chromium } from "playwright";
import { node24Path } from "../../scripts/lib/ensure.mjs";
import { startHost } from "../host/client.ts";
import type { Driver } from "./driver.ts";

// Playwright makes Chromium compress every message of the debugging protocol, and has no option to turn this
// off. Both ends run on this machine, so compression only takes time.
subscribe("http.client.request.created", (message) => {
	(message as { readonly request: ClientRequest }).request.removeHeader("sec-websocket-extensions");
});

/** Starts the app in the Chromium host and connects to the host's Chromium. */
export async function driveHost(start: {
	appDir: string;
	args: string[];
	env: Record<string, string | undefined>;
}): Promise<Driver> {
	const { child, host, output, ended } = startHost({
		node: node24Path(),
		appDir: start.appDir,
		args: start.args,
		env: { COUNTERSIGN_HEADLESS: "1", ...start.env },
	});
	let browser: Browser;
	try {
		const port = await host.cdpPort();
		// Without noDefaults, this second client would override the host's color scheme.
		browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
	} catch (error) {
		child.kill("SIGKILL");
		throw new Error(`The app did not start in the Chromium host.\n${output()}`, { cause: error });
	}
	return {
		windows: async () =>
			browser.contexts().flatMap((context) => context.pages().filter((page) => page.url() !== "about:blank")),
		windowViews: host.windows,
		notifications: host.notifications,
		pressNotification: host.pressNotification,
		clickNotification: (index = -1) => host.clickNotification(index),
		tray: async () => (await host.trays()).at(-1),
		clickTray: () => host.clickTray(-1),
		chooseTrayItem: (...path) => host.chooseTrayItem(-1, path),
		pressShortcut: host.pressShortcut,
		emitPower: host.emitPower,
		setDark: host.setDark,
		openedExternal: host.openedExternal,
		clipboard: host.clipboard,
		badge: async () => (await host.desktop()).badge,
		dialogs: host.dialogs,
		answerDialog: host.answerDialog,
		openUrl: host.openUrl,
		closeWindow: host.closeWindow,
		async quit() {
			// The host may exit before it responds. Its exit is enough.
			await host.quit().catch(() => {});
			await ended;
		},
		async kill(signal = "SIGKILL") {
			child.kill(signal);
			await ended;
		},
		pid: () => child.pid ?? 0,
		ended,
		output,
	};
}
