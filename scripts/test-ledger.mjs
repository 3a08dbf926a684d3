// npm run test:ledger -- [--url http://127.0.0.1:PORT]: replays recordings of the real device apps against a
// running Ledger emulator, with buttons or touch. Without a URL, uses the emulated Nano X and Flex in
// test/mock-ledger.
import { join } from "node:path";
import { ensureInstalled, node24Path, root, run } from "./lib/ensure.mjs";

try {
	await ensureInstalled();
	await run(node24Path(), [join(root, "test", "mock-ledger", "replay-main.ts"), ...process.argv.slice(2)]);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
