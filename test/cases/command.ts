import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { callsLine, figuresOf } from "../support/metered-rpc.ts";
import { isLater, isWrong, type Judged, judgeAll, linesOf, tallyLine, tallyOf } from "./run.ts";
import { readSet, setFolders } from "./sets.ts";

/** Implements the command `npm run cases`: arguments, output and exit status. */

const USAGE = `npm run cases -- [FOLDER] [NAME…] [options]

Judges cases on local chains. FOLDER defaults to test/cases. With NAMEs, only the cases whose id contains one of
them are judged. A set is a folder with an expected.json; see test/cases/README.md.

  --json   prints JSON instead of text
  --help

Exit status: 1 if a case is wrong and not marked as later work, 2 if the sets can't be read.`;

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Returns the JSON output. Its format is stable: members are added, never renamed. */
function jsonOf(all: readonly Judged[]): string {
	const cases = all.map((judged) => {
		const { given, wrongs, said } = judged;
		return {
			id: given.id,
			form: given.form,
			right: !isWrong(judged),
			until: given.case.until ?? null,
			wrongs,
			said:
				said === null
					? null
					: {
							outcome: said.outcome,
							severity: said.severity,
							word: said.word !== null,
							headline: said.headline,
							findings: said.findings,
							lies: said.lies,
						},
		};
	});
	return JSON.stringify({ format: 1, cases, tally: tallyOf(all) }, null, "\t");
}

async function judge(args: readonly string[], print: (text: string) => void): Promise<number> {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: { json: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
	});
	if (values.help) {
		print(USAGE);
		return 0;
	}
	const [first] = positionals;
	const isFolder = first !== undefined && existsSync(first);
	const folders = setFolders(isFolder ? first : HERE);
	const names = isFolder ? positionals.slice(1) : positionals;
	const chosen = folders
		.flatMap(readSet)
		.filter(({ id }) => names.length === 0 || names.some((name) => id.includes(name)));
	if (chosen.length === 0) {
		print("no case has such a name");
		return 2;
	}
	const all = await judgeAll(chosen);
	if (values.json) print(jsonOf(all));
	else {
		for (const judged of all) for (const line of linesOf(judged)) print(line);
		const calls = all.flatMap((judged) => judged.calls ?? []);
		if (calls.length > 0) print(callsLine(figuresOf(calls)));
		print(tallyLine(tallyOf(all)));
	}
	return all.some((judged) => isWrong(judged) && !isLater(judged)) ? 1 : 0;
}

/** Runs the command and returns its exit status. */
export async function runCommand(args: readonly string[], print: (text: string) => void): Promise<number> {
	try {
		return await judge(args, print);
	} catch (error) {
		print(error instanceof Error ? error.message : String(error));
		return 2;
	}
}
