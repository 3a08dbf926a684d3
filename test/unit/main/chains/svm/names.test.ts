import { describe, expect, it } from "vitest";
import { chainName, clusterOf, knownGenesis, nativeOf } from "../../../../../src/core/chain/names.ts";

const LOCAL = "4oWhJmCYq3Wbjf6f3adA6ng8ZY23fJSaigcssiUz2epZ";

describe("the names of Solana's clusters", () => {
	it.each([
		["mainnet-beta", "mainnet-beta", "Solana"],
		["mainnet", "mainnet-beta", "Solana"],
		["solana:mainnet", "mainnet-beta", "Solana"],
		["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "mainnet-beta", "Solana"],
		["devnet", "devnet", "Solana Devnet"],
		["solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "devnet", "Solana Devnet"],
		["solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z", "testnet", "Solana Testnet"],
		["solana:testnet", "testnet", "Solana Testnet"],
		["localnet", "localnet", "Solana (local)"],
	])("%s is %s", (reference, cluster, name) => {
		expect(clusterOf(reference)).toBe(cluster);
		expect(chainName(reference)).toBe(name);
		expect(nativeOf(reference)).toEqual({ symbol: "SOL", decimals: 9 });
	});

	it.each([
		"",
		"1",
		"solana",
		"solana:",
		"Mainnet",
		"toString",
		"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKv",
		"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
		"eip155:mainnet",
	])("“%s” is not one", (reference) => {
		expect(clusterOf(reference)).toBeNull();
	});

	it("identify a local cluster by its pinned genesis hash, and a public one never by it", () => {
		expect(clusterOf(`solana:${LOCAL.slice(0, 32)}`)).toBeNull();
		expect(clusterOf(`solana:${LOCAL.slice(0, 32)}`, LOCAL)).toBe("localnet");
		expect(knownGenesis("localnet")).toBeNull();
		expect(knownGenesis("devnet")).toBe("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG");
	});

	it("keep EVM chains unchanged, and give an unknown cluster no coin's name", () => {
		expect(chainName("8453")).toBe("Base");
		expect(nativeOf("8453")).toEqual({ symbol: "ETH", decimals: 18 });
		expect(chainName("solana:other")).toBe("Chain solana:other");
		expect(nativeOf("solana:other")).toEqual({ symbol: "native coin", decimals: 9 });
	});
});
