import { describe, expect, it } from "vitest";
import type { ItemOpinion } from "../../../../../src/core/decoded-transaction/opinion.ts";
import type { Intent } from "../../../../../src/core/match/frozen.ts";
import type { BalanceChange } from "../../../../../src/service-api/simulation.ts";
import { saying } from "../../../../support/saying.ts";
import {
	dai,
	friend,
	moves,
	ownSimulation,
	thief,
	token,
	vault,
} from "../../effects/compare/compare-scene.ts";
import {
	OTHER,
	payload,
	request,
	simulation,
	TOKEN,
	transaction,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { NOT_SIMULATED } from "../scene.ts";
import { action, actionReview } from "../several.ts";

/** Findings about an unreadable step, which this test ignores. */
const APART: ReadonlySet<string> = new Set(["unknown-call", "unfamiliar-argument"]);

/** Two steps that are approved together, with records that don't say which step they belong to. */

interface Step {
	readonly to: string;
	readonly data: `0x${string}`;
	/** Balance changes in our own simulation; `null` if the step can't be simulated. */
	readonly own: readonly BalanceChange[] | null;
}

/** Call of `deposit(address,uint256)`, which the app doesn't decode. */
const CALL = `0x47e7ef24${token.slice(2).padStart(64, "0")}${"0".repeat(64)}` as const;
const called = (own: Step["own"], to = VAULT): Step => ({ to, data: CALL, own });
const paying = (to: string, amount: bigint, own: Step["own"]): Step => ({
	to: TOKEN,
	data: transferData(to, amount),
	own,
});

function reviewOf(told: readonly BalanceChange[], steps: readonly Step[]) {
	const said = simulation({ balanceChanges: [...told], approvals: [] });
	const transactions = steps.map(({ to, data }, at) =>
		transaction({ to, data, label: "Step", kind: "call", pending_tx_id: 41 + at, gas: "60000" }),
	);
	const intents: readonly Intent[] = steps.map(({ to, data }, at) =>
		payload({ to, data }, { nonce: 11 + at }),
	);
	const legs = steps.map(
		({ own }): ItemOpinion =>
			own === null ? NOT_SIMULATED : { ...NOT_SIMULATED, local: ownSimulation({ balanceChanges: [...own] }) },
	);
	return actionReview(action(request(transactions, said)), intents, {
		opinion: { items: legs, names: new Map() },
	});
}

const graves = (told: readonly BalanceChange[], steps: readonly Step[]) =>
	reviewOf(told, steps)
		.findings.filter(({ id, severity }) => !APART.has(id) && (severity === "danger" || severity === "block"))
		.map(({ id }) => id);

const out = (amount: bigint, to?: string, asset = token) =>
	moves("out", asset, amount, to === undefined ? {} : { counterparty: to });

describe("records without a step, compared with all steps", () => {
	it("find two hidden outflows that would each fit alone", () => {
		const steps = [called([out(10n)]), called([out(10n)])];
		const { findings, approval } = reviewOf([out(10n)], steps);
		expect(findings.filter(({ severity }) => severity === "block")).toMatchObject([
			{
				id: "declared-differs",
				text: saying("finding.all-steps"),
			},
		]);
		expect(approval.possible).toBe(false);
		expect(graves([out(20n)], steps)).toEqual([]);
	});

	it("block once if a step alone takes more than all of them state, and report it there", () => {
		expect(graves([out(10n)], [paying(friend, 11n, [out(11n)]), called([])])).toEqual(["declared-differs"]);
	});

	it("prove nothing if a step can't be simulated: our decoding still adds up", () => {
		const pays = paying(OTHER, 10n, null);
		expect(graves([out(10n)], [pays, pays])).toEqual(["declared-differs"]);
		expect(graves([out(10n)], [called([out(10n)]), called(null)])).toEqual(["not-simulated"]);
	});

	it("accept honest payments to several people, and find one that goes to another", () => {
		const told = [out(5n, friend), out(5n, vault)];
		const pays = (to: string) => paying(to, 5n, [out(5n, to)]);
		expect(graves(told, [pays(friend), pays(vault)])).toEqual([]);
		expect(graves(told, [pays(friend), pays(thief)])).toEqual(["declared-differs"]);
		expect(graves(told, [pays(friend), called([out(5n, thief)], thief)])).toEqual(["declared-differs"]);
	});

	it("accept tokens bought in one step and spent in the next, with price drift", () => {
		const swap = (bought: bigint) => called([out(100n, VAULT), moves("in", dai, bought)]);
		const pays = called([out(98n, vault, dai)]);
		const gross = [out(100n), moves("in", dai, 100n), out(98n, vault, dai)];
		const net = [out(100n), moves("in", dai, 2n)];
		expect(graves(gross, [swap(99n), pays])).toEqual([]);
		expect(graves(gross, [swap(97n), pays])).toEqual([]);
		expect(graves(gross, [swap(90n), pays])).not.toEqual([]);
		// The service states only the net change, so its record doesn't show that tokens leave on the way.
		expect(graves(net, [swap(99n), pays])).toEqual(["declared-differs"]);
	});

	it("compare all steps' inflows with the promise", () => {
		const told = [out(100n), moves("in", dai, 100n)];
		const steps = (bought: bigint) => [called([out(100n)]), called([moves("in", dai, bought)])];
		expect(graves(told, steps(100n))).toEqual([]);
		expect(graves(told, steps(20n))).toEqual(["declared-differs"]);
	});

	it("are not compared if each record names its step", () => {
		const told = [
			{ ...out(10n), step: 1 },
			{ ...out(10n), step: 2 },
		];
		expect(graves(told, [called([out(10n)]), called([out(10n)])])).toEqual([]);
		expect(graves(told.slice(0, 1), [called([out(10n)]), called([out(10n)])])).toEqual(["declared-differs"]);
	});
});
