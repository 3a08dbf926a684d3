import * as viemChains from "viem/chains";
import { describe, expect, it } from "vitest";
import { explorerPage, isExplorer, knownExplorer } from "../../../../src/core/chain/explorers.ts";

const HASH = `0x${"ab".repeat(32)}`;
const SIGNATURE = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";

const ids = [
	1, 10, 56, 100, 130, 137, 143, 324, 480, 4326, 4663, 5042, 8453, 10143, 42161, 43114, 59141, 59144, 534352,
	84532, 5042002, 11155111,
];

describe("the page of a transaction", () => {
	it.each(ids)("of chain %i matches viem's definition", (id) => {
		const origins = Object.values(viemChains).flatMap((chain) =>
			chain.id === id && "blockExplorers" in chain && chain.blockExplorers !== undefined
				? [new URL(chain.blockExplorers.default.url).origin]
				: [],
		);
		const page = explorerPage(knownExplorer(String(id)) ?? "", HASH);
		expect(page?.pathname).toBe(`/tx/${HASH}`);
		expect(origins).toContain(page?.origin);
	});

	it("of Solana names the cluster, even in CAIP-2 form", () => {
		const template = knownExplorer("solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1") ?? "";
		expect(explorerPage(template, SIGNATURE)?.href).toBe(
			`https://explorer.solana.com/tx/${SIGNATURE}?cluster=devnet`,
		);
		expect(knownExplorer("localnet")).toBeNull();
		expect(knownExplorer("31337")).toBeNull();
	});

	it.each([
		"http://explorer.test/tx/{id}",
		"https://user:secret@explorer.test/tx/{id}",
		"https://{id}.test/",
		"https://explorer.test/",
		"javascript:alert('{id}')",
		`https://explorer.test/${"a".repeat(300)}/{id}`,
	])("does not exist if the user's own text is %s", (template) => {
		expect(isExplorer(template)).toBe(false);
		expect(explorerPage(template, HASH)).toBeNull();
	});

	it.each(["../../evil", "0x12", `${HASH}?next=https://evil.test`, ""])(
		"does not exist without a valid hash: “%s”",
		(id) => {
			expect(explorerPage("https://explorer.test/tx/{id}", id)).toBeNull();
		},
	);
});
