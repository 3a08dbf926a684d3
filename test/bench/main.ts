import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../../scripts/lib/ensure.mjs";
import { keepHeapSmall } from "../../src/main/desktop/lifecycle/heap.ts";
import { shellKind } from "../e2e/launch.ts";
import {
	type Bare,
	COST_HEADING,
	costCells,
	describeMiss,
	isMiss,
	type Measurement,
	ratioMeasurement,
	TOLERANCE,
	tailCell,
	tailMeasurement,
	tailOf,
} from "./bounds.ts";
import { measureClaims } from "./claims.ts";
import { median, ms, perSecond, quantile, table } from "./figures.ts";
import { measureFlood } from "./flood.ts";
import { EVM_SEND, measureLatency, OTHER_KINDS, type Samples, SVM_SEND } from "./latency.ts";
import { measureExchanges } from "./ledger-exchanges.ts";
import { measureLedger } from "./ledger-latency.ts";
import type { Cost } from "./meter.ts";
import { measureOpinions } from "./opinion.ts";
import { measurePackage, type PartSize } from "./package-size.ts";
import { measureReviews, RPC_DELAY_MS } from "./reviews.ts";
import { type Drawn, measureRows } from "./rows.ts";
import { added, brokenIn, comparison, lastRun, saveRun } from "./runs.ts";
import { measureShell } from "./shell.ts";
import { measureSigning } from "./signing.ts";
import { measureThroughput, type Speed } from "./throughput.ts";
import { measureLongSessions } from "./transcripts.ts";
import { type BenchWorld, openBenchWorld } from "./world.ts";

/**
 * `npm run bench` prints measurements and fails if one exceeds its bound by more than a tenth. Arguments select
 * parts: `npm run bench -- inbox latency`. `--save` names a file for this run, and `--against` the file of a run
 * to compare with.
 */

/** Sample sizes with a 99th and a 95th percentile. */
const [MANY_SAMPLES, SAMPLES] = [100, 30];
/** The smallest sample with a 95th percentile. */
const OPINION_SAMPLES = 20;
/** Bounds in ms for an approval until its answer, for the largest payloads, and for the longest pause of main. */
const [ANSWER_BOUND, PAYLOAD_BOUND, PAUSE_BOUND] = [40, 50, 50];
/**
 * Bounds for the ratio to a bare counterpart in the same run, by median processor time. The payload's is high
 * because a bare Solana signature decodes nothing, and the window's because a bare page renders only text.
 */
const RATIOS = { approval: 12, payload: 40, window: 16 } as const;
/** Bound in ms, by the clock, from a page's bytes to its notification. */
const NOTIFICATION_BOUND = 50;
/** Bound in ms. Includes the emulated device's work and the first start of the device process. */
const DEVICE_BOUND = 100;
/** Bound in ms of main's processor time for a second opinion. The rest of its time is spent on the RPC. */
const OPINION_BOUND = 150;
/** Bounds for a distant RPC: consecutive round trips, and elapsed time relative to three bare ones. */
const [ROUNDS_BOUND, TRIPS_BOUND] = [3, 1.3];
/**
 * Bounds for the cost of claims per review, and for reading the bundled data once, in ms of processor time.
 */
const [CLAIM_BOUND, CLAIM_DATA_BOUND] = [5, 100];
/** Exchanges in addition to those of Ledger's library: the address is read before each signature. */
const MORE_EXCHANGES = 1;

const measurements: Measurement[] = [];
/** On a busy machine the clock measures the other work too, so only counts and processor time are compared. */
const isFree = () => (loadavg()[0] ?? 0) <= availableParallelism();

function showLoad(): void {
	const loads = loadavg().map((load) => load.toFixed(1));
	console.log(`Load average ${loads.join(", ")} on ${availableParallelism()} cores\n`);
}

