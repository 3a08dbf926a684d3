import {
	AuthorityType,
	createCloseAccountInstruction,
	createSetAuthorityInstruction,
	createTransferCheckedInstruction,
} from "@solana/spl-token";
import {
	Authorized,
	Lockup,
	type PublicKey,
	StakeProgram,
	SystemProgram,
	TransactionInstruction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { svmDecoded } from "../../../../../src/core/review/policy/policy-reading.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	PROGRAM,
	sending,
	svmSubject,
	text,
	YOU,
	YOUR_TOKENS,
} from "../svm-scene.ts";

const STAKE = key(13);
const read = (...all: readonly TransactionInstruction[]) => svmDecoded(svmSubject(all));

const withdraw = (to: PublicKey) =>
	StakeProgram.withdraw({ stakePubkey: STAKE, authorizedPubkey: ME, toPubkey: to, lamports: 6 }).instructions;
const initialize = (withdrawer: PublicKey, lockup?: Lockup) =>
	StakeProgram.initialize({
		stakePubkey: STAKE,
		authorized: new Authorized(ME, withdrawer),
		...(lockup === undefined ? {} : { lockup }),
	});
const nonce = (toPubkey: PublicKey) =>
	SystemProgram.nonceWithdraw({ noncePubkey: key(12), authorizedPubkey: ME, toPubkey, lamports: 3 });

describe("what the bytes of a Solana transaction tell the user's rules", () => {
	it("is all of a stake that the user rules alone", () => {
		const delegate = StakeProgram.delegate({ stakePubkey: STAKE, authorizedPubkey: ME, votePubkey: key(15) });
		for (const all of [[initialize(ME)], delegate.instructions, withdraw(ME), [nonce(ME)]])
			expect(read(...all)).toMatchObject({ complete: true, recipients: [] });
	});

	it("is not all where somebody gets a right, or SOL of an amount that they don't count", () => {
		const rent = new TransactionInstruction({
			programId: PROGRAM,
			keys: [{ pubkey: ME, isSigner: true, isWritable: true }],
			data: Buffer.of(1),
		});
		for (const each of [
			initialize(YOU),
			initialize(ME, new Lockup(9, 0, YOU)),
			createSetAuthorityInstruction(MY_TOKENS, ME, AuthorityType.AccountOwner, YOU),
			SystemProgram.nonceAuthorize({ noncePubkey: key(12), authorizedPubkey: ME, newAuthorizedPubkey: YOU }),
			rent,
		])
			expect(read(each).complete).toBe(false);
	});

	it("names whoever gets what an account holds, of whatever amount", () => {
		for (const all of [withdraw(YOU), [nonce(YOU)], [createCloseAccountInstruction(MY_TOKENS, YOU, ME)]])
			expect(read(...all)).toMatchObject({ complete: false, recipients: [text(YOU)] });
	});

	it("names the holder of a token account, and who gets SOL", () => {
		const transfer = createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 5n, 6);
		expect(read(transfer, sending(1n, key(41)))).toMatchObject({
			complete: true,
			recipients: [text(YOU), text(key(41))],
		});
	});
});
