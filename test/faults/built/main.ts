import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt, root } from "../../../scripts/lib/ensure.mjs";
import { KINDS } from "./kinds.ts";
import { killings, tallyLine } from "./run.ts";

/** npm run faults: the built app, killed at every point of every kind of approval. */

const USAGE = `npm run faults -- [KIND…] [--kills N] [--seed N] [--at NAME] [--lanes N]

Approves by the real windows on local chains, kills the app (SIGKILL) before and after each write of the journal, message
to the vault, exchange with the device and request to the network, and at instants by the seed; starts it anew on the
same data, and holds what came of it against the records of the service, the chains and the device.

KIND…      only these, by name or by a word that names hold: ${KINDS.map(({ name }) => name).join(", ")}
--kills N  so many in all (every point of every kind, and at least 300)
--seed N   which points, and in which order (the time of day, printed)
--at NAME  only at the point of this name, as it is told of with what is found there
--lanes N  so many apps at a time (2)

What is found lies in test-results/faults, too. Exit status: 1 where anything was lost, doubled or stuck.`;

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
	const tally = await killings({
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
	if (tally.missed > 0) console.log(`${tally.missed} points were not come by again: killed at the end`);
	console.log(tallyLine(tally));
	if (tally.found.length > 0) process.exitCode = 1;
}
