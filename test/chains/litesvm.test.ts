import {
	createTransferCheckedInstruction,
	getAssociatedTokenAddressSync,
	TOKEN_PROGRAM_ID,
	unpackAccount,
} from "@solana/spl-token";
import { ComputeBudgetProgram, type Connection, SendTransactionError } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signed, transfer, unsigned } from "../unit/main/chains/scene.ts";
import { DEV_GENESIS_HASH, devSvmKeypair, type Svm, startSvm } from "./svm.ts";

/** Tests the test cluster with @solana/web3.js. */

const me = devSvmKeypair(0);
const you = devSvmKeypair(1).publicKey;
const SOL = 10n ** 9n;

let svm: Svm;
let connection: Connection;

beforeEach(async () => {
	svm = await startSvm();
	connection = svm.connection();
	svm.airdrop(me.publicKey, 10n * SOL);
	svm.advance();
});
afterEach(() => svm.stop());

async function transferOf(lamports: bigint) {
	const { blockhash } = await connection.getLatestBlockhash();
	return signed({ payer: me, blockhash, instructions: [transfer(me, you, lamports)] });
}

async function refusalOf(promise: Promise<unknown>): Promise<SendTransactionError> {
	const error: unknown = await promise.then(
		() => null,
		(cause: unknown) => cause,
	);
	if (!(error instanceof SendTransactionError)) throw new Error("expected a refusal", { cause: error });
	return error;
}

const statusOf = async (signature: string) => (await connection.getSignatureStatuses([signature])).value[0];