/**
 * Returns a row of the table and adds its measurements: its ratio to the bare counterpart if there is one, and
 * its time if nothing else runs or if there is no counterpart. Windows have no bound in ms if they have a
 * counterpart, because both depend on the machine by the same factor.
 */
function costRow(
	name: string,
	costs: readonly Cost[],
	bound: number,
	bare: Bare,
	kind: keyof typeof RATIOS = "approval",
): string[] {
	if (typeof bare !== "string") measurements.push(ratioMeasurement(name, costs, bare, RATIOS[kind]));
	if (typeof bare === "string" || (isFree() && kind !== "window"))
		measurements.push(tailMeasurement(name, costs, bound, isFree() ? "wall" : "cpu"));
	return [name, ...costCells(costs, bound, bare)];
}

/** @param unbared why some rows have no bare counterpart */
function showCosts(title: string, rows: readonly (readonly string[])[], unbared = ""): void {
	console.log(`\n${table([title, ...COST_HEADING], rows)}`);
	if (unbared !== "") console.log(`–: ${unbared}`);
}

async function showThroughput(world: BenchWorld): Promise<void> {
	const { bare, bareAtOnce, stream, catchUp } = await measureThroughput(world);
	const row = (name: string, speed: Speed) => [
		name,
		perSecond(speed.wall),
		(speed.wall / bare.wall).toFixed(2),
		perSecond(speed.cpu),
		(speed.cpu / bare.cpu).toFixed(2),
	];
	console.log("");
	console.log(
		table(
			["Events from socket to durable", "by the clock", "of bare", "by processor time", "of bare"],
			[
				row("bare: JSON.parse, prepared inserts, a transaction a page", bare),
				row("bare: the same, all in one transaction", bareAtOnce),
				row("ours: by stream", stream),
				row("ours: by pages, from the start", catchUp),
			],
		),
	);
}

/** Explains why notifications have no bare counterpart. */
const NO_BARE_NOTIFICATION = "a minimal program would show the notification at once.";

/** Measures one live session first, because later users read everything that earlier ones left in the service. */
async function showLatency(world: BenchWorld): Promise<void> {
	const notified: string[][] = [];
	const answered: string[][] = [];
	const measure = async (live: number, samples: Samples) => {
		for (const [kind, latency] of await measureLatency(world, { live, samples })) {
			const name = `${kind.name}, ${live} live`;
			answered.push(
				costRow(`approval to answer sent: ${name}`, latency.answered, ANSWER_BOUND, latency.bare),
			);
			if (kind !== EVM_SEND) continue;
			const sample = latency.notified;
			if (isFree())
				measurements.push({
					name: `bytes of the page to notification: ${name}`,
					value: quantile(sample, tailOf(sample.length)),
					bound: NOTIFICATION_BOUND,
					unit: "ms",
				});
			const figures = [ms(median(sample)), tailCell(sample), String(sample.length)];
			notified.push([`bytes of the page to notification: ${name}`, ...figures]);
		}
	};
	await measure(1, new Map([[EVM_SEND, MANY_SAMPLES]]));
	await measure(
		1,
		new Map([[SVM_SEND, MANY_SAMPLES], ...OTHER_KINDS.map((kind) => [kind, SAMPLES] as const)]),
	);
	await measure(50, new Map([[EVM_SEND, MANY_SAMPLES]]));
	console.log(`\n${table(["Latency", "p50", "tail", "samples"], notified)}`);
	console.log(`No bare limit: ${NO_BARE_NOTIFICATION}`);
	showCosts("Latency, with main's processor time", answered);
}

