import { getAddress, isAddress } from "viem";
import { type RpcProxy, startRpcProxy } from "../e2e/pages/rpc-proxy.ts";
import { BLOCKS, environment, fundSvm } from "../e2e/pages/stage.ts";
import type { EmulatedLedger } from "../mock-ledger/start.ts";
import { openSvm, openWorld, RELAYER, type SvmWorld, type World } from "../mock-service/fixture.ts";

/** Environment for a user's app: an EVM chain, a Solana chain, and the mock service on both. */
export interface Surroundings {
	readonly world: World;
	/** Environment variables that a development build reads. */
	readonly env: Readonly<Record<string, string>>;
	close(): Promise<void>;
}

/** Starts chains and service. Each account that the app reads a balance of is given some, the first time. */
export async function openSurroundings(ledgers: readonly EmulatedLedger[] = []): Promise<Surroundings> {
	const solana = await openSvm([], BLOCKS);
	const settings = { followMs: 300, venueDelayMs: 500, paceMs: 350 };
	const world = await openWorld({ svm: solana.options, relayer: RELAYER, paceMs: 350, settings });
	const [rpc, svmRpc] = await Promise.all([fundingRpc(world), fundingSvmRpc(solana)]);
	const { cluster, genesisHash } = solana.svm;
	const addresses = { [world.chain.chainId]: rpc.url, [cluster]: { rpcUrl: svmRpc.url, genesisHash } };
	const env = { ...environment(world, null, ledgers), COUNTERSIGN_RPC: JSON.stringify(addresses) };
	return {
		world,
		env,
		async close() {
			await Promise.all([rpc.close(), svmRpc.close()]);
			await world.close();
			await solana.svm.stop();
		},
	};
}

/** The user's RPC: gives each account that the app reads a balance of ETH and DEMO, the first time. */
function fundingRpc(world: World): Promise<RpcProxy> {
	const funded = new Set<string>();
	return startRpcProxy(world.chain.url, async ({ method, params }) => {
		const [address] = params;
		if (method !== "eth_getBalance" || typeof address !== "string") return;
		const known = address.toLowerCase();
		if (!isAddress(known) || funded.has(known)) return;
		funded.add(known);
		await world.demo.fund(known);
		console.log(`${getAddress(known)} now has 10 ETH and 10 000 DEMO.`);
	});
}

/** The same on Solana: SOL and USDX. */
function fundingSvmRpc(solana: SvmWorld): Promise<RpcProxy> {
	const funded = new Set<string>();
	return startRpcProxy(solana.svm.url, async ({ method, params }) => {
		const [address] = params;
		if (method !== "getBalance" || typeof address !== "string" || funded.has(address)) return;
		funded.add(address);
		fundSvm(solana, address);
		console.log(`${address} now has 10 SOL and 1 000 USDX.`);
	});
}
