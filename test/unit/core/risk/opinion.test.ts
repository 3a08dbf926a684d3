import { describe, expect, it } from "vitest";
import type { EvmFacts } from "../../../../src/core/chain/evm.ts";
import {
	type DecodedEvmTransaction,
	shortAddress,
} from "../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type { LocalSimulation } from "../../../../src/core/decoded-transaction/opinion.ts";
import { changesOf } from "../../../../src/core/describe/evm/changes.ts";
import { permissionsOf } from "../../../../src/core/describe/evm/permissions.ts";
import { comparisonOf } from "../../../../src/core/effects/compare/compare.ts";
import { evmStepFacts } from "../../../../src/core/effects/evm/step-facts.ts";
import { message, verbatim } from "../../../../src/core/localized-text.ts";
import { findingObstacles } from "../../../../src/core/review/approval.ts";
import { composeReview } from "../../../../src/core/review/compose.ts";
import { predictionOf } from "../../../../src/core/review/effects/prediction.ts";
import { stepFindings } from "../../../../src/core/risk/general/simulation.ts";
import { codesOf, naming, saying } from "../../../support/saying.ts";
import {
	approval,
	dai,
	friend,
	moves,
	ownSimulation,
	paying,
	simulated,
	subjectDeclaring,
	thief,
	token,
	vault,
} from "../effects/compare/compare-scene.ts";
import { commitOf, simulation } from "../match/honest.ts";
import { facts, fine, input, missing, NOT_SIMULATED, NOW } from "../review/scene.ts";

/** The rules' comparison of the service's simulation with ours, and its display in the review. */

const of = (subject: DecodedEvmTransaction, own: LocalSimulation) => {
	const comparison = comparisonOf(subject, own);
	const opinion = { ...NOT_SIMULATED, local: own };
	const facts = evmStepFacts(subject, {
		opinion,
		comparison,
		isLater: false,
		sameNonceHeadline: null,
		texts: [],
		now: NOW,
	});
	const all = stepFindings(facts).filter((finding) => finding !== null);
	/** @param code a finding's id, or the code of a sentence in its text */
	const found = (code: string) => all.find(({ id, text }) => id === code || codesOf(text).includes(code));
	return { all, of: found };
};

describe("undeclared effects", () => {
	it("block, and name asset, amount and recipient, of up to three", () => {
		const own = ownSimulation({
			balanceChanges: [
				moves("out", token, 5_000_000n, { counterparty: thief }),
				moves("out", "native", 10n ** 18n, { counterparty: thief }),
			],
			approvals: [approval(thief, 2n ** 256n - 1n), approval(friend, 7n)],
		});
		const found = of(subjectDeclaring(simulated()), own).of("finding.undeclared");
		expect(found).toMatchObject({ severity: "block" });
		expect(found?.text).toEqual(
			saying("comparison.balance.told", {
				amount: message("amount.exact", { amount: "5", symbol: "TUSD" }),
				isOut: true,
				other: shortAddress(thief),
			}),
		);
		expect(found?.text).toEqual(
			saying("comparison.balance.told", { amount: message("amount.exact", { amount: "1", symbol: "ETH" }) }),
		);
		expect(found?.text).toEqual(saying("comparison.may.any", { symbol: "TUSD" }));
		expect(found?.text).toEqual(saying("finding.undeclared.more", { count: 1 }));
		expect(found?.text).toEqual(saying("finding.reject"));
		expect(findingObstacles(found === undefined ? [] : [found])).toHaveLength(1);
	});

	it("are reported once: our decoding of them is not a second finding", () => {
		const subject = subjectDeclaring(simulated(), { call: paying(thief, 5n) });
		expect(
			of(subject, { state: "impossible", why: "no_method", text: verbatim("No.") }).of(
				"finding.contradiction.moves",
			),
		).toMatchObject({
			severity: "danger",
		});
		const own = ownSimulation({ balanceChanges: [moves("out", token, 5n, { counterparty: thief })] });
		expect(of(subject, own).of("finding.contradiction.moves")).toBeUndefined();
		expect(of(subject, own).of("finding.undeclared")).toBeDefined();
	});

	it("are absent for an honest service, for one that states more, and if no side is known", () => {
		const changes = { balanceChanges: [moves("out", token, 5n)], approvals: [approval(vault, 5n)] };
		for (const service of [
			simulated(changes),
			simulated({ ...changes, balanceChanges: [moves("out", token, 9n)] }),
			null,
		])
			expect(of(subjectDeclaring(service), ownSimulation(changes)).of("finding.undeclared")).toBeUndefined();
	});
});

