import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractAll, getRawHeader, listPackage } from "@electron/asar";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesOf, headerDigest, pack, windowsIntegrity } from "../../packaging/archive.ts";
import { faultsOf, filesIn } from "../../packaging/check.ts";
import { deb, NATIVE_LIBRARIES, plainArchive, systemFiles } from "../../packaging/deb.ts";
import { setFuses, wrongFuses } from "../../packaging/fuses.ts";
import { librariesOf, loadNative, missingLibrary } from "../../packaging/native.ts";
import { NATIVE_PACKAGES, type System } from "../../packaging/native-files.ts";
import { billOfMaterials, notAllowed, readParts } from "../../packaging/notices.ts";
import { assemble } from "../../packaging/shell.ts";
import { readManifest, stage } from "../../packaging/stage.ts";
import { root } from "../../scripts/lib/ensure.mjs";
import { standInElectron } from "./electron-distribution.ts";

/**
 * Tests the package as shipped, but with a fake Electron. If COUNTERSIGN_PACKED is set, the archive's files stay in
 * its subfolder `app` for the end-to-end specs.
 */

const system: System = {
	platform: process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux",
	arch: process.arch === "arm64" ? "arm64" : "x64",
};
const ORIGIN = { commit: "c".repeat(40), epoch: 1_700_000_000 };
const digest = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

const scratch = mkdtempSync(join(tmpdir(), "countersign-package-test-"));
const staged = join(scratch, "stage");
const resources = join(scratch, "resources");
const archive = join(resources, "app.asar");
/** Folder outside the project, so that the project's packages can't replace missing ones. */
const app = join(process.env["COUNTERSIGN_PACKED"] ?? scratch, "app");

beforeAll(async () => {
	stage(root, staged, system, ORIGIN);
	await pack(staged, archive);
	rmSync(app, { recursive: true, force: true });
	extractAll(archive, app);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the archive", () => {
	test("has the expected files, within its size limit, and every file that they require", () => {
		expect(faultsOf(filesIn(app))).toEqual([]);
	});

	test("has the staged files, byte for byte", () => {
		expect(filesOf(app)).toEqual(filesOf(staged));
		for (const file of filesOf(staged))
			expect(digest(join(app, file)), file).toBe(digest(join(staged, file)));
	});

	test("names the app, its entry point, its commit, and only bundled packages", () => {
		const named = JSON.parse(readFileSync(join(app, "package.json"), "utf8"));
		const own = readManifest(root);
		expect(named).toMatchObject({ name: "countersign", version: own.version, main: own.main });
		expect(Object.keys(named.dependencies).every((name) => NATIVE_PACKAGES.includes(name))).toBe(true);
		expect(named.devDependencies).toBeUndefined();
		expect(JSON.parse(readFileSync(join(app, "origin.json"), "utf8"))).toEqual(ORIGIN);
	});

	test("has the same bytes when packed again, for any file times", async () => {
		const copy = join(scratch, "copy");
		cpSync(staged, copy, { recursive: true });
		for (const file of filesOf(copy)) utimesSync(join(copy, file), 1, 1);
		await pack(copy, join(scratch, "again", "app.asar"));
		expect(digest(join(scratch, "again", "app.asar"))).toBe(digest(archive));
	});

	test("has its binaries next to it, if a system can load them", () => {
		expect(filesOf(`${archive}.unpacked`)).toEqual(filesOf(staged).filter((file) => file.endsWith(".node")));
		expect(listPackage(archive, { isPack: false }).length).toBeGreaterThan(filesOf(staged).length);
	});

	test("has the digest that Electron requires on Windows", () => {
		const header = getRawHeader(archive).headerString;
		expect(JSON.parse(windowsIntegrity(archive))).toEqual([
			{
				file: "resources\\app.asar",
				alg: "SHA256",
				value: createHash("sha256").update(header).digest("hex"),
			},
		]);
		expect(headerDigest(archive)).toMatch(/^[0-9a-f]{64}$/);
	});
});

