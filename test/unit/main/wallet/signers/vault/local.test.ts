import { recoverTransactionAddress } from "viem";
import { keccak256 } from "viem/utils";
import { describe, expect, it } from "vitest";
import { codesOf, message } from "../../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../../src/core/match/fingerprint.ts";
import type { Frozen, FrozenCommit } from "../../../../../../src/core/match/frozen.ts";
import { SignerError } from "../../../../../../src/main/wallet/signers/signer.ts";
import { secretBytes, type VaultClient } from "../../../../../../src/main/wallet/signers/vault/client.ts";
import { LocalSigner } from "../../../../../../src/main/wallet/signers/vault/local.ts";
import type { Signed } from "../../../../../../src/vault/protocol.ts";
import { changed, commit, commitOf, frozenOf, OTHER, SIGNER, VAULT } from "../../../../core/match/honest.ts";
import { SVM_KEYS, SVM_SIGNER, transactionBase64, transferSol } from "../../../../core/match/honest-svm.ts";
import { permit } from "../../../../core/match/typed-samples.ts";
import { evmMessages, givenTransactions, svmMessage, userOperation } from "../../../../vault/payloads.ts";
import { KEY_ONE, PASSWORD } from "../../../../vault/scene.ts";
import { clientScene } from "./channels.ts";

const honest = () => frozenOf(commit());

async function scene() {
	const { client } = clientScene();
	await client.start();
	await client.importKey(secretBytes(KEY_ONE), secretBytes(PASSWORD));
	return { client, signer: new LocalSigner(client) };
}

async function refusal(promise: Promise<unknown>): Promise<SignerError> {
	const error: unknown = await promise.catch((caught: unknown) => caught);
	if (error instanceof SignerError) return error;
	throw new Error("It was not refused.");
}

const hex = (text: string): `0x02${string}` => `0x02${text.slice(4)}`;

describe("the local signer", () => {
	it("signs the frozen item and returns bytes and hash", async () => {
		const { signer } = await scene();
		const frozen = honest();
		const { signed } = await signer.sign(frozen, 0, fingerprintOf(frozen), SIGNER);
		if (signed.kind !== "evm_transaction") throw new Error("Another kind was signed.");
		expect(signed.hash).toBe(keccak256(signed.raw));
		expect(await recoverTransactionAddress({ serializedTransaction: hex(signed.raw) })).toBe(SIGNER);
	});

	it("says for each address whether it can sign now", async () => {
		const { client, signer } = await scene();
		expect(signer.addresses()).toEqual([{ address: SIGNER, family: "evm" }]);
		expect([signer.state(SIGNER), signer.state(SIGNER.toLowerCase()), signer.state(OTHER)]).toEqual([
			"ready",
			"ready",
			"missing",
		]);
		await client.lock();
		expect(signer.state(SIGNER)).toBe("locked");
		await client.stop();
		expect(signer.state(SIGNER)).toBe("locked");
	});

	it("refuses with the vault's own text and field", async () => {
		const { client, signer } = await scene();
		const frozen = honest();
		const lie = await refusal(signer.sign(frozen, 0, "0".repeat(64), SIGNER));
		expect(lie).toMatchObject({ reason: "refusedMatch", field: "fingerprint" });
		await client.lock();
		const locked = await refusal(signer.sign(frozen, 0, fingerprintOf(frozen), SIGNER));
		expect(locked).toMatchObject({ reason: "locked", field: null });
		expect(locked.text).toEqual(message("vault.locked"));
	});

	it("refuses another account before the vault is asked, and another payload under the same approval", async () => {
		const { client, signer } = await scene();
		const frozen = honest();
		const deaf = { status: () => client.status(), sign: () => Promise.reject(new Error("It was asked.")) };
		const other = new LocalSigner(deaf).sign(frozen, 0, fingerprintOf(frozen), OTHER);
		expect(await refusal(other)).toMatchObject({ field: "payload.signer" });
		const { payload } = userOperation();
		const swapped = changed(frozen, (copy) => Object.assign(copy, { payload }));
		expect(await refusal(signer.sign(swapped, 0, fingerprintOf(frozen), SIGNER))).toMatchObject({
			field: "fingerprint",
		});
	});

	it("discards a lying vault's signature: other bytes, or another hash", async () => {
		const { client } = await scene();
		const other: FrozenCommit = frozenOf(commitOf({ to: VAULT, value: 1n }));
		const frozen = honest();
		const signedOther = await signedBy(client, other);
		const signedThis = await signedBy(client, frozen);
		if (signedOther.kind !== "evm_transaction" || signedThis.kind !== "evm_transaction")
			throw new Error("Another kind was signed.");
		expect(await refusal(ask(lying(client, signedOther), frozen))).toMatchObject({
			reason: "refusedMatch",
			field: "to",
		});
		const mixed = { ...signedThis, hash: signedOther.hash };
		expect(await refusal(ask(lying(client, mixed), frozen))).toMatchObject({
			reason: "refusedMatch",
			field: "hash",
		});
		expect((await ask(lying(client, signedThis), frozen)).signed).toEqual(signedThis);
	});
});

