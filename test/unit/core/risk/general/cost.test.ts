import { createAssociatedTokenAccountIdempotentInstruction } from "@solana/spl-token";
import { ComputeBudgetProgram, PublicKey, StakeProgram, type TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { tipAccountOf } from "../../../../../src/core/chain/tip-accounts.ts";
import { type Cost, NO_COST, type StepEffects } from "../../../../../src/core/effects/effects.ts";
import { evmStepEffects } from "../../../../../src/core/effects/evm/step-effects.ts";
import { effectsOf } from "../../../../../src/core/effects/merge.ts";
import { svmStepEffects } from "../../../../../src/core/effects/svm/step-effects.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import type { Finding } from "../../../../../src/core/risk/finding.ts";
import { costs } from "../../../../../src/core/risk/general/cost.ts";
import { FEE, feeBound } from "../../../../../src/core/risk/general/thresholds.ts";
import { codesOf } from "../../../../support/saying.ts";
import { stepEffects } from "../../effects/scene.ts";
import { commit, SIGNER } from "../../match/honest.ts";
import { facts, fine, missing, NOT_SIMULATED, subject, user } from "../../review/scene.ts";
import {
	type Accounts,
	CLUSTER,
	key,
	ME,
	MINT,
	me,
	sending,
	svmFacts,
	svmSubject,
	text,
	wallet,
	YOU,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";
import { simulated } from "../evm/scene.ts";
import { evidenceOf } from "./scene.ts";

const GWEI = 10n ** 9n;
const SOL = 1_000_000_000n;
const CHAIN = "8453";
const GRAVE = { id: "cost", severity: "danger", needsWord: true, stake: { kind: "cost" } };

/** Returns the finding about this kind of cost. */
const about = (kind: string, findings: readonly Finding[]) =>
	findings.find((finding) => finding.about?.includes(kind) === true);

const written = (chainRef: string, steps: readonly StepEffects[], signer: string) =>
	costs(evidenceOf(effectsOf(steps, { chainRef, signer, user: signer === SIGNER ? user() : me() })));

const step = (patch: Partial<Cost>): StepEffects => ({
	...stepEffects({ holdings: [] }),
	costs: [{ ...NO_COST, payer: SIGNER, step: 0, ...patch }],
});
const paying = (...patches: readonly Partial<Cost>[]) =>
	written(
		CHAIN,
		patches.map((patch, at) => step({ step: at, ...patch })),
		SIGNER,
	);

interface Chain {
	readonly chain?: ReturnType<typeof facts> | null;
	readonly own?: typeof NOT_SIMULATED.local;
	/** Position of the step. */
	readonly at?: number;
}

/** Returns the findings for a transaction with this gas limit and these prices in wei. */
function sent(
	{ limit = 60_000, fee = 2n * GWEI, tip = GWEI }: { limit?: number; fee?: bigint; tip?: bigint },
	{ chain = facts(), own: local = NOT_SIMULATED.local, at = 0 }: Chain = {},
): readonly Finding[] {
	const seen = subject(commit(), chain);
	const transaction = {
		...seen.payload.transaction,
		gas_limit: limit,
		max_fee_per_gas: fee.toString(),
		max_priority_fee_per_gas: tip.toString(),
	};
	const patched = { ...seen, payload: { ...seen.payload, transaction } };
	return written(CHAIN, [evmStepEffects(patched, { ...NOT_SIMULATED, local }, at, "unproven")], SIGNER);
}

type SvmChain = NonNullable<Parameters<typeof svmSubject>[1]>;

const sentBySvm = (instructions: readonly TransactionInstruction[], scene: SvmChain = {}) =>
	written(CLUSTER, [svmStepEffects(svmSubject(instructions, scene), NOT_SIMULATED, 0, "unproven")], text(ME));

describe("a network fee", () => {
	const bound = feeBound(CHAIN);

	it("requires a typed word from its chain's bound on, and is refused at ten times that", () => {
		const of = (most: bigint) => about("bound", paying({ most }));
		expect(of(bound - 1n)).toBeUndefined();
		expect(of(bound)).toMatchObject(GRAVE);
		expect(of(bound * FEE.refusedTimes - 1n)).toMatchObject(GRAVE);
		expect(of(bound * FEE.refusedTimes)).toMatchObject({ severity: "block", needsWord: false });
	});

	it("counts over all steps, and with tips", () => {
		const half = { most: bound / 2n };
		expect(about("bound", paying(half))).toBeUndefined();
		expect(about("bound", paying(half, half))).toMatchObject(GRAVE);
		expect(about("bound", paying({ ...half, tip: bound / 2n }))).toMatchObject(GRAVE);
	});

	it("counts by its gas if L1 data is unknown", () => {
		expect(about("bound", paying({ most: null, runMost: bound }))).toMatchObject(GRAVE);
	});

	it("is not reported if another account pays it", () => {
		expect(paying({ most: bound, payer: text(YOU) })).toEqual([]);
	});

	it("has a bound on every chain", () => {
		expect(feeBound("999999")).toBe(feeBound("1"));
		expect(feeBound(CHAIN)).toBeLessThan(feeBound("1"));
		expect(feeBound(CLUSTER)).toBe(SOL / 10n);
	});
});

describe("a fee compared with the likely one", () => {
	const ratio = (of: Parameters<typeof sent>[0], scene: Chain) => about("ratio", sent(of, scene))?.severity;

	it("counts the gas limit at the actual price, not the room for the base fee to double", () => {
		const chain = facts({ gas: fine(100_000n), baseFee: fine(20n * GWEI), tip: fine(GWEI) });
		const stated = (limit: number, tip = GWEI, fee = 40n * GWEI + tip) =>
			ratio({ limit, fee, tip }, { chain });
		for (const limit of [150_000, 160_000, 200_000, 300_000]) expect(stated(limit)).toBeUndefined();
		expect(stated(301_000)).toBe("danger");
		expect(stated(520_000)).toBe("block");
		expect(stated(100_000, 50n * GWEI)).toBe("danger");
		expect(stated(100_000, GWEI, 84n * GWEI)).toBe("danger");
		// The base fee has fallen since the cap was set.
		const fallen = facts({ gas: fine(100_000n), baseFee: fine(14n * GWEI), tip: fine(GWEI) });
		expect(ratio({ limit: 160_000, fee: 41n * GWEI }, { chain: fallen })).toBeUndefined();
	});

	it("requires a typed word above three times our own estimate and is refused above ten", () => {
		const chain = facts({ gas: fine(500_000n) });
		const said = (fee: bigint) => about("ratio", sent({ limit: 500_000, fee }, { chain }));
		// The base fee of 0.9 gwei may double before the cap counts as excessive.
		expect(said(3_900_000_000n)).toBeUndefined();
		expect(said(3_910_000_000n)).toMatchObject(GRAVE);
		expect(said(10_000_000_000n)).toMatchObject(GRAVE);
		expect(said(10_010_000_000n)).toMatchObject({ severity: "block" });
	});

	it("is not compared while only a small excess is possible", () => {
		const fee = GWEI / 100n;
		const chain = facts({ gas: fine(46_000n), baseFee: fine(fee), tip: fine(0n) });
		const stated = (limit: number) => ratio({ limit, fee, tip: 0n }, { chain });
		const room = Number(feeBound(CHAIN) / FEE.smallPart / fee);
		expect(stated(46_000 * 11)).toBeUndefined();
		expect(stated(46_000 + room)).toBeUndefined();
		expect(stated(46_001 + room)).toBe("block");
	});

	it("is compared with the gas of our own simulation if the estimate fails", () => {
		const chain = facts({ gas: missing() });
		const gas = { units: "50000", priceWei: null, nativeCost: null };
		const by = (limit: number, own = simulated({ gas }) as typeof NOT_SIMULATED.local) =>
			ratio({ limit, fee: GWEI, tip: 0n }, { chain, own });
		expect(by(60_000)).toBeUndefined();
		expect(by(300_000)).toBe("danger");
		expect(by(600_000)).toBe("block");
		expect(by(600_000, NOT_SIMULATED.local)).toBeUndefined();
		expect(by(600_000, simulated({ status: "failed", gas }))).toBeUndefined();
	});
});

describe("an unknown fee", () => {
	const failing = facts({ gas: missing("Your RPC refused eth_estimateGas: execution reverted") });
	const unknown = (scene: Chain) => sent({}, scene);

	it("requires a typed word", () => {
		expect(about("unknown", unknown({ chain: failing }))).toMatchObject(GRAVE);
		expect(unknown({})).toEqual([]);
		expect(unknown({ chain: null })).toEqual([]);
	});

	it("is a caution while our own simulation of a later step runs", () => {
		const own = { state: "running" } as const;
		expect(about("not yet", unknown({ chain: failing, own, at: 1 }))).toMatchObject({
			severity: "caution",
			needsWord: false,
		});
		expect(about("unknown", unknown({ chain: failing, own }))).toMatchObject(GRAVE);
	});
});

describe("a gas limit", () => {
	const used = (units: string, revert: ReturnType<typeof message> | null = null): Chain => ({
		chain: facts({ gas: fine(1_000_000n) }),
		own: simulated({ gas: { units, priceWei: null, nativeCost: null } }, { revert }),
	});
	const large = (limit: number, scene: Chain) => about("gas limit", sent({ limit }, scene));

	it("far above our own simulation's use is reported", () => {
		expect(large(1_000_000, used("60000"))).toMatchObject({
			severity: "caution",
			text: { params: { times: 16, used: 60_000 } },
		});
	});

	it("near it, or a small one, is not; nor is one of an incomplete call", () => {
		expect(large(240_000, used("60000"))).toBeUndefined();
		expect(large(500_000, used("60000"))).toBeUndefined();
		expect(large(4_000_000, used("1000000"))).toBeUndefined();
		expect(large(1_000_000, used("60000", message("revert.no-reason")))).toBeUndefined();
		expect(large(1_000_000, {})).toBeUndefined();
	});

	it("or a price below the chain's minimum requires a typed word, as it may never be mined", () => {
		const at = (gas: bigint, baseFee: bigint, own = NOT_SIMULATED.local) =>
			sent({}, { chain: facts({ gas: fine(gas), baseFee: fine(baseFee) }), own });
		expect(at(60_000n, 1n)).toEqual([]);
		expect(at(66_000n, 2n * GWEI)).toEqual([]);
		expect(about("too little gas", at(70_000n, 1n))).toMatchObject(GRAVE);
		expect(about("too little paid", at(50_000n, 2n * GWEI + 1n))).toMatchObject(GRAVE);
	});

	it("is sufficient if our own simulation ran with it, whatever the estimate before it", () => {
		const at = (baseFee: bigint, own: typeof NOT_SIMULATED.local) =>
			sent({}, { chain: facts({ gas: fine(70_000n), baseFee: fine(baseFee) }), own });
		expect(about("too little gas", at(1n, simulated()))).toBeUndefined();
		expect(about("too little gas", at(1n, simulated({ status: "failed" })))).toMatchObject(GRAVE);
		expect(about("too little paid", at(2n * GWEI + 1n, simulated()))).toMatchObject(GRAVE);
	});
});

describe("a tip to the block builder", () => {
	const chain = facts({ baseFee: fine(GWEI), tip: fine(GWEI) });
	const tipping = (tip: bigint, fee = 100n * GWEI, limit = 100_000) =>
		about("tip", sent({ limit, fee, tip }, { chain }));

	it("requires a typed word far above the current norm", () => {
		expect(tipping(10n * GWEI)).toBeUndefined();
		expect(tipping(11n * GWEI)).toMatchObject(GRAVE);
	});

	it("is only the rest of the fee", () => {
		expect(tipping(50n * GWEI, 11n * GWEI)).toBeUndefined();
		expect(tipping(50n * GWEI, 12n * GWEI)).toMatchObject(GRAVE);
	});

	it("requires no typed word if it is next to nothing", () => {
		expect(tipping(50n * GWEI, 100n * GWEI, 19_000)).toBeUndefined();
		expect(tipping(50n * GWEI, 100n * GWEI, 21_000)).toMatchObject(GRAVE);
	});

	it("is not judged if the chain's norm is unknown", () => {
		const unknown = facts({ baseFee: fine(GWEI), tip: missing() });
		expect(
			about("tip", sent({ limit: 100_000, fee: 100n * GWEI, tip: 50n * GWEI }, { chain: unknown })),
		).toBe(undefined);
	});
});

describe("a priority fee or a tip on Solana", () => {
	const [FIRST, SECOND] = [
		"96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5",
		"3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT",
	].map((address) => new PublicKey(address));
	const gravest = (findings: readonly Finding[]) =>
		["block", "danger", "caution"].find((severity) => findings.some((each) => each.severity === severity));
	const costing = (fee: bigint) => gravest(sentBySvm([sending(1n)], { facts: svmFacts({ fee: fine(fee) }) }));
	const tipping = (...tips: readonly bigint[]) =>
		gravest(sentBySvm(tips.map((lamports, at) => sending(lamports, at === 0 ? FIRST : SECOND))));

	it("is a caution above 0.01 SOL, requires a typed word from 0.1 SOL and is refused from 1 SOL", () => {
		expect(costing(10_005_000n)).toBeUndefined();
		expect(costing(10_005_001n)).toBe("caution");
		expect(costing(99_999_999n)).toBe("caution");
		expect(costing(100_005_000n)).toBe("danger");
		expect(costing(999_999_999n)).toBe("danger");
		expect(costing(1_000_005_000n)).toBe("block");
		expect(tipping(SOL / 100n)).toBeUndefined();
		expect(tipping(SOL / 100n + 1n)).toBe("caution");
		expect(tipping(SOL / 10n)).toBe("danger");
		expect(tipping(SOL)).toBe("block");
	});

	it("is counted together with others", () => {
		expect(tipping(SOL / 20n, SOL / 20n)).toBe("danger");
		const both = sentBySvm([sending(SOL / 20n, FIRST)], { facts: svmFacts({ fee: fine(SOL / 20n) }) });
		expect(gravest(both)).toBe("danger");
	});

	it("is the signer's tip if another account pays the fee", () => {
		const scene = { payer: YOU, facts: svmFacts({ fee: fine(SOL) }) };
		expect(gravest(sentBySvm([sending(1n)], scene))).toBeUndefined();
		expect(gravest(sentBySvm([sending(SOL / 10n, FIRST)], scene))).toBe("danger");
	});

	it("follows the bytes if the RPC counts less, or nothing", () => {
		const instructions = [
			ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
			ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2_000_000_000 }),
			sending(1n),
		];
		for (const fee of [fine(5_000n), missing()])
			expect(about("bound", sentBySvm(instructions, { facts: svmFacts({ fee }) }))).toMatchObject({
				severity: "block",
			});
	});

	it.each([
		["Helius", "4ACfpUFoaSD9bfPdeu6DBt89gB6ENTeHBXCAi87NhDEE"],
		["Nozomi", "TEMPaMeCRFAS9EKF53Jd6KpHxgL47uWLcpFArU1Fanq"],
		["bloXroute", "HWEoBxYs7ssKuudEjzjmpfJVX7Dvi7wescFsVx2L5yoY"],
		["0slot", "6fQaVhYZA4w3MBSXjJ81Vf6W1EDYeUPXpgVQ6UQyU1Av"],
		["Astralane", "astrazznxsGUhWShqgNtAdfrzP2G83DzcWVJDxwV9bF"],
		["Stellium", "ste11JV3MLMM7x7EJUM2sXcJC1H7F4jBLnP9a9PG8PH"],
	])("of %s has the same bounds", (service, account) => {
		const tip = (lamports: bigint) => gravest(sentBySvm([sending(lamports, new PublicKey(account))]));
		expect(tipAccountOf(account)).toBe(service);
		expect(tip(SOL / 100n)).toBeUndefined();
		expect(tip(SOL / 100n + 1n)).toBe("caution");
		expect(tip(SOL / 10n)).toBe("danger");
	});
});

