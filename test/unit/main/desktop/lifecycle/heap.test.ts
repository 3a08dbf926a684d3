import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/**
 * Measures a separate process' memory for young objects, in bytes, while most of its objects live for a
 * while.
 */
function youngBytes(before: string): number {
	const module = new URL("../../../../../src/main/desktop/lifecycle/heap.ts", import.meta.url);
	const program = `
		import { getHeapSpaceStatistics } from "node:v8";
		import { keepHeapSmall } from ${JSON.stringify(module.href)};
		${before}
		let held = [];
		let most = 0;
		for (let round = 0; round < 60; round += 1) {
			for (let at = 0; at < 20_000; at += 1) held.push({ round, at, list: [at] });
			held = held.slice(-200_000);
			const young = getHeapSpaceStatistics().find((each) => each.space_name === "new_space");
			most = Math.max(most, young.physical_space_size);
		}
		console.log(most);
	`;
	const { stdout } = spawnSync(process.execPath, ["--input-type=module-typescript", "--eval", program], {
		encoding: "utf8",
	});
	return Number(stdout);
}

it("main's young generation stays small although V8's default is large", () => {
	// Between two and ten times as much, by what V8's helping threads come to.
	expect(youngBytes("")).toBeGreaterThan(1.5 * youngBytes("keepHeapSmall();"));
});