async function withBoth() {
	const both = await scene();
	const key = secretBytes(JSON.stringify([...SVM_KEYS.secretKey]));
	const made = await both.client.importKey(key, secretBytes(PASSWORD));
	if (!made.ok) throw new Error(made.text.code);
	return both;
}

type Vault = Pick<VaultClient, "sign" | "status">;

/** Signs as an honest vault. */
async function signedBy(client: VaultClient, frozen: Frozen): Promise<Signed> {
	const answer = await client.sign(frozen.signer, frozen, fingerprintOf(frozen), 0);
	if (!answer.ok) throw new Error(answer.text.code);
	return answer.signed;
}

/** Returns a vault that answers every request with this. */
const lying = (client: VaultClient, signed: Signed): Vault => ({
	status: () => client.status(),
	sign: async () => ({ ok: true, signed }),
});

const ask = (client: Vault, frozen: Frozen, place = 0) =>
	new LocalSigner(client).sign(frozen, place, fingerprintOf(frozen), frozen.signer);

const personal = (message: string) => evmMessages([{ kind: "evm_personal", message }]);
const typed = (patch = {}) => evmMessages([{ kind: "evm_typed_data", typed_data: { ...permit(patch) } }]);
const solana = (text: string) => svmMessage(Buffer.from(text).toString("base64"));
const transferOf = (lamports: bigint) =>
	givenTransactions([transactionBase64({ instructions: [transferSol(lamports)] })]);
const operationOf = (byte: string) =>
	changed(userOperation(), ({ payload }) => {
		const hash = `0x${byte.repeat(32)}`;
		if (payload.kind === "user_operation")
			Object.assign(payload.requests[0] ?? {}, { message: hash, raw_payload: hash });
	});

describe("the local signer, of each kind of payload,", () => {
	const kinds: [string, Frozen, Frozen][] = [
		["a transaction", honest(), frozenOf(commitOf({ to: VAULT, value: 1n }))],
		["text", personal("Sign in"), personal("Sign out")],
		["typed data", typed(), typed({ value: "1" })],
		["a Solana message", solana("Sign in"), solana("Sign out")],
		["a Solana transaction", transferOf(1n), transferOf(2n)],
		["a user operation", operationOf("5c"), operationOf("5d")],
	];

	it.each(kinds)("returns the vault's signature: %s", async (_name, frozen) => {
		const { client } = await withBoth();
		expect((await ask(client, frozen)).signed).toEqual(await signedBy(client, frozen));
	});

	it.each(kinds)("discards another payload's signature: %s", async (_name, frozen, other) => {
		const { client } = await withBoth();
		const wrong = await refusal(ask(lying(client, await signedBy(client, other)), frozen));
		expect(wrong).toMatchObject({ reason: "refusedMatch" });
		expect(codesOf(wrong.text).at(-1)).toBe("signer.thrown-away");
	});

	it.each(kinds)("discards another kind's signature: %s", async (_name, frozen) => {
		const { client } = await withBoth();
		const own = await signedBy(client, frozen);
		for (const [, other] of kinds) {
			const signed = await signedBy(client, other);
			if (signed.kind === own.kind) continue;
			expect(await refusal(ask(lying(client, signed), frozen))).toMatchObject({ field: "kind" });
		}
	});

	it("trusts the bytes of a Solana transaction, not their description", async () => {
		const { client } = await withBoth();
		const signed = await signedBy(client, transferOf(1n));
		if (signed.kind !== "svm_transaction") throw new Error("Another kind was signed.");
		for (const lie of [
			{ ...signed, complete: false },
			{ ...signed, id: null },
		])
			expect(await refusal(ask(lying(client, lie), transferOf(1n)))).toMatchObject({ field: "id" });
	});

	it("discards an unrequested second signature", async () => {
		const { client } = await withBoth();
		const signed = await signedBy(client, operationOf("5c"));
		if (signed.kind !== "user_operation") throw new Error("Another kind was signed.");
		const twice = { ...signed, signatures: [...signed.signatures, ...signed.signatures] };
		expect(await refusal(ask(lying(client, twice), operationOf("5c")))).toMatchObject({
			field: "signatures",
		});
	});

	it("refuses an empty index before the vault is asked", async () => {
		const { client } = await withBoth();
		const deaf = { status: () => client.status(), sign: () => Promise.reject(new Error("It was asked.")) };
		expect(await refusal(ask(deaf, honest(), 1))).toMatchObject({ field: "place" });
		expect(await refusal(ask(deaf, honest(), -1))).toMatchObject({ field: "place" });
	});

	it("compares a Solana address case-sensitively", async () => {
		const { signer } = await withBoth();
		expect(signer.addresses()).toEqual([
			{ address: SIGNER, family: "evm" },
			{ address: SVM_SIGNER, family: "svm" },
		]);
		expect(signer.state(SVM_SIGNER)).toBe("ready");
		expect(signer.state(SVM_SIGNER.toLowerCase())).toBe("missing");
	});
});
