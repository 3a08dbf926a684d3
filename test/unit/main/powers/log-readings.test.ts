import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import type { BlockRange } from "../../../../src/core/powers/block-ranges.ts";
import type { LoggedApproval } from "../../../../src/main/chains/evm/approval-logs.ts";
import { ApprovalLogStore } from "../../../../src/main/powers/approval-log-store.ts";
import { LogReadings } from "../../../../src/main/powers/log-readings.ts";
import { LOG_SCHEMA } from "../../../../src/main/storage/log-db.ts";
import { stub } from "../../../fixtures/stub.ts";

const BASE = "8453";
const [ME, SECOND] = [`0x${"a".repeat(40)}`, `0x${"b".repeat(40)}`];
const TOKEN = `0x${"d".repeat(40)}`;
const SPENDER = `0x${"c".repeat(40)}`;
const NOW = 1_700_000_000_000;

interface Asked extends BlockRange {
	readonly accounts: readonly string[];
}

function scene() {
	const db = new DatabaseSync(":memory:");
	for (const sql of LOG_SCHEMA.migrations) db.exec(sql);
	const world = {
		latest: 10_000,
		accounts: [ME],
		asked: [] as Asked[],
		/** Blocks in which the first account gave an approval. */
		events: [500, 7_000],
		fail: (_range: BlockRange): Error | null => null,
		ended: [] as string[],
		progress: 0,
	};
	const chain = stub<object>({
		height: async () => BigInt(world.latest),
		blockTime: async (block: number) => NOW - (world.latest - block) * 2_000,
		async approvalLogs(range: BlockRange, accounts: readonly string[]): Promise<readonly LoggedApproval[]> {
			world.asked.push({ ...range, accounts });
			const fault = world.fail(range);
			if (fault !== null) throw fault;
			return world.events
				.filter((block) => block >= range.from && block <= range.to && accounts.includes(ME))
				.map((block) => ({
					...{
						kind: "allowance",
						account: ME,
						token: TOKEN,
						spender: SPENDER,
						tokenId: String(block),
						block,
					},
				}));
		},
	});
	const store = new ApprovalLogStore(db);
	const create = () =>
		new LogReadings(
			stub({
				ports: {
					clock: {
						now: () => NOW,
						after: (_ms: number, run: () => void) => {
							queueMicrotask(run);
							return () => {};
						},
					},
					log: (line: string) => {
						throw new Error(line);
					},
				},
				networks: { chains: { of: () => chain } },
			}),
			store,
			{
				accounts: () => world.accounts,
				onProgress: () => {
					world.progress += 1;
				},
				onEnd: (chainRef) => world.ended.push(chainRef),
			},
		);
	return { world, store, readings: create(), create };
}

const limited = (most: number) => (range: BlockRange) =>
	range.to - range.from + 1 > most
		? new ChainError("refused", verbatim(""), { nodeText: `block range is limited to ${most}` })
		: null;

