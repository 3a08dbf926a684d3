import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { SETTINGS_VERSION } from "../../src/main/desktop/settings/schema.ts";
import { launchApp, type RunningApp } from "./launch.ts";

/**
 * Starts with settings that this version can't read. The windows open, the user is informed once, and the
 * file is renamed.
 */

let app: RunningApp | null = null;
let dataDir = "";

test.beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), "countersign-settings-"));
	await mkdir(join(dataDir, "user-data"));
});

test.afterEach(async () => {
	await app?.dispose();
	app = null;
	await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

const TITLE = "Your settings were reset";

for (const { what, text, renamed, reason } of [
	{ what: "damaged", text: '{"theme":', renamed: /^settings\.damaged-\d+\.json$/, reason: "isn’t JSON" },
	{
		what: "of a newer version",
		text: JSON.stringify({ version: SETTINGS_VERSION + 1, theme: "dark", unheardOf: [1] }),
		renamed: /^settings\.newer-\d+\.json$/,
		reason: "newer Countersign",
	},
	{
		what: "of an older version",
		text: JSON.stringify({ version: SETTINGS_VERSION - 1, theme: "dark" }),
		renamed: /^settings\.older-\d+\.json$/,
		reason: "older Countersign",
	},
])
	test(`settings that are ${what} are renamed and reported in a dialog, and both windows open with the defaults`, async () => {
		const userData = join(dataDir, "user-data");
		await writeFile(join(userData, "settings.json"), text);
		app = await launchApp({ dataDir });
		const boxes = async () =>
			(await app?.dialogs())?.flatMap(({ options }) =>
				JSON.stringify(options).includes(TITLE) ? [JSON.stringify(options)] : [],
			) ?? [];
		const desk = await app.desk();
		await expect(desk.getByRole("navigation", { name: "Places" })).toBeVisible();
		// Without settings, nothing is set up, so the app offers the first steps.
		await expect((await app.trusted()).getByRole("heading", { level: 1 })).toBeVisible();
		await expect.poll(boxes).toHaveLength(1);
		const [file = ""] = (await readdir(userData)).filter((name) => renamed.test(name));
		expect(await readFile(join(userData, file), "utf8")).toBe(text);
		const [box = ""] = await boxes();
		expect(box).toContain(file);
		expect(box).toContain(reason);
		app = await app.relaunch();
		await expect((await app.desk()).getByRole("navigation", { name: "Places" })).toBeVisible();
		expect(await boxes()).toEqual([]);
	});
