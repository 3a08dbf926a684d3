import { describe, expect, it } from "vitest";
import { feedFor } from "../../../../../src/core/fiat/feeds.ts";
import { Prices, rulePricesOf } from "../../../../../src/main/chains/prices.ts";
import { SvmRpcChains } from "../../../../../src/main/chains/svm/chain.ts";
import { type PriceUpdate, PYTH_RECEIVER, priceUpdate } from "../../../../fixtures/price-account.ts";
import { fakeClock } from "../fake-rpc.ts";
import { fakeSvmRpc, inContext } from "../fake-svm-rpc.ts";

/** Solana prices from an RPC's price accounts. */

const GENESIS = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const BONK = "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263";
const SOLANA = "mainnet-beta";
const ASSETS = ["native", USDC, BONK];

interface Told extends Partial<PriceUpdate> {
	readonly owner?: string;
	readonly genesis?: string;
	readonly missing?: boolean;
}

const feeds = new Map(
	ASSETS.flatMap((asset) => {
		const feed = feedFor(SOLANA, asset);
		return feed?.kind === "pyth" ? [[feed.address, feed] as const] : [];
	}),
);

function world(told: Told = {}) {
	const clock = fakeClock();
	const { owner = PYTH_RECEIVER, genesis = GENESIS, missing = false, ...patch } = told;
	const lines: string[] = [];
	const rpc = fakeSvmRpc({
		getGenesisHash: () => genesis,
		getMultipleAccounts: ([addresses]) =>
			inContext(
				(addresses as readonly string[]).map((address) => {
					const feed = feeds.get(address);
					if (feed === undefined || missing) return null;
					const data = priceUpdate(feed, BigInt(Math.floor(clock.now() / 1000)), patch);
					return {
						data: [Buffer.from(data).toString("base64"), "base64"],
						executable: false,
						lamports: 1n,
						owner,
						space: 134n,
					};
				}),
			),
	});
	const { fetch } = rpc;
	const svmChains = new SvmRpcChains({
		urlOf: () => "https://rpc.test",
		genesisOf: () => null,
		fetch,
		clock,
	});
	const prices = new Prices(
		{
			of: () => {
				throw new Error("an EVM chain was asked");
			},
		},
		svmChains,
		{ clock, wanted: () => true, onChange: () => {}, log: (line) => lines.push(line) },
	);
	return { prices, clock, lines, methods: () => rpc.calls.map(({ method }) => method).toSorted() };
}

describe("prices of Solana", () => {
	it("are queried together, in one request with the cluster's proof", async () => {
		const { prices, methods } = world();
		await prices.ask(SOLANA, ASSETS);
		expect(methods()).toEqual(["getGenesisHash", "getMultipleAccounts"]);
		for (const asset of ASSETS)
			expect(prices.of(SOLANA, asset)).toMatchObject({ answer: 150n * 10n ** 8n, decimals: 8 });
		expect(methods()).toHaveLength(2);
	});

	it("are queried together for several drawings, and once", async () => {
		const { prices, methods } = world();
		for (const asset of [...ASSETS, ...ASSETS]) expect(prices.of(SOLANA, asset)).toBeNull();
		await prices.ask(SOLANA, ASSETS);
		expect(methods()).toEqual(["getGenesisHash", "getMultipleAccounts"]);
	});

	it("are queried again after a minute, and become unknown once they are old", async () => {
		const { prices, methods, clock } = world();
		await prices.ask(SOLANA, ["native"]);
		clock.advance(60_000);
		await prices.ask(SOLANA, ["native"]);
		expect(methods()).toHaveLength(4);
		clock.advance(661_000);
		expect(prices.of(SOLANA, "native")).toBeNull();
	});

	it.each<readonly [string, Told]>([
		["another program's account", { owner: "11111111111111111111111111111111" }],
		["another feed's", { id: "ab".repeat(32) }],
		["a stale one", { publishedAt: 1n }],
		["none at all", { missing: true }],
	])("are absent for %s, silently", async (_, told) => {
		const { prices, lines } = world(told);
		await prices.ask(SOLANA, ASSETS);
		for (const asset of ASSETS) expect(prices.of(SOLANA, asset)).toBeNull();
		expect(lines).toEqual([]);
	});

	it("are absent for an RPC of another cluster, which is logged", async () => {
		const { prices, lines } = world({ genesis: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG" });
		await prices.ask(SOLANA, ["native"]);
		expect(prices.of(SOLANA, "native")).toBeNull();
		expect(lines).toHaveLength(1);
	});

	it("are not queried without a feed, or on another cluster", async () => {
		const { prices, methods } = world();
		await prices.ask(SOLANA, ["8nYzPpJiwXcYwJq8PMYHyZK1Ag5sDgnYB2Cg1CdqGrgM"]);
		await prices.ask("devnet", ["native"]);
		expect(methods()).toEqual([]);
	});

	it("are uncertain for a rule if two RPCs use other decimals or disagree", async () => {
		const first = world();
		const by = async (told: Told) => {
			const second = world(told);
			await Promise.all([first, second].map(({ prices }) => prices.ask(SOLANA, ["native"])));
			return rulePricesOf(first.prices, second.prices, () => true)(SOLANA, "native");
		};
		expect(await by({})).toMatchObject({ kind: "price", sure: true });
		expect(await by({ exponent: -9 })).toEqual({ kind: "differs" });
		expect(await by({ price: 160n * 10n ** 8n })).toEqual({ kind: "differs" });
		expect(await by({ price: -1n, confidence: 0n })).toEqual({ kind: "unknown" });
	});
});
