import { parseArgs } from "node:util";
import { setup } from "../fixtures/bundles.ts";
import { formatOutcome, runLoad } from "./run.ts";

/**
 * npm run load: the application beside a service of very many agents, an inbox that is full, a session of a million
 * events, and a service and an RPC that fail at times. Stops by itself; exits 1 where one event is lost.
 */

const USAGE = `npm run load -- [options]
  --seconds N   how long the agents work (60)
  --sessions N  in how many sessions at once (300)
  --rate N      events a second in each of them (20)
  --waiting N   requests that wait for the user (500)
  --events N    of the one long session, which stands open in the window (1000000)`;

const whole = (text: string): number => {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1) throw new Error(`${text} is no number of things.\n${USAGE}`);
	return value;
};

const { values } = parseArgs({
	options: {
		seconds: { type: "string", default: "60" },
		sessions: { type: "string", default: "300" },
		rate: { type: "string", default: "20" },
		waiting: { type: "string", default: "500" },
		events: { type: "string", default: "1000000" },
		help: { type: "boolean", default: false },
	},
});

if (values.help) console.log(USAGE);
else {
	// Runs the shipped form: one file per process, without what Node needs to read sources.
	const removed = await setup();
	try {
		const outcome = await runLoad({
			seconds: whole(values.seconds),
			sessions: whole(values.sessions),
			rate: whole(values.rate),
			waiting: whole(values.waiting),
			events: whole(values.events),
			say: (line) => console.log(line),
		});
		console.log(formatOutcome(outcome));
		if (outcome.lost + outcome.strange > 0) process.exitCode = 1;
	} finally {
		await removed();
	}
}
