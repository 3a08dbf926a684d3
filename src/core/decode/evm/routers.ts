import type { Hex } from "../../format/numeral.ts";

/**
 * Uniswap's Universal Routers. Their addresses differ between chains, and a different contract may exist at
 * the same address on another chain. Each address appears in two public lists: Uniswap's own
 * (github.com/Uniswap/universal-router, deploy-addresses, commit fb25ff0, or github.com/Uniswap/docs for
 * Avalanche's second version), and 1inch's router list (github.com/duneanalytics/spellbook,
 * oneinch_mapped_contracts_macro.sql, commit 91dac12), or github.com/Uniswap/sdks (commit 241fb9a) for
 * Sepolia.
 */

/** The first version uses commands starting at 0x10 for NFT marketplaces. */
export type RouterVersion = "first" | "second";

type Row = readonly [first: readonly string[], second: readonly string[]];

/**
 * Router addresses in lower case, by decimal chain ID. Version 2.1 and later aren't included, because they
 * parse inputs differently.
 */
const BY_CHAIN: Readonly<Record<string, Row>> = {
	"1": [
		["0xef1c6e67703c7bd7107eed8303fbe6ec2554bf6b", "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad"],
		["0x66a9893cc07d91d95644aedd05d03f95e1dba8af"],
	],
	"10": [
		[
			"0xb555edf5dcf85f42ceef1f3630a52a108e55a654",
			"0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4",
			"0xcb1355ff08ab38bbce60111f1bb2b784be25d7e8",
		],
		["0x851116d9223fabed8e56c0e6b8ad0c31d98b3507"],
	],
	"56": [
		[
			"0x5dc88340e1c5c6366864ee415d6034cadd1a9897",
			"0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4",
			"0x4dae2f939acf50408e13d58534ff8c2776d45265",
		],
		["0x1906c1d672b88cd1b9ac7593301ca990f94eae07"],
	],
	"130": [[], ["0xef740bf23acae26f6492b10de645d6b98dc8eaf3"]],
	"137": [
		[
			"0x4c60051384bd2d3c01bfc845cf5f4b44bcbe9de5",
			"0x643770e279d5d0733f21d6dc03a8efbabf3255b4",
			"0xec7be89e9d109e7e3fec59c222cf297125fefda2",
		],
		["0x1095692a6237d83c6a72f3f5efedb9a670c49223"],
	],
	"8453": [
		["0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4", "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad"],
		["0x6ff5693b99212da76ad316178a184ab56d299b43"],
	],
	"42161": [
		[
			"0x4c60051384bd2d3c01bfc845cf5f4b44bcbe9de5",
			"0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4",
			"0x5e325eda8064b456f4781070c0738d849c824258",
		],
		["0xa51afafe0263b40edaef0df8781ea9aa03e381a3"],
	],
	"43114": [["0x4dae2f939acf50408e13d58534ff8c2776d45265"], ["0x94b75331ae8d42c1b61065089b7d48fe14aa73b7"]],
	"11155111": [
		["0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad"],
		["0x3a9d48ab9751398bbfa63ad67599bb04e4bdf98b"],
	],
};

export const ROUTERS: readonly (readonly [chainRef: string, address: string])[] = Object.entries(
	BY_CHAIN,
).flatMap(([chainRef, versions]) => versions.flat().map((address) => [chainRef, address] as const));

export function routerAt(chainRef: string, address: Hex): RouterVersion | null {
	if (!Object.hasOwn(BY_CHAIN, chainRef)) return null;
	const [first, second] = BY_CHAIN[chainRef] ?? [[], []];
	if (first.includes(address)) return "first";
	return second.includes(address) ? "second" : null;
}
