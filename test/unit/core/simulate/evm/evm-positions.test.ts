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

describe("a pool's account balance", () => {
	const count = moves("out", vault, 500n);
	const back = moves("in", dai, 500n, { counterparty: vault });

	it("is known from the pool's payouts and deposits", () => {
		expect(shownOf([count, back])).toEqual([dai]);
		expect(shownOf([count, { ...back, amount: "520" }])).toEqual([dai]);
		const put = moves("out", dai, 500n, { counterparty: vault });
		expect(shownOf([moves("in", vault, 500n), put])).toEqual([dai]);
		expect(shownOf([moves("in", vault, 500n, { account: thief }), put])).toEqual([dai]);
	});

	it("stays if less comes back, from somebody else, for somebody else, or nothing", () => {
		for (const other of [
			{ ...back, amount: "499" },
			{ ...back, counterparty: thief },
			{ ...back, account: thief },
			moves("out", dai, 500n, { counterparty: vault }),
		])
			expect(shownOf([count, other])).toContain(vault);
		expect(shownOf([count])).toEqual([vault]);
	});

	it("is an ordinary balance if the contract states decimals or logs movements", () => {
		expect(shownOf([count, back], [dai, vault])).toContain(vault);
		expect(shownOf([count, back], [dai], [vault])).toContain(vault);
	});
});
