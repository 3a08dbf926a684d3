import { describe, expect, it } from "vitest";
import { stepSimulation } from "../../../../src/core/effects/step-facts.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { commit, OTHER, SIGNER, TOKEN } from "../match/honest.ts";
import { subject } from "../review/scene.ts";
import { simulated } from "../risk/evm/scene.ts";

const declared = subject(commit());
const undeclared = { transaction: null, simulation: null };

describe("what the simulations of a step prove", () => {
	it("is complete if ours ran to its end and read everything", () => {
		const own = simulated({});
		expect(stepSimulation(declared, own, "agrees").isWhole).toBe(true);
		expect(stepSimulation(declared, { ...own, gaps: [message("allow.lasts")] }, "agrees").isWhole).toBe(
			false,
		);
		expect(stepSimulation(declared, { state: "running" }, "running").isWhole).toBe(false);
	});

	it("distinguishes undeclared effects from unproven ones", () => {
		expect(stepSimulation(declared, { state: "none" }, "unproven").verdict).toBe("unproven");
		expect(stepSimulation(undeclared, { state: "none" }, "unproven").verdict).toBe("not-declared");
	});

	it("counts what accounts gain and lose, and no items", () => {
		const change = { asset: TOKEN, amount: "7" };
		const own = simulated({
			balanceChanges: [
				{ ...change, account: SIGNER, direction: "out" },
				{ ...change, account: OTHER, direction: "in" },
				{ ...change, account: SIGNER, direction: "out", tokenId: "3" },
			],
		});
		expect(stepSimulation(declared, own, "agrees").measured).toEqual([
			{ account: SIGNER, asset: TOKEN, amount: -7n },
			{ account: OTHER, asset: TOKEN, amount: 7n },
		]);
	});

	it("says that the user loses control", () => {
		const own = simulated({});
		const control = { account: SIGNER, what: "owner", before: SIGNER, after: OTHER } as const;
		const losing = (mine: boolean) =>
			stepSimulation(declared, { ...own, controls: [{ ...control, mine }] }, "agrees").losesControl;
		expect(losing(true)).toBe(true);
		expect(losing(false)).toBe(false);
	});
});
