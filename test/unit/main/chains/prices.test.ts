import { decodeFunctionData, encodeFunctionResult, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { feedFor } from "../../../../src/core/fiat/feeds.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import { Prices, rulePricesOf } from "../../../../src/main/chains/prices.ts";

const ABI = parseAbi([
	"function decimals() view returns (uint8)",
	"function description() view returns (string)",
	"function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
]);
const USDX = "0xBadC0de00000000000000000000000000000c0De";
const START = 1_790_000_000_000;

function sequencerOf(chainRef: string): string | null {
	const feed = feedFor(chainRef, "native");
	return feed?.kind === "chainlink" ? feed.sequencer : null;
}

interface World {
	readonly wanted?: boolean;
	readonly description?: string;
	readonly sequencer?: bigint;
	readonly fault?: ChainError;
}

/** Creates price feeds that answer like their contracts, and a clock that tests advance. */
function world(first: World = {}) {
	let { wanted = true, description = "ETH / USD", sequencer = 0n, fault } = first;
	let now = START;
	let changes = 0;
	const asked: string[] = [];
	const call = async (to: string, data: `0x${string}`): Promise<`0x${string}`> => {
		asked.push(to);
		if (fault !== undefined) throw fault;
		const { functionName } = decodeFunctionData({ abi: ABI, data });
		if (functionName === "decimals") return encodeFunctionResult({ abi: ABI, functionName, result: 8 });
		if (functionName === "description")
			return encodeFunctionResult({ abi: ABI, functionName, result: description });
		const isSequencer = to === sequencerOf("8453");
		const at = BigInt(now / 1000);
		const result = isSequencer
			? ([1n, sequencer, at - 90_000n, at, 1n] as const)
			: ([1n, 2500n * 10n ** 8n, at, at, 1n] as const);
		return encodeFunctionResult({ abi: ABI, functionName, result });
	};
	const chains = { of: () => ({ call }) };
	const svmChains = {
		of: () => {
			throw new Error("Solana was asked");
		},
	};
	const prices = new Prices(chains, svmChains, {
		clock: { now: () => now },
		wanted: () => wanted,
		onChange: () => {
			changes += 1;
		},
		log: () => {},
	});
	return {
		prices,
		asked,
		changes: () => changes,
		later: (ms: number) => {
			now += ms;
		},
		set: (next: World) => {
			({ wanted = true, description = "ETH / USD", sequencer = 0n, fault } = next);
		},
		/** Waits until pending queries are answered. */
		answered: async () => {
			for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
		},
	};
}

describe("prices from the user's own RPC", () => {
	it("arrive later, are reported once, and stay valid for a minute without another query", async () => {
		const { prices, asked, changes, answered, later } = world();
		expect(prices.of("1", "native")).toBeNull();
		expect(prices.of("1", "native")).toBeNull();
		await answered();
		expect(changes()).toBe(1);
		expect(prices.of("1", "native")).toMatchObject({ answer: 2500n * 10n ** 8n, feed: "ETH / USD" });
		expect(asked).toHaveLength(3);
		later(60_000);
		prices.of("1", "native");
		await answered();
		expect(asked).toHaveLength(6);
	});

	it("count for a rule only if they were read recently, by both RPCs if there are two", async () => {
		const [first, second] = [world(), world()];
		const by = (hasSecond: boolean) => rulePricesOf(first.prices, second.prices, () => hasSecond);
		expect(by(true)("1", "native")).toEqual({ kind: "unknown" });
		await first.answered();
		expect(second.asked).toHaveLength(3);
		expect(by(true)("1", "native")).toMatchObject({ kind: "price", sure: true });
		expect(by(false)("1", "native")).toMatchObject({ kind: "price", sure: false });
		first.later(5 * 60_000 + 1);
		expect(by(false)("1", "native")).toEqual({ kind: "unknown" });
		// An old price is still good enough to be displayed.
		expect(first.prices.of("1", "native")).not.toBeNull();
		expect(by(true)("1", USDX)).toEqual({ kind: "none" });
	});

	it("are not queried if they are not wanted, or without a known feed", async () => {
		const { prices, asked, answered } = world({ wanted: false });
		expect(prices.of("1", "native")).toBeNull();
		await answered();
		expect(asked).toEqual([]);
		const other = world();
		expect(other.prices.of("31337", "native")).toBeNull();
		await other.answered();
		expect(other.asked).toEqual([]);
	});

	it("are absent for a feed under another name, or a chain with a stopped sequencer", async () => {
		const renamed = world({ description: "BTC / USD" });
		renamed.prices.of("1", "native");
		await renamed.answered();
		expect(renamed.prices.of("1", "native")).toBeNull();
		const still = world({ sequencer: 1n });
		still.prices.of("8453", "native");
		await still.answered();
		expect(still.asked).toHaveLength(4);
		expect(still.prices.of("8453", "native")).toBeNull();
	});

	it("become unknown if the RPC no longer answers, and when they are old", async () => {
		const { prices, answered, later, set } = world();
		prices.of("1", "native");
		await answered();
		set({ fault: new ChainError("unreachable", verbatim("down")) });
		later(60_000);
		prices.of("1", "native");
		await answered();
		expect(prices.of("1", "native")).toBeNull();
	});
});