/** Measures second opinions. Approvals wait for them, reviews don't. */
async function showOpinions(world: BenchWorld): Promise<void> {
	const rows = [...(await measureOpinions(world, OPINION_SAMPLES))].map(
		([kind, { shown, whole, bare, trips, requests, rounds }]) => {
			const name = `review opened to second opinion: ${kind.name}`;
			measurements.push(tailMeasurement(name, whole, OPINION_BOUND));
			const taken = median(whole.map(({ wall }) => wall));
			if (kind.distance > 0)
				measurements.push({
					name: `${name}, one after the other`,
					value: median(rounds),
					bound: ROUNDS_BOUND,
					unit: "rounds",
				});
			if (kind.distance > 0 && isFree())
				measurements.push({
					name: `${name}, by the clock`,
					value: taken,
					bound: TRIPS_BOUND * median(trips),
					unit: "ms",
				});
			const [first, all] = [shown.map(({ wall }) => wall), whole.map(({ wall }) => wall)];
			return [
				name,
				...[ms(median(first)), ms(median(all)), tailCell(all), ms(median(trips)), ms(median(bare))],
				ms(median(whole.map(({ cpu }) => cpu))),
				String(median(requests)),
				String(median(rounds)),
				String(whole.length),
			];
		},
	);
	const heading = [
		"Second opinion",
		"review p50",
		"whole p50",
		"tail",
		"three trips p50",
		"the same, bare p50",
		"processor p50",
		"requests",
		"rounds",
		"samples",
	];
	console.log(`\n${table(heading, rows)}`);
	if (!isFree()) console.log("Not compared by the clock, because the machine is busy.");
}

const FEW_SAMPLES = 10;

async function showReviews(): Promise<void> {
	const rows = (await measureReviews(FEW_SAMPLES)).map(([{ name, bound }, costs]) => {
		const walls = costs.map(({ wall }) => wall);
		if (isFree())
			measurements.push({
				name: `review of a ${name}, by the clock`,
				value: median(walls),
				bound,
				unit: "ms",
			});
		return [name, ms(median(walls)), tailCell(walls), ms(median(costs.map(({ cpu }) => cpu))), ms(bound)];
	});
	const heading = [`Review, RPC ${RPC_DELAY_MS} ms away`, "p50", "tail", "processor p50", "bound"];
	console.log(`\n${table(heading, rows)}`);
	if (!isFree()) console.log("Not compared by the clock, because the machine is busy.");
}

async function showClaims(): Promise<void> {
	const { added, loaded, parsed } = await measureClaims();
	const rows = [
		costRow("claims added to a review", added, CLAIM_BOUND, "no library here reads such descriptions"),
		costRow("the bundled descriptions, once", [loaded], CLAIM_DATA_BOUND, [parsed]),
	];
	showCosts("Descriptions published by contracts", rows, "no library here reads such descriptions.");
}

async function showSigning(): Promise<void> {
	const all = await measureSigning();
	const rows = [
		...all.map(({ name, matched, bareRead }) =>
			costRow(`match: ${name}`, matched, PAYLOAD_BOUND, bareRead, "payload"),
		),
		...all.map(({ name, signed, bareSigned }) =>
			costRow(`vault: ${name}`, signed, PAYLOAD_BOUND, bareSigned, "payload"),
		),
	];
	showCosts("The largest payloads", rows);
}

async function showLedger(world: BenchWorld): Promise<void> {
	const rows: string[][] = [];
	for (const { kind, asked, answered, bareAsked, bareAnswered } of await measureLedger(world)) {
		rows.push(
			costRow(`approval to the question on the device: ${kind.name}`, asked, DEVICE_BOUND, bareAsked),
		);
		rows.push(
			costRow(`device's answer to the service's: ${kind.name}`, answered, DEVICE_BOUND, bareAnswered),
		);
	}
	showCosts("An emulated Ledger", rows);
	const counts = (await measureExchanges()).map(({ name, ours, bare, tokens }) => {
		const most = bare + MORE_EXCHANGES + tokens;
		measurements.push({ name: `${name} on the device`, value: ours, bound: most, unit: "exchanges" });
		return [name, String(ours), String(bare), String(most)];
	});
	console.log(`\n${table(["Exchanges for a signature", "ours", "bare library", "at most"], counts)}`);
}

