import { availableParallelism } from "node:os";
import { ms, perSecond, quantile, table } from "./figures.ts";
import { measureLatency } from "./latency.ts";
import { measureThroughput, type Speed } from "./throughput.ts";
import { openBenchWorld } from "./world.ts";

/** npm run bench: prints what was measured here and now. Nothing is judged, nothing is kept. */

const SAMPLES = 60;

const world = await openBenchWorld();
try {
	console.log(`Node ${process.versions.node}, ${availableParallelism()} cores\n`);
	const through = await measureThroughput(world);
	const { bare, bareAtOnce, stream, catchUp } = through;
	const row = (name: string, speed: Speed) => [
		name,
		perSecond(speed.wall),
		(speed.wall / bare.wall).toFixed(2),
		perSecond(speed.cpu),
		(speed.cpu / bare.cpu).toFixed(2),
	];
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
	const rows: string[][] = [];
	for (const live of [1, 50]) {
		const { notified, answered } = await measureLatency(world, live, SAMPLES);
		const at = (name: string, sample: readonly number[]) => [
			`${name}, ${live} live`,
			ms(quantile(sample, 0.5)),
			ms(quantile(sample, 0.99)),
			String(sample.length),
		];
		rows.push(at("bytes of the page to notification", notified), at("approval to answer sent", answered));
	}
	console.log(`\n${table(["Latency", "p50", "p99", "samples"], rows.toSorted())}`);
} finally {
	await world.close();
}
