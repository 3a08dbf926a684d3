import { base58 } from "@scure/base";
import { VersionedTransaction } from "@solana/web3.js";
import { keccak256, parseTransaction } from "viem";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { Frozen, FrozenCommit } from "../../../../src/core/match/frozen.ts";
import { changed, payload, SIGNER, TOKEN, VAULT } from "../../core/match/honest.ts";
import {
	NEWER_BLOCKHASH,
	reviewedTransaction,
	SOL_TRANSFER,
	SVM_KEYS,
	SVM_OTHER_KEYS,
	SVM_SIGNER,
	solTransfer,
	TABLE,
	type TransactionContents,
	tokenTransfer,
	transactionBase64,
	transferSol,
} from "../../core/match/honest-svm.ts";
import {
	askSign,
	executeEvm,
	executeSvm,
	givenTransactions,
	replacement,
	sceneWithBoth,
	signedOf,
	userOperation,
	verifiesEd25519,
} from "../payloads.ts";
import { bytes, PASSWORD } from "../scene.ts";

async function svmOf(frozen: Frozen, place = 0) {
	const signed = await signedOf(await sceneWithBoth(), frozen, { place });
	if (signed.kind !== "svm_transaction") throw new Error("Another kind was signed.");
	const read = VersionedTransaction.deserialize(Buffer.from(signed.raw, "base64"));
	return { ...signed, read };
}

async function evmOf(frozen: Frozen, place = 0) {
	const signed = await signedOf(await sceneWithBoth(), frozen, { place });
	if (signed.kind !== "evm_transaction") throw new Error("Another kind was signed.");
	return { ...signed, read: parseTransaction(signed.raw) };
}

const base64Of = ({ payload: one }: FrozenCommit): string => {
	if (one.kind !== "svm_transaction") throw new Error("Another kind was made.");
	return one.transaction_base64;
};

/** A transaction in which both accounts pay, so that the friend must sign too. */
const SHARED: TransactionContents = {
	instructions: [transferSol(), transferSol(1n, SVM_KEYS.publicKey, SVM_OTHER_KEYS.publicKey)],
};

function withOthersSignature(written: TransactionContents): string {
	const read = VersionedTransaction.deserialize(Buffer.from(transactionBase64(written), "base64"));
	read.sign([SVM_OTHER_KEYS]);
	return Buffer.from(read.serialize()).toString("base64");
}

