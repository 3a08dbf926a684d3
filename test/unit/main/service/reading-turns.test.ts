import { describe, expect, it } from "vitest";
import { READ_IN_A_TURN, ReadingTurns } from "../../../../src/main/service/stream.ts";

/** Turns of the loop that come when they are told to. */
function scene() {
	const planned: (() => void)[] = [];
	const read: string[] = [];
	const turns = new ReadingTurns((run) => planned.push(run));
	return {
		read,
		arrives: (name: string, length: number) => void turns.take(length).then(() => read.push(name)),
		async turn() {
			planned.shift()?.();
			await Promise.resolve();
			await Promise.resolve();
		},
		planned: () => planned.length,
	};
}

const THIRD = Math.ceil(READ_IN_A_TURN / 3);

describe("what many streams bring at once", () => {
	it("is read at once while it is little", async () => {
		const one = scene();
		for (const name of ["a", "b"]) one.arrives(name, 300);
		await Promise.resolve();
		expect(one.read).toEqual(["a", "b"]);
	});

	it("is read so much in each turn, in the order in which it came", async () => {
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

	it("is read however long it is", async () => {
		const one = scene();
		for (const name of "ab") one.arrives(name, 10 * READ_IN_A_TURN);
		await Promise.resolve();
		expect(one.read).toEqual(["a"]);
		await one.turn();
		expect(one.read).toEqual(["a", "b"]);
	});

	it("plans no turn if nothing comes", async () => {
		const one = scene();
		one.arrives("a", 1);
		expect(one.planned()).toBe(1);
		await one.turn();
		expect(one.planned()).toBe(0);
	});
});
