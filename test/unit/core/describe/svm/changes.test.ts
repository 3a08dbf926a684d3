import { StakeProgram } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { svmChangesOf } from "../../../../../src/core/describe/svm/changes.ts";
import {
	key,
	ME,
	out,
	svmFacts,
	svmSimulation,
	svmSubject,
	text,
	wallet,
	YOU,
} from "../../review/svm-scene.ts";
import { simulated } from "../../risk/evm/scene.ts";

describe("a loss that the service assigns to the user's stake account", () => {
	const STAKE = key(60);
	const data = { kind: "stake", staker: text(ME), withdrawer: text(ME), lockup: null } as const;
	const facts = svmFacts({}, [[STAKE, { ...wallet(), data }]]);
	const leaving = (account = ME, to = YOU) =>
		out("native", 6n, { account: text(account), counterparty: text(to) });
	const withdraw = StakeProgram.withdraw({
		stakePubkey: STAKE,
		authorizedPubkey: ME,
		toPubkey: YOU,
		lamports: 6,
	}).instructions;

	it("is one row of the user's, in both simulations", () => {
		const subject = svmSubject(withdraw, { facts, simulation: svmSimulation([leaving(STAKE)]) });
		const local = simulated({ balanceChanges: [leaving()] });
		const { rows } = svmChangesOf(subject, { local, comparison: { verdict: "agrees", effects: [] } });
		expect(rows).toMatchObject([
			{ account: text(STAKE), holder: text(ME), mine: true, direction: "out", source: "both" },
		]);
	});
});