describe("the vault signs a Solana transaction", () => {
	it("whose message is the review's, byte for byte, with a signature that Node finds valid", async () => {
		const { read, id, complete } = await svmOf(solTransfer());
		const message = read.message.serialize();
		const reviewed = VersionedTransaction.deserialize(Buffer.from(base64Of(solTransfer()), "base64"));
		expect(Buffer.from(message)).toEqual(Buffer.from(reviewed.message.serialize()));
		const [signature] = read.signatures;
		if (signature === undefined) throw new Error("It has no signature.");
		expect(verifiesEd25519(signature, message, SVM_SIGNER)).toBe(true);
		expect([id, complete]).toEqual([base58.encode(signature), true]);
	});

	it("of version 0 that uses accounts from a lookup table", async () => {
		const { read, complete } = await svmOf(tokenTransfer());
		expect(read.version).toBe(0);
		expect(read.message.addressTableLookups.map((use) => use.accountKey.toBase58())).toEqual([
			TABLE.key.toBase58(),
		]);
		const [signature] = read.signatures;
		if (signature === undefined) throw new Error("It has no signature.");
		expect(verifiesEd25519(signature, read.message.serialize(), SVM_SIGNER)).toBe(true);
		expect(complete).toBe(true);
	});

	it("and keeps the signature of the other party", async () => {
		const base64 = withOthersSignature(SHARED);
		const before = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
		const { read, id, complete } = await svmOf(executeSvm([{ told: reviewedTransaction(SHARED), base64 }]));
		expect(read.signatures[1]).toEqual(before.signatures[1]);
		expect(read.signatures[0]).not.toEqual(before.signatures[0]);
		expect([id, complete]).toEqual([base58.encode(read.signatures[0] ?? Buffer.of()), true]);
	});

	it("and says that it is incomplete while the other party's signature is missing", async () => {
		const base64 = transactionBase64(SHARED);
		const { complete, read } = await svmOf(executeSvm([{ told: reviewedTransaction(SHARED), base64 }]));
		expect(complete).toBe(false);
		expect(read.signatures[1]?.every((byte) => byte === 0)).toBe(true);
	});

	it("with another fee payer, and then it has no id yet", async () => {
		const written: TransactionContents = { instructions: [transferSol()], payer: SVM_OTHER_KEYS.publicKey };
		const { id, complete } = await svmOf(givenTransactions([transactionBase64(written)]));
		expect([id, complete]).toEqual([null, false]);
	});

	it("at the requested index, and no other", async () => {
		const amounts = [1n, 2n].map((amount) => transactionBase64({ instructions: [transferSol(amount)] }));
		const { read } = await svmOf(givenTransactions(amounts), 1);
		const second = VersionedTransaction.deserialize(Buffer.from(amounts[1] ?? "", "base64"));
		expect(Buffer.from(read.message.serialize())).toEqual(Buffer.from(second.message.serialize()));
	});

	it("with a newer blockhash under the same fingerprint, if the review permits renewing it", async () => {
		const newer = transactionBase64({ ...SOL_TRANSFER, blockhash: NEWER_BLOCKHASH });
		const renewed = changed(solTransfer(), (copy) =>
			Object.assign(copy.payload, { transaction_base64: newer }),
		);
		const signed = await signedOf(await sceneWithBoth(), renewed, {
			fingerprint: fingerprintOf(solTransfer()),
		});
		if (signed.kind !== "svm_transaction") throw new Error("Another kind was signed.");
		const read = VersionedTransaction.deserialize(Buffer.from(signed.raw, "base64"));
		expect(read.message.recentBlockhash).toBe(NEWER_BLOCKHASH);
	});
});

describe("the vault signs an EVM transaction", () => {
	it.each([
		[0, TOKEN, 11],
		[1, VAULT, 12],
	])("of an action, at index %i", async (place, to, nonce) => {
		const { read, raw, hash } = await evmOf(executeEvm(), place);
		expect(read).toMatchObject({ to: to.toLowerCase(), nonce });
		expect(hash).toBe(keccak256(raw));
	});

	it("that replaces one of ours at a higher fee", async () => {
		const { read } = await evmOf(replacement());
		expect(read).toMatchObject({ nonce: payload().nonce, maxFeePerGas: 2_200_000_000n });
	});
});