describe("logs from a chosen block on", () => {
	it("give candidates, and say from when on they were read", async () => {
		const { readings, store, world } = scene();
		expect(readings.reading(BASE)).toMatchObject({ first: null, isReading: false, readAt: null });
		await readings.start(BASE, { block: 1_000 });
		expect(store.candidates()).toEqual([
			{ chainRef: BASE, account: ME, token: TOKEN, spender: SPENDER, kind: "allowance", tokenId: "7000" },
		]);
		expect(readings.reading(BASE)).toMatchObject({
			first: 1_000,
			firstAt: NOW - 9_000 * 2_000,
			latest: 10_000,
			isReading: false,
			failed: [],
			fault: null,
			readAt: NOW,
		});
		expect(world.ended).toEqual([BASE]);
	});

	it("can begin at a time", async () => {
		const { readings, world } = scene();
		await readings.start(BASE, { time: NOW - 4_000 * 2_000 });
		expect(world.asked).toEqual([{ from: 6_000, to: 10_000, accounts: [ME] }]);
	});

	it("continue where they ended, except for the last blocks, which may still change", async () => {
		const { create, readings, world } = scene();
		await readings.start(BASE, { block: 1_000 });
		world.latest = 12_000;
		world.asked = [];
		// A restart of the app.
		await create().resume(BASE);
		expect(world.asked).toEqual([{ from: 9_937, to: 12_000, accounts: [ME] }]);
	});

	it("read only what is missing if an earlier block is chosen", async () => {
		const { readings, store, world } = scene();
		await readings.start(BASE, { block: 1_000 });
		world.asked = [];
		await readings.start(BASE, { block: 0 });
		expect(world.asked.map(({ from, to }) => [from, to])).toEqual([
			[0, 999],
			[9_937, 10_000],
		]);
		expect(store.candidates().map(({ tokenId }) => tokenId)).toEqual(["7000", "500"]);
	});

	it("are read for a new account from the same block on, with shared queries for the rest", async () => {
		const { readings, world } = scene();
		await readings.start(BASE, { block: 1_000 });
		world.accounts = [ME, SECOND];
		world.latest = 20_000;
		world.asked = [];
		await readings.resume(BASE);
		expect(world.asked.map(({ from, accounts }) => [from, accounts])).toEqual([
			[9_937, [ME]],
			[1_000, [SECOND]],
		]);
		world.asked = [];
		await readings.resume(BASE);
		expect(world.asked).toEqual([{ from: 19_937, to: 20_000, accounts: [ME, SECOND] }]);
	});

	it("are not read before the user chose a block", async () => {
		const { readings, world } = scene();
		await readings.resume(BASE);
		expect([world.asked, world.ended]).toEqual([[], []]);
	});

	it("name a range that failed, and try it again the next time", async () => {
		const { readings, store, world } = scene();
		world.fail = ({ from }) =>
			from < 5_000 ? new ChainError("refused", verbatim(""), { nodeText: "pruned history" }) : null;
		await readings.start(BASE, { block: 0 });
		expect(readings.reading(BASE)).toMatchObject({ failed: [{ from: 0, to: 4_999 }], fault: null });
		expect(store.candidates()).toHaveLength(1);
		world.fail = () => null;
		world.asked = [];
		await readings.resume(BASE);
		expect(world.asked[0]).toMatchObject({ from: 0, to: 4_999 });
		expect(readings.reading(BASE).failed).toEqual([]);
		expect(store.candidates()).toHaveLength(2);
	});

	it("keep what was read if the RPC goes away, and say so", async () => {
		const { readings, store, world } = scene();
		const away = new ChainError("unreachable", verbatim("Your RPC can’t be reached."));
		world.fail = (range) => (range.to > 6_000 ? away : limited(1_000)(range));
		await readings.start(BASE, { block: 0 });
		const { fault, read, blocks } = readings.reading(BASE);
		expect(fault).toEqual(verbatim("Your RPC can’t be reached."));
		expect(read).toBeGreaterThanOrEqual(4_000);
		expect(read).toBeLessThan(blocks);
		expect(store.candidates()).toHaveLength(1);
		world.fail = limited(1_000);
		await readings.resume(BASE);
		expect(readings.reading(BASE).fault).toBeNull();
		expect(store.candidates()).toHaveLength(2);
	});

	it("stop when asked, count the blocks, and run only once at a time", async () => {
		const { readings, world } = scene();
		world.fail = (range) => {
			if (world.asked.length === 5) readings.stop();
			return limited(1_000)(range);
		};
		const runs = [readings.start(BASE, { block: 0 }), readings.start(BASE, { block: 0 })];
		expect(readings.reading(BASE).isReading).toBe(true);
		await Promise.all(runs);
		expect(world.ended).toEqual([BASE]);
		expect(world.asked).toHaveLength(5);
		expect(readings.reading(BASE)).toMatchObject({ isReading: false, blocks: 9_937, read: 4_000 });
	});
});

describe("stored candidates", () => {
	it("are kept once, the newest first", () => {
		const { store } = scene();
		const event = { kind: "allowance", account: ME, token: TOKEN, spender: SPENDER, tokenId: "" } as const;
		store.start(BASE, [ME], { block: 0, at: null });
		const save = (block: number, tokenId: string) =>
			store.savePage(BASE, [ME], {
				range: { from: block, to: block },
				events: [{ ...event, tokenId, block }],
				readAt: NOW,
			});
		save(1, "1");
		save(2, "2");
		save(3, "1");
		expect(store.candidates().map(({ tokenId }) => tokenId)).toEqual(["1", "2"]);
		expect(store.progress(BASE)).toMatchObject([{ done: [{ from: 1, to: 3 }], failed: [] }]);
	});
});
