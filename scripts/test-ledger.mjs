// npm run test:ledger -- [--url http://127.0.0.1:PORT]: what was recorded from the real device apps, replayed against
// a running emulator of Ledger, by buttons or by touch, or, without one, against the emulated Nano X and Flex of
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
