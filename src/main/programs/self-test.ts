import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import { selfTest } from "../app/self-test.ts";
import { systemClock } from "../desktop/adapters/clock.ts";
import { forkLedger, forkVault } from "../desktop/adapters/processes.ts";
import { runsAsNode } from "../desktop/lifecycle/as-node.ts";
import type { Paths } from "../desktop/paths.ts";
import { leave } from "./scratch-folder.ts";

/** Can run while Countersign is running, because it doesn't read the app's data. */
export function testItself(paths: Paths): void {
	const folder = mkdtempSync(join(tmpdir(), "countersign-self-test-"));
	app.setPath("userData", folder);
	app.enableSandbox();
	const log = (line: string) => process.stderr.write(`${line}\n`);
	app
		.whenReady()
		.then(() =>
			selfTest({
				folder,
				version: app.getVersion(),
				packaged: app.isPackaged,
				runsAsNode: app.isPackaged ? runsAsNode : null,
				platform: process.platform,
				arch: process.arch,
				versions: process.versions,
				clock: systemClock,
				random: (length) => new Uint8Array(randomBytes(length)),
				forkVault: () => forkVault(paths.vault, log),
				forkLedger: () => forkLedger(paths.ledger, log),
				log,
			}),
		)
		.then((report) => {
			leave(folder, log);
			process.stdout.write(`${JSON.stringify(report)}\n`, () => app.exit(report.ok ? 0 : 1));
		})
		.catch((error: unknown) => {
			log(`the self-test ended in an error: ${String(error)}`);
			app.exit(1);
		});
}
