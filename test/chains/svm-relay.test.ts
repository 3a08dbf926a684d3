import { AccountLayout, createTransferInstruction } from "@solana/spl-token";
import { type PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY, TransactionInstruction } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { devSvmKeypair, type Svm, startSvm } from "./svm.ts";
import { relayVault } from "./svm-relay.ts";

/** Tests the unknown programs that tests deploy. */

const me = devSvmKeypair(0);
const program = devSvmKeypair(70).publicKey;
const vault = relayVault(program);

let svm: Svm;

beforeEach(async () => {
	svm = await startSvm();
	svm.airdrop(me.publicKey);
});
afterEach(() => svm.stop());

const tokensIn = (account: PublicKey) =>
	AccountLayout.decode(svm.accountOf(account)?.data ?? new Uint8Array()).amount;

describe("a deployed program", () => {
	it("accepts one token and pays another from its own vault", () => {
		const [sold, bought] = [svm.createMint(), svm.createMint()];
		const mine = [svm.mintTo(sold, me.publicKey, 1_000n), svm.mintTo(bought, me.publicKey, 1n)] as const;
		const pool = [svm.mintTo(sold, vault, 1n), svm.mintTo(bought, vault, 5_000n)] as const;
		const pay = createTransferInstruction(mine[0], pool[0], me.publicKey, 100n);
		const get = createTransferInstruction(pool[1], mine[1], vault, 300n);
		const swap = svm.hide([pay, get], program);
		expect(swap.programId.equals(program)).toBe(true);
		expect(swap.keys.filter(({ isSigner }) => isSigner).map(({ pubkey }) => pubkey)).toEqual([me.publicKey]);
		svm.execute([swap], [me]);
		expect(mine.map((account) => tokensIn(account))).toEqual([900n, 301n]);
		expect(pool.map((account) => tokensIn(account))).toEqual([101n, 4_700n]);
	});

	it("counts a duplicate account, and itself, once", () => {
		const token = svm.createMint();
		const [mine, pool] = [svm.mintTo(token, me.publicKey, 1_000n), svm.mintTo(token, vault, 1n)];
		const pay = createTransferInstruction(mine, pool, me.publicKey, 100n);
		const reads = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
		const keys = [
			reads(me.publicKey),
			reads(program),
			reads(mine),
			reads(SYSVAR_INSTRUCTIONS_PUBKEY),
			reads(program),
			...pay.keys,
			reads(pay.programId),
		];
		const outer = new TransactionInstruction({ programId: program, keys, data: Buffer.from("pay") });
		svm.hideBehind(outer, [pay], keys.length);
		svm.execute([outer], [me]);
		expect([tokensIn(mine), tokensIn(pool)]).toEqual([900n, 101n]);
	});

	it("may do nothing with its accounts", () => {
		const { programId } = svm.hide([], program);
		const before = svm.accountOf(me.publicKey)?.lamports ?? 0n;
		const keys = [{ pubkey: me.publicKey, isSigner: true, isWritable: true }];
		svm.execute([new TransactionInstruction({ programId, keys })], [me]);
		expect(before - (svm.accountOf(me.publicKey)?.lamports ?? 0n)).toBe(5_000n);
	});
});
