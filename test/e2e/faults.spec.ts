import { expect, test } from "@playwright/test";
import { runKills, tallyLine } from "../faults/built/run.ts";

/** Runs a few of the kills from `npm run faults`, chosen by a seed. */

test("approvals are neither lost, duplicated nor stuck if the app is killed", async () => {
	test.setTimeout(300_000);
	const lines: string[] = [];
	const tally = await runKills({
		only: ["evm-hosted", "svm-message", "two-steps", "attempt"],
		kills: 6,
		seed: 1,
		at: null,
		lanes: 1,
		log: (line) => lines.push(line),
	});
	expect(tally.found, lines.join("\n")).toEqual([]);
	expect(tallyLine(tally)).toBe("kills 6, lost 0, double 0, stuck 0");
});
