import { describe, expect, it } from "vitest";
import { costsOf } from "../../../../../src/core/explain/evm/costs.ts";
import { feeBound, REFUSED_TIMES, smallFee } from "../../../../../src/core/explain/evm/fee-bounds.ts";
import { findingsOf } from "../../../../../src/core/risk/evm/index.ts";
import { commit } from "../../match/honest.ts";
import { evidence, facts, fine, missing, NOT_SIMULATED, subject } from "../../review/scene.ts";
import { GRAVE, simulated } from "./scene.ts";

const GWEI = 10n ** 9n;

/** What rules say of a transaction with this gas limit and these prices, in wei. */
function said(id: string, limit: number, fee: bigint, tip: bigint, chain = facts(), own = NOT_SIMULATED.own) {
	const about = subject(commit(), chain);
	const transaction = {
		...about.payload.transaction,
		gas_limit: limit,
		max_fee_per_gas: fee.toString(),
		max_priority_fee_per_gas: tip.toString(),
	};
	const patched = { ...about, payload: { ...about.payload, transaction } };
	const opinion = { ...NOT_SIMULATED, own };
	const found = findingsOf({ ...evidence(patched, { opinion }), costs: costsOf(patched, own) });
	return found.find((each) => each.id === id);
}

describe("a fee", () => {
	const bound = feeBound("8453");

	it("takes the word above what is usual on its chain, and is refused far above", () => {
		const of = (most: bigint) => said("fee-bound", 1_000_000, most / 1_000_000n, 0n);
		expect(of(bound)).toBeUndefined();
		expect(of(bound + 1_000_000n)).toMatchObject(GRAVE);
		expect(of(bound * REFUSED_TIMES)).toMatchObject(GRAVE);
		expect(of(bound * REFUSED_TIMES + 1_000_000n)).toMatchObject({ severity: "block", needsWord: false });
	});

	it("has a bound on every chain", () => {
		expect(feeBound("999999")).toBe(feeBound("1"));
		expect(feeBound("8453")).toBeLessThan(feeBound("1"));
	});

	it("counts the gas limit at the price that is paid, not the room for the base fee to double", () => {
		const chain = facts({ gas: fine(100_000n), baseFee: fine(20n * GWEI), tip: fine(GWEI) });
		const stated = (limit: number, tip = GWEI, cap = 40n * GWEI + tip) =>
			said("cost-ratio", limit, cap, tip, chain)?.severity;
		for (const limit of [150_000, 160_000, 200_000, 300_000]) expect(stated(limit)).toBeUndefined();
		expect(stated(301_000)).toBe("danger");
		expect(stated(520_000)).toBe("block");
		expect(stated(100_000, 50n * GWEI)).toBe("danger");
		expect(stated(100_000, GWEI, 84n * GWEI)).toBe("danger");
		// The base fee has fallen since the cap was set.
		const fallen = facts({ gas: fine(100_000n), baseFee: fine(14n * GWEI), tip: fine(GWEI) });
		expect(said("cost-ratio", 160_000, 41n * GWEI, GWEI, fallen)).toBeUndefined();
	});

	it("is not compared with our estimate while little can be burnt beyond it", () => {
		const price = GWEI / 100n;
		const chain = facts({ gas: fine(46_000n), baseFee: fine(price), tip: fine(0n) });
		const stated = (limit: number) => said("cost-ratio", limit, price, 0n, chain)?.severity;
		const room = Number(smallFee("8453") / price);
		expect(stated(46_000 * 11)).toBeUndefined();
		expect(stated(46_000 + room)).toBeUndefined();
		expect(stated(46_001 + room)).toBe("block");
	});

	it("has a small amount on every chain, far below the bound", () => {
		for (const chain of ["1", "8453", "100", "137", "999999"])
			expect(smallFee(chain) * 50n).toBe(feeBound(chain));
	});

	it("is held against the gas of our own simulation where the estimate fails", () => {
		const failing = facts({ gas: missing() });
		const gas = { units: "50000", priceWei: null, nativeCost: null };
		const ran = simulated({ gas });
		const ratio = (limit: number) => said("cost-ratio", limit, GWEI, 0n, failing, ran)?.severity;
		expect(ratio(60_000)).toBeUndefined();
		expect(ratio(300_000)).toBe("danger");
		expect(ratio(600_000)).toBe("block");
		expect(said("cost-ratio", 600_000, GWEI, 0n, failing)).toBeUndefined();
		const failed = simulated({ status: "failed", gas });
		expect(said("cost-ratio", 600_000, GWEI, 0n, failing, failed)).toBeUndefined();
	});
});

describe("a tip", () => {
	const chain = facts({ baseFee: fine(GWEI), tip: fine(GWEI) });
	const tipping = (tip: bigint, fee = 100n * GWEI, limit = 100_000) =>
		said("high-tip", limit, fee, tip, chain);

	it("takes the word far above what is usual now", () => {
		expect(tipping(10n * GWEI)).toBeUndefined();
		expect(tipping(11n * GWEI)).toMatchObject(GRAVE);
	});

	it("is only what the fee leaves of it", () => {
		expect(tipping(50n * GWEI, 11n * GWEI)).toBeUndefined();
		expect(tipping(50n * GWEI, 12n * GWEI)).toMatchObject(GRAVE);
	});

	it("is worth no word where it is next to nothing", () => {
		expect(tipping(50n * GWEI, 100n * GWEI, 19_000)).toBeUndefined();
		expect(tipping(50n * GWEI, 100n * GWEI, 21_000)).toMatchObject(GRAVE);
	});

	it("is not judged where nobody says what is usual", () => {
		const unknown = facts({ baseFee: fine(GWEI), tip: missing() });
		expect(said("high-tip", 100_000, 100n * GWEI, 50n * GWEI, unknown)).toBeUndefined();
	});
});
