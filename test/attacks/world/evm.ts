import type { Hex } from "viem";
import { startAnvil } from "../../chains/evm.ts";
import { receiptOf } from "../../chains/receipt.ts";
import { type Case, type EvmBefore, NOW } from "../case.ts";
import { INSTALL, type Install } from "./evm/index.ts";
import type { WorldChain } from "./place.ts";

/** Local chain in the role of Ethereum: chain id 1, with the corpus' contracts at their mainnet addresses. */

/** Wei per gas. */
const BASE_FEE = 20_000_000_000n;

/**
 * Starts it with everything in its place that the cases of a kind need. It ends by `stop()`.
 * @param more contracts of other cases than the corpus'
 */
export async function startEvmWorld(kind: Case["kind"], more: readonly Install[] = []): Promise<WorldChain> {
	const chain = await startAnvil({ chainId: 1 });
	try {
		for (const install of [...INSTALL[kind], ...more]) await install(chain);
		// The wall's clock is no part of a case.
		await chain.testClient.setNextBlockTimestamp({ timestamp: BigInt(NOW) });
		// An idle chain has a very low price, and any price would be many times its own.
		await chain.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: BASE_FEE });
		await chain.mine();
	} catch (cause) {
		await chain.stop();
		throw cause;
	}
	return chain;
}

/** Reverted setup request: the case is not as described. */
class BeforeError extends Error {
	override readonly name = "BeforeError";
}

async function happen(chain: WorldChain, before: EvmBefore): Promise<void> {
	if ("code" in before) return chain.testClient.setCode({ address: before.at, bytecode: before.code });
	const { from, to, value = 0n, data = "0x" } = before;
	const { testClient, publicClient, walletClient } = chain;
	await testClient.impersonateAccount({ address: from });
	const account = { address: from, type: "json-rpc" } as const;
	const hash: Hex = await walletClient(account).sendTransaction({ to, value, data, gas: 5_000_000n });
	await testClient.stopImpersonatingAccount({ address: from });
	const { status } = await receiptOf(publicClient, hash);
	if (status !== "success") throw new BeforeError(`the call of ${to} that comes before reverted`);
}

/** Applies this event, does the work, then reverts the event. */
export async function after<T>(
	chain: WorldChain,
	before: readonly EvmBefore[],
	work: () => Promise<T>,
): Promise<T> {
	if (before.length === 0) return await work();
	const snapshot = await chain.snapshot();
	try {
		for (const one of before) await happen(chain, one);
		return await work();
	} finally {
		await chain.revert(snapshot);
	}
}
