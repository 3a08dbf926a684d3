import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { type Keypair, TransactionInstruction, VersionedTransaction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import {
	checkSignedSvm,
	type SvmPayload,
	signedSvm,
	signingBytesSvm,
} from "../../../../../src/core/match/svm/bytes.ts";
import { SvmBytesError } from "../../../../../src/core/match/svm/transaction.ts";
import {
	keyOf,
	NEWER_BLOCKHASH,
	SOL_TRANSFER,
	SVM_KEYS,
	SVM_OTHER,
	SVM_OTHER_KEYS,
	SVM_SIGNER,
	TOKEN_TRANSFER,
	type TransactionContents,
	transactionBase64,
} from "../honest-svm.ts";

const sign = (payload: SvmPayload, keys: Keypair = SVM_KEYS) =>
	ed25519.sign(signingBytesSvm(payload), keys.secretKey.slice(0, 32));

const payloadOf = (written: TransactionContents, signer = SVM_SIGNER): SvmPayload => ({
	signer,
	transaction_base64: transactionBase64(written),
});

const honest = payloadOf(TOKEN_TRANSFER);
const signed = signedSvm(honest, sign(honest));

/** A transaction with two signatures: the other account pays and signs first, ours only signs. */
const both: TransactionContents = {
	payer: SVM_OTHER_KEYS.publicKey,
	instructions: [
		new TransactionInstruction({
			programId: keyOf(70),
			keys: [{ pubkey: SVM_KEYS.publicKey, isSigner: true, isWritable: false }],
		}),
	],
};

/** Returns the transaction with the other party's signature added by web3.js. */
function signedByOther(base64: string): string {
	const transaction = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
	transaction.sign([SVM_OTHER_KEYS]);
	return Buffer.from(transaction.serialize()).toString("base64");
}

function flipped(base64: string, at: number, mask = 1): string {
	const bytes = Buffer.from(base64, "base64");
	bytes[at] = (bytes[at] ?? 0) ^ mask;
	return bytes.toString("base64");
}

describe("the signed bytes of a Solana payload", () => {
	it("match web3.js' own", () => {
		for (const written of [SOL_TRANSFER, TOKEN_TRANSFER]) {
			const payload = payloadOf(written);
			const transaction = VersionedTransaction.deserialize(Buffer.from(payload.transaction_base64, "base64"));
			expect([...signingBytesSvm(payload)]).toEqual([...transaction.message.serialize()]);
			transaction.sign([SVM_KEYS]);
			expect(signedSvm(payload, sign(payload))).toBe(Buffer.from(transaction.serialize()).toString("base64"));
		}
	});

	it("are named by the fee payer's signature", () => {
		expect(checkSignedSvm(signed, honest)).toEqual({
			ok: true,
			raw: signed,
			id: base58.encode(sign(honest)),
			complete: true,
		});
	});

	it("are not made for an account whose signature is not needed, or of another length than 64", () => {
		const stranger = { ...honest, signer: SVM_OTHER };
		expect(() => signingBytesSvm(stranger)).toThrow(SvmBytesError);
		expect(() => signedSvm(honest, new Uint8Array(63))).toThrow(
			"match.svm-bytes.signature-length, nothing-signed",
		);
		expect(checkSignedSvm(signed, stranger)).toMatchObject({ ok: false, field: "signer" });
	});

	it("have no id and are not complete while the fee payer's signature is missing", () => {
		const payload = payloadOf(both);
		const half = signedSvm(payload, sign(payload));
		expect(checkSignedSvm(half, payload)).toEqual({ ok: true, raw: half, id: null, complete: false });
	});

	it("keep another party's signature, and are complete with it", () => {
		const payload = { ...payloadOf(both), transaction_base64: signedByOther(transactionBase64(both)) };
		const whole = signedSvm(payload, sign(payload));
		const transaction = VersionedTransaction.deserialize(Buffer.from(whole, "base64"));
		expect(checkSignedSvm(whole, payload)).toEqual({
			ok: true,
			raw: whole,
			id: base58.encode(transaction.signatures[0] ?? new Uint8Array()),
			complete: true,
		});
	});
});

describe("signed bytes are refused", () => {
	it("with any bit flipped", () => {
		const length = Buffer.from(signed, "base64").length;
		for (let at = 0; at < length; at += 1)
			for (const mask of [0x01, 0x10, 0x80])
				expect(checkSignedSvm(flipped(signed, at, mask), honest), `byte ${at}`).toMatchObject({ ok: false });
	});

	it("with another message, by its field", () => {
		const renewed = payloadOf({ ...TOKEN_TRANSFER, blockhash: NEWER_BLOCKHASH });
		const other = signedSvm(renewed, sign(renewed));
		expect(checkSignedSvm(other, renewed)).toMatchObject({ ok: true });
		expect(checkSignedSvm(other, honest)).toMatchObject({ ok: false, field: "message" });
	});

	it("with no signature of ours, or one of another key", () => {
		expect(checkSignedSvm(honest.transaction_base64, honest)).toMatchObject({ ok: false, field: "signer" });
		const foreign = signedSvm(honest, sign(honest, SVM_OTHER_KEYS));
		expect(checkSignedSvm(foreign, honest)).toMatchObject({ ok: false, field: "signer" });
	});

	it("with a malleated signature: s + L is not accepted as s", () => {
		const L = 2n ** 252n + 27742317777372353535851937790883648493n;
		const signature = Buffer.from(sign(honest));
		const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`) + L;
		const high = Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse();
		const malleated = signedSvm(honest, Buffer.concat([signature.subarray(0, 32), high]));
		expect(checkSignedSvm(malleated, honest)).toMatchObject({ ok: false, field: "signer" });
	});

	it("if the other party's signature was added, removed or changed", () => {
		const empty = payloadOf(both);
		const filled = { ...empty, transaction_base64: signedByOther(empty.transaction_base64) };
		const [wholeOfEmpty, wholeOfFilled] = [empty, filled].map((each) => signedSvm(each, sign(each)));
		expect(checkSignedSvm(wholeOfFilled ?? "", empty)).toMatchObject({ ok: false, field: "signatures[0]" });
		expect(checkSignedSvm(wholeOfEmpty ?? "", filled)).toMatchObject({ ok: false, field: "signatures[0]" });
		expect(checkSignedSvm(flipped(wholeOfFilled ?? "", 5), filled)).toMatchObject({ field: "signatures[0]" });
	});

	it("if the payload itself carries another party's invalid signature", () => {
		const filled = signedByOther(transactionBase64(both));
		const payload = { signer: SVM_SIGNER, transaction_base64: flipped(filled, 5) };
		const whole = signedSvm(payload, sign(payload));
		expect(checkSignedSvm(whole, payload)).toMatchObject({ ok: false, field: "signatures[0]" });
	});

	it("if they are not a transaction", () => {
		for (const text of ["", "AA==", "not base64", "A".repeat(5000)])
			expect(checkSignedSvm(text, honest)).toMatchObject({ ok: false });
	});
});
