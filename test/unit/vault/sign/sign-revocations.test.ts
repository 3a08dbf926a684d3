import { VersionedTransaction } from "@solana/web3.js";
import { parseTransaction } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { FrozenRevocation } from "../../../../src/core/match/frozen.ts";
import { changed, hex, payload, VAULT } from "../../core/match/honest.ts";
import { SVM_OTHER } from "../../core/match/honest-svm.ts";
import {
	DELEGATED,
	EVM_KINDS,
	evmLowering,
	evmRevocation,
	loweredTo,
	svmLowering,
	svmRevocation,
	TOKEN_2022,
} from "../../core/match/revocations.ts";
import { askSign, sceneWithBoth, signedOf } from "../payloads.ts";

/** The vault proves a revocation with the same match as main, and signs only the named one. */

describe("the vault signs a revocation", () => {
	it.each(EVM_KINDS)("of kind %s, byte for byte as approved", async (kind) => {
		const frozen = evmRevocation(kind);
		const signed = await signedOf(await sceneWithBoth(), frozen);
		if (signed.kind !== "evm_transaction" || frozen.payload.kind !== "evm_transaction")
			throw new Error("Another kind was signed.");
		const { to, data } = frozen.payload.transaction;
		const read = parseTransaction(hex(signed.raw));
		expect(read).toMatchObject({ data, nonce: payload().nonce });
		expect(read.to?.toLowerCase()).toBe(to.toLowerCase());
		expect(read.value ?? 0n).toBe(0n);
	});

	it.each([DELEGATED, { ...DELEGATED, program: TOKEN_2022 }])("of a Solana delegate", async (revokes) => {
		const signed = await signedOf(await sceneWithBoth(), svmRevocation(revokes));
		if (signed.kind !== "svm_transaction") throw new Error("Another kind was signed.");
		const read = VersionedTransaction.deserialize(Buffer.from(signed.raw, "base64"));
		expect(read.message.compiledInstructions).toHaveLength(1);
		expect(signed.complete).toBe(true);
	});
});

describe("the vault signs a lowered allowance", () => {
	it.each(["allowance", "permit2"] as const)("of kind %s, byte for byte as approved", async (kind) => {
		const frozen = evmLowering(kind);
		const signed = await signedOf(await sceneWithBoth(), frozen);
		if (signed.kind !== "evm_transaction" || frozen.payload.kind !== "evm_transaction")
			throw new Error("Another kind was signed.");
		const { to, data } = frozen.payload.transaction;
		const read = parseTransaction(hex(signed.raw));
		expect([read.to?.toLowerCase(), read.data]).toEqual([to.toLowerCase(), data]);
	});

	it("of a Solana delegate", async () => {
		const signed = await signedOf(await sceneWithBoth(), svmLowering());
		expect(signed.kind).toBe("svm_transaction");
	});

	it("only if it is lower than what the chain reported, and the amount is the named one", async () => {
		const scene = await sceneWithBoth();
		const named = loweredTo("allowance");
		for (const lowersTo of [
			{ ...named, from: "250" },
			{ ...named, from: "100" },
			{ ...named, amount: "249" },
			{ ...named, until: 1_900_000_000 },
		])
			expect(await askSign(scene, evmLowering("allowance", lowersTo, named))).toMatchObject({
				ok: false,
				reason: "refusedMatch",
			});
		const { lowers_to: _, ...unnamed } = evmLowering();
		expect(await askSign(scene, unnamed)).toMatchObject({ ok: false, reason: "refusedMatch" });
	});
});

describe("the vault signs no revocation", () => {
	const lies: readonly ((copy: FrozenRevocation) => void)[] = [
		(copy) =>
			copy.payload.kind === "evm_transaction" && Object.assign(copy.payload.transaction, { to: VAULT }),
		(copy) =>
			copy.payload.kind === "evm_transaction" && Object.assign(copy.payload.transaction, { value: "1" }),
		(copy) =>
			copy.payload.kind === "evm_transaction" && Object.assign(copy.payload.transaction, { data: "0x" }),
		(copy) => Object.assign(copy.payload, { chain_id: 1 }),
		(copy) => Object.assign(copy.revokes, { kind: "operator" }),
	];

	it("with any other effect", async () => {
		const scene = await sceneWithBoth();
		for (const lie of lies)
			expect(await askSign(scene, changed(evmRevocation(), lie))).toMatchObject({
				ok: false,
				reason: "refusedMatch",
			});
		const other = changed(svmRevocation(), (copy) => Object.assign(copy.revokes, { token: SVM_OTHER }));
		expect(await askSign(scene, other)).toMatchObject({ ok: false, reason: "refusedMatch" });
	});
});
