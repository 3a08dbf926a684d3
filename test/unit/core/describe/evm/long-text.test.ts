import { encodeFunctionData, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../../../src/core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../../../src/core/decode/evm/decode-evm.ts";
import { headlineOf } from "../../../../../src/core/describe/evm/headline.ts";
import { NO_USES } from "../../../../../src/core/identities/counterparties.ts";
import { messageSchema } from "../../../../../src/core/localized-text-schema.ts";

const ME = "0x1111111111111111111111111111111111111111";
/** EigenLayer's delegation manager on Ethereum. */
const MANAGER = "0x39053d51b77dc0d36036fc1fcc8cb819df8ef37a";
const COMPLETE = parseAbi([
	"function completeQueuedWithdrawal((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] shares) withdrawal, address[] tokens, bool receiveAsTokens)",
]);

function headline(count: number) {
	const tokens = Array.from(
		{ length: count },
		(_, at) => `0x${(at + 1).toString(16).padStart(40, "a")}` as const,
	);
	const data = encodeFunctionData({
		abi: COMPLETE,
		args: [
			{
				staker: ME,
				delegatedTo: ME,
				withdrawer: ME,
				nonce: 0n,
				startBlock: 1,
				strategies: [],
				shares: [],
			},
			tokens,
			true,
		],
	});
	const decoded = decodeEvm({ to: MANAGER, value: 0n, data }, undefined, contractsOf("1"));
	const user = {
		accounts: [ME],
		labels: {},
		signerState: "ready",
		counterparties: new Map(),
		uses: NO_USES,
		device: null,
	} as const;
	return headlineOf({ decoded, facts: null, user, chainRef: "1", signer: ME }).text;
}

/**
 * The journal row and a saved review store the headline as codes and values, and limit their length when they read
 * it.
 */
describe("a request with very many listed tokens", () => {
	it.each([1, 65, 4_000])("is read back from storage, with %d of them", (count) => {
		const text = headline(count);
		expect(messageSchema.safeParse(text).success).toBe(true);
	});
});
