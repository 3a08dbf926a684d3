import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { z } from "zod";

const MODULE = new URL("../../../../../src/main/desktop/lifecycle/heap.ts", import.meta.url);

function run(program: string): string {
	const args = ["--input-type=module-typescript", "--eval", program];
	return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout;
}

/**
 * Measures a separate process' memory for young objects, in bytes, while most of its objects live for a
 * while.
 */
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
			most = Math.max(most, young.physical_space_size);
			await new Promise((resolve) => setImmediate(resolve));
		}
		console.log(most);
	`;
	return Number(run(program));
}

it("main's young generation stays small although V8's default is large", () => {
	// Between two and ten times as much, by what V8's helping threads come to.
	expect(youngBytes("")).toBeGreaterThan(1.5 * youngBytes("keepHeapSmall();"));
});

const MIB = 1024 * 1024;

it("released memory shrinks the young generation, which then grows to 16 MB and no further", () => {
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
	expect(grown).toBeLessThanOrEqual(16 * MIB);
});
