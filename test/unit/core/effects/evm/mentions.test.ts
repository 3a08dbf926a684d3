import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { Mention } from "../../../../../src/core/effects/effects.ts";
import { evmStepEffects } from "../../../../../src/core/effects/evm/step-effects.ts";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import {
	approveData,
	commitOf,
	hex,
	OTHER,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { facts, NOT_SIMULATED, subject, tokenFacts } from "../../review/scene.ts";
import { CONTRACT, NEW_CONTRACT, opinionWith } from "../../risk/evm/scene.ts";

const ALLOWANCES = parseAbi([
	"function increaseAllowance(address spender, uint256 by)",
	"function decreaseAllowance(address spender, uint256 by)",
	"function transferOwnership(address to)",
	"function delegate(address to)",
]);

const effectsOf = (call: Parameters<typeof commitOf>[0], service?: PipelineSimulation) =>
	evmStepEffects(
		subject(commitOf(call, service), facts({}, [tokenFacts({ address: TOKEN })])),
		NOT_SIMULATED,
		0,
		"unproven",
	);
const inRole = (role: Mention["role"], ...args: Parameters<typeof effectsOf>) =>
	effectsOf(...args)
		.mentions.filter((each) => each.role === role)
		.map(({ address }) => address);
const lower = (address: string) => address.toLowerCase();

describe("addresses that a transaction names", () => {
	it("are recipients, spenders or other mentions", () => {
		const pays = { to: TOKEN, data: transferData(OTHER, 1n) };
		expect(inRole("paid", pays)).toEqual([lower(OTHER)]);
		expect(inRole("allowed", pays)).toEqual([]);
		expect(inRole("other", pays)).toEqual([lower(TOKEN), lower(OTHER)]);
		expect(inRole("allowed", { to: TOKEN, data: approveData(VAULT, 5n) })).toEqual([lower(VAULT)]);
		expect(inRole("paid", { to: OTHER, value: 1n })).toEqual([lower(OTHER)]);
	});

	it("are no spenders of a reduced or revoked allowance, or of delegated votes", () => {
		const change = (functionName: "increaseAllowance" | "decreaseAllowance") => ({
			to: TOKEN,
			data: encodeFunctionData({ abi: ALLOWANCES, functionName, args: [hex(VAULT), 5n] }),
		});
		expect(inRole("allowed", change("increaseAllowance"))).toEqual([lower(VAULT)]);
		expect(inRole("allowed", change("decreaseAllowance"))).toEqual([]);
		expect(inRole("allowed", { to: TOKEN, data: approveData(VAULT, 0n) })).toEqual([]);
		const votes = encodeFunctionData({ abi: ALLOWANCES, functionName: "delegate", args: [hex(OTHER)] });
		expect(inRole("allowed", { to: TOKEN, data: votes })).toEqual([]);
	});

	it("are spenders with control of a contract, and by the service's declaration", () => {
		const owner = encodeFunctionData({
			abi: ALLOWANCES,
			functionName: "transferOwnership",
			args: [hex(OTHER)],
		});
		expect(inRole("allowed", { to: VAULT, data: owner })).toEqual([lower(OTHER)]);
		const declared = simulation({
			approvals: [
				{
					kind: "allowance",
					account: SIGNER,
					spender: VAULT,
					asset: TOKEN,
					standard: "erc20",
					amount: "5",
					approved: true,
				},
			],
		});
		expect(inRole("allowed", { to: OTHER, value: 1n }, declared)).toEqual([lower(VAULT)]);
	});
});

it("the history of a code is listed only if it is unusual", () => {
	const about = subject(commitOf({ to: OTHER, value: 1n }), facts());
	const histories = (codes: Parameters<typeof opinionWith>[0]) =>
		evmStepEffects(about, opinionWith(codes), 0, "unproven").codeHistories;
	expect(histories({ [OTHER]: CONTRACT }).size).toBe(0);
	expect(histories({ [OTHER]: NEW_CONTRACT }).get(lower(OTHER))).toEqual({
		isCreated: false,
		youngBlocks: 7_200,
		changedSince: null,
	});
});

it("calldata to an address without a contract executes nothing, but a note counts only after other steps", () => {
	const bare = facts({ codeAtTo: { ok: true, value: false } });
	const unheard = (call: Parameters<typeof commitOf>[0], step: number) =>
		evmStepEffects(subject(commitOf(call), bare), NOT_SIMULATED, step, "unproven").unheard;
	expect(unheard({ to: VAULT, data: approveData(OTHER, 1n) }, 0)).toEqual([
		{ target: lower(VAULT), step: 0 },
	]);
	expect(unheard({ to: OTHER, value: 1n }, 0)).toEqual([]);
	const note = { to: OTHER, value: 1n, data: "0x68656c6c6f" } as const;
	expect(unheard(note, 0)).toEqual([]);
	expect(unheard(note, 1)).toEqual([{ target: lower(OTHER), step: 1 }]);
});
