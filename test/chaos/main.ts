import { parseArgs } from "node:util";
import { setup } from "../fixtures/bundles.ts";
import { runChaos } from "./run.ts";

/** npm run chaos: the log of the app, where the answers of the service are spoilt by seeded schedules. */

const USAGE = `npm run chaos -- [--schedules N] [--seed N]
  --schedules N  sessions, each with a schedule of its own (2000; 1 with --seed)
  --seed N       the schedule of the first (1); the others count on`;

const { values } = parseArgs({
	options: {
		schedules: { type: "string" },
		seed: { type: "string" },
		help: { type: "boolean", default: false },
	},
});

if (values.help) console.log(USAGE);
else {
	const removed = await setup();
	try {
		const schedules = Number(values.schedules ?? (values.seed === undefined ? 2_000 : 1));
		const outcome = await runChaos({ seed: Number(values.seed ?? 1), schedules });
		for (const seed of outcome.diverged) console.log(`diverged: --seed ${seed}`);
		console.log(
			`schedules ${outcome.schedules}, diverged ${outcome.diverged.length}, resent ${outcome.resent}`,
		);
		if (outcome.diverged.length + outcome.resent > 0) process.exitCode = 1;
	} finally {
		await removed();
	}
}