/** Bound in MB for the memory that main uses to show parts of a long session. */
const MEMORY_BOUND = 150;
/** Bounds in ms for opening a session and for a jump in it, and for the ratio of an event's cost to one in a usual session. */
const [OPEN_BOUND, FLAT_BOUND] = [500, 2];
const USUAL_LENGTH = 20_000;
const LENGTHS = [1_000, USUAL_LENGTH, 200_000, 1_000_000];

async function showTranscripts(): Promise<void> {
	const long = await measureLongSessions(LENGTHS);
	const usual = long.find(({ events }) => events === USUAL_LENGTH);
	const micro = (each: number) => `${(each * 1000).toFixed(1)} µs`;
	const rows = long.map((session) => {
		const { events, perEvent, bare, opened, jumped, found, matches, grown } = session;
		const name = `a session of ${events} events`;
		measurements.push(tailMeasurement(`${name} opened`, opened, OPEN_BOUND));
		measurements.push(tailMeasurement(`any part of ${name} shown`, jumped, OPEN_BOUND));
		measurements.push({ name: `memory of ${name}`, value: grown / 1e6, bound: MEMORY_BOUND, unit: "MB" });
		measurements.push({
			name: `one more event in ${name}`,
			value: perEvent * 1000,
			bound: FLAT_BOUND * (usual?.perEvent ?? Number.NaN) * 1000,
			unit: "µs",
		});
		return [
			name,
			...[micro(perEvent), micro(bare)],
			...[opened, jumped].flatMap((costs) => [
				ms(median(costs.map(({ cpu }) => cpu))),
				tailCell(costs.map(({ cpu }) => cpu)),
			]),
			`${ms(found.cpu)} for ${matches}`,
			`${(grown / 1e6).toFixed(0)} MB`,
		];
	});
	const heading = [
		"Transcripts, in processor time",
		"an event",
		"bare insert",
		"opened p50",
		"tail",
		"elsewhere p50",
		"tail",
		"searched whole",
		"memory grown",
	];
	console.log(`\n${table(heading, rows)}`);
}

async function showFlood(world: BenchWorld): Promise<void> {
	const { shown, bare, reading, after } = await measureFlood(world);
	const parsed = ms(median(bare.map(({ cpu }) => cpu)));
	const row = (name: string, pause: Cost) => {
		measurements.push({ name, value: pause.cpu, bound: PAUSE_BOUND, unit: "ms of processor time" });
		return [name, ms(pause.wall), ms(pause.cpu), parsed, ms(PAUSE_BOUND)];
	};
	const rows = [
		row("longest pause until all are in the inbox", reading),
		row("longest pause in the ten seconds after", after),
		["from the page to the inbox", ms(shown.wall), ms(shown.cpu), parsed, ""],
	];
	const heading = ["A page of 1,000 commits", "by the clock", "processor time", "bare JSON.parse", "bound"];
	console.log(`${table(heading, rows)}`);
}

/** Compares start and memory with an app that shows a line of text, because the shell's own part differs by machine. */
async function showShell(): Promise<void> {
	await ensureBuilt();
	const { bare, ours } = await measureShell();
	const row = (name: string, less: readonly number[], more: readonly number[], unit: string) => {
		const middle = (sample: readonly number[]) => `${median(sample).toFixed(0)} ${unit}`;
		const span = (sample: readonly number[]) =>
			`${Math.min(...sample).toFixed(0)}–${Math.max(...sample).toFixed(0)}`;
		const difference = `${(median(more) - median(less)).toFixed(0)} ${unit}`;
		return [name, middle(less), span(less), middle(more), span(more), difference, String(more.length)];
	};
	const rows = [
		row("start to an inbox that can be used", bare.start, ours.start, "ms"),
		row("closed window to the same", bare.reopen, ours.reopen, "ms"),
		...(ours.memory.length === 0
			? []
			: [row("memory of main, windows closed", bare.memory, ours.memory, "MiB")]),
	];
	const shell =
		shellKind() === "electron" ? "Electron" : "the Chromium host, whose main is Node.js with Playwright";
	const heading = [`In ${shell}`, "bare p50", "of", "ours p50", "of", "difference", "samples"];
	console.log(`\n${table(heading, rows)}`);
}