describe("the vault signs no transaction", () => {
	it("with a replacement that is cheaper, or does something else", async () => {
		const scene = await sceneWithBoth();
		for (const patch of [{ max_fee_per_gas: "2000000001" }, { to: VAULT }, { value: "1" }, { data: "0x" }])
			expect(await askSign(scene, replacement(patch))).toMatchObject({ ok: false, reason: "refusedMatch" });
	});

	it("of Solana with a false signature of another party", async () => {
		const read = VersionedTransaction.deserialize(Buffer.from(withOthersSignature(SHARED), "base64"));
		const [own, others] = read.signatures;
		if (own === undefined || others === undefined) throw new Error("Two signatures were expected.");
		read.signatures[1] = Uint8Array.from(others, (byte, at) => (at === 3 ? byte ^ 1 : byte));
		const base64 = Buffer.from(read.serialize()).toString("base64");
		const answer = await askSign(
			await sceneWithBoth(),
			executeSvm([{ told: reviewedTransaction(SHARED), base64 }]),
		);
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch" });
	});

	it("of Solana that needs no signature of the account", async () => {
		const foreign: TransactionContents = {
			instructions: [transferSol(1n, SVM_KEYS.publicKey, SVM_OTHER_KEYS.publicKey)],
			payer: SVM_OTHER_KEYS.publicKey,
		};
		const answer = await askSign(await sceneWithBoth(), givenTransactions([transactionBase64(foreign)]));
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch" });
	});

	const other = transactionBase64({ instructions: [transferSol(1_500_001n)] });
	const lies: [string, () => Frozen, (copy: Frozen) => void][] = [
		[
			"another amount of SOL",
			solTransfer,
			(copy) => "payload" in copy && Object.assign(copy.payload, { transaction_base64: other }),
		],
		[
			"other accounts in its lookup table",
			tokenTransfer,
			(copy) =>
				"lookups" in copy &&
				Object.assign(copy.lookups?.[0] ?? {}, { writable: [SVM_OTHER_KEYS.publicKey.toBase58()] }),
		],
		["no lookup table", tokenTransfer, (copy) => Object.assign(copy, { lookups: [] })],
		["the second step first", executeEvm, (copy) => "intents" in copy && copy.intents.reverse()],
		["a step less", executeEvm, (copy) => "intents" in copy && copy.intents.pop()],
		[
			"the blockhash renewed, of a transaction that is signed as it was given",
			() => givenTransactions([transactionBase64(SOL_TRANSFER)]),
			(copy) =>
				"intents" in copy &&
				Object.assign(copy.intents[0] ?? {}, {
					transaction_base64: transactionBase64({ ...SOL_TRANSFER, blockhash: NEWER_BLOCKHASH }),
				}),
		],
	];

	it.each(lies)("with %s, under the same fingerprint or its own", async (_name, make, lie) => {
		const scene = await sceneWithBoth();
		expect(await askSign(scene, make())).toMatchObject({ ok: true });
		const frozen = changed(make(), lie);
		const same = await askSign(scene, frozen, { fingerprint: fingerprintOf(make()) });
		expect(same).toMatchObject({ ok: false, reason: "refusedMatch", field: "fingerprint" });
		expect(await askSign(scene, frozen)).toMatchObject({ ok: false, reason: "refusedMatch" });
	});

	it("at an empty index", async () => {
		const scene = await sceneWithBoth();
		for (const [frozen, place] of [
			[executeEvm(), 2],
			[replacement(), 1],
			[solTransfer(), 1],
			[userOperation(), 1],
		] as const)
			expect(await askSign(scene, frozen, { place })).toMatchObject({ ok: false, field: "place" });
	});

	it.each([-1, 0.5, Number.NaN, 2 ** 53])("at an index of %d", async (place) => {
		const scene = await sceneWithBoth();
		const request = {
			kind: "sign" as const,
			accountAddress: SIGNER,
			frozen: executeEvm(),
			fingerprint: fingerprintOf(executeEvm()),
			place,
		};
		expect(await scene.ask(request)).toMatchObject({ ok: false, reason: "badMessage" });
	});

	it("with the account of the other chain family", async () => {
		const scene = await sceneWithBoth();
		for (const [frozen, account] of [
			[solTransfer(), SIGNER],
			[executeEvm(), SVM_SIGNER],
		] as const)
			expect(await askSign(scene, frozen, { account })).toMatchObject({
				ok: false,
				reason: "refusedMatch",
				field: "payload.kind",
			});
	});

	it("with a Solana address in another case", async () => {
		const answer = await askSign(await sceneWithBoth(), solTransfer(), { account: SVM_SIGNER.toLowerCase() });
		expect(answer).toMatchObject({ ok: false, field: "accountAddress" });
	});

	it("while it is locked, or after the request's expiry", async () => {
		const scene = await sceneWithBoth();
		scene.clock.time = 1_790_000_900_000;
		await scene.ask({ kind: "unlock", password: bytes(PASSWORD) });
		expect(await askSign(scene, executeEvm())).toMatchObject({ ok: false, field: "expires_at" });
		await scene.ask({ kind: "lock" });
		for (const frozen of [solTransfer(), executeEvm(), replacement()])
			expect(await askSign(scene, frozen)).toMatchObject({ ok: false, reason: "locked" });
	});
});
