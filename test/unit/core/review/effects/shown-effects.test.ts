import { describe, expect, it } from "vitest";
import type { ItemOpinion, LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { shownEffects } from "../../../../../src/core/journal/records.ts";
import type { Intent } from "../../../../../src/core/match/frozen.ts";
import { shownEffectsOf } from "../../../../../src/core/review/effects/shown-effects.ts";
import { worseThan } from "../../../../../src/core/review/effects/worse-effects.ts";
import {
	approval,
	friend,
	me,
	moves,
	ownSimulation,
	thief,
	token,
	vault,
} from "../../effects/compare/compare-scene.ts";
import {
	approveData,
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

/** The effects of a step that a review shows, from our simulation and from the bytes. */

const DEPOSIT = `0x47e7ef24${token.slice(2).padStart(64, "0")}${"0".repeat(64)}` as const;
const ASSET = JSON.stringify(["fungible", token, null]);

const CONTROL = { account: vault, what: "owner", before: me, after: thief, mine: true } as const;

interface Step {
	readonly to: string;
	readonly data: `0x${string}`;
	readonly own: LocalSimulation;
}

const NEVER: LocalSimulation = NOT_SIMULATED.local;
const deposit = (own: LocalSimulation): Step => ({ to: VAULT, data: DEPOSIT, own });
const transfer = (own: LocalSimulation): Step => ({ to: TOKEN, data: transferData(OTHER, 5n), own });
const out = (amount: bigint, to: string) => moves("out", token, amount, { counterparty: to });

/** Returns the shown effects of this step after an approval. */
function shown(step: Step) {
	const steps = [{ to: TOKEN, data: approveData(VAULT, 25n), own: ownSimulation() }, step];
	const transactions = steps.map(({ to, data }, at) =>
		transaction({ to, data, label: "Step", kind: "call", pending_tx_id: 41 + at, gas: "60000" }),
	);
	const intents: readonly Intent[] = steps.map(({ to, data }, at) =>
		payload({ to, data }, { nonce: 11 + at }),
	);
	const items = steps.map(({ own }): ItemOpinion => ({ ...NOT_SIMULATED, local: own }));
	const review = actionReview(action(request(transactions, simulation({ approvals: [] }))), intents, {
		opinion: { items, names: new Map() },
	});
	const found = shownEffectsOf(review, 1);
	if (found === null) throw new Error("a transaction without effects");
	return shownEffects.parse(found);
}

describe("the effects of a step that a review shows", () => {
	it("list losses and receivers as simulated, and as the bytes state them", () => {
		const found = shown(transfer(ownSimulation({ balanceChanges: [out(5n, friend)] })));
		expect(found).toMatchObject({ simulation: "passed", isWhole: true });
		expect(found.changes).toEqual([{ account: me, asset: ASSET, simulated: "5", stated: "5" }]);
		expect(found.receivers).toEqual([{ to: friend, asset: ASSET, simulated: "5", stated: "5" }]);
	});

	it("are only those of the step itself", () => {
		expect(shown(transfer(ownSimulation())).rights).toEqual([]);
	});

	it("say that a step can't be simulated, and list what its bytes state", () => {
		const found = shown(transfer(NEVER));
		expect(found.simulation).toBe("no_method");
		expect(found.changes).toEqual([{ account: me, asset: ASSET, stated: "5" }]);
	});

	it.each<readonly [string, Step, Step, string | null]>([
		[
			"the same",
			deposit(ownSimulation({ balanceChanges: [out(9n, vault)] })),
			deposit(ownSimulation({ balanceChanges: [out(9n, vault)] })),
			null,
		],
		[
			"a larger amount",
			deposit(ownSimulation({ balanceChanges: [out(9n, vault)] })),
			deposit(ownSimulation({ balanceChanges: [out(10n, vault)] })),
			"receiver",
		],
		[
			"another receiver",
			deposit(ownSimulation({ balanceChanges: [out(9n, vault)] })),
			deposit(ownSimulation({ balanceChanges: [out(9n, thief)] })),
			"receiver",
		],
		[
			"an allowance",
			deposit(ownSimulation({ balanceChanges: [out(9n, vault)] })),
			deposit(ownSimulation({ balanceChanges: [out(9n, vault)], approvals: [approval(thief, 1n)] })),
			"right",
		],
		[
			"a failure",
			deposit(ownSimulation({ balanceChanges: [out(9n, vault)] })),
			deposit(ownSimulation({ status: "failed" })),
			"fails",
		],
		[
			"no simulation any more",
			deposit(ownSimulation({ balanceChanges: [out(9n, vault)] })),
			deposit(NEVER),
			"not-simulated",
		],
		[
			"the first simulation",
			transfer(NEVER),
			transfer(ownSimulation({ balanceChanges: [out(5n, friend)] })),
			null,
		],
		[
			"the first simulation, with more than the bytes state",
			transfer(NEVER),
			transfer(ownSimulation({ balanceChanges: [out(5n, friend), out(1n, thief)] })),
			"receiver",
		],
		["a loss of control", deposit(ownSimulation()), deposit(ownSimulation({}, [CONTROL])), "control"],
	])("compare with a later review of it: %s", (_, before, now, worse) => {
		expect(worseThan(shown(before), shown(now))?.kind ?? null).toBe(worse);
	});
});
