import { describe, expect, it } from "vitest";
import type { ChainSetting } from "../../../../src/ipc/settings.ts";
import { pinGenesis } from "../../../../src/main/networks/pinning.ts";
import { DEV_GENESIS_HASH } from "../../../chains/svm.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";
import { keyOf } from "../../core/match/honest-svm.ts";
import { fakeClock } from "../chains/fake-rpc.ts";
import { fakeSvmRpc } from "../chains/fake-svm-rpc.ts";

const URL = "http://127.0.0.1:8899";
const LOCAL = { chainId: "localnet", name: "My validator", rpcUrl: URL };

function scene(before: readonly ChainSetting[] = []) {
	const node = { genesis: DEV_GENESIS_HASH, down: false, reads: 0 };
	const rpc = fakeSvmRpc({
		getGenesisHash: () => {
			node.reads += 1;
			return node.genesis;
		},
	});
	const fetch: typeof globalThis.fetch = async (...asked) => {
		if (node.down) throw new TypeError("connection refused");
		return await rpc.fetch(...asked);
	};
	const ports = { clock: fakeClock(), fetch, settings: { get: () => ({ chains: before }) } };
	return { node, ports: stub<Parameters<typeof pinGenesis>[0]>(ports) };
}

const pinned = (genesisHash: string, rpcUrl = URL): ChainSetting => ({
	...LOCAL,
	rpcUrl,
	family: "svm",
	genesisHash,
});

describe("a chain in the user's settings", () => {
	it("is known by its own name if it is public: nothing is queried", async () => {
		const one = scene();
		one.node.down = true;
		const given = [
			{ chainId: "8453", name: "Base", rpcUrl: URL },
			{ chainId: "devnet", name: "Devnet", rpcUrl: URL },
		];
		expect(await pinGenesis(one.ports, given)).toEqual({
			ok: true,
			chains: [
				{ ...given[0], family: "evm", genesisHash: null },
				{ ...given[1], family: "svm", genesisHash: null },
			],
		});
	});

	it("keeps the user's other entries of its list", async () => {
		const listed = { otherRpcUrls: ["https://next.example"], secondRpcUrl: "https://second.example/key" };
		const devnet = { chainId: "devnet", name: "Devnet", rpcUrl: URL };
		expect(await pinGenesis(scene().ports, [{ ...devnet, ...listed }])).toMatchObject({
			chains: [{ name: "Devnet", ...listed }],
		});
		const before = [{ ...devnet, ...listed, family: "svm" as const, genesisHash: null }];
		const { chains } = (await pinGenesis(scene(before).ports, [devnet])) as {
			chains: readonly ChainSetting[];
		};
		expect(chains[0]?.secondRpcUrl).toBeUndefined();
	});

	it("is identified by its RPC's current genesis hash, if it is the user's own", async () => {
		const one = scene();
		expect(await pinGenesis(one.ports, [LOCAL])).toEqual({ ok: true, chains: [pinned(DEV_GENESIS_HASH)] });
		expect(one.node.reads).toBe(1);
	});

	it("keeps the hash that was pinned for the same address, whatever answers there now", async () => {
		const one = scene([pinned(DEV_GENESIS_HASH)]);
		one.node.genesis = keyOf(9).toBase58();
		expect(await pinGenesis(one.ports, [LOCAL])).toEqual({ ok: true, chains: [pinned(DEV_GENESIS_HASH)] });
		expect(one.node.reads).toBe(0);
	});

	it("is queried again at another address", async () => {
		const one = scene([pinned(keyOf(9).toBase58(), "http://127.0.0.1:1")]);
		expect(await pinGenesis(one.ports, [LOCAL])).toEqual({ ok: true, chains: [pinned(DEV_GENESIS_HASH)] });
	});

	it("is refused in words, and nothing with it is saved, if its RPC does not answer", async () => {
		const one = scene();
		one.node.down = true;
		const given = [{ chainId: "8453", name: "Base", rpcUrl: URL }, LOCAL];
		expect(await pinGenesis(one.ports, given)).toEqual({
			ok: false,
			text: saying("app.chain-unread", { chain: "My validator" }),
		});
	});

	it("is refused if its RPC's answer is not a genesis hash", async () => {
		const one = scene();
		one.node.genesis = "not a hash";
		expect(await pinGenesis(one.ports, [LOCAL])).toMatchObject({ ok: false });
	});
});
