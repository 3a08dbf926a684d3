// Everything that checks the project, set-up included. Plain JavaScript: it must start on Node 20 before anything
// is installed. Ends with the line "N passed, N failed". Names of stages as arguments run only these.
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
/** The stage "package" leaves the packaged files here, outside of any node_modules; the end-to-end specs run them. */
const packed = mkdtempSync(join(tmpdir(), "countersign-packed-"));

/** One check that passes or fails as a whole. */
const check = (name, command, args) => ({
	name,
	command,
	args,
	ready: async () => {},
	count: (ok) => (ok ? [1, 0] : [0, 1]),
});

/**
 * A runner that leaves a JSON report: [passed, failed]. Without a report, or where it fails with none failed: 1. It runs
 * what is built, and waits for it.
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

/** What passed at the second try passed; that it took two is said. */
const e2e = runner("e2e", "playwright", ["test", "-c", "test/e2e/playwright.config.ts"], ({ stats }) => {
	if (stats.flaky > 0)
		console.log(`== e2e: ${stats.flaky} passed at the second try only, see test-results/e2e.log`);
	return [stats.expected + stats.flaky, stats.unexpected];
});

/**
 * Two of these rows run at a time, each from its first stage to its last, and what is done first takes the next row.
 * None measures time, so that one may slow the other; what takes longest comes first, so that both end together.
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

// Both compilers of types would work on two cores, and find out on each what both need: the other has work.
process.env.GOMAXPROCS = "1";
// They end soon: what they would collect meanwhile costs a third of their time, and stays below this much memory.
process.env.GOGC = "off";
process.env.GOMEMLIMIT = "3GiB";

/** Runs one stage; its output is shown when it has ended, so that no two mix. */
async function take(stage) {
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

/** Takes row after row until none is left. */
async function work() {
	for (let row = rows.shift(); row !== undefined; row = rows.shift())
		for (const stage of row) if (wanted.length === 0 || wanted.includes(stage.name)) await take(stage);
}

/** A file system in memory, as Linux has one, and the least room in it that the tests' files need. */
const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

/**
 * Thousands of small files are written and waited for until they are on disk. What ends in these tests is a process,
 * never the power, so that they can stand in memory where there is room. @returns null where there is none
 */
function folderInMemory() {
	if (!existsSync(MEMORY)) return null;
	const { bavail, bsize } = statfsSync(MEMORY);
	return bavail * bsize < ROOM ? null : mkdtempSync(join(MEMORY, "countersign-"));
}

/** Under the project, so that native packages are found from there. */
function newProcessFolder() {
	const cache = join(root, "node_modules", ".cache");
	mkdirSync(cache, { recursive: true });
	return mkdtempSync(join(cache, "countersign-processes-"));
}

/** The processes that tests start by the hundred, and the contracts of their chains, made once for all stages. */
async function bundleProcesses() {
	await run("node", ["test/fixtures/bundles.ts", processes]);
	process.env.COUNTERSIGN_TEST_BUNDLES = processes;
}

let preparing = null;

/** The app and the processes are built when the first stage asks for them, while what reads the sources alone runs. */
function prepared() {
	preparing ??= Promise.all([ensureBuilt(), bundleProcesses()]);
	return preparing;
}

await ensureInstalled();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const processes = newProcessFolder();
// What one process compiled of the app, of the runners and of the packages, the next one need not.
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
