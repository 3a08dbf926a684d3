import { parseTransaction, recoverTransactionAddress } from "viem";
import { describe, expect, it } from "vitest";
import { codesOf } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { FrozenCommit } from "../../../../src/core/match/frozen.ts";
import type { EvmTransactionPayload } from "../../../../src/service-api/commit.ts";
import {
	batchCommit,
	changed,
	commit,
	frozenOf,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
	VAULT,
} from "../../core/match/honest.ts";
import { bytes, PASSWORD, type Scene, sceneWithKey, sceneWithPhrase } from "../scene.ts";

const honest = () => frozenOf(commit());

function sign(scene: Scene, frozen: FrozenCommit, more: { account?: string; fingerprint?: string } = {}) {
	const fingerprint = more.fingerprint ?? fingerprintOf(frozen);
	return scene.ask({ kind: "sign", accountAddress: more.account ?? SIGNER, frozen, fingerprint, place: 0 });
}

function typed(frozen: FrozenCommit): EvmTransactionPayload {
	if (frozen.payload.kind !== "evm_transaction") throw new Error("The test's payload is of another kind.");
	return frozen.payload;
}

const hex = (text: string): `0x02${string}` => `0x02${text.slice(4)}`;

describe("the vault signs", () => {
	it("exactly the payload of the review, with the account's key", async () => {
		const scene = await sceneWithKey();
		const answer = await sign(scene, honest());
		if (!answer.ok) throw new Error(answer.text.code);
		const { signed } = answer;
		if (signed.kind !== "evm_transaction") throw new Error("Another kind was signed.");
		const { transaction, nonce, chain_id } = typed(honest());
		expect(parseTransaction(signed.raw)).toMatchObject({
			type: "eip1559",
			chainId: chain_id,
			nonce,
			to: transaction.to.toLowerCase(),
			data: transaction.data,
			gas: BigInt(transaction.gas_limit),
			maxFeePerGas: BigInt(transaction.max_fee_per_gas),
			maxPriorityFeePerGas: BigInt(transaction.max_priority_fee_per_gas),
		});
		expect(await recoverTransactionAddress({ serializedTransaction: hex(signed.raw) })).toBe(SIGNER);
	});

	it("the same review with the same bytes each time (RFC 6979)", async () => {
		const scene = await sceneWithKey();
		expect(await sign(scene, honest())).toEqual(await sign(scene, honest()));
	});

	it("a member of a batch, and an address in lower case", async () => {
		const scene = await sceneWithKey();
		const answer = await sign(scene, frozenOf(batchCommit(1)), { account: SIGNER.toLowerCase() });
		expect(answer).toMatchObject({ ok: true });
	});

	it("and counts it as use", async () => {
		const scene = await sceneWithKey();
		scene.clock.pass(800_000);
		await sign(scene, honest());
		expect(scene.status().locksAt).toBe(scene.clock.now() + 900_000);
	});
});

