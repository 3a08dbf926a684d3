import { describe, expect, it } from "vitest";
import type { Comparison } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { comparisonDiffers } from "../../../../../src/core/risk/general/declared-differs.ts";
import { user } from "../../review/scene.ts";
import {
	approval,
	compared,
	dai,
	friend,
	me,
	moves,
	ownSimulation,
	simulated,
	thief,
	token,
	vault,
} from "./compare-scene.ts";

/** Service declarations that could make a theft look declared. */

const out = (amount: bigint, to: string | null) => moves("out", token, amount, { counterparty: to });
const dust = moves("in", dai, 1n);

describe("a theft is not hidden", () => {
	it("behind incoming dust, so that a payment looks like a trade", () => {
		const service = simulated({ balanceChanges: [out(1000n, friend), dust] });
		const own = ownSimulation({ balanceChanges: [out(1000n, thief), dust] });
		const who = user({ labels: { [friend]: "Ann" } });
		expect(compared(service, own, { who }).verdict).toBe("undeclared");
	});

	it("behind another account of the user as recipient", () => {
		const who = user({ accounts: [me, friend] });
		const service = simulated({ balanceChanges: [out(1000n, friend)] });
		expect(compared(service, ownSimulation({ balanceChanges: [out(1000n, thief)] }), { who }).verdict).toBe(
			"undeclared",
		);
	});

	it("behind the account itself as recipient", () => {
		const service = simulated({ balanceChanges: [out(1000n, me)] });
		expect(compared(service, ownSimulation({ balanceChanges: [out(1000n, thief)] })).verdict).toBe(
			"undeclared",
		);
	});

	it("behind another chain", () => {
		const service = simulated({ balanceChanges: [moves("out", token, 1000n, { chainId: 1 })] });
		const own = ownSimulation({ balanceChanges: [moves("out", token, 1000n)] });
		expect(compared(service, own).verdict).toBe("undeclared");
	});

	it("behind a return of half of it", () => {
		const service = simulated({ balanceChanges: [out(1000n, friend)] });
		const own = ownSimulation({ balanceChanges: [out(510n, friend), out(490n, thief)] });
		expect(compared(service, own).verdict).toBe("undeclared");
	});

	it("behind a permission that is stated once and given in two books", () => {
		const service = simulated({ approvals: [approval(thief, 500n)] });
		const own = ownSimulation({ approvals: [approval(thief, 500n), approval(thief, 400n)] });
		expect(compared(service, own).verdict).toBe("undeclared");
		expect(compared(service, ownSimulation({ approvals: [approval(thief, 500n)] })).verdict).toBe("agrees");
	});

	it("behind a permission of another kind", () => {
		const service = simulated({ approvals: [approval(thief, 0n, { kind: "operator", approved: true })] });
		expect(compared(service, ownSimulation({ approvals: [approval(thief, 5n)] })).verdict).toBe("undeclared");
	});
});

describe("an honest declaration stays honest", () => {
	it("if no recipient is named", () => {
		const service = simulated({ balanceChanges: [out(1000n, null)] });
		expect(compared(service, ownSimulation({ balanceChanges: [out(1000n, vault)] })).verdict).toBe("agrees");
	});

	it("if several records of one spender are stated, and one is given", () => {
		const service = simulated({ approvals: [approval(vault, 500n), approval(vault, 400n)] });
		expect(compared(service, ownSimulation({ approvals: [approval(vault, 500n)] })).verdict).toBe("agrees");
	});
});

const differing = (comparison: Comparison) => comparisonDiffers(comparison, []).find((each) => each !== null);

it("an outflow larger than stated is a caution, even within price drift", () => {
	const service = simulated({ balanceChanges: [out(1_000_000n, vault), moves("in", dai, 900n)] });
	const more = compared(
		service,
		ownSimulation({ balanceChanges: [out(1_050_000n, vault), moves("in", dai, 900n)] }),
	);
	const less = compared(
		service,
		ownSimulation({ balanceChanges: [out(1_000_000n, vault), moves("in", dai, 890n)] }),
	);
	expect(differing(more)).toMatchObject({ severity: "caution", needsWord: false });
	expect(differing(less)).toMatchObject({ severity: "info" });
});
