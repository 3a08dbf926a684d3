import { describe, expect, it } from "vitest";
import { withoutPositions } from "../../../../../src/core/simulate/evm/evm-positions.ts";
import type { BalanceChange } from "../../../../../src/service-api/simulation.ts";
import { dai, moves, thief, vault } from "../../effects/compare/compare-scene.ts";

const shownOf = (
	rows: readonly BalanceChange[],
	tokens: readonly string[] = [dai],
	moved: readonly string[] = [],
) =>
	withoutPositions({
		rows,
		hasDecimals: (asset) => tokens.includes(asset),
		hasMoved: (asset) => moved.includes(asset),
	}).map(({ asset }) => asset);

describe("what a pool counts for an account", () => {
	const count = moves("out", vault, 500n);
	const back = moves("in", dai, 500n, { counterparty: vault });

	it("is told by what the pool pays out or takes in", () => {
		expect(shownOf([count, back])).toEqual([dai]);
		expect(shownOf([count, { ...back, amount: "520" }])).toEqual([dai]);
		const put = moves("out", dai, 500n, { counterparty: vault });
		expect(shownOf([moves("in", vault, 500n), put])).toEqual([dai]);
		expect(shownOf([moves("in", vault, 500n, { account: thief }), put])).toEqual([dai]);
	});

	it("stays where less comes back, from somebody else, for somebody else, or nothing", () => {
		for (const other of [
			{ ...back, amount: "499" },
			{ ...back, counterparty: thief },
			{ ...back, account: thief },
			moves("out", dai, 500n, { counterparty: vault }),
		])
			expect(shownOf([count, other])).toContain(vault);
		expect(shownOf([count])).toEqual([vault]);
	});

	it("is a balance like any other where the contract states decimals or tells of movements", () => {
		expect(shownOf([count, back], [dai, vault])).toContain(vault);
		expect(shownOf([count, back], [dai], [vault])).toContain(vault);
	});
});
