// npm run doctor: reports problems on this computer and how to fix each of them. If the shell doesn't start,
// checks only the system. Installs and builds if needed.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { electronPath, ensureBuilt, ensureInstalled, node24Path, root } from "./lib/ensure.mjs";

await ensureInstalled();
await ensureBuilt();
const electron = electronPath();
const [program, args] =
	electron === undefined
		? [node24Path(), [join(root, "test", "host", "run.ts"), root, "--doctor"]]
		: [electron, [root, "--doctor"]];
const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", timeout: 120_000 });
if (status === 0 || status === 1) {
	process.stdout.write(stdout);
	process.exitCode = status;
} else {
	const { doctorChecks, doctorTable } = await import("../src/main/support/doctor.ts");
	const { systemFacts } = await import("../src/main/support/system-facts.ts");
	process.stdout.write(doctorTable(doctorChecks(await systemFacts(), null)));
	process.stderr.write(`\n${stderr.trim().split("\n").slice(-8).join("\n")}\n`);
	process.exitCode = 1;
}
