import { describe, expect, it } from "vitest";
import type { StepEffects } from "../../../../../src/core/effects/effects.ts";
import { SIGNER, TOKEN, transferData } from "../../match/honest.ts";
import {
	callOf,
	execTransaction,
	execute,
	input,
	MULTISEND,
	multicall,
	multiSend,
	PERMIT2,
	routerExecute,
	UNIVERSAL_ROUTER,
} from "../../review/calls.ts";
import { CALIBUR, SAFE } from "../../risk/evm/scene.ts";
import { friend, me, thief, token } from "../compare/compare-scene.ts";
import { effectsOf, SAFE_AT } from "./scene.ts";

/** Different ways to take the same tokens must result in the same movement. */

const TRANSFER_FROM = "function transferFrom(address from, address to, uint256 amount)";
const pays = { to: TOKEN, data: transferData(thief, 60n) };
const part = { to: TOKEN, data: transferData(thief, 20n) };
const codes = { [SAFE_AT]: SAFE, [SIGNER]: CALIBUR };

/** Returns the amount that the thief gets from the user and from accounts that the user controls. */
function lost({
	movements,
	controlled,
}: StepEffects): Pick<StepEffects["movements"][number], "least" | "most"> {
	const losers = [me, ...controlled];
	const its = movements.filter(
		({ from, to, asset }) => to === thief && losers.includes(from) && asset.address === token,
	);
	return {
		least: its.reduce((sum, { least }) => sum + least, 0n),
		most: its.reduce((sum, { most }) => sum + (most ?? 0n), 0n),
	};
}

describe("sixty tokens that go to the thief", () => {
	it.each<[string, Parameters<typeof effectsOf>[0]]>([
		["in one", pays],
		["through an allowance to oneself", { to: TOKEN, data: callOf(TRANSFER_FROM, [SIGNER, thief, 60n]) }],
		["of somebody who gave an allowance", { to: TOKEN, data: callOf(TRANSFER_FROM, [friend, thief, 60n]) }],
		[
			"in parts, by the token's own multicall",
			{ to: TOKEN, data: multicall([part.data, part.data, part.data]) },
		],
		["by the account's delegated code", { to: SIGNER, data: execute(pays) }],
		["out of a Safe", { to: SAFE_AT, data: execTransaction(pays) }],
		[
			"out of a Safe, in parts",
			{
				to: SAFE_AT,
				data: execTransaction({ to: MULTISEND, data: multiSend([part, part, part]), operation: 1 }),
			},
		],
		[
			"by Permit2",
			{
				to: PERMIT2,
				data: callOf("function transferFrom(address from, address to, uint160 amount, address token)", [
					SIGNER,
					thief,
					60n,
					TOKEN,
				]),
			},
		],
		[
			"by a router that may take through Permit2",
			{
				to: UNIVERSAL_ROUTER,
				data: routerExecute([[0x02, input("address|address|uint160", [TOKEN, thief, 60n])]]),
			},
		],
	])("%s are one loss", (name, call) => {
		const { least, most } = lost(effectsOf(call, { codes }));
		expect(most).toBe(60n);
		// Only the token's own code knows that its multicall makes these calls.
		expect(least).toBe(name.includes("multicall") ? 0n : 60n);
	});
});