describe("the vault does not sign", () => {
	const lies: [string, (copy: FrozenCommit) => void][] = [
		["another target", (copy) => Object.assign(typed(copy).transaction, { to: OTHER })],
		["another value", (copy) => Object.assign(typed(copy).transaction, { value: "1" })],
		["other data", (copy) => Object.assign(typed(copy).transaction, { data: transferData(OTHER, 1n) })],
		[
			"a priority fee above the maximum",
			(copy) => Object.assign(typed(copy).transaction, { max_priority_fee_per_gas: "9000000000" }),
		],
		["a loose numeral", (copy) => Object.assign(typed(copy).transaction, { value: "" })],
		["another chain", (copy) => Object.assign(typed(copy), { chain_id: 1 })],
		["another chain in the commit", (copy) => Object.assign(copy, { chain_ref: "1" })],
		["another signer", (copy) => Object.assign(typed(copy), { signer: OTHER })],
		["another signer in the commit", (copy) => Object.assign(copy, { signer: OTHER })],
		["an invalid nonce", (copy) => Object.assign(typed(copy), { nonce: -1 })],
		["an unknown member in the payload", (copy) => Object.assign(typed(copy), { authorization_list: [] })],
		["an unknown member in the request", (copy) => Object.assign(copy.request, { continuation: "x" })],
		["a request that describes another call", (copy) => Object.assign(copy.request, { transactions: [] })],
		[
			"a failed simulation",
			(copy) => {
				if (copy.request.type === "execute_evm") copy.request.simulation.status = "failed";
			},
		],
		["an expiry that the review does not state", (copy) => Object.assign(copy, { expires_at: null })],
		["an unknown route", (copy) => Object.assign(copy, { route: "fax" })],
		[
			"a wallet attempt for a payload that the service submits",
			(copy) => Object.assign(copy, { route: "browser_send", broadcaster: "hosted" }),
		],
		[
			"a personal message",
			(copy) =>
				Object.assign(copy, {
					payload: { kind: "user_operation", chain_id: 1, signer: SIGNER, requests: [] },
				}),
		],
		[
			"a Solana transaction",
			(copy) =>
				Object.assign(copy, { payload: { kind: "svm_transaction", signer: SIGNER, transaction_base64: "" } }),
		],
	];

	it.each(lies)("%s, even if the fingerprint was made for it", async (_name, lie) => {
		const scene = await sceneWithKey();
		const frozen = changed(honest(), lie);
		const answer = await sign(scene, frozen);
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch", field: expect.stringMatching(/./) });
		expect(answer.ok ? [] : codesOf(answer.text)).toContain("nothing-signed");
	});

	it.each([
		["the nonce", (copy: FrozenCommit) => Object.assign(typed(copy), { nonce: 12 })],
		[
			"the fee",
			(copy: FrozenCommit) => Object.assign(typed(copy).transaction, { max_fee_per_gas: "2000000001" }),
		],
		["the gas limit", (copy: FrozenCommit) => Object.assign(typed(copy).transaction, { gas_limit: 60_001 })],
		["the revision", (copy: FrozenCommit) => Object.assign(copy, { review_revision: 2 })],
		["the digest", (copy: FrozenCommit) => Object.assign(copy, { review_digest: "digest-2" })],
		["the identity", (copy: FrozenCommit) => Object.assign(copy, { identity: "person-2" })],
		["the commit", (copy: FrozenCommit) => Object.assign(copy, { commit_id: "commit-2" })],
	])("an approved item with %s changed since", async (_name, change) => {
		const scene = await sceneWithKey();
		const answer = await sign(scene, changed(honest(), change), { fingerprint: fingerprintOf(honest()) });
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch", field: "fingerprint" });
	});

	it("after the review's expiry", async () => {
		const scene = await sceneWithKey();
		scene.clock.time = 1_790_000_900_000 - 1;
		await scene.ask({ kind: "unlock", password: bytes(PASSWORD) });
		expect((await sign(scene, honest())).ok).toBe(true);
		scene.clock.time += 1;
		expect(await sign(scene, honest())).toMatchObject({ ok: false, field: "expires_at" });
	});

	it("with an account that it does not have", async () => {
		const scene = await sceneWithPhrase();
		expect(await sign(scene, honest())).toMatchObject({ ok: false, field: "accountAddress" });
	});

	it("with one of its accounts for another signer", async () => {
		const scene = await sceneWithPhrase();
		const answer = await sign(scene, honest(), { account: scene.status().accounts[0]?.address ?? "" });
		expect(answer).toMatchObject({ ok: false, field: "payload.signer" });
	});

	it("while it is locked", async () => {
		const scene = await sceneWithKey();
		await scene.ask({ kind: "lock" });
		expect(await sign(scene, honest())).toMatchObject({ ok: false, reason: "locked" });
	});

	it.each([
		["nothing", null],
		["text", "frozen"],
		["a payload alone", { payload: {} }],
		["a bare transaction", { to: TOKEN, value: "1", data: "0x", from: VAULT }],
	])("%s", async (_name, frozen) => {
		const scene = await sceneWithKey();
		const request = {
			kind: "sign" as const,
			accountAddress: SIGNER,
			frozen,
			fingerprint: "0".repeat(64),
			place: 0,
		};
		expect(await scene.ask(request)).toMatchObject({ ok: false, reason: "refusedMatch" });
	});
});
