import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../src/core/match/fingerprint.ts";
import { matchFrozen } from "../../../../../src/core/match/match.ts";
import type { RevocationRequest } from "../../../../../src/core/review/approval-request.ts";

import { Revocations } from "../../../../../src/main/reviewing/own/revocations.ts";
import { codesOf } from "../../../../support/saying.ts";
import { CHAIN, OWNER, SIGNER } from "../../../core/match/honest.ts";
import { BLOCKHASH, NEWER_BLOCKHASH, SVM_SIGNER } from "../../../core/match/honest-svm.ts";
import { DELEGATED, revokedOf } from "../../../core/match/revocations.ts";
import { fakeChains } from "../facts/fake-chains.ts";

/** The user's revocations: the app chooses open values once, and again only if it must. */

const EVM: RevocationRequest = {
	family: "evm",
	chainRef: String(CHAIN),
	account: SIGNER,
	revokes: revokedOf("allowance"),
	asset: "DEMO",
	allowed: 1_000n,
	unit: null,
};
const SVM: RevocationRequest = {
	family: "svm",
	chainRef: "devnet",
	account: SVM_SIGNER,
	revokes: DELEGATED,
	asset: "the token account",
	allowed: 1_000n,
	unit: null,
};

function scene() {
	const { world, chains } = fakeChains();
	const revocations = new Revocations(chains, { now: () => 1_000 }, () => OWNER);
	return { world, revocations };
}

async function planned(one: ReturnType<typeof scene>, request = EVM) {
	const planning = await one.revocations.plan(request);
	if (!planning.ok) throw new Error(codesOf(planning.text).join(", "));
	return planning.planned;
}

describe("a revocation requested by the user", () => {
	it("has the next nonce, gas with a margin and fees for a doubled base fee, and matches", async () => {
		const one = scene();
		const plan = await planned(one);
		expect(one.revocations.get(plan.id)).toBe(plan);
		const frozen = one.revocations.current(plan);
		expect(frozen).toMatchObject({
			signer: SIGNER,
			revocation_id: plan.id,
			revokes: EVM.revokes,
			payload: {
				nonce: 7,
				chain_id: CHAIN,
				transaction: {
					gas_limit: 60_000,
					max_fee_per_gas: "2030",
					max_priority_fee_per_gas: "30",
					value: "0",
				},
			},
		});
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(Object.isFrozen(frozen.payload)).toBe(true);
	});

	it("is the very same while it fits, for any gas price", async () => {
		const one = scene();
		const plan = await planned(one);
		const first = one.revocations.current(plan);
		Object.assign(one.world, { baseFee: 1_500n, tip: 99n, gas: [90_000n] });
		expect(await one.revocations.fresh(plan)).toBe(first);
	});

	it.each<[string, object]>([
		["another transaction took its nonce", { pending: 8 }],
		["the base fee is above what it pays", { baseFee: 3_000n }],
	])("is chosen again if %s, and is then another to approve", async (_, change) => {
		const one = scene();
		const plan = await planned(one);
		const first = fingerprintOf(one.revocations.current(plan));
		Object.assign(one.world, change);
		const fresh = await one.revocations.fresh(plan);
		expect(fingerprintOf(fresh)).not.toBe(first);
		expect(one.revocations.current(plan)).toBe(fresh);
		expect(fresh.revocation_id).toBe(plan.id);
	});

	it("pays another fee if the user chooses one, as another request of the same id", async () => {
		const one = scene();
		const plan = await planned(one);
		const first = fingerprintOf(one.revocations.current(plan));
		const [fast, late] = await Promise.all([
			one.revocations.change(plan, { fee: { speed: "fast" } }),
			one.revocations.change(plan, { fee: { speed: "slow" } }),
		]);
		if (!fast.ok) throw new Error("refused");
		expect(late.ok).toBe(false);
		expect([fast.planned.id, one.revocations.get(plan.id)]).toEqual([plan.id, fast.planned]);
		const frozen = one.revocations.current(fast.planned);
		expect(frozen.payload).toMatchObject({
			transaction: { max_fee_per_gas: "2045", max_priority_fee_per_gas: "45" },
		});
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(fingerprintOf(frozen)).not.toBe(first);
		one.world.pending = 8;
		expect((await one.revocations.fresh(fast.planned)).payload).toMatchObject({
			nonce: 8,
			transaction: { max_priority_fee_per_gas: "45" },
		});
	});

	it("of a Solana delegate has a fresh blockhash at each read, and the same fingerprint", async () => {
		const one = scene();
		one.world.blockhash = BLOCKHASH;
		const plan = await planned(one, SVM);
		const first = one.revocations.current(plan);
		one.world.blockhash = NEWER_BLOCKHASH;
		const fresh = await one.revocations.fresh(plan);
		expect(fresh.payload).not.toEqual(first.payload);
		expect(fingerprintOf(fresh)).toBe(fingerprintOf(first));
		expect(matchFrozen(fresh).verdict).toBe("matched");
	});

	it("is refused if it would fail, or names nothing revocable", async () => {
		const one = scene();
		one.world.gas = [null];
		expect(await one.revocations.plan(EVM)).toEqual({
			ok: false,
			text: message("completing.would-fail.revocation"),
		});
		const nothing = { ...EVM, revokes: { ...EVM.revokes, spender: "nobody" } };
		expect(await one.revocations.plan(nothing)).toMatchObject({ ok: false });
		expect(await one.revocations.plan({ ...SVM, revokes: { ...DELEGATED, program: null } })).toMatchObject({
			ok: false,
		});
	});

	it("can't be planned while the chain can't be queried, and gives the reason when it is opened later", async () => {
		const one = scene();
		const plan = await planned(one);
		one.world.fault = new ChainError("unreachable", verbatim("Your RPC does not answer."));
		await expect(one.revocations.plan(EVM)).rejects.toBe(one.world.fault);
		await expect(one.revocations.fresh(plan)).rejects.toBe(one.world.fault);
		one.world.fault = null;
		Object.assign(one.world, { pending: 8, gas: [null] });
		await expect(one.revocations.fresh(plan)).rejects.toThrow("completing.would-fail.revocation");
	});

	it("is dropped first if it is the oldest of more than fifty without approval", async () => {
		const one = scene();
		const ids: string[] = [];
		for (let times = 0; times < 51; times += 1) ids.push((await planned(one)).id);
		expect(ids.filter((id) => one.revocations.get(id) !== null)).toEqual(ids.slice(1));
	});
});
