import { describe, expect, it } from "vitest";
import { composeReview } from "../../../src/main/review/compose.ts";
import type { LegOpinion, OwnSimulation } from "../../../src/main/review/opinion.ts";
import { opinionView } from "../../../src/main/views/opinion-view.ts";
import { commitOf, simulation } from "../match/honest.ts";
import { input, NOT_SIMULATED } from "../review/scene.ts";
import { allows, dai, moves, ran, thief, token, vault } from "../review/simulate/compare-scene.ts";

const leaving = moves("out", token, 1_000n, { counterparty: vault });

function view(own: OwnSimulation, more: Partial<LegOpinion> = {}) {
	const said = simulation({ approvals: [], balanceChanges: [leaving, moves("in", dai, 1_000n)] });
	const made = commitOf({ to: vault, data: "0x47e7ef24" }, said);
	const legs = [{ ...NOT_SIMULATED, own, ...more }];
	return opinionView(composeReview(input(made, { opinion: { legs, names: new Map() } })));
}

describe("the view of the second opinion", () => {
	const brings = (amount: bigint, more = {}) =>
		ran({ balanceChanges: [leaving, moves("in", dai, amount)], ...more });

	it.each([
		["running", { state: "running" }, "Simulating on your RPC…"],
		["agrees", brings(1_000n), "shows the same."],
		["drifts", brings(980n), "but prices moved"],
		["differs", brings(2_000n), "at no cost to you"],
		["undeclared", brings(1_000n, { approvals: [allows(thief, 1n)] }), "what the service does not declare"],
		["undeclared", brings(100n), "less comes in than the service says"],
		[
			"unproven",
			{ state: "impossible", words: "Your RPC can't." },
			"Your RPC can't. What this does is not proven.",
		],
		["differs", ran({ status: "failed" }), "In your own simulation this fails."],
	] as const)("says that it %s", (state, own, words) => {
		const found = view(own);
		expect(found?.state).toBe(state);
		expect(found?.words).toContain(words);
	});

	it("puts what costs the person on top, with every digit and the direction of each side", () => {
		const found = view(brings(1_000n, { approvals: [allows(thief, 1n)] }));
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

	it("says how, and on top of which block", () => {
		expect(view(brings(1_000n))?.how).toBe("Simulated on your RPC (eth_simulateV1), on top of block 123");
		expect(view({ state: "running" })?.how).toBeNull();
	});

	it("tells what our own simulation could not see", () => {
		expect(view(brings(1_000n, { warnings: ["Approvals could not be read."] }))?.words).toContain(
			"Approvals could not be read.",
		);
	});

	it("is running while addresses are still asked about, but for what is found already", () => {
		expect(view(brings(1_000n), { enquiry: null })?.state).toBe("running");
		expect(view(brings(1_000n, { approvals: [allows(thief, 1n)] }), { enquiry: null })?.state).toBe(
			"undeclared",
		);
	});
});
