import { base58 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SvmRpcChains } from "../../../../../src/main/chains/svm/chain.ts";
import { DEV_GENESIS_HASH, devSvmKeypair, type Svm, startSvm } from "../../../../chains/svm.ts";
import { fakeClock } from "../fake-rpc.ts";
import { fakeSvmRpc, inContext } from "../fake-svm-rpc.ts";

/** Token holdings on a real Solana runtime, and from an RPC that invents them. */

const me = devSvmKeypair(0).publicKey;
const you = devSvmKeypair(1).publicKey;

const chainOf = (fetch: typeof globalThis.fetch, url: string) =>
	new SvmRpcChains({ urlOf: () => url, genesisOf: () => DEV_GENESIS_HASH, fetch, clock: fakeClock() }).of(
		"localnet",
	);

describe("held tokens", () => {
	let svm: Svm;
	beforeAll(async () => {
		svm = await startSvm();
		svm.airdrop(me, 10n ** 9n);
	});
	afterAll(() => svm.stop());

	it("are listed by mint, for each account separately, without empty ones", async () => {
		const [mint, other] = [svm.createMint(), svm.createMint()];
		svm.mintTo(mint, me, 700n);
		svm.mintTo(other, you, 5n);
		svm.mintTo(other, me, 0n);
		svm.advance(40);
		const held = await chainOf(fetch, svm.url).walletTokens([me.toBase58(), you.toBase58()]);
		expect(held).toEqual({
			tokens: [
				{ owner: me.toBase58(), mint: mint.toBase58(), amount: 700n },
				{ owner: you.toBase58(), mint: other.toBase58(), amount: 5n },
			],
			cut: [],
		});
	});
});

describe("an RPC that answers with", () => {
	const account = (owner: Uint8Array, size: number) => {
		const data = new Uint8Array(size);
		data.set(owner, 32);
		data[64] = 9;
		return {
			pubkey: you.toBase58(),
			account: {
				data: [Buffer.from(data).toString("base64"), "base64"],
				executable: false,
				lamports: 1n,
				owner: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
				space: 165n,
			},
		};
	};
	const asked = (value: unknown) => {
		const rpc = fakeSvmRpc({
			getGenesisHash: () => DEV_GENESIS_HASH,
			getTokenAccountsByOwner: () => inContext(value),
		});
		return chainOf(rpc.fetch, "http://127.0.0.1:1").walletTokens([me.toBase58()]);
	};

	it("the account asked for is read", async () => {
		expect(await asked([account(me.toBytes(), 72)])).toMatchObject({
			tokens: [{ amount: 9n }, { amount: 9n }],
			cut: [],
		});
	});

	it("more than the limit has not returned all", async () => {
		const many = Array.from({ length: 2_001 }, () => account(me.toBytes(), 72));
		expect(await asked(many)).toMatchObject({ cut: [me.toBase58()] });
	});

	it.each([
		["somebody else’s account", [account(you.toBytes(), 72)]],
		["less than was requested", [account(me.toBytes(), 71)]],
		["no list", { pubkey: base58.encode(me.toBytes()) }],
	])("%s has returned nothing", async (_, value) => {
		await expect(asked(value)).rejects.toMatchObject({ kind: "unreadable" });
	});
});
