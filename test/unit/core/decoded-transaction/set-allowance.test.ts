import { createApproveInstruction } from "@solana/spl-token";
import type { TransactionInstruction } from "@solana/web3.js";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { expect, it } from "vitest";
import { PERMIT2 } from "../../../../src/core/decode/evm/permit2.ts";
import { loweredAllowance, setAllowance } from "../../../../src/core/decoded-transaction/set-allowance.ts";
import { signedItemsOf } from "../../../../src/core/decoded-transaction/signed-item.ts";
import type { Frozen } from "../../../../src/core/match/frozen.ts";
import {
	approveData,
	commitOf,
	frozenOf,
	hex,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
	VAULT,
} from "../match/honest.ts";
import {
	FROM_TOKEN,
	SVM_KEYS,
	SVM_OTHER_KEYS,
	svmCommitOf,
	svmFrozenOf,
	tokenTransfer,
	transferSol,
} from "../match/honest-svm.ts";
import { evmLowering, evmRevocation, svmLowering, svmRevocation } from "../match/revocations.ts";

const setBy = (frozen: Frozen) => signedItemsOf(frozen).map(setAllowance);
const call = (each: Parameters<typeof commitOf>[0]) => setBy(frozenOf(commitOf(each)));

it.each([evmLowering("allowance"), evmLowering("permit2"), svmLowering()])(
	"reads the same allowance from the bytes as from the fields of a lowering: $revokes.kind",
	(frozen) => {
		const lowered = loweredAllowance(frozen);
		expect(lowered?.amount).toBe(250n);
		expect(setBy(frozen)).toEqual([lowered]);
	},
);

it("reads an approval of the same token and spender as the same allowance", () => {
	const { slot } = loweredAllowance(evmLowering()) ?? {};
	expect(call({ to: TOKEN, data: approveData(VAULT, 1_000n) })).toEqual([{ slot, amount: 1_000n }]);
	expect(call({ to: TOKEN, data: approveData(OTHER, 1_000n) })[0]?.slot).not.toBe(slot);
	expect(call({ to: OTHER, data: approveData(VAULT, 1_000n) })[0]?.slot).not.toBe(slot);
});

it("reads no allowance from anything else", () => {
	const increased = `0x39509351${approveData(VAULT, 5n).slice(10)}`;
	for (const data of [transferData(OTHER, 5n), hex("0x12345678"), hex(increased)])
		expect(call({ to: TOKEN, data })).toEqual([null]);
	expect(setBy(tokenTransfer())).toEqual([null]);
	expect(setBy(svmRevocation())).toEqual([null]);
});

const PERMITS = parseAbi([
	"function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)",
	"function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)",
]);
const details = (token: Hex, amount: bigint) => ({ token, amount, expiration: 0, nonce: 0 });
const permit = (owner: Hex) =>
	encodeFunctionData({
		abi: PERMITS,
		functionName: "permit",
		args: [owner, { details: details(TOKEN, 5n), spender: VAULT, sigDeadline: 0n }, "0x"],
	});
const permits = (...tokens: readonly Hex[]) =>
	encodeFunctionData({
		abi: PERMITS,
		functionName: "permit",
		args: [
			SIGNER,
			{ details: tokens.map((token) => details(token, 5n)), spender: VAULT, sigDeadline: 0n },
			"0x",
		],
	});

it("reads a Permit2 allowance only of the signer, and only if it is the only one", () => {
	const own = call({ to: PERMIT2, data: permit(SIGNER) });
	expect(own).toMatchObject([{ amount: 5n }]);
	expect(call({ to: PERMIT2, data: permits(TOKEN) })).toEqual(own);
	expect(call({ to: PERMIT2, data: permit(OTHER) })).toEqual([null]);
	expect(call({ to: PERMIT2, data: permits(TOKEN, OTHER) })).toEqual([null]);
});

it("reads a Solana allowance only if its transaction does nothing else", () => {
	const { publicKey } = SVM_KEYS;
	const approve = createApproveInstruction(FROM_TOKEN, SVM_OTHER_KEYS.publicKey, publicKey, 5n);
	const set = (...instructions: readonly TransactionInstruction[]) =>
		setBy(svmFrozenOf(svmCommitOf({ instructions: [...instructions] })));
	expect(set(approve)).toMatchObject([{ amount: 5n }]);
	expect(set(approve, transferSol())).toEqual([null]);
});

it("does not treat a full revocation as a lowering", () => {
	expect(loweredAllowance(evmRevocation())).toBeNull();
	expect(loweredAllowance(svmRevocation())).toBeNull();
});
