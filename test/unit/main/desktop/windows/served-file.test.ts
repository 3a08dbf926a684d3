import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileOfAddress, readServedFile } from "../../../../../src/main/desktop/windows/served-file.ts";

describe("an app:// address", () => {
	it.each([
		["app://desk", "desk", ["desk", "index.html"]],
		["app://desk/", "desk", ["desk", "index.html"]],
		["app://trusted/index.html", "trusted", ["trusted", "index.html"]],
		["app://desk/assets/desk-Ab_1.js", "desk", ["assets", "desk-Ab_1.js"]],
		["app://trusted/assets/inter-latin.woff2", "trusted", ["assets", "inter-latin.woff2"]],
	])("%s resolves to a file", (address, half, path) => {
		expect(fileOfAddress(address)).toEqual({ half, path });
	});

	it.each([
		"app://desk/trusted/index.html",
		"app://trusted/assets/desk-Ab_1.js",
		"app://desk/assets/trusted-Ab_1.css",
		"app://other/index.html",
		"app://desk:1/index.html",
		"app://desk.evil/index.html",
		"app://desk/../main/index.js",
		"app://desk/assets/../desk-a.js",
		"app://desk/assets/..%2fa.js",
		"app://desk/assets/%2e%2e/a.js",
		"app://desk/assets/a%00.js",
		"app://desk/assets/..\\a.js",
		"app://desk/assets/.hidden.js",
		"app://desk/assets/a/b.js",
		"app://desk//etc/passwd",
		"app://desk/assets/",
		"app://desk/assets/page.html",
		"app://desk/assets/a.map",
		"app://desk/index.html?x=1",
		"file:///etc/passwd",
		"",
	])("%s resolves to none", (address) => {
		expect(fileOfAddress(address)).toBeNull();
	});
});

describe("reading a served file", () => {
	let folder: string;
	let root: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "served-"));
		root = join(folder, "renderer");
		await mkdir(join(root, "assets"), { recursive: true });
		await writeFile(join(folder, "secret.js"), "secret");
		await writeFile(join(root, "assets", "a.js"), "code");
	});

	afterEach(() => rm(folder, { recursive: true }));

	it("returns its bytes and type", async () => {
		const file = await readServedFile(root, ["assets", "a.js"]);
		expect(file?.type).toBe("text/javascript; charset=utf-8");
		expect(new TextDecoder().decode(file?.body)).toBe("code");
	});

	it("finds nothing if there is no file", async () => {
		expect(await readServedFile(root, ["assets", "b.js"])).toBeNull();
	});

	it("follows no link out of the root, nor one inside it", async () => {
		await symlink(join(folder, "secret.js"), join(root, "assets", "out.js"));
		await symlink(join(root, "assets", "a.js"), join(root, "assets", "in.js"));
		await symlink(folder, join(root, "up"));
		expect(await readServedFile(root, ["assets", "out.js"])).toBeNull();
		expect(await readServedFile(root, ["assets", "in.js"])).toBeNull();
		expect(await readServedFile(root, ["up", "secret.js"])).toBeNull();
	});

	it("serves a root that is itself reached through a link", async () => {
		await symlink(root, join(folder, "linked"));
		expect(await readServedFile(join(folder, "linked"), ["assets", "a.js"])).not.toBeNull();
	});

	it("serves no type that the pages do not use", async () => {
		await writeFile(join(root, "assets", "a.exe"), "x");
		expect(await readServedFile(root, ["assets", "a.exe"])).toBeNull();
	});
});
