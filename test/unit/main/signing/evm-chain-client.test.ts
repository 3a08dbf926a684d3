import { describe, expect, it } from "vitest";
import { evmReceipt } from "../../../../src/core/journal/records.ts";
import { EvmRpcChains } from "../../../../src/main/chains/evm/chain.ts";
import { EvmRpcClient } from "../../../../src/main/signing/chain-client.ts";
import { virtualClock } from "./clock.ts";

/** The signing code's client of an EVM chain, with a scripted RPC. */

const HASH = `0x${"11".repeat(32)}`;
const BLOCK = `0x${"b1".repeat(32)}`;
const REFUSED = { error: { code: -32601, message: "no such block tag" } };

function lane(answers: Readonly<Record<string, unknown>>) {
	const fetch: typeof globalThis.fetch = async (_, init) => {
		const { id, method } = JSON.parse(String(init?.body));
		const said = { eth_chainId: { result: "0x7a69" }, ...answers }[String(method)];
		return Response.json({ jsonrpc: "2.0", id, ...(said ?? REFUSED) });
	};
	const chains = new EvmRpcChains({ urlOf: () => "http://rpc.test", fetch, clock: virtualClock(0) });
	return new EvmRpcClient(chains, "31337");
}

const finalized = (number: number) => ({
	result: { number: `0x${number.toString(16)}`, timestamp: "0x1", baseFeePerGas: "0x1" },
});

describe("the depth of a block", () => {
	const latest = { eth_blockNumber: { result: "0x64" } };

	it("is final if the chain has finalized it, to the block", async () => {
		const chain = lane({ ...latest, eth_getBlockByNumber: finalized(90) });
		expect(await chain.depth(90n)).toBe("final");
		expect(await chain.depth(91n)).toBe("shallow");
	});

	it("is final under 64 blocks if the RPC knows no finality", async () => {
		const chain = lane({ ...latest, eth_getBlockByNumber: REFUSED });
		expect(await chain.depth(36n)).toBe("final");
		expect(await chain.depth(37n)).toBe("shallow");
		expect(await lane({ ...latest, eth_getBlockByNumber: { result: null } }).depth(37n)).toBe("shallow");
	});

	it("is not accepted from an RPC of another chain", async () => {
		const chain = lane({ ...latest, eth_chainId: { result: "0x1" }, eth_getBlockByNumber: finalized(90) });
		await expect(chain.depth(1n)).rejects.toMatchObject({ params: { said: "1" } });
	});
});

describe("a mined transaction", () => {
	it("names the block that holds it, in its receipt as well", async () => {
		const receipt = {
			transactionHash: HASH,
			status: "0x1",
			blockNumber: "0xc",
			blockHash: BLOCK,
			gasUsed: "0x5208",
			effectiveGasPrice: "0x2",
			l1Fee: "0x5",
			logs: [],
		};
		const known = await lane({ eth_getTransactionReceipt: { result: receipt } }).lookup(HASH);
		expect(known).toMatchObject({ state: "mined", blockNumber: 12n, blockHash: BLOCK, feePaid: 42_005n });
		if (known.state !== "mined") throw new Error("not mined");
		expect(evmReceipt.parse(known.receipt)).toMatchObject({ blockHash: BLOCK });
	});
});
