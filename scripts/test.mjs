// Everything that checks the project, set-up included. Plain JavaScript: it must start on Node 20 before anything
// is installed. Ends with the line "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root, run } from "./lib/ensure.mjs";

const results = join(root, "test-results");

/** One check that passes or fails as a whole. */
const check = (name, command, args) => ({ name, command, args, count: (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 }) });

/** A runner that leaves a JSON report; without one, the exit code alone counts. */
const runner = (name, command, args, report, read) => ({
	name,
	command,
	args,
	report: join(results, report),
	count: (ok, file) => {
		if (!existsSync(file)) return { passed: 0, failed: 1 };
		const counted = read(JSON.parse(readFileSync(file, "utf8")));
		return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
	},
});

const vitest = (project) =>
	runner(
		project,
		"vitest",
		["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${join(results, `${project}.json`)}`],
		`${project}.json`,
		(report) => ({ passed: report.numPassedTests, failed: report.numFailedTests + report.numFailedTestSuites }),
	);

const stages = [
	check("format and lint", "biome", ["ci", "."]),
	check("types", "tsc", ["--noEmit", "-p", "tsconfig.json"]),
	check("promises and exports", "eslint", ["."]),
	check("who may import whom", "depcruise", ["src", "--config", ".dependency-cruiser.cjs"]),
	vitest("unit"),
	vitest("integration"),
	runner("e2e", "playwright", ["test", "-c", "test/e2e/playwright.config.ts"], "e2e.json", (report) => ({
		passed: report.stats.expected,
		failed: report.stats.unexpected + report.stats.flaky,
	})),
];

ensureInstalled();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
ensureBuilt();

const wanted = process.argv.slice(2);
const total = { passed: 0, failed: 0 };
for (const stage of stages) {
	if (wanted.length > 0 && !wanted.includes(stage.name)) continue;
	const started = Date.now();
	console.log(`\n== ${stage.name}`);
	const ok = run(stage.command, stage.args) === 0;
	const { passed, failed } = stage.count(ok, stage.report);
	total.passed += passed;
	total.failed += failed;
	console.log(`== ${stage.name}: ${passed} passed, ${failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
