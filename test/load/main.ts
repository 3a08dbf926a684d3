import { parseArgs } from "node:util";
import { setup } from "../fixtures/bundles.ts";
import { formatOutcome, runLoad } from "./run.ts";

/**
 * npm run load: runs the app with a service that has very many agents, a full inbox, a session with a million
 * events, and a service and an RPC that fail at times. Ends by itself, with exit code 1 if an event is lost.
 */

const USAGE = `npm run load -- [options]
  --seconds N   how long the agents work (60)
  --sessions N  number of sessions that work at once (300)
  --rate N      events per second in each session (20)
  --waiting N   number of requests that wait for the user (500)
  --events N    number of events in the long session, which the window shows (1000000)`;

const whole = (text: string): number => {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1) throw new Error(`${text} is not a positive integer.\n${USAGE}`);
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
	// Runs bundled processes like the shipped app, so that Node's handling of sources isn't measured.
	const removed = await setup();
	try {
		const outcome = await runLoad({
			seconds: whole(values.seconds),
			sessions: whole(values.sessions),
			rate: whole(values.rate),
			waiting: whole(values.waiting),
			events: whole(values.events),
			log: (line) => console.log(line),
		});
		console.log(formatOutcome(outcome));
		if (outcome.lost + outcome.unexpected > 0) process.exitCode = 1;
	} finally {
		await removed();
	}
}
