import { describe, expect, it } from "vitest";
import type { ItemOpinion, LocalSimulation } from "../../../../src/core/decoded-transaction/opinion.ts";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { composeReview } from "../../../../src/core/review/compose.ts";
import { opinionView } from "../../../../src/main/views/opinion-view.ts";
import { requestOfRevocation } from "../../../fixtures/requests.ts";
import {
	approval,
	dai,
	moves,
	ownSimulation,
	thief,
	token,
	vault,
} from "../../core/effects/compare/compare-scene.ts";
import { commitOf, simulation } from "../../core/match/honest.ts";
import { evmRevocation } from "../../core/match/revocations.ts";
import { input, NOT_SIMULATED } from "../../core/review/scene.ts";

const leaving = moves("out", token, 1_000n, { counterparty: vault });

function view(own: LocalSimulation, more: Partial<ItemOpinion> = {}) {
	const said = simulation({ approvals: [], balanceChanges: [leaving, moves("in", dai, 1_000n)] });
	const made = commitOf({ to: vault, data: "0x47e7ef24" }, said);
	const legs = [{ ...NOT_SIMULATED, local: own, ...more }];
	return opinionView(composeReview(input(made, { opinion: { items: legs, names: new Map() } })));
}

describe("the view of the second opinion", () => {
	const brings = (amount: bigint, more = {}) =>
		ownSimulation({ balanceChanges: [leaving, moves("in", dai, amount)], ...more });

	it.each([
		["running", { state: "running" }, message("opinion.running")],
		["agrees", brings(1_000n), message("opinion.agrees")],
		["drifts", brings(980n), message("opinion.drifts")],
		["differs", brings(2_000n), message("opinion.differs")],
		["undeclared", brings(1_000n, { approvals: [approval(thief, 1n)] }), message("opinion.undeclared")],
		["undeclared", brings(100n), message("opinion.less-comes-in")],
		[
			"unproven",
			{ state: "impossible", why: "no_method", text: verbatim("Your RPC can't.") },
			sentences("Your RPC can't.", message("opinion.unproven")),
		],
		["differs", ownSimulation({ status: "failed" }), message("opinion.fails")],
	] as const)("says that it %s", (state, own, text) => {
		const found = view(own);
		expect(found?.state).toBe(state);
		expect(found?.text).toEqual(text);
	});

	it("names no service for the user's own request", () => {
		const frozen = evmRevocation();
		const made = composeReview({
			...input(commitOf({ to: vault })),
			request: requestOfRevocation(frozen, "TUSD"),
			freezing: { ok: true, frozen },
			opinion: { items: [{ ...NOT_SIMULATED, local: ownSimulation() }], names: new Map() },
		});
		expect(opinionView(made)?.text).toEqual(message("opinion.own-request"));
	});

	it("denies no effect that the service states", () => {
		const said = simulation({ approvals: [approval(vault, 50n)], balanceChanges: [] });
		const legs = [{ ...NOT_SIMULATED, local: ownSimulation() }];
		const found = opinionView(
			composeReview(
				input(commitOf({ to: vault, data: "0x47e7ef24" }, said), {
					opinion: { items: legs, names: new Map() },
				}),
			),
		);
		expect(found).toMatchObject({
			state: "unseen",
			text: message("opinion.partly-unseen", { steps: 0 }),
			rows: [{ kind: "approval", status: "only_theirs" }],
		});
	});

	it("denies no effect of one step because another step has none", () => {
		const moving = simulation({ approvals: [], balanceChanges: [leaving] });
		const still = simulation({ approvals: [], balanceChanges: [] });
		const made = input(commitOf({ to: vault, data: "0x47e7ef24" }, moving), {
			opinion: {
				items: [{ ...NOT_SIMULATED, local: ownSimulation({ balanceChanges: [leaving] }) }],
				names: new Map(),
			},
		});
		const none = input(commitOf({ to: vault, data: "0x47e7ef24" }, still), {
			opinion: { items: [{ ...NOT_SIMULATED, local: ownSimulation() }], names: new Map() },
		});
		const [paying, allowing] = [composeReview(made), composeReview(none)];
		const found = opinionView({ ...paying, analyses: [...paying.analyses, ...allowing.analyses] });
		expect(found).toMatchObject({
			state: "unseen",
			text: message("opinion.partly-unseen", { steps: 1 }),
			rows: [{ kind: "balance", status: "same", step: 1 }],
		});
		expect(opinionView(allowing)?.text).toEqual(message("opinion.unseen"));
	});

	it("lists the user's costs first, with every digit and each side's direction", () => {
		const found = view(brings(1_000n, { approvals: [approval(thief, 1n)] }));
		expect(found?.rows.map(({ kind, status }) => [kind, status])).toEqual([
			["approval", "only_ours"],
			["balance", "same"],
			["balance", "same"],
		]);
		expect(found?.rows[1]).toMatchObject({
			theirs: { raw: "1000", direction: "out" },
			ours: { raw: "1000", direction: "out", full: "0.001", unit: "TUSD" },
			step: null,
		});
	});

	it("names the method, and the block that it ran on", () => {
		expect(view(brings(1_000n))?.how).toEqual(
			message("opinion.how.block", { how: "eth_simulateV1", at: "123" }),
		);
		expect(view({ state: "running" })?.how).toBeNull();
	});

	it("names the limits of our own simulation", () => {
		const gaps = [message("own-simulation.gap.unanswered"), message("own-simulation.gap.unanswered")];
		expect(view({ ...brings(1_000n), gaps })?.text).toEqual(
			sentences(message("opinion.agrees"), message("own-simulation.gap.unanswered")),
		);
	});

	it("is running while addresses are still queried, except for existing findings", () => {
		expect(view(brings(1_000n), { addressFacts: null })?.state).toBe("running");
		expect(view(brings(1_000n, { approvals: [approval(thief, 1n)] }), { addressFacts: null })?.state).toBe(
			"undeclared",
		);
	});
});
