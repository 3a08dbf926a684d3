import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { z } from "zod";

const MIB = 1024 * 1024;

const MODULE = new URL("../../../../../src/main/desktop/lifecycle/heap.ts", import.meta.url);

function run(program: string): string {
	const args = ["--input-type=module-typescript", "--eval", program];
	return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout;
}

/** Returns the bytes that a separate process reserves for young objects while most of them live for a while. */
function youngBytes(before: string): number {
	const program = `
		import { getHeapSpaceStatistics } from "node:v8";
		import { keepHeapSmall } from ${JSON.stringify(MODULE.href)};
		${before}
		let held = [];
		let most = 0;
		for (let round = 0; round < 60; round += 1) {
			for (let at = 0; at < 20_000; at += 1) held.push({ round, at, list: [at] });
			held = held.slice(-200_000);
			const young = getHeapSpaceStatistics().find((each) => each.space_name === "new_space");
			most = Math.max(most, young.space_size);
			await new Promise((resolve) => setImmediate(resolve));
		}
		console.log(most);
	`;
	return Number(run(program));
}

it("main's young generation stays small although V8's default is large", () => {
	expect(youngBytes("keepHeapSmall();")).toBeLessThan(64 * MIB);
	expect(youngBytes("")).toBeGreaterThanOrEqual(64 * MIB);
});

it("a young generation that V8 itself shrank grows again", () => {
	const program = `
		import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
		import { runInNewContext } from "node:vm";
		import { keepHeapSmall } from ${JSON.stringify(MODULE.href)};
		const young = () => getHeapSpaceStatistics().find((each) => each.space_name === "new_space").space_size;
		let held = [];
		async function work() {
			for (let round = 0; round < 200; round += 1) {
				for (let at = 0; at < 20_000; at += 1) held.push({ round, at, list: [at] });
				held = held.slice(-200_000);
				await new Promise((resolve) => setImmediate(resolve));
			}
		}
		keepHeapSmall();
		await work();
		setFlagsFromString("--expose-gc");
		runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" });
		const shrunk = young();
		await work();
		console.log(JSON.stringify({ shrunk, grown: young() }));
	`;
	const { shrunk, grown } = z
		.object({ shrunk: z.number(), grown: z.number() })
		.parse(JSON.parse(run(program)));
	expect(shrunk).toBeLessThanOrEqual(2 * MIB);
	expect(grown).toBeGreaterThan(4 * MIB);
});

it("released memory shrinks the young generation, which then stops growing soon after 16 MB", () => {
	const program = `
		import { getHeapSpaceStatistics } from "node:v8";
		import { keepHeapSmall, releaseMemory } from ${JSON.stringify(MODULE.href)};
		const young = () => getHeapSpaceStatistics().find((each) => each.space_name === "new_space").space_size;
		keepHeapSmall();
		releaseMemory();
		const released = young();
		let held = [];
		for (let round = 0; round < 200; round += 1) {
			for (let at = 0; at < 20_000; at += 1) held.push({ round, at, list: [at] });
			held = held.slice(-200_000);
			await new Promise((resolve) => setImmediate(resolve));
		}
		console.log(JSON.stringify({ released, grown: young() }));
	`;
	const { released, grown } = z
		.object({ released: z.number(), grown: z.number() })
		.parse(JSON.parse(run(program)));
	expect(released).toBeLessThanOrEqual(2 * MIB);
	expect(grown).toBeGreaterThan(4 * MIB);
	// V8 may double it once more before its observer runs.
	expect(grown).toBeLessThan(64 * MIB);
});

it("collects once while a review is read if requests have left much garbage", () => {
	const program = `
		import { constants, PerformanceObserver } from "node:perf_hooks";
		import { ReadingCollection } from ${JSON.stringify(MODULE.href)};
		let whole = 0;
		new PerformanceObserver((list) => {
			const majors = list.getEntries().filter((each) => each.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
			whole += majors.length;
		}).observe({ entryTypes: ["gc"] });
		const reading = new ReadingCollection();
		async function collected() {
			const before = whole;
			reading.collectIfGrown();
			await new Promise((resolve) => setTimeout(resolve, 20));
			return whole - before;
		}
		const first = await collected();
		const unchanged = await collected();
		let left = Array.from({ length: 40 }, () => new Array(100_000).fill(0));
		left = null;
		console.log(JSON.stringify([first, unchanged, await collected(), await collected()]));
	`;
	expect(z.array(z.number()).parse(JSON.parse(run(program)))).toEqual([0, 0, 1, 0]);
});
