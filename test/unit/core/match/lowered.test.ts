import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { signedItemsOf } from "../../../../src/core/decoded-transaction/signed-item.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { FrozenProposal, Lowered } from "../../../../src/core/match/frozen.ts";
import { allowanceOf, withAllowance } from "../../../../src/core/match/lowered.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import { provenFrozen } from "../../../../src/core/match/proof.ts";
import { approveData, changed, hex, TOKEN, VAULT } from "./honest.ts";
import { changedAt, isAccepted, leavesOf, removedAt } from "./leaves.ts";
import { APPROVE, loweredProposal, PROPOSED } from "./lowered-proposal.ts";

/** The user can lower an allowance that an agent proposed, but change nothing else. */

const NOW = 1_790_000_000_000;
const faults = (frozen: FrozenProposal) =>
	matchFrozen(frozen)
		.checks.filter(({ status }) => status !== "passed" && status !== "noted")
		.map(({ field }) => field);

const LOWER = approveData(VAULT, 40n);

describe("the allowance of a call", () => {
	const ABI = parseAbi([
		"function approve(address spender, uint256 amount)",
		"function increaseAllowance(address spender, uint256 by)",
		"function approve(address token, address spender, uint160 amount, uint48 expiration)",
		"function transfer(address to, uint256 amount)",
	]);
	const [token, spender] = [hex(TOKEN), hex(VAULT)];
	const calls = (amount: bigint) =>
		[
			encodeFunctionData({ abi: ABI, functionName: "approve", args: [spender, amount] }),
			encodeFunctionData({ abi: ABI, functionName: "increaseAllowance", args: [spender, amount] }),
			encodeFunctionData({
				abi: ABI,
				functionName: "approve",
				args: [token, spender, amount, 1_800_000_000],
			}),
		] as const;

	it("is lowered to the bytes that viem encodes", () => {
		const lower = calls(7n).map((each) => each.toLowerCase());
		expect(calls(PROPOSED).map(allowanceOf)).toEqual([PROPOSED, PROPOSED, PROPOSED]);
		expect(calls(PROPOSED).map((each) => withAllowance(each, 7n))).toEqual(lower);
	});

	it.each([0n, -1n, PROPOSED, PROPOSED + 1n, 2n ** 256n])("can't become %s", (amount) => {
		for (const each of calls(PROPOSED)) expect(withAllowance(each, amount)).toBeNull();
	});

	it("is unknown in any other call, and in one with more or less bytes", () => {
		const payment = encodeFunctionData({ abi: ABI, functionName: "transfer", args: [spender, 5n] });
		for (const each of [payment, `${APPROVE}00`, APPROVE.slice(0, -2), "0x", "approve"])
			expect(allowanceOf(each)).toBeNull();
	});
});

describe("a proposal with a lowered allowance", () => {
	const lowered = loweredProposal([{ place: 0, amount: "40" }], LOWER);

	it("matches, differs from the proposed object, and keeps the agent's request", () => {
		const proposed = loweredProposal([]);
		expect(matchFrozen(lowered).verdict).toBe("matched");
		expect(matchFrozen(proposed).verdict).toBe("matched");
		expect(fingerprintOf(lowered)).not.toBe(fingerprintOf(proposed));
		expect(lowered.request).toEqual(proposed.request);
		expect("lowered" in proposed).toBe(false);
		expect(provenFrozen({ frozen: lowered, fingerprint: fingerprintOf(lowered), now: NOW }).ok).toBe(true);
		expect(provenFrozen({ frozen: lowered, fingerprint: fingerprintOf(proposed), now: NOW }).ok).toBe(false);
	});

	it("is reviewed with the lowered amount", () => {
		const [first] = signedItemsOf(lowered);
		expect(first).toMatchObject({ kind: "evm", transaction: { data: LOWER } });
	});

	it.each<[string, readonly Lowered[], string, readonly string[]]>([
		["names another amount than the bytes", [{ place: 0, amount: "41" }], LOWER, ["[1].data"]],
		["names none", [], LOWER, ["[1].data"]],
		["has the proposed bytes", [{ place: 0, amount: "40" }], APPROVE, ["[1].data"]],
		["raises it", [{ place: 0, amount: "1001" }], approveData(VAULT, 1_001n), ["lowered", "[1].data"]],
		["leaves it unchanged", [{ place: 0, amount: "1000" }], APPROVE, ["lowered"]],
		["sets it to zero", [{ place: 0, amount: "0" }], approveData(VAULT, 0n), ["lowered", "[1].data"]],
		["pays another spender", [{ place: 0, amount: "40" }], approveData(TOKEN, 40n), ["[1].data"]],
		["lowers a payment", [{ place: 1, amount: "1" }], APPROVE, ["lowered"]],
		["lowers a call that isn't there", [{ place: 2, amount: "1" }], APPROVE, ["lowered"]],
		["states no number", [{ place: 0, amount: "NaN" }], APPROVE, ["lowered"]],
		["states a negative one", [{ place: 0, amount: "-1" }], APPROVE, ["lowered"]],
		[
			"lowers it twice",
			[
				{ place: 0, amount: "40" },
				{ place: 0, amount: "40" },
			],
			LOWER,
			["lowered"],
		],
	])("is refused if it %s", (_, changes, data, expected) => {
		expect(faults(loweredProposal(changes, data))).toEqual(expected);
	});

	it("is refused with any value changed or removed, under the approved fingerprint", () => {
		const leaves = leavesOf(lowered);
		expect(leaves.map((path) => path.join("."))).toContain("lowered.0.amount");
		expect(leaves.filter((path) => isAccepted(changedAt(lowered, path), lowered))).toEqual([]);
		expect(leaves.filter((path) => isAccepted(removedAt(lowered, path), lowered))).toEqual([]);
		const bare = changed(lowered, (copy) => Reflect.deleteProperty(copy, "lowered"));
		expect(isAccepted(bare, lowered)).toBe(false);
	});
});