describe("the test cluster", () => {
	it("starts on its own port, returns its genesis hash, and ends after stop", async () => {
		const other = await startSvm({ genesisHash: you.toBase58() });
		expect(other.url).not.toBe(svm.url);
		expect(await connection.getGenesisHash()).toBe(DEV_GENESIS_HASH);
		expect(await other.connection().getGenesisHash()).toBe(you.toBase58());
		await other.stop();
		await expect(other.connection().getGenesisHash()).rejects.toThrow();
		await other.stop();
	});

	it("answers a client's first queries", async () => {
		expect(await connection.getVersion()).toMatchObject({ "solana-core": expect.any(String) });
		const epoch = await connection.getEpochInfo("processed");
		expect(epoch.absoluteSlot).toBe(await connection.getSlot("processed"));
		expect(BigInt(await connection.getBlockHeight("processed"))).toBe(svm.blockHeight());
		expect(await connection.getBlockHeight("finalized")).toBe(Number(svm.blockHeight()) - 32);
		expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(2_039_280);
	});

	it("moves lamports, charges the fee, and reports commitment by age", async () => {
		const transaction = await transferOf(SOL);
		const fee = await connection.getFeeForMessage(transaction.message);
		const signature = await connection.sendTransaction(transaction);
		expect(await connection.getBalance(you)).toBe(Number(SOL));
		expect(await connection.getBalance(me.publicKey)).toBe(9 * Number(SOL) - (fee.value ?? 0));
		expect(await statusOf(signature)).toMatchObject({ confirmationStatus: "processed", err: null });
		svm.advance();
		expect(await statusOf(signature)).toMatchObject({ confirmationStatus: "confirmed", confirmations: 1 });
		svm.advance(31);
		expect(await statusOf(signature)).toMatchObject({ confirmationStatus: "finalized", confirmations: null });
	});

	it("charges its stated priority fee", async () => {
		const { blockhash } = await connection.getLatestBlockhash();
		const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2_000_000 });
		const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_001 });
		const instructions = [price, limit, transfer(me, you, SOL)];
		const transaction = signed({ payer: me, blockhash, instructions });
		expect((await connection.getFeeForMessage(transaction.message)).value).toBe(5_000 + 2_002);
		const signature = await connection.sendTransaction(transaction);
		svm.advance();
		const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
		expect(found?.meta).toMatchObject({ fee: 7_002, err: null });
	});

	it("states the fee of a default compute limit that the runtime charges", async () => {
		const { blockhash } = await connection.getLatestBlockhash();
		const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 });
		const transaction = signed({ payer: me, blockhash, instructions: [price, transfer(me, you, SOL)] });
		const stated = (await connection.getFeeForMessage(transaction.message)).value;
		const signature = await connection.sendTransaction(transaction);
		svm.advance();
		const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
		expect(found?.meta?.fee).toBe(stated);
	});

	it("refuses an invalid signature", async () => {
		const transaction = await transferOf(1n);
		transaction.signatures[0]?.fill(7);
		const error = await refusalOf(connection.sendTransaction(transaction));
		expect(error.message).toContain("signature verification failure");
		const forced = await connection.sendTransaction(transaction, { skipPreflight: true });
		expect(await statusOf(forced)).toBeNull();
		expect(await connection.getBalance(you)).toBe(0);
		const bare = unsigned({ payer: me, blockhash: transaction.message.recentBlockhash, instructions: [] });
		await refusalOf(connection.sendTransaction(bare));
	});

	it("refuses an unknown blockhash, and one older than 150 blocks", async () => {
		const strange = signed({ payer: me, blockhash: you.toBase58(), instructions: [transfer(me, you, SOL)] });
		expect((await refusalOf(connection.sendTransaction(strange))).message).toContain("Blockhash not found");
		const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
		const transaction = signed({ payer: me, blockhash, instructions: [transfer(me, you, SOL)] });
		svm.advance(lastValidBlockHeight - (await connection.getBlockHeight("confirmed")));
		expect((await connection.isBlockhashValid(blockhash, { commitment: "confirmed" })).value).toBe(true);
		svm.advance();
		expect((await connection.isBlockhashValid(blockhash, { commitment: "confirmed" })).value).toBe(false);
		expect((await connection.isBlockhashValid(blockhash, { commitment: "finalized" })).value).toBe(true);
		expect((await refusalOf(connection.sendTransaction(transaction))).message).toContain(
			"Blockhash not found",
		);
		expect((await connection.getFeeForMessage(transaction.message)).value).toBeNull();
	});

	it("reports the same bytes as processed, and moves nothing twice", async () => {
		const transaction = await transferOf(SOL);
		await connection.sendTransaction(transaction);
		const error = await refusalOf(connection.sendTransaction(transaction));
		expect(error.message).toContain("already been processed");
		expect(await connection.getBalance(you)).toBe(Number(SOL));
	});

	it("refuses a failing transaction in preflight, and lands it with its error if preflight is skipped", async () => {
		const transaction = await transferOf(100n * SOL);
		const error = await refusalOf(connection.sendTransaction(transaction));
		expect(error.message).toContain("Error processing Instruction 0: custom program error: 0x1");
		expect(error.logs).toContainEqual(expect.stringContaining("insufficient lamports"));
		const signature = await connection.sendTransaction(transaction, { skipPreflight: true });
		expect(await statusOf(signature)).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] } });
		expect(await connection.getBalance(me.publicKey)).toBe(10 * Number(SOL) - 5_000);
	});

	it("ignores a transaction that can't pay its fee, like a cluster", async () => {
		const poor = devSvmKeypair(9);
		const { blockhash } = await connection.getLatestBlockhash();
		const transaction = signed({ payer: poor, blockhash, instructions: [transfer(poor, you, 1n)] });
		const error = await refusalOf(connection.sendTransaction(transaction));
		expect(error.message).toContain("no record of a prior credit");
		const signature = await connection.sendTransaction(transaction, { skipPreflight: true });
		expect(await statusOf(signature)).toBeNull();
	});

	it("simulates without signatures, and with its own blockhash on request", async () => {
		const plan = { payer: me, blockhash: you.toBase58(), instructions: [transfer(me, you, SOL)] };
		const known = await connection.simulateTransaction(unsigned(plan));
		expect(known.value.err).toBe("BlockhashNotFound");
		const accounts = { encoding: "base64" as const, addresses: [you.toBase58()] };
		const { value } = await connection.simulateTransaction(unsigned(plan), {
			replaceRecentBlockhash: true,
			accounts,
		});
		expect(value).toMatchObject({ err: null, accounts: [{ lamports: Number(SOL) }] });
		expect(await connection.getBalance(you)).toBe(0);
	});
});

