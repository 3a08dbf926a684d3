import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { callsLine, figuresOf, MANNERS, PATIENT } from "../support/metered-rpc.ts";
import type { Case } from "./case.ts";
import { CASES } from "./cases/index.ts";
import { judgeDisguises } from "./disguises.ts";
import { judgeProposals } from "./proposals.ts";
import {
	contextTextOf,
	inWordsLine,
	type Judged,
	judgeCases,
	rpcsOf,
	startWorld,
	tallyLine,
	tallyOf,
	type World,
} from "./run.ts";

/**
 * npm run attacks: judges the corpus and prints a table. Fails if an attack is missed, or if too many honest
 * requests get too severe a result.
 */

const USAGE = `npm run attacks -- [FILTER…] [options]

Judges cases on local chains: those whose id contains one of the filters, or all cases if there is no filter.

  --out DIR   writes each case as FILE.json and FILE.context.json, for npm run explain
  --json      prints JSON instead of the table
  --rpc KIND  how the RPC behaves: ${Object.keys(MANNERS).join(", ")}
  --wrong     prints only missed, alarmed and faulty cases
  --disguised judges other forms of each attack with the same loss; none may pass if the attack doesn't
  --proposed  judges the requests as proposals of an agent on this computer; none may pass if the request
              with a truthful declaration doesn't
  --stay      keeps the chains running until standard input ends, for use with npm run explain
  --help

Exit status: 1 if an attack is missed, more than 4 honest requests are alarmed, or a review is displayed wrongly.`;

/** Maximum number of honest requests that may be judged too severely. */
const MAX_ALARMED = 4;

const marksOf = ({ missed, alarmed, word, fault, shown }: Judged): string =>
	[
		missed ? "MISSED" : "",
		alarmed ? "ALARMED" : "",
		word ? "word" : "",
		fault === null ? "" : `fault: ${fault}`,
		...shown.map((each) => `shown: ${each}`),
	]
		.filter((mark) => mark !== "")
		.join(" ");

function rowOf(judged: Judged): readonly string[] {
	const { id, kind, label } = judged.case;
	const ids = [...new Set(judged.explanation?.findings.map((finding) => finding.id) ?? [])];
	return [id, kind, label, judged.got, ids.join(","), marksOf(judged)];
}

function table(rows: readonly (readonly string[])[]): string {
	const heading = ["id", "kind", "label", "got", "findings", ""];
	const all = [heading, ...rows];
	const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
	return all
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd(),
		)
		.join("\n");
}

const nameOf = (id: string) => id.replaceAll("/", "--");

async function writeOut(folder: string, all: readonly Judged[]): Promise<void> {
	await mkdir(folder, { recursive: true });
	const json = (value: unknown) => `${JSON.stringify(value, null, "\t")}\n`;
	for (const { case: one, payload } of all) {
		if (payload === null) continue;
		await writeFile(join(folder, `${nameOf(one.id)}.json`), json(payload));
		await writeFile(join(folder, `${nameOf(one.id)}.context.json`), json(contextTextOf(one)));
	}
}

async function printDisguises(chosen: readonly Case[], world: World): Promise<number> {
	const { disguises, milder, evading, faults } = await judgeDisguises(chosen, world);
	for (const id of [...milder, ...evading]) console.log(id);
	console.log(
		`disguises ${disguises}, milder ${milder.length}, evading a rule ${evading.length}; not judged ${faults}`,
	);
	return milder.length + evading.length > 0 ? 1 : 0;
}

async function printProposals(chosen: readonly Case[], world: World): Promise<number> {
	const { proposals, milder, lower, missed, words, graver, faults } = await judgeProposals(chosen, world);
	for (const [name, ids] of Object.entries({ milder, lower, missed, words, graver, faults }))
		for (const id of ids) console.log(`${name}: ${id}`);
	console.log(
		`proposals ${proposals}, milder ${milder.length}, lower ${lower.length}, missed ${missed.length}; honest words ${words.length}, graver ${graver.length}; not judged ${faults.length}`,
	);
	return milder.length > 0 ? 1 : 0;
}

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			out: { type: "string" },
			json: { type: "boolean", default: false },
			rpc: { type: "string", default: "patient" },
			wrong: { type: "boolean", default: false },
			disguised: { type: "boolean", default: false },
			proposed: { type: "boolean", default: false },
			stay: { type: "boolean", default: false },
			help: { type: "boolean", default: false },
		},
	});
	if (values.help) {
		console.log(USAGE);
		return 0;
	}
	const chosen = CASES.filter(
		({ id }) => positionals.length === 0 || positionals.some((part) => id.includes(part)),
	);
	const world = await startWorld(chosen);
	try {
		if (values.disguised) return await printDisguises(chosen, world);
		if (values.proposed) return await printProposals(chosen, world);
		const all = await judgeCases(chosen, world, { manners: MANNERS[values.rpc] ?? PATIENT });
		if (values.out !== undefined) await writeOut(values.out, all);
		const tally = tallyOf(all);
		const shown = values.wrong
			? all.filter((each) => each.missed || each.alarmed || each.fault !== null || each.shown.length > 0)
			: all;
		if (values.json) {
			const cases = shown.map(
				({ case: { id, kind, label }, got, missed, alarmed, word, fault, shown, calls, explanation }) => ({
					id,
					kind,
					label,
					got,
					missed,
					alarmed,
					word,
					fault,
					shown,
					calls,
					explanation,
				}),
			);
			console.log(JSON.stringify({ cases, tally }, null, "\t"));
		} else {
			const calls = callsLine(figuresOf(all.flatMap((each) => each.calls ?? [])));
			console.log(`${table(shown.map(rowOf))}\n\n${inWordsLine(all)}\n${calls}\n${tallyLine(tally)}`);
		}
		if (values.stay) {
			for (const kind of ["attack", "honest"] as const) {
				const options = rpcsOf(world, kind).map(({ chain, url }) => `--rpc ${chain}=${url}`);
				console.error(`${kind}: ${options.join(" ")}`);
			}
			for await (const _ of process.stdin);
		}
		const isShownWrong = all.some((each) => each.shown.length > 0);
		return tally.missed > 0 || tally.alarmed > MAX_ALARMED || isShownWrong ? 1 : 0;
	} finally {
		await world.stop();
	}
}

process.exitCode = await main();
