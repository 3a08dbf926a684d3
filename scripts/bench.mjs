// npm run bench: how fast the app is, here and now. Fails where a figure breaks its bound in processor time.
// npm run bench -- inbox measures that part only; npm run bench -- --against REF measures that commit first.
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, node24Path, root, run } from "./lib/ensure.mjs";

const bench = (folder, args) => run(node24Path(), [join(folder, "test", "bench", "main.ts"), ...args]);

/** Measures another commit in a checkout of its own, with the packages of this one. @returns its figures' file */
async function measured(ref, parts, folder) {
	const tree = join(folder, "tree");
	const file = join(folder, "figures.json");
	await run("git", ["-C", root, "worktree", "add", "--quiet", "--detach", tree, ref]);
	try {
		symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
		// A bound that it breaks is no fault of this run.
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
