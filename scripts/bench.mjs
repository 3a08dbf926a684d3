// npm run bench: measures how fast the app is on this computer. Fails if a figure exceeds its limit in
// processor time. npm run bench -- inbox measures only that part. npm run bench -- --against REF measures
// another commit first, to compare.
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, node24Path, root, run } from "./lib/ensure.mjs";

const bench = (folder, args) => run(node24Path(), [join(folder, "test", "bench", "main.ts"), ...args]);

/**
 * Measures another commit in its own checkout, with this checkout's packages. @returns the file with its
 * figures
 */
async function measured(ref, parts, folder) {
	const tree = join(folder, "tree");
	const file = join(folder, "figures.json");
	await run("git", ["-C", root, "worktree", "add", "--quiet", "--detach", tree, ref]);
	try {
		symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
		// The other commit may exceed a limit without failing this run.
		await bench(tree, [...parts, "--save", file]).catch((error) => console.error(error.message));
	} finally {
		await run("git", ["-C", root, "worktree", "remove", "--force", tree]);
	}
	if (!existsSync(file)) throw new Error(`${ref} left no figures: it is older than what compares them.`);
	return file;
}

const args = process.argv.slice(2);
const at = args.indexOf("--against");
try {
	await ensureInstalled();
	if (at < 0) await bench(root, args);
	else {
		const [, ref] = args.splice(at, 2);
		if (ref === undefined) throw new Error("--against wants a commit");
		const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
		try {
			const file = await measured(ref, args, folder);
			console.log(`\nAbove: ${ref}. Below: this tree.\n`);
			await bench(root, [...args, "--against", file]);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
