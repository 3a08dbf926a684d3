import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CONTRACTS } from "../../../../src/core/decode/evm/contracts.ts";
import { PERMIT2 } from "../../../../src/core/decode/evm/permit2.ts";
import { ROUTERS } from "../../../../src/core/decode/evm/routers.ts";
import { NAMED_CONTRACTS } from "../../../../src/core/decoded-transaction/known-contracts.ts";

/** Each contract in the code is documented with two lists in docs/known-contracts.md. */

const DOC = readFileSync(new URL("../../../../docs/known-contracts.md", import.meta.url), "utf8");

/** Lists that name a contract, by chain and address. */
const LISTS = new Map<string, readonly string[]>(
	DOC.split("\n").flatMap((line) => {
		const [, chains, , address, lists] = line.split("|").map((cell) => cell.trim());
		const found = /^`(0x[0-9a-f]{40})`$/.exec(address ?? "")?.[1];
		if (chains === undefined || lists === undefined || found === undefined) return [];
		return chains.split(", ").map((chain) => [`${chain} ${found}`, lists.split("<br>")] as const);
	}),
);
const REPOSITORIES = new Set(
	[...DOC.matchAll(/^\| ([^|`]+) \| (?:[0-9a-f]{7}|[0-9A-Za-z ]+) \|$/gm)].map(([, each]) => each),
);

describe("the sources of known contracts", () => {
	const facts: readonly string[] = [
		...CONTRACTS.map(([chainRef, address]) => `${chainRef} ${address}`),
		...ROUTERS.map(([chainRef, address]) => `${chainRef} ${address}`),
		...NAMED_CONTRACTS.map(([chainRef, address]) => `${chainRef} ${address}`),
		`any ${PERMIT2}`,
	];

	it("are two for each, of different repositories, at a named commit", () => {
		for (const fact of facts) {
			const lists = LISTS.get(fact) ?? [];
			const repositories = lists.map((list) => list.slice(0, list.indexOf(": ")));
			expect(new Set(repositories).size, fact).toBe(2);
			for (const each of repositories) expect(REPOSITORIES.has(each), each).toBe(true);
		}
	});

	it("cover no contract that the code does not know", () => {
		const section = DOC.slice(0, DOC.indexOf("## Others"));
		const told = [...LISTS.keys()].filter((key) => section.includes(key.split(" ")[1] ?? ""));
		expect(told.filter((key) => !facts.includes(key))).toEqual([]);
	});
});
