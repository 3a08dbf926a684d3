import { expect, it } from "vitest";
import { loweredAllowance, setAllowance } from "../../../../src/core/decoded-transaction/set-allowance.ts";
import { signedItemsOf } from "../../../../src/core/decoded-transaction/signed-item.ts";
import type { Frozen } from "../../../../src/core/match/frozen.ts";
import { approveData, commitOf, frozenOf, hex, OTHER, TOKEN, transferData, VAULT } from "../match/honest.ts";
import { tokenTransfer } from "../match/honest-svm.ts";
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

it("takes a full revocation for no lowering", () => {
	expect(loweredAllowance(evmRevocation())).toBeNull();
	expect(loweredAllowance(svmRevocation())).toBeNull();
});
