import { fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AT_ONCE, addUp, type ChaosOutcome, runChaos } from "./run.ts";

/** npm run chaos: checks the app's log while seeded schedules inject faults into the service's responses. */

const USAGE = `npm run chaos -- [--schedules N] [--seed N] [--verbose]
  --schedules N  number of sessions, each with its own schedule (2000; ${AT_ONCE} with --seed)
  --seed N       seed of the first schedule (1); the others count up from it
  --workers N    number of parallel processes (2)
  --verbose      prints the faults, and what the user sent`;

const { values } = parseArgs({
	options: {
		schedules: { type: "string" },
		seed: { type: "string" },
		workers: { type: "string", default: "2" },
		verbose: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

/** Folder in memory for thousands of small temporary files. */
const MEMORY = "/dev/shm";
const seed = Number(values.seed ?? 1);
const schedules = Number(values.schedules ?? (values.seed === undefined ? 2_000 : AT_ONCE));

/** Number of schedules per process, which limits its memory. */
const SCHEDULES_PER_PROCESS = 5 * AT_ONCE;

function runInProcess(first: number): Promise<ChaosOutcome> {
	const count = Math.min(SCHEDULES_PER_PROCESS, seed + schedules - first);
	return new Promise((resolve, reject) => {
		const child = fork(import.meta.filename, ["--seed", `${first}`, "--schedules", `${count}`], {
			execArgv: process.execArgv,
			stdio: ["ignore", "ignore", "inherit", "ipc"],
		});
		child.once("message", (outcome) => resolve(outcome as ChaosOutcome));
		child.once("exit", (code) => reject(new Error(`the schedules from ${first} on ended with ${code}`)));
	});
}

/** Returns the first seed of the app that ran a schedule. A run from there reproduces it. */
const appSeedOf = (one: number) => one - ((one - seed) % AT_ONCE);

async function runAll(): Promise<ChaosOutcome> {
	const queue = Array.from(
		{ length: Math.ceil(schedules / SCHEDULES_PER_PROCESS) },
		(_, at) => seed + at * SCHEDULES_PER_PROCESS,
	);
	const done: ChaosOutcome[] = [];
	const work = async () => {
		for (let first = queue.shift(); first !== undefined; first = queue.shift()) {
			const outcome = await runInProcess(first);
			for (const each of outcome.diverged)
				console.log(`diverged: ${each.seed}, ${each.why}; reproduce with --seed ${appSeedOf(each.seed)}`);
			if (outcome.resent > 0)
				console.log(`resent: ${outcome.resent} in --seed ${first} --schedules ${SCHEDULES_PER_PROCESS}`);
			done.push(outcome);
		}
	};
	await Promise.all(Array.from({ length: Number(values.workers) }, work));
	return addUp(done);
}

const formatCounts = (counts: Readonly<Record<string, number>>) =>
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
			console.log(`faults: ${formatCounts(outcome.troubles)}`);
			console.log(`faults of the list: ${formatCounts(outcome.listTroubles)}`);
			console.log(`the user sent: ${formatCounts(outcome.sent)}`);
			console.log(`events ${outcome.events}, sent again with the same content ${outcome.again}`);
		}
		const { diverged, resent } = outcome;
		console.log(`schedules ${outcome.schedules}, diverged ${diverged.length}, resent ${resent}`);
		if (diverged.length + resent > 0) process.exitCode = 1;
	} finally {
		if (folder !== null) rmSync(folder, { recursive: true, force: true });
	}
}
