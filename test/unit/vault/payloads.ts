import { createPublicKey, verify } from "node:crypto";
import { base58 } from "@scure/base";
import { fingerprintOf } from "../../../src/core/match/fingerprint.ts";
import type {
	Frozen,
	FrozenAction,
	FrozenCommit,
	FrozenReplacement,
} from "../../../src/core/match/frozen.ts";
import type {
	AssembledSvmTransaction,
	SignablePayload,
	SignRequest,
} from "../../../src/service-api/action.ts";
import type { EvmTransactionPayload } from "../../../src/service-api/commit.ts";
import { codesOf } from "../../support/saying.ts";
import {
	CHAIN,
	commit,
	frozenOf,
	OWNER,
	payload,
	request,
	SIGNER,
	transaction,
	VAULT,
} from "../core/match/honest.ts";
import { CLUSTER, SVM_KEYS, SVM_SIGNER, svmRequest } from "../core/match/honest-svm.ts";
import { bytes, PASSWORD, type Scene, sceneWithKey } from "./scene.ts";

/** Frozen objects of every kind, and a vault with their signers' keys. */

/** Creates a vault with two imported keys: the EVM key 1 and Solana's public test key. */
export async function sceneWithBoth(): Promise<Scene> {
	const scene = await sceneWithKey();
	const key = bytes(JSON.stringify([...SVM_KEYS.secretKey]));
	const made = await scene.ask({ kind: "importKey", key, password: bytes(PASSWORD) });
	if (!made.ok) throw new Error(made.text.code);
	return scene;
}

function signRequest(payloads: SignablePayload[], patch: Partial<SignRequest> = {}): SignRequest {
	return {
		type: "sign",
		requestId: "request-1",
		chainFamily: "evm",
		executionKind: "eoa",
		signer: SIGNER,
		description: "Say who you are",
		payloads,
		chainId: CHAIN,
		...patch,
	};
}

const END = 1_790_000_900;
const of = { environment: OWNER.environment, identity: OWNER.identity, session_id: "session-1" };
const action = { kind: "action" as const, ...of, action_id: "action-1", action_revision: 0, expires_at: END };

/** Returns a request for EVM signatures of all of these payloads. */
export function evmMessages(
	messages: Exclude<SignablePayload, { kind: "svm_transaction" }>[],
	patch: Partial<FrozenAction> = {},
): FrozenAction {
	return {
		...action,
		signer: SIGNER,
		chain_family: "evm",
		chain_ref: String(CHAIN),
		request: signRequest(messages),
		// A test that changes one side must not change the other.
		intents: structuredClone(messages),
		...patch,
	};
}

const svm = { signer: SVM_SIGNER, chain_family: "svm" as const, chain_ref: CLUSTER };
const svmSigning = { chainFamily: "svm" as const, signer: SVM_SIGNER, chainId: null, cluster: CLUSTER };

export function svmMessage(message_base64: string): FrozenAction {
	const message = { kind: "svm_message" as const, message_base64 };
	return { ...action, ...svm, request: signRequest([message], svmSigning), intents: [{ ...message }] };
}

/** Returns a request to sign complete Solana transactions. */
export function givenTransactions(transactions: string[]): FrozenAction {
	const payloads = transactions.map((transaction_base64) => ({
		kind: "svm_transaction" as const,
		transaction_base64,
	}));
	return {
		...action,
		...svm,
		request: signRequest(payloads, svmSigning),
		intents: payloads.map((each) => ({ ...each, signer: SVM_SIGNER, lookups: [] })),
	};
}

/** Returns a request to execute Solana transactions, completed by the app. */
export function executeSvm(transactions: { told: AssembledSvmTransaction; base64: string }[]): FrozenAction {
	return {
		...action,
		...svm,
		request: svmRequest(transactions.map((each) => each.told)),
		intents: transactions.map(({ base64 }) => ({
			kind: "svm_transaction" as const,
			signer: SVM_SIGNER,
			transaction_base64: base64,
			lookups: [],
		})),
	};
}

/** Returns an action of two EVM transactions: an allowance, then a deposit. */
export function executeEvm(): FrozenAction {
	const deposit = transaction({ to: VAULT, data: "0x47e7ef24", pending_tx_id: 42, gas: "210000" });
	return {
		...action,
		signer: SIGNER,
		chain_family: "evm",
		chain_ref: String(CHAIN),
		request: request([transaction(), deposit]),
		intents: [payload(), payload({ to: VAULT, data: "0x47e7ef24", gas_limit: 210_000 }, { nonce: 12 })],
	};
}

const HASH = `0x${"5c".repeat(32)}`;

export function userOperation(patch: Partial<FrozenCommit> = {}): FrozenCommit {
	const operation = {
		kind: "user_operation" as const,
		chain_id: CHAIN,
		signer: SIGNER,
		requests: [{ kind: "personal_sign" as const, message: HASH, raw_payload: HASH }],
	};
	return {
		...frozenOf(commit({ action: { kind: "sign", payload: operation } })),
		blind: true,
		...patch,
	};
}

export function replacement(patch: Partial<EvmTransactionPayload["transaction"]> = {}): FrozenReplacement {
	return {
		kind: "replacement",
		...of,
		replacement_id: "replacement-1",
		purpose: "speed_up",
		signer: SIGNER,
		chain_family: "evm",
		chain_ref: String(CHAIN),
		expires_at: null,
		replaces: { transaction_id: `0x${"ab".repeat(32)}`, payload: payload() },
		payload: payload({ max_fee_per_gas: "2200000000", max_priority_fee_per_gas: "110000000", ...patch }),
	};
}

export interface SignOptions {
	readonly account?: string;
	readonly fingerprint?: string;
	readonly place?: number;
}

/** Requests one signature as main would; by default for the review's own signer and the first step. */
export function askSign(scene: Scene, frozen: Frozen, more: SignOptions = {}) {
	return scene.ask({
		kind: "sign",
		accountAddress: more.account ?? frozen.signer,
		frozen,
		fingerprint: more.fingerprint ?? fingerprintOf(frozen),
		place: more.place ?? 0,
	});
}

/** Returns the signed content; throws the refusal's text. */
export async function signedOf(scene: Scene, frozen: Frozen, more: SignOptions = {}) {
	const answer = await askSign(scene, frozen, more);
	if (!answer.ok) throw new Error(`${answer.field}: ${codesOf(answer.text).join(", ")}`);
	return answer.signed;
}

/** Verifies an Ed25519 signature with Node's own library. */
export function verifiesEd25519(signature: Uint8Array, message: Uint8Array, address: string): boolean {
	const x = Buffer.from(base58.decode(address)).toString("base64url");
	const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
	return verify(null, message, key, signature);
}
