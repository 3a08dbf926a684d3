import { clusterApiUrl } from "@solana/web3.js";
import * as chains from "viem/chains";
import { describe, expect, it } from "vitest";
import { chainName, knownGenesis, nativeOf } from "../../../../src/core/chain/names.ts";
import { operatorOf, PUBLIC_NETWORKS, publicNetwork } from "../../../../src/core/chain/public-rpcs.ts";
import { hasTokenList } from "../../../../src/core/chain/tokens/known.ts";
import { isSafeAddress } from "../../../../src/ipc/primitives.ts";

const evm = PUBLIC_NETWORKS.filter(({ family }) => family === "evm");
const byId = (chainId: string) => Object.values(chains).find(({ id }) => String(id) === chainId);

describe("the networks offered in the list", () => {
	it("are sixteen EVM chains and Solana, each once", () => {
		expect(evm).toHaveLength(16);
		expect(new Set(PUBLIC_NETWORKS.map(({ chainId }) => chainId)).size).toBe(PUBLIC_NETWORKS.length);
	});

	it.each(evm.map(({ chainId, rpcs }) => [chainId, rpcs[0]?.url]))(
		"query viem's first RPC for chain %s first",
		(chainId, url) => {
			const known = byId(chainId);
			expect(known?.testnet).not.toBe(true);
			expect(url).toBe(known?.rpcUrls.default.http[0]);
			expect(nativeOf(chainId).symbol.toUpperCase()).toBe(known?.nativeCurrency.symbol.toUpperCase());
		},
	);

	it("query the first RPC of Solana's own tools first", () => {
		const [first] = publicNetwork("mainnet-beta")?.rpcs ?? [];
		expect(new URL(first?.url ?? "").href).toBe(new URL(clusterApiUrl("mainnet-beta")).href);
		expect(knownGenesis("mainnet-beta")).not.toBeNull();
	});

	it("have known names and safe addresses, each on its own named provider's host", () => {
		for (const { chainId, name, rpcs } of PUBLIC_NETWORKS) {
			expect(name).toBe(chainName(chainId));
			expect(name).not.toMatch(/^Chain /);
			expect(new Set(rpcs.map(({ url }) => new URL(url).host)).size).toBe(rpcs.length);
			for (const { url, operator } of rpcs) {
				expect(isSafeAddress(url)).toBe(true);
				expect(operatorOf(url)).toBe(operator);
			}
		}
	});

	it("have a fallback RPC each, except for MegaETH", () => {
		const alone = PUBLIC_NETWORKS.filter(({ rpcs }) => rpcs.length === 1);
		expect(alone.map(({ chainId }) => chainId)).toEqual(["4326"]);
	});

	it("have a list of well-known tokens each, except for the newest", () => {
		const bare = PUBLIC_NETWORKS.filter(({ chainId }) => !hasTokenList(chainId));
		expect(bare.map(({ chainId }) => chainId)).toEqual(["143", "4663", "4326"]);
	});

	it("name no provider for an address of the user's own", () => {
		expect(operatorOf("https://mine.example")).toBeNull();
		expect(publicNetwork("31337")).toBeNull();
	});
});
