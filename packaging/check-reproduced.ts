import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { root, run } from "../scripts/lib/ensure.mjs";
import { fileDifferences } from "./compare.ts";

/**
 * `npm run check-reproduced -- FILE… [--electron FOLDER]`: rebuilds and packages this source, and reports whether
 * the published files are equal to the result, byte for byte. Signed packages (macOS, Windows) differ, so check
 * their app.asar instead.
 */

const { values, positionals: files } = parseArgs({
	allowPositionals: true,
	options: { electron: { type: "string" } },
});
const missing = files.find((file) => !existsSync(file));
if (files.length === 0 || missing !== undefined) {
	console.error(
		missing === undefined ? "usage: npm run check-reproduced -- FILE…" : `${missing} is not there.`,
	);
	process.exit(2);
}

/** Returns the path of the rebuilt file for a published file. */
function rebuiltOf(name: string): string {
	return name === "app.asar" ? join(root, "dist", "resources", name) : join(root, "dist", "release", name);
}

for (const part of ["main", "preload", "renderer"])
	rmSync(join(root, "out", part), { recursive: true, force: true });
await run(process.execPath, [
	join(root, "scripts", "package.mjs"),
	...(values.electron === undefined ? [] : ["--electron", values.electron]),
]);
for (const file of files) {
	const name = basename(file);
	const rebuilt = rebuiltOf(name);
	const found = existsSync(rebuilt)
		? fileDifferences(name, file, rebuilt)
		: [`${name}: this build has no file with this name`];
	if (found.length > 0) process.exitCode = 1;
	console.log(found.length === 0 ? `${name}: the same, byte for byte` : found.join("\n"));
}
