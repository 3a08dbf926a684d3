import { base58 } from "@scure/base";
import { SystemProgram } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { SvmRpcChains } from "../../../../../src/main/chains/svm/chain.ts";
import { DEV_GENESIS_HASH, devSvmKeypair } from "../../../../chains/svm.ts";
import { fakeClock } from "../fake-rpc.ts";
import { fakeSvmRpc, inContext } from "../fake-svm-rpc.ts";
import { signed, transfer, wireOf } from "../scene.ts";

/** RPC answers about a landed transaction, and the parts that are trusted. */

const me = devSvmKeypair(0);
const you = devSvmKeypair(1).publicKey;
const mint = devSvmKeypair(2).publicKey.toBase58();
const blockhash = devSvmKeypair(3).publicKey.toBase58();

const transferOf = (lamports: bigint) =>
	signed({ payer: me, blockhash, instructions: [transfer(me, you, lamports)] });
const transaction = transferOf(1n);
const signature = base58.encode(transaction.signatures[0] ?? new Uint8Array());

const tokens = (accountIndex: number, amount: string, patch: object = {}) => ({
	accountIndex,
	mint,
	owner: you.toBase58(),
	uiTokenAmount: { amount, decimals: 6, uiAmount: 1.5, uiAmountString: "1.5" },
	...patch,
});

function receiptOf(meta: object = {}, wire = wireOf(transaction)) {
	const answer = {
		slot: 9,
		blockTime: 1_790_000_000,
		version: 0,
		transaction: [wire, "base64"],
		meta: {
			err: null,
			fee: 5_000,
			preBalances: [10, 0, 1],
			postBalances: [2n ** 64n - 1n, 5, 1],
			preTokenBalances: [],
			postTokenBalances: [],
			logMessages: ["one"],
			loadedAddresses: { writable: [], readonly: [] },
			...meta,
		},
	};
	const rpc = fakeSvmRpc({ getGenesisHash: () => DEV_GENESIS_HASH, getTransaction: () => answer });
	return chainOf(rpc).receipt(signature);
}

function chainOf(rpc: { readonly fetch: typeof globalThis.fetch }) {
	return new SvmRpcChains({
		urlOf: () => "http://rpc.invalid",
		genesisOf: () => DEV_GENESIS_HASH,
		fetch: rpc.fetch,
		clock: fakeClock(),
	}).of("localnet");
}

describe("the receipt of a landed transaction", () => {
	it("pairs each account with its lamports, those of lookup tables last", async () => {
		const [writable, readonly] = [
			devSvmKeypair(5).publicKey.toBase58(),
			devSvmKeypair(6).publicKey.toBase58(),
		];
		const found = await receiptOf({
			preBalances: [10, 0, 1, 7, 8],
			postBalances: [2n ** 64n - 1n, 5, 1, 7, 9],
			loadedAddresses: { writable: [writable], readonly: [readonly] },
		});
		expect(found).toMatchObject({ slot: 9n, blockTime: 1_790_000_000n, fee: 5_000n, logs: ["one"] });
		expect(found?.lamports).toEqual([
			{ account: me.publicKey.toBase58(), pre: 10n, post: 2n ** 64n - 1n },
			{ account: you.toBase58(), pre: 0n, post: 5n },
			{ account: SystemProgram.programId.toBase58(), pre: 1n, post: 1n },
			{ account: writable, pre: 7n, post: 7n },
			{ account: readonly, pre: 8n, post: 9n },
		]);
	});

	it("counts a created or closed token account as zero on the other side", async () => {
		const found = await receiptOf({
			preTokenBalances: [tokens(0, "18446744073709551615")],
			postTokenBalances: [tokens(1, "7", { owner: undefined })],
		});
		const common = { mint, decimals: 6 };
		const whole = { pre: 2n ** 64n - 1n, post: 0n };
		expect(found?.tokens).toEqual([
			{ ...common, account: me.publicKey.toBase58(), owner: you.toBase58(), ...whole },
			{ ...common, account: you.toBase58(), owner: null, pre: 0n, post: 7n },
		]);
	});

	it("truncates the logs", async () => {
		const found = await receiptOf({ logMessages: Array.from({ length: 600 }, () => "x".repeat(2_000)) });
		expect(found?.logs).toHaveLength(500);
		expect(found?.logs[0]).toHaveLength(1_000);
	});

	it.each<[string, object]>([
		["fewer balances than accounts", { preBalances: [10, 0] }],
		["more balances than accounts", { postBalances: [10, 0, 1, 2] }],
		["no statement on whether it failed", { err: undefined }],
		["tokens of an account that is not there", { postTokenBalances: [tokens(3, "1")] }],
		["token amounts above 64 bits", { postTokenBalances: [tokens(1, "18446744073709551616")] }],
		["token amounts that are no numeral", { postTokenBalances: [tokens(1, "0x1")] }],
		[
			"an account that changed its mint",
			{ preTokenBalances: [tokens(1, "1")], postTokenBalances: [tokens(1, "1", { mint: blockhash })] },
		],
		["a fee that is text", { fee: "5000" }],
	])("is unreadable with %s", async (_what, meta) => {
		await expect(receiptOf(meta)).rejects.toMatchObject({ kind: "unreadable" });
	});

	it("is unreadable if it is of another transaction", async () => {
		await expect(receiptOf({}, wireOf(transferOf(2n)))).rejects.toMatchObject({ kind: "unreadable" });
		await expect(receiptOf({}, "AQID")).rejects.toMatchObject({ kind: "unreadable" });
	});
});

describe("a status of an older RPC without a commitment", () => {
	it.each<[unknown, object]>([
		[null, { state: "landed", finalized: true }],
		[12, { state: "pending" }],
	])("counts as final only without a count of confirmations: %j", async (confirmations, expected) => {
		const rpc = fakeSvmRpc({
			getGenesisHash: () => DEV_GENESIS_HASH,
			getSignatureStatuses: () => inContext([{ slot: 9, confirmations, err: null }]),
		});
		expect(await chainOf(rpc).lookup(signature)).toMatchObject(expected);
	});

	it("without an outcome is not trusted", async () => {
		const rpc = fakeSvmRpc({
			getGenesisHash: () => DEV_GENESIS_HASH,
			getSignatureStatuses: () => inContext([{ slot: 9, confirmationStatus: "finalized" }]),
		});
		await expect(chainOf(rpc).lookup(signature)).rejects.toMatchObject({ kind: "unreadable" });
	});
});
