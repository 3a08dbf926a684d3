import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { root, run } from "../scripts/lib/ensure.mjs";
import { fileDifferences } from "./compare.ts";

/**
 * `npm run check-reproduced -- FILE… [--electron FOLDER]`: builds and packages this source anew, and says whether each published file is
 * what came out, byte for byte. Of a signed one (macOS, Windows) that is asked of its app.asar.
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

/** Where the new one of a published file lies. */
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
		: [`${name}: nothing of this name was built here`];
	if (found.length > 0) process.exitCode = 1;
	console.log(found.length === 0 ? `${name}: the same, byte for byte` : found.join("\n"));
}
