import { fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AT_ONCE, addUp, type ChaosOutcome, runChaos } from "./run.ts";

/** npm run chaos: the log of the app, where the answers of the service are spoilt by seeded schedules. */

const USAGE = `npm run chaos -- [--schedules N] [--seed N] [--verbose]
  --schedules N  sessions, each with a schedule of its own (2000; ${AT_ONCE} with --seed)
  --seed N       the schedule of the first (1); the others count on
  --workers N    processes at once (2)
  --verbose      says what befell the requests, and what was sent`;

const { values } = parseArgs({
	options: {
		schedules: { type: "string" },
		seed: { type: "string" },
		workers: { type: "string", default: "2" },
		verbose: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

/** Thousands of small files, none of which outlives the run. */
const MEMORY = "/dev/shm";
const seed = Number(values.seed ?? 1);
const schedules = Number(values.schedules ?? (values.seed === undefined ? 2_000 : AT_ONCE));

/** Schedules of one process: no memory adds up over all of them. */
const OF_A_PROCESS = 5 * AT_ONCE;

function runApart(first: number): Promise<ChaosOutcome> {
	const count = Math.min(OF_A_PROCESS, seed + schedules - first);
	return new Promise((resolve, reject) => {
		const child = fork(import.meta.filename, ["--seed", `${first}`, "--schedules", `${count}`], {
			execArgv: process.execArgv,
			stdio: ["ignore", "ignore", "inherit", "ipc"],
		});
		child.once("message", (outcome) => resolve(outcome as ChaosOutcome));
		child.once("exit", (code) => reject(new Error(`the schedules from ${first} on ended with ${code}`)));
	});
}

/** The first schedule of the app that ran this one: a run anew from there is the same. */
const appSeedOf = (one: number) => one - ((one - seed) % AT_ONCE);

async function runAll(): Promise<ChaosOutcome> {
	const queue = Array.from(
		{ length: Math.ceil(schedules / OF_A_PROCESS) },
		(_, at) => seed + at * OF_A_PROCESS,
	);
	const done: ChaosOutcome[] = [];
	const work = async () => {
		for (let first = queue.shift(); first !== undefined; first = queue.shift()) {
			const outcome = await runApart(first);
			for (const each of outcome.diverged)
				console.log(`diverged: ${each.seed}, ${each.why}; again by --seed ${appSeedOf(each.seed)}`);
			if (outcome.resent > 0)
				console.log(`resent: ${outcome.resent} of --seed ${first} --schedules ${OF_A_PROCESS}`);
			done.push(outcome);
		}
	};
	await Promise.all(Array.from({ length: Number(values.workers) }, work));
	return addUp(done);
}

const listed = (counts: Readonly<Record<string, number>>) =>
	Object.entries(counts)
		.map(([kind, count]) => `${kind} ${count}`)
		.join(", ");

if (values.help) console.log(USAGE);
else if (process.send !== undefined) {
	const outcome = await runChaos({ seed, schedules });
	process.send(outcome, () => process.exit(0));
} else {
	const folder = existsSync(MEMORY) ? mkdtempSync(join(MEMORY, "countersign-")) : null;
	if (folder !== null) process.env["TMPDIR"] = folder;
	try {
		const outcome = await runAll();
		if (values.verbose) {
			console.log(`befell requests: ${listed(outcome.troubles)}`);
			console.log(`befell the list: ${listed(outcome.listTroubles)}`);
			console.log(`the user sent: ${listed(outcome.sent)}`);
			console.log(`events ${outcome.events}, sent again with the same content ${outcome.again}`);
		}
		const { diverged, resent } = outcome;
		console.log(`schedules ${outcome.schedules}, diverged ${diverged.length}, resent ${resent}`);
		if (diverged.length + resent > 0) process.exitCode = 1;
	} finally {
		if (folder !== null) rmSync(folder, { recursive: true, force: true });
	}
}
