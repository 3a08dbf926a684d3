import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { wellKnownAt } from "../../../../src/core/chain/tokens/known.ts";
import { TOKEN_LIST } from "../../../../src/core/chain/tokens/list.ts";
import { feedFor, isDollar } from "../../../../src/core/fiat/feeds.ts";
import { pythFeedFor } from "../../../../src/core/fiat/pyth-feeds.ts";

const PUSH_ORACLE = new PublicKey("pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT");
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const mints = (TOKEN_LIST["mainnet-beta"] ?? []).map(([, , , mint]) => mint);

describe("Pyth's price accounts", () => {
	const listed = mints.flatMap((mint) => {
		const feed = pythFeedFor(mint);
		return feed === null ? [] : [{ mint, feed }];
	});

	it("are its program's for the id in shard 0", () => {
		expect(listed).toHaveLength(17);
		for (const { feed } of listed) {
			const seeds = [Uint8Array.of(0, 0), Buffer.from(feed.id, "hex")];
			expect(PublicKey.findProgramAddressSync(seeds, PUSH_ORACLE)[0].toBase58()).toBe(feed.address);
		}
	});

	it("are of listed mints, under the list's symbol", () => {
		for (const { mint, feed } of listed) {
			const symbol = wellKnownAt("mainnet-beta", mint)?.symbol.replace("$", "").toUpperCase();
			expect(feed.description).toBe(`${symbol} / USD`);
		}
		expect(new Set(listed.map(({ feed }) => feed.id)).size).toBe(listed.length);
	});
});

describe("the feed for an asset of Solana", () => {
	it("is SOL's for the coin and its wrapped form, under any name of the cluster", () => {
		const sol = feedFor("mainnet-beta", "native");
		expect(sol).toMatchObject({ kind: "pyth", description: "SOL / USD" });
		expect(feedFor("mainnet-beta", "So11111111111111111111111111111111111111112")).toEqual(sol);
		expect(feedFor("solana:mainnet", "native")).toEqual(sol);
		expect(feedFor("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "native")).toEqual(sol);
	});

	it("is missing on another cluster, for an unlisted mint, and for another chain's address", () => {
		expect(feedFor("devnet", "native")).toBeNull();
		expect(feedFor("localnet", "native")).toBeNull();
		expect(feedFor("mainnet-beta", "8nYzPpJiwXcYwJq8PMYHyZK1Ag5sDgnYB2Cg1CdqGrgM")).toBeNull();
		expect(feedFor("mainnet-beta", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")).toBeNull();
		expect(feedFor("1", USDC)).toBeNull();
	});

	it("counts as a dollar if the list says USDC or USDT", () => {
		expect(isDollar("mainnet-beta", USDC)).toBe(true);
		expect(isDollar("mainnet-beta", "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So")).toBe(false);
	});
});
