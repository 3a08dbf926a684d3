import { describe, expect, it } from "vitest";
import { ChainError, type ChainErrorKind } from "../../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import type { BlockRange } from "../../../../../src/core/powers/block-ranges.ts";
import type { LoggedApproval } from "../../../../../src/main/chains/evm/approval-logs.ts";
import { blockAtTime, namedSpan, readLogPages } from "../../../../../src/main/chains/evm/log-reading.ts";

const OWNER = `0x${"a".repeat(40)}`;

const fault = (kind: ChainErrorKind, text = "", rpcCode = -32_000) =>
	new ChainError(kind, verbatim(text), { nodeText: text, rpcCode });

/** Creates an RPC with limits that records the queried ranges. */
function rpc(answer: (range: BlockRange) => void) {
	const asked: BlockRange[] = [];
	let waited = 0;
	return {
		asked,
		waited: () => waited,
		clock: {
			after: (ms: number, run: () => void) => {
				waited += ms;
				queueMicrotask(run);
				return () => {};
			},
		},
		approvalLogs: async (range: BlockRange): Promise<readonly LoggedApproval[]> => {
			asked.push(range);
			answer(range);
			return [
				{ kind: "allowance", account: OWNER, token: OWNER, spender: OWNER, tokenId: "", block: range.from },
			];
		},
	};
}

async function read(source: ReturnType<typeof rpc>, range: BlockRange, isStopped?: () => boolean) {
	const pages = [];
	for await (const page of readLogPages(source, source.clock, [OWNER], range, isStopped)) pages.push(page);
	return pages;
}

const span = ({ from, to }: BlockRange) => to - from + 1;

/** Expects that the pages contain every block exactly once, in order. */
function expectWhole(pages: readonly BlockRange[], { from, to }: BlockRange): void {
	let next = from;
	for (const page of pages) {
		expect(page.from).toBe(next);
		expect(page.to).toBeGreaterThanOrEqual(page.from);
		next = page.to + 1;
	}
	expect(next).toBe(to + 1);
}

