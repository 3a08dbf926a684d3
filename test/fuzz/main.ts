import { parseArgs } from "node:util";
import { callHostilely } from "./hostile-calls.ts";
import { fuzz, tallyLine } from "./run.ts";
import { TARGETS } from "./targets.ts";

/** Implements `npm run fuzz`: makes single changes to what is read, shown and signed. */

/** Number of calls by hostile programs on this computer. */
const LOCAL_CALLS = 1_000;

const USAGE = `npm run fuzz -- [TARGET…] [--count N] [--seed N]

Makes N single changes (100,000) of a field or a byte on every target, or on those whose name contains one of the words.
The seed (from the time of day) is printed. Then makes 1,000 hostile calls as programs on this computer. Each must be
refused, or change nothing that is shown or signed. Exit status: 1 if one was accepted or something crashed.`;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		count: { type: "string", default: "100000" },
		seed: { type: "string", default: String(Date.now() % 2 ** 31) },
		help: { type: "boolean", default: false },
	},
});

if (values.help) {
	console.log(USAGE);
} else {
	const chosen = TARGETS.filter(
		({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
	);
	const tally = await fuzz(Number(values.count), Number(values.seed), chosen);
	for (const { target, kind, change, error } of tally.found.slice(0, 20))
		console.log(`${kind} ${target}: ${JSON.stringify(change)}${error === null ? "" : ` ${String(error)}`}`);
	console.log(`seed ${values.seed}, refused ${tally.refused}`);
	console.log(tallyLine(tally));
	const hostile = positionals.length === 0 ? await callHostilely(LOCAL_CALLS, Number(values.seed)) : null;
	if (hostile !== null)
		console.log(`local calls ${LOCAL_CALLS}, accepted ${hostile.accepted}, crashes ${hostile.crashes}`);
	if (tally.found.length > 0 || (hostile !== null && hostile.accepted + hostile.crashes > 0))
		process.exitCode = 1;
}
