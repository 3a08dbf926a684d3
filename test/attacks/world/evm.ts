import type { Hex } from "viem";
import { startAnvil } from "../../chains/evm.ts";
import { receiptOf } from "../../chains/receipt.ts";
import { type Case, type EvmBefore, NOW } from "../case.ts";
import type { WorldChain } from "./deploy.ts";
import { INSTALL, type Install } from "./evm/index.ts";

/**
 * Local chain that represents Ethereum: chain id 1, with the corpus's contracts at their mainnet addresses.
 */

/** Wei per gas. */
const BASE_FEE = 20_000_000_000n;

/**
 * Starts the chain with everything that cases of a kind need. The caller must stop it.
 * @param more installs contracts in addition to the corpus's
 */
export async function startEvmWorld(kind: Case["kind"], more: readonly Install[] = []): Promise<WorldChain> {
	const chain = await startAnvil({ chainId: 1 });
	try {
		for (const install of [...INSTALL[kind], ...more]) await install(chain);
		// The result must not depend on the current time.
		await chain.testClient.setNextBlockTimestamp({ timestamp: BigInt(NOW) });
		// An idle chain has a very low base fee, and any realistic price would be many times as high.
		await chain.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: BASE_FEE });
		await chain.mine();
	} catch (cause) {
		await chain.stop();
		throw cause;
	}
	return chain;
}

/** Error for an event that reverted, so that the case is not as described. */
class BeforeError extends Error {
	override readonly name = "BeforeError";
}

async function applyEvent(chain: WorldChain, before: EvmBefore): Promise<void> {
	if ("code" in before) return chain.testClient.setCode({ address: before.at, bytecode: before.code });
	const { from, to, value = 0n, data = "0x" } = before;
	const { testClient, publicClient, walletClient } = chain;
	await testClient.impersonateAccount({ address: from });
	const account = { address: from, type: "json-rpc" } as const;
	const hash: Hex = await walletClient(account).sendTransaction({ to, value, data, gas: 5_000_000n });
	await testClient.stopImpersonatingAccount({ address: from });
	const { status } = await receiptOf(publicClient, hash);
	if (status !== "success") throw new BeforeError(`the call of ${to} before the request reverted`);
}

/** Applies the events, runs the work, and reverts the events. */
export async function withEvents<T>(
	chain: WorldChain,
	before: readonly EvmBefore[],
	work: () => Promise<T>,
): Promise<T> {
	if (before.length === 0) return await work();
	const snapshot = await chain.snapshot();
	try {
		for (const one of before) await applyEvent(chain, one);
		return await work();
	} finally {
		await chain.revert(snapshot);
	}
}
