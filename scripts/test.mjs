// Runs every check of the project, including setup. Plain JavaScript, because it must start on Node 20 before
// anything is installed. The last line is "N passed, N failed". If arguments name stages, only those run.
import {
	closeSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root, run } from "./lib/ensure.mjs";
import { SECOND_TRY } from "./lib/second-try.mjs";

const results = join(root, "test-results");
/**
 * The stage "package" writes the packaged app here, outside any node_modules. The end-to-end specs run it.
 */
const packed = mkdtempSync(join(tmpdir(), "countersign-packed-"));

/** A check that passes or fails as a whole. */
const check = (name, command, args) => ({
	name,
	command,
	args,
	ready: async () => {},
	count: (ok) => (ok ? [1, 0] : [0, 1]),
});

/**
 * A test runner that writes a JSON report, from which `read` returns [passed, failed]. A missing report, or
 * an error without failed tests, counts as one failure. The runner tests the build and waits for it.
 */
const runner = (name, command, args, read) => ({
	name,
	command,
	args,
	ready: () => prepared(),
	count(ok) {
		const file = join(results, `${name}.json`);
		const [passed, failed] = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : [0, 1];
		return [passed, ok ? failed : Math.max(1, failed)];
	},
});

const vitest = (project) =>
	runner(
		project,
		"vitest",
		[
			"run",
			"--project",
			project,
			"--reporter=dot",
			"--reporter=json",
			`--reporter=${join(root, "scripts/lib/second-try.mjs")}`,
			`--outputFile.json=${join(results, `${project}.json`)}`,
		],
		(report) => [report.numPassedTests, report.numFailedTests + report.numFailedTestSuites],
	);

/** Specs that passed only on retry count as passed, but are reported. */
const e2e = runner("e2e", "playwright", ["test", "-c", "test/e2e/playwright.config.ts"], ({ stats }) => {
	if (stats.flaky > 0)
		console.log(`== e2e: ${stats.flaky} passed at the second try only, see test-results/e2e.log`);
	return [stats.expected + stats.flaky, stats.unexpected];
});

/**
 * Rows of stages. Two rows run at a time, and the stages of a row run in order. As soon as one row ends, the
 * next one starts. No stage measures time, so running two in parallel is fine. The longest rows come first,
 * so that both workers finish at about the same time.
 */
const rows = [
	[vitest("package"), e2e],
	[
		check("format and lint", "biome", ["ci", "--colors=off", "--error-on-warnings", "."]),
		check("types", "node", [
			"node_modules/typescript-native/bin/tsc",
			...["--noEmit", "-p", "tsconfig.json", "--checkers", "1"],
		]),
		check("promises and exports", "oxlint", [
			...["--threads=1", "--type-aware", "--deny-warnings"],
			...["src", "test", "packaging"],
		]),
	],
	[vitest("integration")],
	[vitest("unit")],
	[
		check("sentences and messages", "eslint", ["src"]),
		check("catalogue of text", "node", ["scripts/lint/catalogue.mjs"]),
		check("citations", "node", ["scripts/lint/citations.mjs"]),
		check("names and comments", "node", ["scripts/lint/prose.mjs"]),
		check("workflows", "node", ["scripts/lint/workflows.mjs"]),
		check("who may import whom", "depcruise", ["src", "test", "--config", ".dependency-cruiser.cjs"]),
		check("what nothing uses", "knip", ["--no-progress"]),
	],
];

const wanted = process.argv.slice(2);
const total = [0, 0];

// Limits each type checker to one core, because the other core is busy and parallel checks would repeat work.
process.env.GOMAXPROCS = "1";
// Turns off garbage collection, which takes a third of the time of these short runs. They stay below this
// memory limit.
process.env.GOGC = "off";
process.env.GOMEMLIMIT = "3GiB";

/** Runs one stage. Its output is printed when it ends, so that the output of two stages doesn't mix. */
async function runStage(stage) {
	let started = Date.now();
	const file = join(results, `${stage.name}.log`);
	const out = openSync(file, "w");
	let ok = true;
	try {
		await stage.ready();
		started = Date.now();
		const app = join(packed, "app");
		const env = { COUNTERSIGN_PACKED: packed, ...(existsSync(app) ? { COUNTERSIGN_APP_DIR: app } : {}) };
		await run(stage.command, stage.args, { stdio: ["ignore", out, out], env });
	} catch {
		ok = false;
	}
	closeSync(out);
	const [passed, failed] = stage.count(ok);
	total[0] += passed;
	total[1] += failed;
	const seconds = ((Date.now() - started) / 1000).toFixed(1);
	console.log(`== ${stage.name}: ${passed} passed, ${failed} failed, ${seconds} s`);
	const printed = readFileSync(file, "utf8");
	if (failed > 0) console.log(printed);
	else for (const line of printed.split("\n")) if (line.startsWith(SECOND_TRY)) console.log(line);
}

/** Runs one row after another until none is left. */
async function work() {
	for (let row = rows.shift(); row !== undefined; row = rows.shift())
		for (const stage of row) if (wanted.length === 0 || wanted.includes(stage.name)) await runStage(stage);
}

/** Linux's file system in memory, and the minimum free space that the tests need there. */
const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

/**
 * Creates a temporary folder in memory, because the tests write thousands of small files and wait until each
 * is on disk. Memory is safe for this: the tests end processes but never cut the power. @returns `null` if
 * there isn't enough memory
 */
function folderInMemory() {
	if (!existsSync(MEMORY)) return null;
	const { bavail, bsize } = statfsSync(MEMORY);
	return bavail * bsize < ROOM ? null : mkdtempSync(join(MEMORY, "countersign-"));
}

/** Creates the folder inside the project, so that Node finds the native packages. */
function newProcessFolder() {
	const cache = join(root, "node_modules", ".cache");
	mkdirSync(cache, { recursive: true });
	return mkdtempSync(join(cache, "countersign-processes-"));
}

/**
 * Builds the processes that tests start hundreds of times, and the contracts for their chains, once for all
 * stages.
 */
async function bundleProcesses() {
	await run("node", ["test/fixtures/bundles.ts", processes]);
	process.env.COUNTERSIGN_TEST_BUNDLES = processes;
}

let preparing = null;

/**
 * Builds the app and the processes once the first stage needs them. Stages that read only the sources run in
 * the meantime.
 */
function prepared() {
	preparing ??= Promise.all([ensureBuilt(), bundleProcesses()]);
	return preparing;
}

await ensureInstalled();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const processes = newProcessFolder();
// Shares compiled code of the app, the runners and the packages between processes.
process.env.NODE_COMPILE_CACHE = join(processes, "compiled");
const folder = folderInMemory();
if (folder !== null) process.env.TMPDIR = folder;
try {
	await Promise.all([work(), work()]);
} finally {
	rmSync(packed, { recursive: true, force: true });
	rmSync(processes, { recursive: true, force: true });
	if (folder !== null) rmSync(folder, { recursive: true, force: true });
}
console.log(`${total[0]} passed, ${total[1]} failed`);
process.exitCode = total[1] === 0 && total[0] > 0 ? 0 : 1;
