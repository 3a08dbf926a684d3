import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { electronPath, ensureElectron } from "../../../scripts/lib/ensure.mjs";

const BINARIES: Partial<Record<NodeJS.Platform, string>> = {
	darwin: "Electron.app/Contents/MacOS/Electron",
	win32: "electron.exe",
};

let folder: string;
let binary: string;

beforeEach(() => {
	vi.stubEnv("ELECTRON_OVERRIDE_DIST_PATH", "");
	folder = mkdtempSync(join(tmpdir(), "countersign-electron-"));
	binary = join(folder, "dist", BINARIES[process.platform] ?? "electron");
});

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

/** Writes the package's downloader. */
const downloader = (code: string) => writeFileSync(join(folder, "install.js"), code);

it("a missing Electron is downloaded by its package", async () => {
	vi.spyOn(console, "log").mockReturnValue();
	downloader(`
		const fs = require("node:fs");
		fs.mkdirSync(${JSON.stringify(dirname(binary))}, { recursive: true });
		fs.writeFileSync(${JSON.stringify(binary)}, "");
	`);
	expect(electronPath(folder)).toBeUndefined();
	expect(await ensureElectron(folder)).toBe(binary);
});

it("an existing Electron is not downloaded again", async () => {
	downloader("process.exit(1)");
	mkdirSync(dirname(binary), { recursive: true });
	writeFileSync(binary, "");
	expect(await ensureElectron(folder)).toBe(binary);
});

it("a failed download names another way to get Electron", async () => {
	vi.spyOn(console, "log").mockReturnValue();
	const said = vi.spyOn(console, "error").mockReturnValue();
	downloader("process.exit(1)");
	expect(await ensureElectron(folder)).toBeUndefined();
	expect(said.mock.calls.flat().join()).toContain("ELECTRON_MIRROR");
});
