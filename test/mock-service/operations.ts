import { randomUUID } from "node:crypto";
import { concatHex, encodeAbiParameters, getAddress, type Hash, type Hex, isHex, keccak256 } from "viem";
import type { ExecuteEvmRequest } from "../../src/service-api/action.ts";
import type { CommitView, SignableCommit } from "../../src/service-api/commit.ts";
import type { CommitRecord, Said } from "./commit-store.ts";
import type { Twist } from "./grammar.ts";
import { reviewDigest } from "./offers.ts";
import { recoverPersonal } from "./personal.ts";
import { Problem } from "./problem.ts";
import type { Relayer } from "./relayer.ts";

/**
 * Creates and sends user operations (ERC-4337): the owner signs a 32-byte hash, and the service submits it.
 * There is no bundler here, so the service sends hash and signature to the chain in its own transaction,
 * which can be followed.
 */

export type OperationPayload = Extract<SignableCommit, { kind: "user_operation" }>;

/** EntryPoint version 0.7, which the hash covers. */
const ENTRY_POINT = "0x0000000071727De22E5E9d8BAf0edAc6f37da032";

/** Returns a stand-in for the operation's hash, over its calls, sender, nonce, entry point and chain. */
export function operationHash(request: ExecuteEvmRequest, sender: string, nonce: bigint): Hex {
	const calls = request.transactions.map(({ to, value, data }) =>
		encodeAbiParameters(
			[{ type: "address" }, { type: "uint256" }, { type: "bytes" }],
			[getAddress(to), BigInt(value ?? "0"), isHex(data) ? data : "0x"],
		),
	);
	const chainId = BigInt(request.transactions[0]?.chain_id ?? 0);
	return keccak256(
		encodeAbiParameters(
			[
				{ type: "bytes32" },
				{ type: "address" },
				{ type: "uint256" },
				{ type: "address" },
				{ type: "uint256" },
			],
			[keccak256(concatHex(calls)), getAddress(sender), nonce, ENTRY_POINT, chainId],
		),
	);
}

export function makeOperationCommit(
	request: ExecuteEvmRequest,
	details: {
		readonly sessionId: string;
		readonly stage: number;
		readonly signer: string;
		readonly twist: Twist | null;
		readonly expiresAt: number | null;
		readonly reviseAt: number | null;
		readonly said: Said;
	},
	before: CommitRecord | null,
): CommitRecord {
	const { stage, signer, twist } = details;
	const chainId = request.transactions[0]?.chain_id ?? 0;
	const message = operationHash(request, signer, BigInt(stage));
	// "lie about the data": the payload differs from the message that describes it.
	const raw_payload = twist === "lie_data" ? keccak256(message) : message;
	const payload: OperationPayload = {
		kind: "user_operation",
		chain_id: twist === "lie_chain" ? chainId + 1 : chainId,
		signer,
		requests: [{ kind: "personal_sign", message, raw_payload }],
	};
	const bare = { version: 1, revision: (before?.view.review?.revision ?? 0) + 1, request, legs: [request] };
	const view: CommitView = {
		version: (before?.view.version ?? 0) + 1,
		commit_id: before?.view.commit_id ?? randomUUID(),
		thread_id: details.sessionId,
		stage_id: `evm:${stage}`,
		chain_family: "evm",
		chain_ref: String(chainId),
		signer,
		broadcaster: "hosted",
		state: "needs_signature",
		supported_transports: ["sign_and_broadcast"],
		transaction_id: null,
		failure_code: null,
		batch: null,
		review: { ...bare, digest: reviewDigest(bare) },
		wallet_attempt: null,
		action: { kind: "sign", payload },
	};
	return {
		view,
		payload,
		intent: null,
		said: details.said,
		twist,
		expiresAt: details.expiresAt,
		reviseAt: before === null ? details.reviseAt : null,
		signed: null,
		told: false,
		block: null,
	};
}

/** Verifies one EIP-191 signature for each request, over the bytes of its `message`. @throws Problem 422 */
export async function verifyOperation(
	payload: OperationPayload,
	payloads: readonly string[],
): Promise<{ readonly raw: string; readonly hash: string }> {
	if (payloads.length !== payload.requests.length) {
		throw new Problem(422, "signature_mismatch", "One signature for each request is needed.", {
			details: { field: "payloads", expected: String(payload.requests.length), got: String(payloads.length) },
		});
	}
	for (const [index, { message }] of payload.requests.entries()) {
		await recoverPersonal(message, payloads[index] ?? "", payload.signer);
	}
	return { raw: payloads.join(","), hash: payload.requests[0]?.message ?? "" };
}

/** @returns the hash of the transaction that carries the operation */
export async function sendOperation(
	relayer: Relayer,
	payload: OperationPayload,
	signatures: string,
	operation: string,
	note: (hash: string) => void,
): Promise<Hash> {
	note(operation);
	const parts = [operation, ...signatures.split(",")].map((text): Hex => `0x${text.slice(2)}`);
	return await relayer.send(getAddress(payload.signer), concatHex(parts));
}
