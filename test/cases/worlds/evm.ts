import { NOW } from "../../attacks/case.ts";
import { USER, type WorldChain } from "../../attacks/world/deploy.ts";
import { startEvmWorld, withEvents } from "../../attacks/world/evm.ts";
import { startAnvil } from "../../chains/evm.ts";
import type { GivenRequest } from "../sets.ts";
import { installContracts, installOracle } from "./evm-contracts.ts";
import { statedBy } from "./stated.ts";
import type { CaseWorld } from "./world.ts";

/**
 * EVM chains for requests: the honest chain of the attack corpus with additional contracts, and an OP-stack
 * chain.
 */

/** Base fees that the requests were built for, in wei per gas. */
const BASE_FEE = { ethereum: 6_043_294_760n, base: 5_000_000n } as const;

/** The user's balance on the OP-stack chain in wei. */
const BASE_BALANCE = 50_000_000_000_000_000n;

/** Mines a block with a fixed base fee and, if given, a fixed time. */
async function mineWith(
	{ testClient, mine }: WorldChain,
	baseFee: bigint,
	timestamp?: bigint,
): Promise<void> {
	if (timestamp !== undefined) await testClient.setNextBlockTimestamp({ timestamp });
	// Each block is one second later than the previous one, however long the run takes.
	await testClient.setBlockTimestampInterval({ interval: 1 });
	await testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee });
	await mine();
}

async function prepared<T>(
	chain: WorldChain,
	{ case: { before = [], baseFee }, text }: GivenRequest,
	work: () => Promise<T>,
): Promise<T> {
	const events = before.map(({ from, to, value, data }) => ({
		from,
		to,
		...(value === undefined ? {} : { value: BigInt(value) }),
		...(data === undefined ? {} : { data }),
	}));
	const snapshot = await chain.snapshot();
	try {
		return await withEvents(chain, events, async () => {
			if (baseFee !== undefined) await mineWith(chain, BigInt(baseFee));
			// The setup may send more transactions of the user than it did when the case was written.
			const { nonce } = statedBy(text);
			if (nonce !== undefined) await chain.testClient.setNonce({ address: USER, nonce });
			return await work();
		});
	} finally {
		await chain.revert(snapshot);
	}
}

const worldOf = (chain: WorldChain): CaseWorld => ({
	rpcs: [{ chain: String(chain.chainId), url: chain.url, genesisHash: null }],
	// Every request is reverted, so the order does not matter.
	rank: () => 0,
	prepared: (given, work) => prepared(chain, given, work),
	stop: () => chain.stop(),
});

/** Finishes the setup of a chain and returns it as a world. Stops the chain if the setup fails. */
async function finishSetup(chain: WorldChain, setUp: () => Promise<void>): Promise<CaseWorld> {
	try {
		await setUp();
	} catch (cause) {
		await chain.stop();
		throw cause;
	}
	return worldOf(chain);
}

export async function startEthereum(): Promise<CaseWorld> {
	const chain = await startEvmWorld("honest", [installContracts]);
	return await finishSetup(chain, () => mineWith(chain, BASE_FEE.ethereum));
}

export async function startBase(): Promise<CaseWorld> {
	const chain = await startAnvil({ chainId: 8453 });
	return await finishSetup(chain, async () => {
		await installOracle(chain);
		await chain.setBalance(USER, BASE_BALANCE);
		await mineWith(chain, BASE_FEE.base, BigInt(NOW));
	});
}
