import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { RemainingAllowance } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { ownSimulation } from "../../effects/compare/compare-scene.ts";
import {
	approveData,
	OTHER,
	payload,
	request,
	SIGNER,
	simulation,
	TOKEN,
	transaction,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { NOT_SIMULATED } from "../scene.ts";
import { action, proposalReview } from "../several.ts";

type Call = Readonly<Record<"to" | "data", string>>;

const approve = (amount: bigint, to = TOKEN): Call => ({ to, data: approveData(VAULT, amount) });
const PAY: Call = { to: TOKEN, data: transferData(OTHER, 5_000_000n) };
const MOST = 2n ** 256n - 1n;

const left = (amount: bigint): RemainingAllowance => ({
	account: SIGNER.toLowerCase(),
	spender: VAULT.toLowerCase(),
	token: TOKEN.toLowerCase(),
	book: "token",
	amount,
});

const review = (calls: readonly Call[], allowances: readonly (readonly RemainingAllowance[])[]) =>
	proposalReview(
		action(
			request(
				calls.map((call) => transaction({ ...call, label: "" })),
				simulation({ approvals: [] }),
			),
		),
		calls.map((call) => payload(call)),
		{
			opinion: {
				items: calls.map((_, at) => ({
					...NOT_SIMULATED,
					local: { ...ownSimulation({}), allowances: allowances[at] ?? [] },
				})),
				names: new Map(),
			},
		},
	);

/** Returns for each step whether the request's headline contains the step's own. */
const names = (calls: readonly Call[], allowances: readonly (readonly RemainingAllowance[])[]) => {
	const { headline, analyses } = review(calls, allowances);
	const whole = JSON.stringify(headline.text);
	return analyses.map((each) => {
		const { code, params } = z
			.looseObject({ code: z.string(), params: z.unknown() })
			.parse(each.headline.text);
		return whole.includes(code) && whole.includes(JSON.stringify(params));
	});
};

describe("the headline of several steps", () => {
	it("leaves out an allowance that a later step uses up", () => {
		expect(names([approve(5n), PAY], [[left(5n)], [left(0n)]])).toEqual([false, true]);
	});

	it.each([
		["some of it is left", [[left(5n)], [left(1n)]]],
		["no simulation shows what is left", [[left(5n)], []]],
		["only the step itself shows it", [[left(0n)], []]],
	])("names an allowance if %s", (_, allowances) => {
		expect(names([approve(5n), PAY], allowances)).toEqual([true, true]);
	});

	it("names an allowance for a call that can't be read", () => {
		const unread: Call = { to: OTHER, data: `0x12345678${"00".repeat(32)}` };
		expect(names([approve(5n), unread], [[left(5n)], [left(0n)]])[0]).toBe(true);
	});

	it("names an unlimited allowance in any case", () => {
		expect(names([approve(MOST), PAY], [[left(5n)], [left(0n)]])[0]).toBe(true);
	});

	it("counts the tokens of three allowances for one spender", () => {
		const tokens = [1, 2, 3].map((at) => `0x${String(at).repeat(40)}`);
		const { headline, analyses } = review(
			tokens.map((token) => approve(5n, token)),
			[],
		);
		expect(analyses).toHaveLength(3);
		expect(headline.text).toMatchObject({ code: "headline.approves-many", params: { count: 3 } });
	});
});
