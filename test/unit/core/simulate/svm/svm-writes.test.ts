import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { type AccountState, writesOf } from "../../../../../src/core/simulate/svm/svm-writes.ts";

/** Comparison of whole accounts before and after a transaction, to find changes of the user's keys. */

const bytes = (fill: number, size = 32) => new Uint8Array(size).fill(fill);
/** Returns a key whose parts all differ, and that doesn't consist of 0 and 1 bytes. */
const keyBytes = (number: number) => Uint8Array.from({ length: 32 }, (_, at) => number + 7 * at);
const [MINE, THEIRS] = [keyBytes(20), keyBytes(21)];
const [ME, OTHER, PROGRAM, POSITION] = [20, 21, 22, 23].map((each) => base58.encode(keyBytes(each))) as [
	string,
	string,
	string,
	string,
];

function state(data: Uint8Array, lamports = 5n, owner = PROGRAM): AccountState {
	return { data, facts: { owner, lamports, executable: false, size: data.length, data: { kind: "other" } } };
}

const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const written = (before: AccountState | null, after: AccountState | null) =>
	writesOf(new Map([[POSITION, before]]), new Map([[POSITION, after]]), {
		// The user also has an EVM account.
		mine: new Set([ME, `0x${"0a".repeat(20)}`]),
		moved: [],
	});

describe("a transaction's writes to an account", () => {
	it("are absent if lamports, owner and data are unchanged", () => {
		expect(written(state(bytes(7)), state(bytes(7)))).toEqual([]);
		expect(written(null, null)).toEqual([]);
	});

	it("have no data if only lamports change", () => {
		expect(written(state(bytes(7)), state(bytes(7), 6n))).toMatchObject([
			{ address: POSITION, isDataChanged: false, keys: [] },
		]);
	});

	it.each([0, 8, 13, 101])("name the user's key that another one replaces at byte %d", (at) => {
		const [then, now] = [MINE, THEIRS].map((key) => state(joined(bytes(1, at), key, bytes(2, 5))));
		expect(written(then ?? null, now ?? null)).toMatchObject([
			{ isDataChanged: true, keys: [{ key: ME, at, stands: "before", other: OTHER }] },
		]);
	});

	it("name a key that stays, one that arrives, and one that is removed without another", () => {
		const before = state(joined(MINE, MINE, bytes(0), bytes(1, 1)));
		const after = state(joined(MINE, bytes(0), MINE, bytes(2, 1)));
		expect(written(before, after)[0]?.keys).toEqual([
			{ key: ME, at: 32, stands: "before", other: null },
			{ key: ME, at: 64, stands: "after", other: null },
			{ key: ME, at: 0, stands: "both", other: null },
		]);
	});

	it("name the key of a closed account, and of a new one", () => {
		expect(written(state(MINE), null)[0]?.keys).toEqual([{ key: ME, at: 0, stands: "before", other: null }]);
		expect(written(null, state(MINE))[0]?.keys).toEqual([{ key: ME, at: 0, stands: "after", other: null }]);
	});

	it("are not this transaction's alone if others changed the account meanwhile", () => {
		const [before, after] = [new Map([[POSITION, state(MINE)]]), new Map([[POSITION, state(THEIRS)]])];
		const watched = { mine: new Set<string>(), moved: [POSITION] };
		expect(writesOf(before, after, watched)).toMatchObject([{ isMoved: true }]);
	});

	it("are reported for an account that another program owns from then on", () => {
		expect(written(state(bytes(1)), state(bytes(1), 5n, OTHER))).toMatchObject([{ isDataChanged: true }]);
	});

	it("list a bounded number of offsets, the first changed first", () => {
		const mine = joined(...Array.from({ length: 40 }, () => MINE));
		const after = joined(mine.subarray(0, 32 * 39), THEIRS);
		const keys = written(state(mine), state(after))[0]?.keys ?? [];
		expect(keys).toHaveLength(16);
		expect(keys[0]).toEqual({ key: ME, at: 32 * 39, stands: "before", other: OTHER });
	});
});
