import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { t } from "../../src/text/index.ts";
import { staged } from "./pages/staged.ts";
import { until } from "./pages/until.ts";

/** A desktop that can't show status icons, such as GNOME without an extension. */

const BUS = "dbus-daemon";
let bus: ChildProcess | null = null;

/** Starts a D-Bus daemon only for this test. @returns its address */
async function startBus(): Promise<string> {
	const started = spawn(BUS, ["--session", "--nofork", "--print-address"], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	bus = started;
	const [line] = await once(started.stdout, "data");
	return String(line).trim();
}

const hasBus = [BUS, "gdbus"].every((program) => {
	try {
		execFileSync("which", [program], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
});

test.skip(
	process.platform !== "linux" || !hasBus,
	"only Linux has such desktops, and needs a bus of its own",
);

const here = staged({
	keys: false,
	async beforeLaunch() {
		return { DBUS_SESSION_BUS_ADDRESS: hasBus ? await startBus() : "" };
	},
});

test.afterAll(() => void bus?.kill());

test("the settings say that no tray is available, and closing the last window asks whether the app should keep running", async () => {
	const { desk, app } = here();
	await desk.go("Settings");
	await desk.setting("This computer");
	await expect(desk.page.getByText(t("notifications.no-tray"))).toBeVisible();

	const title = t("desktop.no-tray.title");
	const questions = async () =>
		(await app.dialogs()).filter(({ options }) => JSON.stringify(options).includes(title));
	expect(await questions()).toEqual([]);
	for (const view of await app.windowViews()) if (view.visible) await app.closeWindow(view.id);
	await until("the question", async () => (await questions()).length === 1);
	expect((await questions())[0]?.options).toMatchObject({
		buttons: [t("desktop.no-tray.stay"), t("desktop.menu.quit")],
		cancelId: 0,
	});
	// The app keeps running and can be opened again.
	await app.openUrl("countersign://entry/commit:none");
	await until("the desk to reopen", async () =>
		(await app.windowViews()).some(({ url, visible }) => visible && url.startsWith("app://desk/")),
	);
});