describe("without automine", () => {
	it("a sent transaction is unknown until it is mined, and disappears if it was dropped or is too old", async () => {
		svm.setAutomine(false);
		const [one, two, three] = await Promise.all([
			transferOf(SOL),
			transferOf(2n * SOL),
			transferOf(3n * SOL),
		]);
		const first = await connection.sendTransaction(one);
		const second = await connection.sendTransaction(two);
		expect(svm.pending()).toEqual([first, second]);
		expect(await statusOf(first)).toBeNull();
		expect(svm.drop(second)).toBe(true);
		svm.mine();
		expect(await statusOf(first)).toMatchObject({ confirmationStatus: "processed" });
		expect(await statusOf(second)).toBeNull();
		const late = await connection.sendTransaction(three);
		svm.advance(151);
		svm.mine();
		expect(await statusOf(late)).toBeNull();
		expect(await connection.getBalance(you)).toBe(Number(SOL));
	});
});

describe("tokens and lookup tables", () => {
	it.each(["token", "token-2022"] as const)("are created and used: %s", async (program) => {
		const mint = svm.createMint({ decimals: 6, program });
		const mine = svm.mintTo(mint, me.publicKey, 1_000_000n);
		const yours = svm.mintTo(mint, you, 0n);
		const owner = (await connection.getAccountInfo(mint))?.owner ?? TOKEN_PROGRAM_ID;
		expect(mine).toEqual(getAssociatedTokenAddressSync(mint, me.publicKey, false, owner));
		const table = svm.createLookupTable([
			mint,
			mine,
			yours,
			...Array.from({ length: 25 }, (_, at) => devSvmKeypair(at).publicKey),
		]);
		expect((await connection.getAddressLookupTable(table.key)).value?.state.addresses).toHaveLength(28);
		svm.advance();
		const { blockhash } = await connection.getLatestBlockhash();
		const move = createTransferCheckedInstruction(mine, mint, yours, me.publicKey, 250_000n, 6, [], owner);
		const transaction = signed({ payer: me, blockhash, instructions: [move], tables: [table] });
		expect(transaction.message.addressTableLookups).toHaveLength(1);
		const signature = await connection.sendTransaction(transaction);
		svm.advance();
		const info = await connection.getAccountInfo(yours);
		expect(unpackAccount(yours, info, owner).amount).toBe(250_000n);
		const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
		expect(found?.meta?.loadedAddresses?.writable).toHaveLength(2);
		expect(found?.meta?.postTokenBalances?.map((each) => each.uiTokenAmount.uiAmountString).sort()).toEqual([
			"0.25",
			"0.75",
		]);
		const held = await connection.getTokenAccountsByOwner(you, { mint });
		expect(held.value.map(({ pubkey }) => pubkey.toBase58())).toEqual([yours.toBase58()]);
		expect((await connection.getTokenAccountsByOwner(you, { programId: owner })).value).toHaveLength(1);
	});

	it("can't be read by a client that does not support their version", async () => {
		const signature = await connection.sendTransaction(await transferOf(SOL));
		svm.advance();
		const old = connection.getTransaction(signature, { commitment: "confirmed" });
		await expect(old).rejects.toThrow("Transaction version (0) is not supported");
	});

	it("gives lamports on request, unless they are too few for an account to exist", async () => {
		const signature = await connection.requestAirdrop(you, Number(SOL));
		expect(await statusOf(signature)).toMatchObject({ err: null });
		expect(await connection.getBalance(you)).toBe(Number(SOL));
		const dust = connection.requestAirdrop(devSvmKeypair(8).publicKey, 5);
		await expect(dust).rejects.toThrow("insufficient funds for rent");
	});
});
