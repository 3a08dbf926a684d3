import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../../../src/core/match/fingerprint.ts";
import { joinSigners } from "../../../../../src/main/wallet/signers/signer.ts";
import { secretBytes } from "../../../../../src/main/wallet/signers/vault/client.ts";
import { LocalSigner } from "../../../../../src/main/wallet/signers/vault/local.ts";
import { commit, frozenOf, OTHER, SIGNER } from "../../../core/match/honest.ts";
import { SVM_SIGNER } from "../../../core/match/honest-svm.ts";
import { KEY_ONE, PASSWORD } from "../../../vault/scene.ts";
import { ledgerScene } from "./ledger/scene.ts";
import { clientScene } from "./vault/channels.ts";

/** Creates a vault with the EVM key, and a Ledger with the same key and a Solana account. */
async function scene() {
	const { client } = clientScene();
	await client.start();
	await client.importKey(secretBytes(KEY_ONE), secretBytes(PASSWORD));
	const ledger = ledgerScene();
	return { vault: client, ledger, signer: joinSigners(new LocalSigner(client), ledger.signer) };
}

describe("all signers together", () => {
	it("have all accounts, and recognise a foreign one", async () => {
		const { signer } = await scene();
		expect(signer.addresses().map((each) => each.address)).toEqual([SIGNER, SIGNER, SVM_SIGNER]);
		expect([signer.state(SIGNER), signer.state(SVM_SIGNER), signer.state(OTHER)]).toEqual([
			"ready",
			"ready",
			"missing",
		]);
		expect((await signer.prepare(OTHER)).ready).toBe(false);
	});

	it("ask the vault for its accounts, locked or not, and the Ledger for the rest", async () => {
		const { signer, vault, ledger } = await scene();
		const frozen = frozenOf(commit());
		expect(await signer.prepare(SIGNER)).toEqual({ ready: true });
		expect((await signer.sign(frozen, 0, fingerprintOf(frozen), SIGNER)).signed).toMatchObject({
			kind: "evm_transaction",
		});
		await vault.lock();
		expect(signer.state(SIGNER)).toBe("locked");
		expect(await signer.prepare(SIGNER)).toMatchObject({ ready: false });
		expect(signer.pathOf?.(SIGNER)).toBeNull();
		expect(ledger.world.prepared).toEqual([]);
		expect((await signer.prepare(SVM_SIGNER)).ready).toBe(true);
		expect(ledger.world.prepared).toEqual(["a"]);
		expect(signer.pathOf?.(SVM_SIGNER)).toMatch(/^Ledger Nano X, /);
	});
});
