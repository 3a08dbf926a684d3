import { z } from "zod";
import { openPerson, type PersonOptions } from "../support/person.ts";

/**
 * Runs the application in a separate process that approves a request for a Ledger and dies at the requested
 * step.
 */

const order = z.object({
	options: z.custom<PersonOptions>((value) => typeof value === "object" && value !== null),
	sentence: z.string(),
	/** Step at which it dies; `null` if it is killed from outside. */
	dies: z.object({ moment: z.enum(["before", "after"]), step: z.string() }).nullable(),
});
const { options, sentence, dies } = order.parse(JSON.parse(process.argv[2] ?? "null"));

const person = await openPerson({
	...options,
	onJournalStep: (moment, step) => {
		if (dies === null || moment !== dies.moment || step !== dies.step) return;
		process.kill(process.pid, "SIGKILL");
		for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
	},
});
const entry = await person.asked(sentence);
await person.review(entry.id, (each) => each.approval.possible);
process.send?.({ entryId: entry.id });
await person.approve(entry.id);