describe("the service's promise", () => {
	const brings = (amount: bigint) => [moves("out", token, 1_000n), moves("in", dai, amount)];
	const found = (back: readonly ReturnType<typeof moves>[]) =>
		of(
			subjectDeclaring(simulated({ balanceChanges: brings(1_000n) })),
			ownSimulation({ balanceChanges: [...back] }),
		);

	it("requires a typed word if up to half of it is missing", () => {
		for (const amount of [949n, 500n])
			expect(found(brings(amount)).of("finding.promise-short")).toMatchObject({
				severity: "danger",
				needsWord: true,
			});
		expect(found(brings(500n)).of("finding.undeclared")).toBeUndefined();
	});

	it("blocks if more is missing, or all of it", () => {
		for (const back of [brings(499n), [moves("out", token, 1_000n)]])
			expect(found(back).of("finding.promise-short")).toMatchObject({ severity: "block" });
	});

	it("reports a moved price, without an objection", () => {
		expect(found(brings(950n)).of("comparison.balance.drifts")).toMatchObject({
			severity: "info",
			needsWord: false,
		});
		expect(found(brings(950n)).of("finding.promise-short")).toBeUndefined();
		expect(found(brings(1_000n)).of("comparison.balance.drifts")).toBeUndefined();
	});
});

describe("the recipient's gain", () => {
	const pays = (parts: readonly (readonly [string, bigint])[]) =>
		parts.map(([to, amount]) => moves("out", token, amount, { counterparty: to }));
	const found = (gets: bigint) =>
		of(
			subjectDeclaring(simulated({ balanceChanges: pays([[friend, 100n]]) }), { call: paying(friend, 100n) }),
			ownSimulation({
				balanceChanges: pays(
					[
						[friend, gets],
						[thief, 100n - gets],
					].filter(([, each]) => each !== 0n) as [string, bigint][],
				),
			}),
		).of("finding.recipient-short");

	it("is reported if a token keeps a share, in red if it exceeds price drift", () => {
		expect(found(98n)).toMatchObject({ severity: "caution" });
		expect(found(90n)).toMatchObject({ severity: "danger", needsWord: true });
		expect(found(90n)?.text).toEqual(naming(shortAddress(friend)));
		expect(found(100n)).toBeUndefined();
	});
});

describe("a failure of our own simulation", () => {
	it("blocks with the chain's own reason, and may pass", () => {
		const own = { ...ownSimulation({ status: "failed" }), revert: verbatim("ERC20: transfer") };
		const found = of(subjectDeclaring(simulated()), own).of("own-simulation-failed");
		expect(found).toMatchObject({ severity: "block" });
		expect(found?.text).toEqual(
			saying("finding.own-simulation-failed.reason", { reason: verbatim("ERC20: transfer") }),
		);
		expect(findingObstacles(found === undefined ? [] : [found])).toMatchObject([{ passing: true }]);
	});

	describe("a failure at the gas limit", () => {
		const failing = (units: bigint) => {
			const gas = { units: units.toString(), priceWei: null, nativeCost: null };
			return { ...ownSimulation({ status: "failed", gas }), revert: verbatim("execution failed") };
		};
		const limited = (limit: number, gas: EvmFacts["gas"]) => {
			const subject = subjectDeclaring(simulated());
			const transaction = { ...subject.payload.transaction, gas_limit: limit };
			return { ...subject, payload: { ...subject.payload, transaction }, facts: facts({ gas }) };
		};
		const text = (limit: number, gas: EvmFacts["gas"], units: bigint) =>
			of(limited(limit, gas), failing(units)).of("own-simulation-failed")?.text;

		it("names a limit below the estimate, and the gas needed", () => {
			const told = { limit: 40_000, needed: 52_000 };
			expect(text(40_000, fine(52_000n), 39_000n)).toEqual(saying("finding.own-simulation-failed.gas", told));
		});

		it("names an exhausted limit if there is no estimate", () => {
			expect(text(40_000, missing(), 40_000n)).toEqual(
				saying("finding.own-simulation-failed.gas-used-up", { limit: 40_000 }),
			);
		});

		it("keeps the chain's reason if the limit is not the cause", () => {
			const reason = { reason: verbatim("execution failed") };
			for (const found of [text(60_000, fine(52_000n), 60_000n), text(40_000, missing(), 30_000n)])
				expect(found).toEqual(saying("finding.own-simulation-failed.reason", reason));
		});
	});

	it("is absent if it works", () => {
		expect(of(subjectDeclaring(simulated()), ownSimulation()).of("own-simulation-failed")).toBeUndefined();
	});
});

