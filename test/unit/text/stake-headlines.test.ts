import { StakeProgram, type TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { SvmAccountData } from "../../../src/core/chain/svm.ts";
import { svmHeadlineOf } from "../../../src/core/describe/svm/headline.ts";
import { textOf } from "../../../src/text/index.ts";
import { key, ME, short, svmFacts, svmSubject, text, wallet } from "../core/review/svm-scene.ts";

const STAKE = key(51);
const OTHER = key(52);
const VOTER = key(53);
const SOL = 10n ** 9n;

function headline(instructions: readonly TransactionInstruction[], data?: Partial<SvmAccountData>): string {
	const ruled = { kind: "stake", staker: text(ME), withdrawer: text(ME), lockup: null, ...data } as const;
	const account = { ...wallet(12n * SOL), data: ruled as SvmAccountData };
	const facts = svmFacts({}, data === undefined ? [] : [[STAKE, account]]);
	return textOf(svmHeadlineOf(svmSubject(instructions, { facts })).text);
}

const withdraw = (sol: number) =>
	StakeProgram.withdraw({
		stakePubkey: STAKE,
		authorizedPubkey: ME,
		toPubkey: ME,
		lamports: sol * Number(SOL),
	}).instructions;

describe("a withdrawal of a stake", () => {
	it("names the stake account, its balance and whether it is staked", () => {
		const begins = `Withdraw 3 SOL from the stake account ${short(STAKE)}`;
		expect(headline(withdraw(3), {})).toContain(`${begins} (12 SOL, not staked) to `);
		expect(headline(withdraw(3), { delegation: { voter: text(VOTER), endsIn: null } })).toContain(
			`${begins} (12 SOL, staked with ${short(VOTER)}) to `,
		);
		expect(headline(withdraw(3), { delegation: { voter: text(VOTER), endsIn: 700n } })).toContain(
			`${begins} (12 SOL, staked with ${short(VOTER)} until epoch 700 ends) to `,
		);
	});

	it("names the account if the chain's answer is missing", () => {
		expect(headline(withdraw(3))).toContain(`Withdraw 3 SOL from the stake account ${short(STAKE)} to `);
	});
});

describe("other instructions for a stake", () => {
	it("names the stake account", () => {
		const of = { stakePubkey: STAKE, authorizedPubkey: ME };
		expect(headline(StakeProgram.deactivate(of).instructions)).toContain(text(STAKE));
		expect(headline(StakeProgram.delegate({ ...of, votePubkey: VOTER }).instructions)).toContain(text(STAKE));
		const split = StakeProgram.split({ ...of, splitStakePubkey: OTHER, lamports: 2 * Number(SOL) }, 0);
		const told = headline(split.instructions.slice(-1));
		expect(told).toContain(`Split 2 SOL from the stake account ${text(STAKE)}`);
		expect(told).toContain(text(OTHER));
	});
});
