import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const shell = { isPackaged: true, wasOpenedAtLogin: false, items: [] as unknown[] };
vi.mock("electron", () => ({
	app: {
		get isPackaged() {
			return shell.isPackaged;
		},
		setLoginItemSettings: (item: unknown) => void shell.items.push(item),
		getLoginItemSettings: () => ({ wasOpenedAtLogin: shell.wasOpenedAtLogin }),
	},
}));

const {
	autostartEntry,
	autostartPath,
	canStartAtLogin,
	followProgram,
	isHiddenStart,
	programPath,
	refreshedEntry,
	setStartAtLogin,
	StartAtLoginError,
} = await import("../../../../../src/main/desktop/lifecycle/start-at-login.ts");

const execLine = (entry: string) => /^Exec=(.*)$/m.exec(entry)?.[1];

/**
 * Parses the program from an autostart entry as a desktop does: the file's escapes first, then the quotes', then
 * field codes.
 */
function startedBy(entry: string): string | undefined {
	const value = execLine(entry)?.replaceAll("\\\\", "\\") ?? "";
	return /^"((?:[^"`$\\]|\\["`$\\])*)" --hidden$/
		.exec(value)?.[1]
		?.replace(/\\(["`$\\])/g, "$1")
		.replaceAll("%%", "%");
}

describe("the program started at login", () => {
	it("is the AppImage that the user keeps, not its unpacked folder", () => {
		const environment = { APPIMAGE: "/home/ana/Apps/Countersign.AppImage", APPDIR: "/tmp/.mount_CountXYZ" };
		expect(programPath(environment, "/tmp/.mount_CountXYZ/countersign")).toBe(environment.APPIMAGE);
	});

	it("is the program itself if it is installed, also when an AppImage started it", () => {
		expect(programPath({}, "/opt/Countersign/countersign")).toBe("/opt/Countersign/countersign");
		const environment = { APPIMAGE: "/home/ana/Editor.AppImage", APPDIR: "/tmp/.mount_Editor" };
		expect(programPath(environment, "/opt/Countersign/countersign")).toBe("/opt/Countersign/countersign");
	});

	it("has an escaped path", () => {
		expect(execLine(autostartEntry("/opt/Countersign/countersign"))).toBe(
			'"/opt/Countersign/countersign" --hidden',
		);
		for (const path of ["/a b/x", "/50%/%f", "/$HOME/`id`", '/"q"', "/back\\slash", "/é/ﬁ"])
			expect(startedBy(autostartEntry(path))).toBe(path);
		expect(() => autostartEntry("/a\nExec=/bin/sh")).toThrow(StartAtLoginError);
	});

	it("is in the folder that the desktop reads", () => {
		expect(autostartPath({}, "/home/ana")).toBe("/home/ana/.config/autostart/countersign.desktop");
		expect(autostartPath({ XDG_CONFIG_HOME: "/c" }, "/home/ana")).toBe("/c/autostart/countersign.desktop");
		expect(autostartPath({ XDG_CONFIG_HOME: "c" }, "/home/ana")).toBe(
			"/home/ana/.config/autostart/countersign.desktop",
		);
	});

	it("follows a moved program, and keeps the user's other changes", () => {
		const before = autostartEntry("/old/x").replace("enabled=true", "enabled=false");
		const now = refreshedEntry(before, "/new/$&x") ?? "";
		expect(execLine(now)).toBe(execLine(autostartEntry("/new/$&x")));
		expect(now).toContain("enabled=false");
		expect(refreshedEntry(now, "/new/$&x")).toBeNull();
		expect(refreshedEntry("no entry", "/new/x")).toBeNull();
	});
});

describe.runIf(process.platform === "linux")("the setting on Linux", () => {
	let folder: string;
	const path = () => join(folder, "autostart", "countersign.desktop");
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "autostart-"));
		vi.stubEnv("XDG_CONFIG_HOME", folder);
		vi.stubEnv("APPIMAGE", "");
		shell.isPackaged = true;
	});
	afterEach(() => {
		vi.unstubAllEnvs();
		rmSync(folder, { recursive: true });
	});

	it("writes an entry for this program, and removes it again", () => {
		setStartAtLogin(true);
		expect(readFileSync(path(), "utf8")).toBe(autostartEntry(process.execPath));
		expect(statSync(path()).mode & 0o777).toBe(0o600);
		followProgram(() => {});
		setStartAtLogin(false);
		expect(() => statSync(path())).toThrow();
		setStartAtLogin(false);
		followProgram(() => {});
		expect(() => statSync(path())).toThrow();
	});

	it("writes nothing for an unpackaged build", () => {
		shell.isPackaged = false;
		expect(canStartAtLogin()).toBe(false);
		setStartAtLogin(true);
		expect(() => statSync(path())).toThrow();
	});

	it("says so if the folder can't be written", () => {
		writeFileSync(join(folder, "autostart"), "");
		expect(() => setStartAtLogin(true)).toThrow(StartAtLoginError);
	});
});

describe("a start at login", () => {
	it("is recognised by its argument", () => {
		expect(isHiddenStart()).toBe(false);
		process.argv.push("--hidden");
		try {
			expect(isHiddenStart()).toBe(true);
		} finally {
			process.argv.pop();
		}
	});
});
