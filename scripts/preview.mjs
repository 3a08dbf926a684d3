// npm run preview: takes pictures of every screen in every state, with an index page. Installs if needed.
import { join } from "node:path";
import { ensureInstalled, node24Path, root, run } from "./lib/ensure.mjs";

try {
	await ensureInstalled();
	const imports = ["--import", join(root, "scripts", "lib", "pure-bigint.mjs")];
	await run(node24Path(), [...imports, join(root, "test", "preview", "main.ts"), ...process.argv.slice(2)]);
} catch {
	// The error has already been printed.
	process.exitCode = 1;
}