/** Bound in ms of the window's main thread, from the click on *Inbox* until 300 rows are painted. */
const ROWS_BOUND = 300;
/** Bounds in ms until a new window is painted, on its main thread, and until Home is, by the clock. */
const [OPENED_BOUND, HOME_CLOCK] = [120, 100];

async function showRows(): Promise<void> {
	await ensureBuilt();
	const { inbox, kept, home, review } = await measureRows();
	if (isFree())
		measurements.push({
			name: "Home in the window that is kept ready, by the clock",
			value: median(kept.ours.map(({ wall }) => wall)),
			bound: HOME_CLOCK,
			unit: "ms",
		});
	const opened = (name: string, { ours, bare }: Drawn) => costRow(name, ours, OPENED_BOUND, bare, "window");
	showCosts("In Chromium, as built, beside 300 lines of text", [
		opened("Home in the window that is kept ready", kept),
		opened("Home in a new window, from its first byte", home),
		opened("review in a new window, from its first byte", review),
		costRow("inbox of 300 rows opened", inbox.ours, ROWS_BOUND, inbox.bare, "window"),
	]);
	if (!isFree()) console.log("Not compared by the clock, because the machine is busy.");
}

async function showPackage(): Promise<void> {
	await ensureBuilt();
	const { parts, largest } = measurePackage();
	const kb = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
	const row = ({ name, files, bytes, packed }: PartSize) => [name, String(files), kb(bytes), kb(packed)];
	console.log(`\n${table(["What is added to Electron", "files", "size", "gzip"], parts.map(row))}`);
	console.log(`\n${table(["The largest files", "", "size", "gzip"], largest.map(row))}`);
}

/** Parts in the order of measurement. The claims come first, before another part loads the bundled data. */
const PARTS: Readonly<Record<string, (world: BenchWorld) => Promise<void>>> = {
	claims: showClaims,
	inbox: showFlood,
	latency: showLatency,
	opinions: showOpinions,
	reviews: showReviews,
	payloads: showSigning,
	ledger: showLedger,
	package: showPackage,
	shell: showShell,
	rows: showRows,
	transcripts: showTranscripts,
	// Comes last because it leaves a session with very many events in the service.
	throughput: showThroughput,
};

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { against: { type: "string" }, save: { type: "string" } },
});

/** Returns the parts named on the command line, or all parts if none is named. */
function selectParts(names: readonly string[]) {
	const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
	if (unknown.length > 0)
		throw new Error(`No part is named ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}.`);
	return Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
}

// Same heap settings as main, because the bench runs main's code in this process.
keepHeapSmall();
const parts = selectParts(positionals);
const broken = brokenIn(lastRun());
if (broken.length > 0) console.log(`Broken last time: ${broken.join("; ")}.`);
const world = await openBenchWorld();
try {
	console.log(`Node ${process.versions.node}`);
	showLoad();
	for (const [name, part] of parts) {
		const startedAt = performance.now();
		await part(world);
		console.log(`\n${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
	}
	console.log("");
	showLoad();
	const misses = measurements.filter(isMiss);
	for (const miss of misses) console.error(`Missed: ${describeMiss(miss)}`);
	if (misses.length > 0) process.exitCode = 1;
	saveRun(values.save === undefined ? added(lastRun(), measurements) : measurements, values.save);
	if (values.against !== undefined) console.log(`\n${comparison(measurements, lastRun(values.against))}\n`);
	console.log(
		misses.length === 0
			? "All measurements are within their bounds."
			: `${misses.length} of ${measurements.length} bounds are missed, by more than ${TOLERANCE * 100} % or, for counts, by at least one.`,
	);
} finally {
	await world.close();
}