describe("the review of both simulations", () => {
	const found = (subject: DecodedEvmTransaction, own: LocalSimulation) => ({
		local: own,
		comparison: comparisonOf(subject, own),
	});

	it("keeps the service's rows, marks shared ones, and adds ours", () => {
		const subject = subjectDeclaring(
			simulated({ balanceChanges: [moves("in", dai, 9n), moves("out", "native", 3n)] }),
		);
		const own = ownSimulation({
			balanceChanges: [
				moves("out", "native", 3n),
				moves("out", token, 5n),
				moves("out", dai, 1n, { account: thief }),
			],
		});
		const { rows, claim } = changesOf(subject, found(subject, own));
		expect(rows.map(({ asset, source }) => [asset, source])).toEqual([
			[dai, "service"],
			["native", "both"],
			[token, "simulated"],
		]);
		expect(claim.status).toBe("contradicted");
	});

	it("uses only ours if nobody states the changes", () => {
		const subject = subjectDeclaring(null);
		const own = ownSimulation({ balanceChanges: [moves("out", token, 5n)] });
		const { rows, claim } = changesOf(subject, found(subject, own));
		expect(rows).toMatchObject([{ asset: token, direction: "out", source: "simulated" }]);
		expect(claim.text).toEqual(saying("changes.own.alone"));
	});

	it("numbers new items as ours does, once", () => {
		const made = (tokenId: string) =>
			moves("in", token, 1n, { tokenId, standard: "erc721", counterparty: `0x${"0".repeat(40)}` });
		const subject = subjectDeclaring(simulated({ balanceChanges: [made("6"), moves("out", "native", 3n)] }));
		const own = ownSimulation({ balanceChanges: [made("7"), moves("out", "native", 3n)] });
		expect(changesOf(subject, found(subject, own)).rows).toMatchObject([
			{ asset: "native", source: "both" },
			{ asset: token, tokenId: "7", source: "both" },
		]);
	});

	it("gives a row without a direction ours", () => {
		const subject = subjectDeclaring(simulated({ balanceChanges: [{ asset: token, amount: "5" }] }));
		const own = ownSimulation({ balanceChanges: [moves("out", token, 5n)] });
		expect(changesOf(subject, found(subject, own)).rows).toMatchObject([
			{ direction: "out", source: "both" },
		]);
	});

	it("adds permissions found only by ours, and none twice", () => {
		const subject = subjectDeclaring(simulated({ approvals: [approval(vault, 5n)] }));
		const own = ownSimulation({ approvals: [approval(vault, 5n), approval(thief, 2n ** 256n - 1n)] });
		expect(permissionsOf(subject, found(subject, own))).toMatchObject([
			{ source: "service", spender: vault },
			{ source: "simulated", spender: thief, unlimited: true, grants: true },
		]);
	});

	it("predicts our results, whatever the service states", () => {
		const view = commitOf(
			{ to: vault, data: "0x47e7ef24" },
			simulation({ approvals: [], balanceChanges: [moves("out", dai, 5n)] }),
		);
		const local = ownSimulation({ balanceChanges: [moves("out", dai, 9n)] });
		const made = composeReview(
			input(view, { opinion: { items: [{ ...NOT_SIMULATED, local }], names: new Map() } }),
		);
		expect(predictionOf(made)?.moves).toMatchObject([{ asset: dai, direction: "out", amount: "9" }]);
	});

	it("predicts results found only by ours", () => {
		const view = commitOf({ to: vault, data: "0x47e7ef24" }, simulation({ approvals: [] }));
		const local = ownSimulation({ balanceChanges: [moves("in", dai, 5n)] });
		const made = composeReview(
			input(view, { opinion: { items: [{ ...NOT_SIMULATED, local }], names: new Map() } }),
		);
		expect(predictionOf(made)?.moves).toMatchObject([{ asset: dai, direction: "in", amount: "5" }]);
	});
});

describe("before it is available", () => {
	const view = commitOf({ to: vault, data: "0x47e7ef24" }, simulation({ approvals: [] }));
	const approval = (legs: Parameters<typeof input>[1]) => composeReview(input(view, legs)).approval;

	it("nothing is approved, and it arrives by itself", () => {
		const found = approval({ opinion: { items: [], names: new Map() } });
		expect(found.possible).toBe(false);
		expect(found.refusals[0]).toEqual(saying("against.opinion.simulating"));
		expect(found.canRetry).toBe(true);
	});

	it("its addresses are queried first too", () => {
		const local = ownSimulation();
		const found = approval({ opinion: { items: [{ local, addressFacts: null }], names: new Map() } });
		expect(found.refusals[0]).toEqual(saying("against.opinion.asking"));
	});

	it("an approval becomes possible once it is there, or unavailable", () => {
		expect(approval({}).possible).toBe(true);
		expect(
			approval({ opinion: { items: [{ ...NOT_SIMULATED, local: ownSimulation() }], names: new Map() } })
				.possible,
		).toBe(true);
	});
});
