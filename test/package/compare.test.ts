import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pack } from "../../packaging/archive.ts";
import { differences } from "../../packaging/compare.ts";
import { deb } from "../../packaging/deb.ts";
import { assemble } from "../../packaging/shell.ts";
import { root } from "../../scripts/lib/ensure.mjs";
import { standInElectron } from "./electron-distribution.ts";

/** Tests the comparison of a rebuilt package with a published one, down to the files in the archive. */

const scratch = mkdtempSync(join(tmpdir(), "countersign-compare-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
beforeAll(() => standInElectron(join(scratch, "electron")));

/** Creates a Debian package of an app with two files. */
async function packaged(name: string, code: string, epoch = 1_700_000_000): Promise<Buffer> {
	const at = join(scratch, name);
	const app = join(at, "app");
	standInElectron(app);
	writeFileSync(join(app, "index.js"), code);
	await pack(app, join(at, "resources", "app.asar"));
	await assemble(join(scratch, "electron"), join(at, "resources"), join(at, "linux"));
	const given = {
		folder: join(at, "linux"),
		root,
		version: "0.1.0",
		description: "x",
		arch: "x64",
		epoch,
	} as const;
	await deb(given, join(at, "x.deb"), at);
	return readFileSync(join(at, "x.deb"));
}

test("the same source yields the same package", async () => {
	expect(differences("x.deb", await packaged("a", "1"), await packaged("b", "1"))).toEqual([]);
});

test("only a changed file in the archive is reported", async () => {
	const found = differences("x.deb", await packaged("c", "1"), await packaged("d", "2"));
	expect(found.map((line) => line.split(":")[0])).toEqual([
		"x.deb/data.tar.gz/opt/Countersign/resources/app.asar/index.js",
	]);
});

test("a different time is reported with the headers that contain it", async () => {
	const found = differences("x.deb", await packaged("e", "1"), await packaged("f", "1", 1_700_000_001));
	expect(found.length).toBeGreaterThan(5);
	expect(found.every((line) => /\(header\): /.test(line))).toBe(true);
});

test("a file that can't be opened is compared as a whole", () => {
	const published = Buffer.from("one");
	expect(differences("x.AppImage", published, Buffer.from("two"))).toHaveLength(1);
});
