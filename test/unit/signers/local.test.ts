import { recoverTransactionAddress } from "viem";
import { keccak256 } from "viem/utils";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../src/main/match/fingerprint.ts";
import type { FrozenReview } from "../../../src/main/match/frozen.ts";
import { createLocalSigner } from "../../../src/main/signers/local.ts";
import { SignerError } from "../../../src/main/signers/signer.ts";
import { secretBytes, type VaultClient } from "../../../src/main/signers/vault-client.ts";
import { changed, commit, commitOf, frozenOf, OTHER, SIGNER, VAULT } from "../match/honest.ts";
import { KEY_ONE, PASSWORD } from "../vault/scene.ts";
import { clientScene } from "./channels.ts";

const honest = () => frozenOf(commit());

async function scene() {
	const { client } = clientScene();
	await client.start();
	await client.importKey(secretBytes(KEY_ONE), secretBytes(PASSWORD));
	return { client, signer: createLocalSigner(client) };
}

async function refusal(promise: Promise<unknown>): Promise<SignerError> {
	const error: unknown = await promise.catch((caught: unknown) => caught);
	if (error instanceof SignerError) return error;
	throw new Error("It was not refused.");
}

const hex = (text: string): `0x02${string}` => `0x02${text.slice(4)}`;

describe("the local signer", () => {
	it("signs what was frozen and gives back bytes and hash", async () => {
		const { signer } = await scene();
		const frozen = honest();
		const signed = await signer.signEvm(frozen, fingerprintOf(frozen), SIGNER);
		expect(signed.hash).toBe(keccak256(signed.raw));
		expect(await recoverTransactionAddress({ serializedTransaction: hex(signed.raw) })).toBe(SIGNER);
	});

	it("says of each address whether it can sign now", async () => {
		const { client, signer } = await scene();
		expect(signer.addresses()).toEqual([SIGNER]);
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

	it("refuses with the vault's own words and field", async () => {
		const { client, signer } = await scene();
		const frozen = honest();
		const lie = await refusal(signer.signEvm(frozen, "0".repeat(64), SIGNER));
		expect(lie).toMatchObject({ reason: "refusedMatch", field: "fingerprint" });
		await client.lock();
		const locked = await refusal(signer.signEvm(frozen, fingerprintOf(frozen), SIGNER));
		expect(locked).toMatchObject({ reason: "locked", field: null });
		expect(locked.message).toContain("Unlock it");
	});

	it("refuses another account, and another kind of payload, before the vault is asked", async () => {
		const { signer } = await scene();
		const frozen = honest();
		expect(await refusal(signer.signEvm(frozen, fingerprintOf(frozen), OTHER))).toMatchObject({
			field: "payload.signer",
		});
		const message = changed(frozen, (copy) =>
			Object.assign(copy, { payload: { kind: "user_operation", chain_id: 1, signer: SIGNER, requests: [] } }),
		);
		expect(await refusal(signer.signEvm(message, "0".repeat(64), SIGNER))).toMatchObject({
			field: "payload.kind",
		});
	});

	it("throws away what a lying vault signed: other bytes, or another hash", async () => {
		const { client } = await scene();
		const other: FrozenReview = frozenOf(commitOf({ to: VAULT, value: 1n }));
		const signedOther = await client.sign(SIGNER, other, fingerprintOf(other));
		const frozen = honest();
		const signedThis = await client.sign(SIGNER, frozen, fingerprintOf(frozen));
		if (!signedOther.ok || !signedThis.ok) throw new Error("The honest ones were refused.");
		const answering = (answer: typeof signedOther): VaultClient => ({ ...client, sign: async () => answer });
		const wish = (vault: VaultClient) =>
			createLocalSigner(vault).signEvm(frozen, fingerprintOf(frozen), SIGNER);
		expect(await refusal(wish(answering(signedOther)))).toMatchObject({
			reason: "refusedMatch",
			field: "to",
		});
		const mixed = { ...signedThis, hash: signedOther.hash };
		expect(await refusal(wish(answering(mixed)))).toMatchObject({ reason: "refusedMatch", field: "hash" });
		expect(await wish(answering(signedThis))).toEqual({ raw: signedThis.raw, hash: signedThis.hash });
	});
});
