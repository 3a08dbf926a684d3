import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt, root } from "../../../scripts/lib/ensure.mjs";
import { KINDS } from "./kinds.ts";
import { runKills, tallyLine } from "./run.ts";

/** Implements `npm run faults`: kills the built app at every point of every kind of approval. */

const USAGE = `npm run faults -- [KIND…] [--kills N] [--seed N] [--at NAME] [--lanes N]

Approves in the real windows on local chains, and kills the app (SIGKILL) before and after each journal write, message
to the vault, exchange with the device and network request, and at random moments. Then restarts it on the same data,
and checks the outcome against the records of the service, the chains and the device.
KIND…      only these kinds, by name or by part of a name: ${KINDS.map(({ name }) => name).join(", ")}
--kills N  number of kills (default: every point of every kind, and at least 300)
--seed N   selects the points and their order (default: from the time of day; it is printed)
--at NAME  only at the point with this name, as printed with a finding
--lanes N  number of apps that run at the same time (2)
Findings are also written to test-results/faults. Exit status: 1 if anything was lost, duplicated or stuck.`;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		kills: { type: "string" },
		seed: { type: "string", default: String(Date.now() % 2 ** 31) },
		at: { type: "string" },
		lanes: { type: "string", default: "2" },
		help: { type: "boolean", default: false },
	},
});

if (values.help) {
	console.log(USAGE);
} else {
	await ensureBuilt();
	console.log(`seed ${values.seed}`);
	const folder = join(root, "test-results", "faults");
	mkdirSync(folder, { recursive: true });
	const big = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
	let made = 0;
	const tally = await runKills({
		only: positionals,
		kills: values.kills === undefined ? null : Number(values.kills),
		seed: Number(values.seed),
		at: values.at ?? null,
		onFound: (found) => {
			made += 1;
			writeFileSync(join(folder, `${values.seed}-${made}.json`), JSON.stringify(found, big, 1));
		},
		lanes: Number(values.lanes),
		log: (line) => console.log(line),
	});
	if (tally.missed > 0)
		console.log(`${tally.missed} points were not reached again; the app was killed at the end`);
	console.log(tallyLine(tally));
	if (tally.found.length > 0) process.exitCode = 1;
}
