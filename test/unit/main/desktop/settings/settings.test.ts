import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import {
	parseSettings,
	parseSettingsText,
	SETTINGS_VERSION,
} from "../../../../../src/main/desktop/settings/schema.ts";
import { SettingsError, SettingsFile } from "../../../../../src/main/desktop/settings/settings.ts";
import { DEFAULT_SETTINGS } from "../../../../../src/main/settings-schema.ts";

// electron-store asks the electron package for its binary; this path avoids a download.
vi.hoisted(() => {
	process.env["ELECTRON_OVERRIDE_DIST_PATH"] = "/none";
});

describe("reading settings", () => {
	it("gives every missing member its default", () => {
		expect(parseSettings({})).toEqual({ ok: true, settings: DEFAULT_SETTINGS });
	});

	it("ignores unknown members of a newer Countersign", () => {
		expect(parseSettings({ newer: 1, theme: "dark" })).toEqual({
			ok: true,
			settings: { ...DEFAULT_SETTINGS, theme: "dark" },
		});
	});

	it.each([
		["theme", "blue"],
		["autoLockMinutes", 0],
		["autoLockMinutes", 241],
		["baseUrl", "http://example.org"],
		["baseUrl", "file:///x"],
		["chains", [{ chainId: "01", name: "x", rpcUrl: "https://x.org" }]],
		["labels", { a: 1 }],
	])("names %s if it can't be read, without its value", (member, value) => {
		const reading = parseSettings({ [member]: value });
		expect(reading).toMatchObject({
			ok: false,
			reason: { code: "desktop.settings.member", params: { where: expect.stringContaining(member) } },
		});
		if (typeof value === "string") expect(JSON.stringify(reading)).not.toContain(value);
	});

	it("restarts the setup if its step can't be read, and keeps everything else", () => {
		expect(parseSettings({ setup: "a step of a newer version", theme: "dark" })).toEqual({
			ok: true,
			settings: { ...DEFAULT_SETTINGS, theme: "dark" },
		});
	});

	it("sets an app to usual if its level is of a newer version, and keeps everything else", () => {
		const appLevels = [
			{ app: "Payroll", level: "only danger" },
			{ app: "Airdrop Hunter", level: "silent" },
		];
		expect(parseSettings({ appLevels, theme: "dark" })).toEqual({
			ok: true,
			settings: {
				...DEFAULT_SETTINGS,
				theme: "dark",
				appLevels: [
					{ app: "Payroll", level: "on" },
					{ app: "Airdrop Hunter", level: "silent" },
				],
			},
		});
	});

	it("turns off an unavailable global shortcut, and keeps everything else", () => {
		expect(parseSettings({ shortcut: "CommandOrControl+C", theme: "dark" })).toEqual({
			ok: true,
			settings: { ...DEFAULT_SETTINGS, theme: "dark" },
		});
	});

	it("says of a text that it is not JSON", () => {
		expect(parseSettingsText("{")).toEqual({
			ok: false,
			fault: "damaged",
			reason: message("desktop.settings.not-json"),
		});
	});
});