describe("reading logs", () => {
	it("requires one query on an RPC without limits", async () => {
		const source = rpc(() => {});
		const whole = { from: 0, to: 20_000_000 };
		expectWhole(await read(source, whole), whole);
		expect(source.asked).toEqual([whole]);
		expect(source.waited()).toBe(0);
	});

	it("keeps within a limit of blocks that the RPC doesn't name, with few refusals", async () => {
		const source = rpc((range) => {
			if (span(range) > 10_000) throw fault("refused", "query exceeds max block range");
		});
		const whole = { from: 5_000, to: 1_004_999 };
		expectWhole(await read(source, whole), whole);
		const refused = source.asked.filter((range) => span(range) > 10_000);
		expect(refused.length).toBeLessThanOrEqual(24);
		// For this million blocks, 100 queries would be the minimum.
		expect(source.asked.length).toBeLessThanOrEqual(160);
		// Each query except the first waits for its turn.
		expect(source.waited()).toBe((source.asked.length - 1) * 100);
	});

	it("uses the limit that the RPC names", async () => {
		const source = rpc((range) => {
			if (span(range) > 500) throw fault("refused", "eth_getLogs is limited to a 500 range");
		});
		const whole = { from: 0, to: 9_999 };
		expectWhole(await read(source, whole), whole);
		expect(source.asked).toHaveLength(21);
	});

	it("narrows a range with too many results only there", async () => {
		const source = rpc((range) => {
			const dense = range.from <= 4_200 && range.to >= 4_100;
			if (dense && span(range) > 40) throw fault("refused", "query returned more than 10000 results");
		});
		const whole = { from: 0, to: 99_999 };
		const pages = await read(source, whole);
		expectWhole(pages, whole);
		expect(pages.every(({ events }) => events !== null)).toBe(true);
		expect(source.asked.length).toBeLessThanOrEqual(160);
	});

	it("grows again after a dense range, up to the limit that the RPC names", async () => {
		const source = rpc((range) => {
			if (span(range) > 1_000) throw fault("refused", "block range is limited to 1000");
			if (range.from <= 4_000 && span(range) > 100) throw fault("refused", "too many results");
		});
		const whole = { from: 0, to: 99_999 };
		expectWhole(await read(source, whole), whole);
		// The minimum would be 41 pages of 100 blocks and 96 of 1,000 blocks.
		expect(source.asked.length).toBeLessThanOrEqual(200);
		expect(source.asked.filter((range) => span(range) === 1_000).length).toBeGreaterThanOrEqual(90);
	});

	it("narrows a range whose answer is too large or too slow", async () => {
		for (const kind of ["too_large", "unreachable"] as const) {
			const source = rpc((range) => {
				if (span(range) > 3_000) throw fault(kind);
			});
			const whole = { from: 0, to: 99_999 };
			const pages = await read(source, whole);
			expectWhole(pages, whole);
			expect(pages.every(({ events }) => events !== null)).toBe(true);
		}
	});

	it("names the blocks that an RPC has pruned, and reads the others", async () => {
		const source = rpc(({ from }) => {
			if (from < 800_123) throw fault("refused", "history has been pruned for this block");
		});
		const whole = { from: 0, to: 1_000_000 };
		const pages = await read(source, whole);
		expectWhole(pages, whole);
		const failed = pages.filter(({ events }) => events === null);
		expect(failed).toEqual([{ from: 0, to: 800_122, events: null }]);
		expect(source.asked.length).toBeLessThanOrEqual(160);
	});

	it("names a single block that can't be read", async () => {
		const source = rpc(({ from, to }) => {
			if (from <= 77 && to >= 77) throw fault("refused", "query returned more than 10000 results");
		});
		const pages = await read(source, { from: 0, to: 99 });
		expectWhole(pages, { from: 0, to: 99 });
		expect(pages.filter(({ events }) => events === null)).toEqual([{ from: 77, to: 77, events: null }]);
	});

	it("skips a small range that times out, and gives up once the RPC is away", async () => {
		const slow = rpc(({ from, to }) => {
			if (from <= 2_000 && to >= 2_000) throw fault("unreachable");
		});
		const pages = await read(slow, { from: 0, to: 9_999 });
		expectWhole(pages, { from: 0, to: 9_999 });
		const [failed, ...more] = pages.filter(({ events }) => events === null);
		expect(more).toEqual([]);
		expect(failed !== undefined && failed.from <= 2_000 && failed.to >= 2_000 && span(failed) <= 1_000).toBe(
			true,
		);

		const away = rpc(() => {
			throw fault("unreachable");
		});
		await expect(read(away, { from: 0, to: 9_999 })).rejects.toMatchObject({ kind: "unreachable" });
		expect(away.asked.length).toBeLessThanOrEqual(6);
	});

	it("stops at once for another chain, a missing method, and an RPC that stays busy", async () => {
		for (const [error, most] of [
			[fault("wrong_chain"), 1],
			[fault("refused", "method not found", -32_601), 1],
			[fault("busy"), 3],
		] as const) {
			const source = rpc(() => {
				throw error;
			});
			await expect(read(source, { from: 0, to: 9_999 })).rejects.toBe(error);
			expect(source.asked).toHaveLength(most);
		}
	});

	it("ends after the current page if it is stopped", async () => {
		const source = rpc((range) => {
			if (span(range) > 100) throw fault("refused", "block range is limited to 100");
		});
		const pages = await read(source, { from: 0, to: 9_999 }, () => source.asked.length >= 3);
		expect(pages.map(({ from, to }) => [from, to])).toEqual([
			[0, 99],
			[100, 199],
		]);
	});
});

describe("a limit in a refusal", () => {
	it.each([
		["query returned more than 10000 results. Try with this block range [0x0, 0x4fff].", 20_480],
		["eth_getLogs is limited to a 10,000 range", 10_000],
		["block range exceeds max of 5k blocks", 5_000],
		["exceed maximum block range: 2000", 2_000],
		["query returned more than 10000 results", null],
		["Log response size exceeded.", null],
		["server error", null],
	])("of “%s” is %s", (text, expected) => {
		expect(namedSpan(text)).toBe(expected);
	});
});

describe("the first block at a time", () => {
	const chain = { blockTime: async (block: number) => 1_000_000 + block * 12_000 };

	it("is found by bisection", async () => {
		expect(await blockAtTime(chain, 1_000, 1_000_000 + 500 * 12_000)).toBe(500);
		expect(await blockAtTime(chain, 1_000, 1_000_000 + 500 * 12_000 + 1)).toBe(501);
		expect(await blockAtTime(chain, 1_000, 0)).toBe(0);
		expect(await blockAtTime(chain, 1_000, 1e15)).toBe(1_000);
	});
});
