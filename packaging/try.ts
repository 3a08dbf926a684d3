import { execFile } from "node:child_process";

/**
 * `node packaging/try.ts PROGRAM`: runs the self-test of an installed Countersign and prints its report. Exits
 * with 1 if it fails.
 */

/** Maximum duration of the start and all checks. */
const MAX_MS = 180_000;

const program = process.argv[2];
if (program === undefined) {
	console.error("usage: node packaging/try.ts PROGRAM");
	process.exit(2);
}
execFile(program, ["--self-test"], { timeout: MAX_MS }, (error, printed, complaints) => {
	const report = printed.split("\n").find((line) => line.startsWith("{"));
	if (report === undefined) console.error(`No report was printed.\n${printed}${complaints}`);
	else console.log(JSON.stringify(JSON.parse(report), null, "\t"));
	process.exitCode = error === null && report !== undefined ? 0 : 1;
});
