import { encodeFunctionResult, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../src/core/match/fingerprint.ts";
import { matchFrozen } from "../../../../../src/core/match/match.ts";
import type { TransferRequest } from "../../../../../src/core/review/approval-request.ts";
import type { EvmChain } from "../../../../../src/main/chains/evm/chain.ts";
import type { SvmChain } from "../../../../../src/main/chains/svm/chain.ts";
import { Transfers } from "../../../../../src/main/reviewing/own/transfers.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { codesOf } from "../../../../support/saying.ts";
import { CHAIN, OWNER, SIGNER } from "../../../core/match/honest.ts";
import { BLOCKHASH, NEWER_BLOCKHASH, SVM_SIGNER } from "../../../core/match/honest-svm.ts";
import { EVM_SENT, SVM_SENT } from "../../../core/match/transfers.ts";
import { facts, fine } from "../../../core/review/scene.ts";

/** The user's payments: the app chooses open values once, and again only if it must. */

const BALANCE_OF = parseAbi(["function balanceOf(address) view returns (uint256)"]);

const requestOf = (kind: keyof typeof EVM_SENT, patch: Partial<TransferRequest> = {}): TransferRequest => ({
	family: "evm",
	chainRef: String(CHAIN),
	account: SIGNER,
	sends: EVM_SENT[kind],
	isAll: false,
	...patch,
});

const SVM: TransferRequest = {
	family: "svm",
	chainRef: "devnet",
	account: SVM_SIGNER,
	sends: SVM_SENT.native,
	isAll: false,
};

function scene() {
	const world = {
		balance: 1_000_000_000n,
		tokens: 900n,
		pending: 7,
		baseFee: 1_000n,
		tip: 30n,
		gas: 21_000n as bigint | null,
		lamports: 10_000n,
		blockhash: BLOCKHASH,
		l1: null as { data: bigint; operator: bigint } | null,
		fault: null as Error | null,
	};
	const say = async <T>(answer: () => T): Promise<T> => {
		if (world.fault !== null) throw world.fault;
		return answer();
	};
	const evm = stub<EvmChain>({
		balance: () => say(() => world.balance),
		call: () =>
			say(() => encodeFunctionResult({ abi: BALANCE_OF, functionName: "balanceOf", result: world.tokens })),
		nonces: () => say(() => ({ pending: world.pending, latest: world.pending })),
		fees: () => say(() => ({ baseFee: world.baseFee, tip: world.tip })),
		gasOfSequence: () => say(() => [world.gas]),
		facts: () => say(() => ({ ...facts(), balance: fine(world.balance), l1Fee: fine(world.l1) })),
	});
	const svm = stub<SvmChain>({
		latestBlockhash: () => say(() => ({ blockhash: world.blockhash, lastValidBlockHeight: 1n })),
		accounts: () =>
			say(() => [
				{
					owner: "11111111111111111111111111111111",
					lamports: world.lamports,
					executable: false,
					size: 0,
					data: new Uint8Array(),
				},
			]),
	});
	const chains = { evm: { of: () => evm }, svm: { of: () => svm } };
	return { world, transfers: new Transfers(chains, { now: () => 1_000 }, () => OWNER) };
}

async function planned(one: ReturnType<typeof scene>, request: TransferRequest) {
	const planning = await one.transfers.plan(request);
	if (!planning.ok) throw new Error(codesOf(planning.text).join(", "));
	return planning.planned;
}

describe("a payment that the user entered", () => {
	it("has the next nonce and fees for a doubled base fee, and matches", async () => {
		const one = scene();
		const plan = await planned(one, requestOf("native"));
		const frozen = one.transfers.current(plan);
		expect(frozen).toMatchObject({
			transfer_id: plan.id,
			sends: EVM_SENT.native,
			payload: {
				nonce: 7,
				transaction: {
					value: "250",
					data: "0x",
					gas_limit: 21_000,
					max_fee_per_gas: "2030",
					max_priority_fee_per_gas: "30",
				},
			},
		});
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(Object.isFrozen(frozen.payload)).toBe(true);
	});

	it("has a margin of gas for a token or a recipient that runs code", async () => {
		const one = scene();
		one.world.gas = 40_000n;
		for (const kind of ["native", "token"] as const) {
			const frozen = one.transfers.current(await planned(one, requestOf(kind)));
			expect(frozen.payload).toMatchObject({ transaction: { gas_limit: 60_000 } });
		}
	});

	it("of all sends the balance without the highest fee, on a rollup without the L1 fee too", async () => {
		const one = scene();
		const all = requestOf("native", { isAll: true });
		const fee = 21_000n * 2_030n;
		const amountOf = async () => one.transfers.current(await planned(one, all)).sends.amount;
		expect(await amountOf()).toBe((one.world.balance - fee).toString());
		one.world.l1 = { data: 100n, operator: 7n };
		expect(await amountOf()).toBe((one.world.balance - fee - 207n).toString());
		one.world.balance = fee;
		expect(await one.transfers.plan(all)).toEqual({ ok: false, text: message("app.send.fee-exceeds") });
	});

	it("of all of a token sends its balance", async () => {
		const one = scene();
		const plan = await planned(one, requestOf("token", { isAll: true }));
		expect(one.transfers.current(plan).sends.amount).toBe("900");
		one.world.tokens = 800n;
		expect((await one.transfers.fresh(plan)).sends.amount).toBe("800");
	});

	it.each(["251", "0", "-1", "NaN", "1e3", ""])(
		"of an amount of %j is refused beyond the balance",
		async (amount) => {
			const one = scene();
			one.world.balance = 250n;
			one.world.tokens = 250n;
			for (const kind of ["native", "token"] as const) {
				const request = requestOf(kind, { sends: { ...EVM_SENT[kind], amount } });
				expect(await one.transfers.plan(request)).toEqual({
					ok: false,
					text: message("app.send.exceeds"),
				});
			}
		},
	);

	it("is refused if it would fail, or pays nobody", async () => {
		const one = scene();
		one.world.gas = null;
		expect(await one.transfers.plan(requestOf("token"))).toEqual({
			ok: false,
			text: message("completing.would-fail.transfer"),
		});
		const nobody = { ...EVM_SENT.native, recipient: `0x${"0".repeat(40)}` };
		expect(await one.transfers.plan(requestOf("native", { sends: nobody }))).toMatchObject({ ok: false });
	});

	it("is the very same while it fits, and another to approve if its nonce was used", async () => {
		const one = scene();
		const plan = await planned(one, requestOf("native"));
		const first = one.transfers.current(plan);
		one.world.tip = 99n;
		expect(await one.transfers.fresh(plan)).toBe(first);
		one.world.pending = 8;
		const fresh = await one.transfers.fresh(plan);
		expect(fingerprintOf(fresh)).not.toBe(fingerprintOf(first));
		expect(fresh.transfer_id).toBe(plan.id);
	});

	it("of lamports keeps its fingerprint over new blockhashes, and of all leaves the fee", async () => {
		const one = scene();
		const plan = await planned(one, SVM);
		const first = one.transfers.current(plan);
		one.world.blockhash = NEWER_BLOCKHASH;
		const fresh = await one.transfers.fresh(plan);
		expect(fresh.payload).not.toEqual(first.payload);
		expect(fingerprintOf(fresh)).toBe(fingerprintOf(first));
		const all = await planned(one, { ...SVM, isAll: true });
		expect(one.transfers.current(all).sends.amount).toBe("5000");
	});

	it("can't be planned while the chain can't be queried", async () => {
		const one = scene();
		one.world.fault = new ChainError("unreachable", verbatim("Your RPC does not answer."));
		await expect(one.transfers.plan(requestOf("native"))).rejects.toBe(one.world.fault);
	});
});

describe("a change of a payment", () => {
	it("of its amount or fee is another request with the same id", async () => {
		const one = scene();
		const before = await planned(one, requestOf("native"));
		const first = fingerprintOf(one.transfers.current(before));
		const sends = { ...EVM_SENT.native, amount: "100" };
		const lower = await one.transfers.change(before, { sends: { sends, isAll: false } });
		if (!lower.ok) throw new Error("refused");
		expect(lower.planned).not.toBe(before);
		expect(lower.planned.id).toBe(before.id);
		const second = one.transfers.current(lower.planned);
		expect(second.sends.amount).toBe("100");
		const faster = await one.transfers.change(lower.planned, { fee: { speed: "fast" } });
		if (!faster.ok) throw new Error("refused");
		const third = one.transfers.current(faster.planned);
		expect(third.payload).toMatchObject({
			transaction: { value: "100", max_fee_per_gas: "2045", max_priority_fee_per_gas: "45" },
		});
		expect(new Set([first, fingerprintOf(second), fingerprintOf(third)]).size).toBe(3);
	});

	it("is refused if another one came first, and leaves the payment as it was if it can't be made", async () => {
		const one = scene();
		const before = await planned(one, requestOf("native"));
		const [first, second] = await Promise.all([
			one.transfers.change(before, { fee: { speed: "slow" } }),
			one.transfers.change(before, { fee: { speed: "fast" } }),
		]);
		expect([first.ok, second.ok]).toEqual([true, false]);
		if (!first.ok) return;
		const sends = { ...EVM_SENT.native, amount: (one.world.balance + 1n).toString() };
		expect(await one.transfers.change(first.planned, { sends: { sends, isAll: false } })).toEqual({
			ok: false,
			text: message("app.send.exceeds"),
		});
		expect(one.transfers.get(before.id)).toBe(first.planned);
	});
});
