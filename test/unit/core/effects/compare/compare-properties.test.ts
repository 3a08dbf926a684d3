import { describe, expect, it } from "vitest";
import type { BalanceChange, PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import { randomFrom } from "../../../../mock-ledger/direct.ts";
import { approval, compared, moves, ownSimulation, simulated, thief } from "./compare-scene.ts";

/** Properties that hold for any two simulations, tested with random ones. */

const ROUNDS = 400;
const pick = <T>(random: () => number, from: readonly [T, ...T[]]): T =>
	from[Math.floor(random() * from.length)] ?? from[0];

const ASSETS = ["native", ...Array.from({ length: 5 }, (_, at) => `0x${String(at + 1).repeat(40)}`)] as const;
const SPENDERS = Array.from({ length: 4 }, (_, at) => `0x${"ab".repeat(19)}0${at}`);

function amount(random: () => number): bigint {
	return 1n + BigInt(Math.floor(random() * 1e9)) * 10n ** BigInt(Math.floor(random() * 20));
}

type Effects = Pick<PipelineSimulation, "balanceChanges" | "approvals">;

/** Generates effects with each asset and spender at most once, so that each entry is a separate effect. */
function effectsOf(random: () => number): Effects {
	const balanceChanges = ASSETS.flatMap((asset) =>
		random() < 0.4 ? [moves(pick(random, ["in", "out"]), asset, amount(random))] : [],
	);
	const approvals = SPENDERS.flatMap((spender) =>
		random() < 0.3
			? [approval(spender, amount(random), { kind: pick(random, ["allowance", "operator"]) })]
			: [],
	);
	return { balanceChanges, approvals };
}

/** Returns the expected state of two equal simulations: two empty ones are "unseen". */
const agreement = ({ balanceChanges, approvals }: Effects) =>
	balanceChanges.length + approvals.length === 0 ? "unseen" : "agrees";

/** Returns the same effects as another service might write them. */
function respelt(random: () => number, { balanceChanges, approvals }: Effects): Effects {
	const upper = (text: string) => (text.startsWith("0x") ? `0x${text.slice(2).toUpperCase()}` : text);
	return {
		balanceChanges: balanceChanges.flatMap((change): BalanceChange[] => {
			const raw = BigInt(change.amount);
			if (random() < 0.5 && change.direction === "out")
				return [{ asset: upper(change.asset), amount: `-${change.amount}` }];
			const part = raw / 2n;
			const halves = [part, raw - part].filter((each) => each > 0n);
			return halves.map((each) => ({ ...change, asset: upper(change.asset), amount: each.toString() }));
		}),
		approvals: approvals.map((each) => ({ ...each, asset: upper(each.asset), spender: upper(each.spender) })),
	};
}

const scenes = Array.from({ length: ROUNDS }, (_, seed) => {
	const random = randomFrom(seed + 1);
	return { seed, random, effects: effectsOf(random) };
});

describe("for any simulation", () => {
	it("agrees with a service that reports exactly our effects, in any spelling and order", () => {
		for (const { seed, random, effects } of scenes) {
			const service = simulated(respelt(random, effects));
			const shuffled = { ...service, balanceChanges: service.balanceChanges.toReversed() };
			expect(compared(shuffled, ownSimulation(effects)).verdict, `seed ${seed}`).toBe(agreement(effects));
		}
	});

	it("calls any outflow, permission or change of control undeclared that only our simulation shows", () => {
		for (const { seed, random, effects } of scenes) {
			const service = simulated(effects);
			const free = `0x${"f1".repeat(20)}`;
			const outflow = moves("out", free, amount(random));
			const more = [
				ownSimulation({ ...effects, balanceChanges: [...effects.balanceChanges, outflow] }),
				ownSimulation({ ...effects, approvals: [...effects.approvals, approval(thief, amount(random))] }),
				ownSimulation(effects, [{ account: free, what: "owner", before: null, after: thief, mine: true }]),
			];
			for (const own of more) expect(compared(service, own).verdict, `seed ${seed}`).toBe("undeclared");
		}
	});

	it("calls an outflow undeclared if the service states less than leaves, except for a trade's price drift", () => {
		let seen = 0;
		for (const { seed, random, effects } of scenes) {
			const at = effects.balanceChanges.findIndex(({ direction }) => direction === "out");
			const change = effects.balanceChanges[at];
			if (change === undefined) continue;
			const real = BigInt(change.amount);
			const claimed = (real * BigInt(Math.floor(random() * 999))) / 1000n;
			const stated = effects.balanceChanges.map((each, index) =>
				index === at ? { ...each, amount: claimed.toString() } : each,
			);
			const trade = effects.balanceChanges.some(({ direction }) => direction === "in");
			const small = claimed > 0n && (real - claimed) * 20n <= claimed;
			const verdict = compared(
				simulated({ ...effects, balanceChanges: stated }),
				ownSimulation(effects),
			).verdict;
			expect(verdict, `seed ${seed}`).toBe(trade && small ? "drifts" : "undeclared");
			seen += 1;
		}
		expect(seen).toBeGreaterThan(ROUNDS / 2);
	});

	it("never blames a service that states more outflow and less inflow than occurs", () => {
		for (const { seed, random, effects } of scenes) {
			const stated = effects.balanceChanges.map((each) => {
				const by = BigInt(each.amount) / BigInt(1 + Math.floor(random() * 9));
				const raw = BigInt(each.amount) + (each.direction === "out" ? by : -by);
				return { ...each, amount: raw.toString() };
			});
			const found = compared(simulated({ ...effects, balanceChanges: stated }), ownSimulation(effects));
			expect(["agrees", "unseen", "drifts", "differs"], `seed ${seed}`).toContain(found.verdict);
		}
	});

	it("finds nothing undeclared if the effects are unknown", () => {
		for (const { effects } of scenes) {
			const found = compared(null, ownSimulation(effects));
			expect(found.verdict).toBe("unproven");
			expect(found.effects.some(({ costs }) => costs)).toBe(false);
		}
	});
});