describe("the settings folder", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "settings-"));
	});
	afterEach(() => rm(folder, { recursive: true }));

	it("begins with the defaults, and keeps changes over a restart", () => {
		const first = new SettingsFile(folder, () => 1);
		expect(first).toMatchObject({ damage: null });
		expect(first.get()).toEqual(DEFAULT_SETTINGS);
		first.set({ theme: "dark", labels: { "0xab.cd": "Me" } });
		const again = new SettingsFile(folder, () => 2);
		expect(again.get()).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", labels: { "0xab.cd": "Me" } });
	});

	it("records its version from the first setting on", async () => {
		new SettingsFile(folder, () => 1).set({ theme: "dark" });
		expect(JSON.parse(await readFile(join(folder, "settings.json"), "utf8"))).toEqual({
			version: SETTINGS_VERSION,
			theme: "dark",
		});
	});

	it.each([
		["a newer format", "newer", { version: SETTINGS_VERSION + 1, theme: "dark", blindSigning: true }],
		["an older format", "older", { version: SETTINGS_VERSION - 1, theme: "dark", blindSigning: true }],
		["a format without a version", "older", { theme: "dark" }],
	])(
		"of %s is moved aside as a whole, and reported, although every member could be read",
		async (_, fault, file) => {
			const text = JSON.stringify(file);
			await writeFile(join(folder, "settings.json"), text);
			const store = new SettingsFile(folder, () => 77);
			const name = `settings.${fault}-77.json`;
			expect(store.damage).toEqual({ code: `desktop.settings.${fault}`, params: { name } });
			expect(store.get()).toEqual(DEFAULT_SETTINGS);
			expect(await readFile(join(folder, name), "utf8")).toBe(text);
			expect(await readdir(folder)).toEqual([name]);
			expect(new SettingsFile(folder, () => 78).damage).toBeNull();
		},
	);

	it.each([-1, 1.5, "1", null, {}])("with an invalid version (%j) is damaged", async (version) => {
		await writeFile(join(folder, "settings.json"), JSON.stringify({ version, theme: "dark" }));
		const { damage } = new SettingsFile(folder, () => 77);
		expect(damage).toMatchObject({ params: { reason: { params: { where: "version" } } } });
	});

	it("is readable by its owner only", async () => {
		new SettingsFile(folder, () => 1).set({ theme: "dark" });
		expect((await stat(join(folder, "settings.json"))).mode & 0o077).toBe(0);
	});

	it("refuses invalid values, and keeps the earlier ones", () => {
		const store = new SettingsFile(folder, () => 1);
		expect(() => store.set({ autoLockMinutes: 0 })).toThrow(SettingsError);
		expect(store.get()).toEqual(DEFAULT_SETTINGS);
		expect(new SettingsFile(folder, () => 2).get()).toEqual(DEFAULT_SETTINGS);
	});

	it("starts with defaults if the file is damaged, which is kept and reported", async () => {
		await writeFile(join(folder, "settings.json"), '{"theme":');
		const store = new SettingsFile(folder, () => 77);
		expect(store.get()).toEqual(DEFAULT_SETTINGS);
		expect(store.damage).toEqual(
			message("desktop.settings-damaged", {
				name: "settings.damaged-77.json",
				reason: message("desktop.settings.not-json"),
			}),
		);
		expect(await readFile(join(folder, "settings.damaged-77.json"), "utf8")).toBe('{"theme":');
		store.set({ theme: "light" });
		expect((await readdir(folder)).sort()).toEqual(["settings.damaged-77.json", "settings.json"]);
	});

	it("of a newer Countersign keeps unknown members, also when something is set", async () => {
		const path = join(folder, "settings.json");
		await writeFile(path, JSON.stringify({ version: SETTINGS_VERSION, theme: "dark", newer: { of: [1] } }));
		const store = new SettingsFile(folder, () => 77);
		store.set({ theme: "light" });
		expect(store.damage).toBeNull();
		expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ theme: "light", newer: { of: [1] } });
	});

	it.each([
		[
			"a transport of a newer Countersign",
			{ version: SETTINGS_VERSION, theme: "sepia", blindSigning: true, chains: [] },
		],
		["something other than an object", [1, 2]],
	])(
		"with %s is moved aside as a whole and reported; the defaults apply, which permit nothing more",
		async (_, data) => {
			const text = JSON.stringify(data);
			await writeFile(join(folder, "settings.json"), text);
			const store = new SettingsFile(folder, () => 77);
			expect(store.damage).toMatchObject({ code: "desktop.settings-damaged" });
			expect(await readFile(join(folder, "settings.damaged-77.json"), "utf8")).toBe(text);
			expect(store.get()).toEqual(DEFAULT_SETTINGS);
			expect(store.get()).toMatchObject({
				blindSigning: false,
				chains: [],
				ledgerAccounts: [],
				sealedState: null,
			});
			expect(new SettingsFile(folder, () => 78).damage).toBeNull();
		},
	);
});