describe("the notices", () => {
	const parts = readParts(root);
	const notices = () => JSON.parse(readFileSync(join(app, "notices.json"), "utf8"));

	test("name bundled, adjacent and nested components, each with its licence text", () => {
		const names = parts.map(({ name }) => name);
		expect(names).toEqual(
			expect.arrayContaining(["viem", "react-dom", "node-hid", "usb", "hidapi", "libusb", "electron"]),
		);
		expect(names).toEqual(expect.arrayContaining(["@fontsource-variable/inter", "tailwindcss", "marked"]));
		// Installed, but not part of any bundle.
		expect(names).not.toContain("rpc-websockets");
		expect(parts.length).toBeGreaterThan(100);
		for (const { name, text } of parts) expect(text.length, name).toBeGreaterThan(200);
	});

	test("have no unapproved licence", () => {
		expect(notAllowed(parts)).toEqual([]);
		const others = [
			{ name: "a", licence: "LGPL-2.1-or-later" },
			{ name: "b", licence: "none stated" },
			{ name: "c", licence: "GPL-3.0-only" },
		];
		expect(notAllowed(others)).toHaveLength(others.length);
		expect(notAllowed([{ name: "d", licence: "(MIT OR GPL-3.0-or-later)" }])).toEqual([]);
	});

	test("are in the archive, each text once", () => {
		expect(notices().parts).toHaveLength(parts.length);
		expect(new Set(notices().texts).size).toBe(notices().texts.length);
		for (const { text } of notices().parts) expect(notices().texts[text]).toBeTypeOf("string");
	});

	test("are also a bill of materials, without a time", () => {
		const bill = JSON.parse(billOfMaterials(readManifest(root), parts));
		expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
		expect(bill.components).toHaveLength(parts.length);
		const references: string[] = bill.components.map((each: { "bom-ref": string }) => each["bom-ref"]);
		expect(new Set(references).size).toBe(parts.length);
		expect(bill.metadata.timestamp).toBeUndefined();
	});
});

describe("native packages", () => {
	test.each(NATIVE_PACKAGES)(
		"%s works from the package, unless a system library is missing",
		async (name) => {
			const fault = await loadNative(app, name);
			expect(fault === null ? null : (missingLibrary(fault) ?? fault)).toBeOneOf([
				null,
				...Object.keys(NATIVE_LIBRARIES),
			]);
		},
	);

	test.runIf(system.platform === "linux")(
		"require only system libraries that the Debian package depends on",
		() => {
			const required = filesOf(app)
				.filter((file) => file.endsWith(".node"))
				.flatMap((file) => librariesOf(join(app, file)));
			expect(new Set(required)).toEqual(new Set(Object.keys(NATIVE_LIBRARIES)));
		},
	);
});

describe("for Linux", () => {
	const electron = join(scratch, "electron");
	const folder = join(scratch, "linux");
	const given = {
		folder,
		root,
		version: "0.1.0",
		description: "Signs.",
		arch: "x64",
		epoch: ORIGIN.epoch,
	} as const;

	beforeAll(async () => {
		standInElectron(electron);
		await assemble(electron, resources, folder);
	});

	test("has every fuse in its required state", async () => {
		expect(await wrongFuses(join(electron, "electron"))).not.toEqual([]);
		expect(await wrongFuses(join(folder, "countersign"))).toEqual([]);
	});

	test("refuses an Electron with an undecided fuse", async () => {
		const newer = join(scratch, "newer");
		standInElectron(newer, "1011000111");
		await expect(setFuses(join(newer, "electron"))).rejects.toThrow();
	});

	test("has our archive, and neither Electron's default app nor other languages", () => {
		expect(digest(join(folder, "resources", "app.asar"))).toBe(digest(archive));
		expect(existsSync(join(folder, "resources", "default_app.asar"))).toBe(false);
		expect(filesOf(join(folder, "locales"))).toEqual(["en-GB.pak", "en-US.pak"]);
	});

	test("puts each file where the system looks for it", () => {
		const entries = systemFiles(given);
		const paths = entries.map(({ path }) => path);
		expect(paths).toEqual(
			expect.arrayContaining([
				"opt/Countersign/countersign",
				"opt/Countersign/resources/app.asar",
				"usr/bin/countersign",
				"usr/share/applications/countersign.desktop",
				"usr/share/icons/hicolor/48x48/apps/countersign.png",
				"usr/share/icons/hicolor/scalable/apps/countersign.svg",
				"usr/lib/udev/rules.d/70-countersign-ledger.rules",
			]),
		);
		expect(entries.find(({ path }) => path === "opt/Countersign/chrome-sandbox")?.mode).toBe(0o4755);
	});

	test.each([
		["the Debian package", (file: string) => deb(given, file, scratch)],
		["the plain archive", (file: string) => plainArchive(given, file)],
	])("%s has the same bytes when created again", async (_name, make) => {
		const [first, second] = [join(scratch, "first"), join(scratch, "second")];
		await make(first);
		await make(second);
		expect(digest(second)).toBe(digest(first));
	});
});
