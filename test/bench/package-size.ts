import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { filesIn } from "../../packaging/check.ts";
import type { System } from "../../packaging/native-files.ts";
import { stage } from "../../packaging/stage.ts";
import { root } from "../../scripts/lib/ensure.mjs";

/** Size of a package by component: everything added to Electron. */

/** Patterns of each component's files. The first that matches counts. */
const PARTS: readonly (readonly [string, RegExp])[] = [
	["vault process", /^out\/main\/vault\.js$/],
	["device process", /^out\/main\/ledger\.js$/],
	["main", /^out\/main\/(index|chunks\/index-[^/]+)\.js$/],
	["main, loaded when it is needed", /^out\/main\//],
	["preloads", /^out\/preload\//],
	["windows: fonts", /\.woff2$/],
	["windows: styles", /\.css$/],
	["windows: code", /^out\/renderer\//],
	["native packages", /^node_modules\//],
	["notices", /^notices\.json$/],
	["icons and the rest", /./],
];

export interface PartSize {
	readonly name: string;
	readonly files: number;
	/** Uncompressed size in bytes. */
	readonly bytes: number;
	/** Size in bytes if each file is compressed with gzip. */
	readonly packed: number;
}

export function measurePackage(): {
	readonly parts: readonly PartSize[];
	readonly largest: readonly PartSize[];
} {
	const folder = mkdtempSync(join(tmpdir(), "countersign-sizes-"));
	try {
		const system: System = { platform: "linux", arch: "x64" };
		stage(root, folder, system, { commit: null, epoch: 0 });
		const sizes = [...filesIn(folder)].map(([file, bytes]) => ({
			part: PARTS.find(([, name]) => name.test(file))?.[0] ?? file,
			one: { name: file, files: 1, bytes: bytes.length, packed: gzipSync(bytes, { level: 9 }).length },
		}));
		const sum = (name: string, all: readonly PartSize[]): PartSize => ({
			name,
			files: all.length,
			bytes: all.reduce((total, { bytes }) => total + bytes, 0),
			packed: all.reduce((total, { packed }) => total + packed, 0),
		});
		const of = (name: string) =>
			sum(
				name,
				sizes.filter(({ part }) => part === name).map(({ one }) => one),
			);
		const ones = sizes.map(({ one }) => one);
		return {
			parts: [...PARTS.map(([name]) => of(name)), sum("all", ones)],
			largest: ones.toSorted((a, b) => b.bytes - a.bytes).slice(0, 12),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