describe("rent of newly opened accounts", () => {
	const opening = createAssociatedTokenAccountIdempotentInstruction(ME, YOUR_TOKENS, YOU, MINT);
	const rent = (...accounts: Accounts) =>
		sentBySvm([opening, opening], { facts: svmFacts({}, accounts) }).find(({ text: told }) =>
			codesOf(told).includes("finding.cost.rent"),
		);

	it("is reported once, and not for existing ones", () => {
		expect(rent([YOUR_TOKENS, null])).toMatchObject({
			...{ id: "cost", severity: "info", needsWord: false },
			text: { params: { count: 1, rent: "2039280 native" } },
		});
		expect(rent()).toBeUndefined();
	});
});

describe("a share that another party keeps", () => {
	const [STAKE, VALIDATOR] = [key(50), key(51)];
	const delegating = StakeProgram.delegate({
		stakePubkey: STAKE,
		authorizedPubkey: ME,
		votePubkey: VALIDATOR,
	}).instructions;
	const keeping = (commission: bigint) => ({
		facts: svmFacts({}, [
			[
				VALIDATOR,
				{
					...wallet(),
					data: { kind: "vote" as const, identity: text(VALIDATOR), withdrawer: text(VALIDATOR), commission },
				},
			],
		]),
	});

	it.each([
		[0n, undefined],
		[1_000n, undefined],
		[1_001n, "caution"],
		[9_999n, "caution"],
		[10_000n, "danger"],
	])("of a stake's rewards: %i hundredths of a percent are %s", (commission, severity) => {
		const found = about("rewards", sentBySvm(delegating, keeping(commission)));
		expect(found?.severity).toBe(severity);
		expect(found?.stake).toEqual(
			severity === "danger" ? { kind: "address", address: text(VALIDATOR) } : undefined,
		);
	});

	it.each([
		[300n, undefined],
		[301n, "caution"],
		[999n, "caution"],
		[1_000n, "danger"],
	])("of a swap: %i hundredths of a percent are %s", (share, severity) => {
		expect(about("swap", paying({ withheld: [{ of: "swap", share, holder: null }] }))?.severity).toBe(
			severity,
		);
	});
});

describe("costs of several steps", () => {
	it("name their step", () => {
		const kept = [{ of: "swap", share: 1_000n, holder: null }] as const;
		const [found] = paying({}, { withheld: kept });
		expect(found).toMatchObject({
			text: { code: "finding.of-step", params: { step: 2 } },
			about: ["1", "swap", null],
		});
	});
});
