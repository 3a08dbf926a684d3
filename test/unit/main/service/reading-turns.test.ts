import { describe, expect, it } from "vitest";
import { READ_IN_A_TURN, ReadingTurns } from "../../../../src/main/service/stream.ts";

/** Creates reading turns that run when the test says so. */
function scene() {
	const planned: (() => void)[] = [];
	const read: string[] = [];
	const turns = new ReadingTurns((run) => planned.push(run));
	return {
		read,
		arrives: (name: string, length: number) => void turns.waitForShare(length).then(() => read.push(name)),
		async turn() {
			planned.shift()?.();
			await Promise.resolve();
			await Promise.resolve();
		},
		planned: () => planned.length,
	};
}

const THIRD = Math.ceil(READ_IN_A_TURN / 3);

describe("data of many streams at once", () => {
	it("are read at once if there is little of it", async () => {
		const one = scene();
		for (const name of ["a", "b"]) one.arrives(name, 300);
		await Promise.resolve();
		expect(one.read).toEqual(["a", "b"]);
	});

	it("are read up to a limit in each turn, in order of arrival", async () => {
		const one = scene();
		for (const name of "abcdefgh") one.arrives(name, THIRD);
		await Promise.resolve();
		expect(one.read.join("")).toBe("abc");
		await one.turn();
		expect(one.read.join("")).toBe("abcdef");
		one.arrives("i", 1);
		await one.turn();
		expect(one.read.join("")).toBe("abcdefghi");
	});

	it("are read in any length", async () => {
		const one = scene();
		for (const name of "ab") one.arrives(name, 10 * READ_IN_A_TURN);
		await Promise.resolve();
		expect(one.read).toEqual(["a"]);
		await one.turn();
		expect(one.read).toEqual(["a", "b"]);
	});

	it("schedule no turn if nothing arrives", async () => {
		const one = scene();
		one.arrives("a", 1);
		expect(one.planned()).toBe(1);
		await one.turn();
		expect(one.planned()).toBe(0);
	});
});
