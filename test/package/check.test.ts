import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fault, faultsOf, filesIn } from "../../packaging/check.ts";
import { MAX_BYTES, MAX_FIRST_CODE } from "../../packaging/files.ts";
import { loadNative, missingLibrary } from "../../packaging/native.ts";
import { stage } from "../../packaging/stage.ts";
import { root } from "../../scripts/lib/ensure.mjs";

/** Tests the check of a package with broken packages. */

const folder = mkdtempSync(join(tmpdir(), "countersign-check-"));
beforeAll(() => stage(root, folder, { platform: "linux", arch: "x64" }, { commit: null, epoch: 0 }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the check's faults for the staged files after a change. */
function broken(change: (files: Map<string, Uint8Array>) => void): readonly Fault[] {
	const files = new Map(filesIn(folder));
	// Skips code that no test changes, because parsing it would take half of the time.
	for (const name of files.keys())
		if (/^out\/renderer\/.*\.js$/.test(name)) files.set(name, new Uint8Array());
	change(files);
	return faultsOf(files);
}

function named(pattern: RegExp, files: Iterable<string>): string {
	for (const name of files) if (pattern.test(name)) return name;
	throw new Error(`${pattern} is in no name`);
}

test("a missing chunk is reported with the file that loads it", () => {
	let chunk = "";
	const faults = broken((files) => {
		chunk = named(/^out\/main\/chunks\/TransportNodeHid-/, files.keys());
		files.delete(chunk);
	});
	expect(faults).toEqual([
		{ fault: "unresolved", file: "out/main/ledger.js", wants: chunk.replace("out/main", ".") },
	]);
});

test("a missing style sheet, font, binary or package is reported", () => {
	const faults = broken((files) => {
		for (const pattern of [/\.css$/, /inter-latin-wght.*woff2$/, /\.node$/])
			files.delete(named(pattern, files.keys()));
		for (const name of files.keys()) if (name.startsWith("node_modules/pkg-prebuilds/")) files.delete(name);
	});
	const patterns = faults.map((each) =>
		each.fault === "count" ? each.pattern : each.fault === "unresolved" ? each.wants : "",
	);
	for (const pattern of [/css/, /^pkg-prebuilds\/bindings$/, /node-napi-v4/])
		expect(
			patterns.some((each) => pattern.test(each)),
			String(pattern),
		).toBe(true);
});

test("a source map, a header, a test or a bundled package is reported as unexpected", () => {
	const extra = [
		"out/main/index.js.map",
		"node_modules/node-hid/src/buzzers.h",
		"test/unit/x.test.ts",
		"node_modules/viem/package.json",
	];
	const faults = broken((files) => {
		for (const name of extra) files.set(name, new Uint8Array());
	});
	expect(faults).toEqual(extra.map((file) => ({ fault: "unexpected", file })));
});

test("an oversized file is reported with its size", () => {
	const faults = broken((files) => files.set("resources/icon-256.png", new Uint8Array(MAX_BYTES)));
	expect(faults).toMatchObject([{ fault: "size" }]);
});

test("a window that loads too much code before it can render is reported with the size", () => {
	const bytes = MAX_FIRST_CODE.desk + 1;
	const spaces = (count: number) => new Uint8Array(count).fill(0x20);
	const faults = broken((files) => {
		const page = new TextDecoder().decode(files.get("out/renderer/desk/index.html"));
		const [, entry = ""] = /src="\.\.\/(assets\/desk-[^"]*)"/.exec(page) ?? [];
		files.set(`out/renderer/${entry}`, spaces(bytes));
		// Files that are loaded later don't count.
		files.set(named(/assets\/desk-routes-/, files.keys()), spaces(bytes));
	});
	expect(faults).toEqual([{ fault: "first code", window: "desk", bytes }]);
});

test("a native package without its binary or helper does not work, on any system", async () => {
	const apart = mkdtempSync(join(tmpdir(), "countersign-native-"));
	try {
		stage(root, apart, { platform: "linux", arch: "x64" }, { commit: null, epoch: 0 });
		rmSync(join(apart, "node_modules", "pkg-prebuilds"), { recursive: true });
		const fault = await loadNative(apart, "node-hid");
		expect(fault).not.toBeNull();
		expect(missingLibrary(fault ?? "")).toBeNull();
	} finally {
		rmSync(apart, { recursive: true, force: true });
	}
});
