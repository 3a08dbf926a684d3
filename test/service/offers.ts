import { createHash, randomUUID } from "node:crypto";
import canonicalize from "canonicalize";
import { type Address, getAddress, type PublicClient } from "viem";
import type { Broadcaster, ExecuteEvmRequest } from "../../src/contract/action.ts";
import type { CommitReviewSnapshot, EvmTransactionPayload } from "../../src/contract/commit.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { CommitRecord, StoredIntent } from "./commit-store.ts";
import { callOf, type Intent, payloadOf, priceCall } from "./evm-build.ts";
import { simulateCall } from "./evm-simulate.ts";
import type { ServiceChain } from "./options.ts";
import type { Order, Twist } from "./sentences.ts";
import { failingIntent, twistPayload, twistSimulation } from "./twists.ts";

/** Makes the offer of a commit: the transaction, its simulation, the review with its digest, and the payload. */

export interface OfferParts {
	readonly client: PublicClient;
	readonly chain: ServiceChain;
	readonly signer: Address;
	readonly broadcaster: Broadcaster;
	readonly intent: Intent;
	readonly twist: Twist | null;
	/** Unix seconds. */
	readonly expiresAt: number | null;
}

/** `rvd_` and the SHA-256 of the RFC 8785 form of what is reviewed. */
export function reviewDigest(review: Omit<CommitReviewSnapshot, "digest">): string {
	const { revision, request, legs } = review;
	const text = canonicalize({ revision, request, legs });
	return `rvd_${createHash("sha256")
		.update(text ?? "")
		.digest("hex")}`;
}

interface Reviewed {
	readonly review: CommitReviewSnapshot;
	readonly payload: EvmTransactionPayload;
}

async function reviewOf(parts: OfferParts, revision: number, stage: number): Promise<Reviewed> {
	const { client, chain, signer, broadcaster, twist, expiresAt } = parts;
	const intent =
		twist === "fail_simulation"
			? failingIntent(
					await client.readContract({
						address: chain.token,
						abi: tokenAbi,
						functionName: "balanceOf",
						args: [signer],
					}),
				)
			: parts.intent;
	const call = callOf(chain, intent);
	const pricing = await priceCall(client, signer, call);
	const simulation = twistSimulation(twist, await simulateCall(client, chain, signer, call, pricing));
	const request: ExecuteEvmRequest = {
		type: "execute_evm",
		transactions: [
			{
				chain_id: chain.chainId,
				from: signer,
				to: call.to,
				value: call.value.toString(),
				gas: pricing.gasLimit.toString(),
				data: call.data,
				label: call.label,
				kind: call.kind,
				protocol: "demo",
				pending_tx_id: stage,
				current_lifecycle: "simulated",
				broadcaster,
				fee_outcome: { kind: "flat" },
				...(expiresAt === null ? {} : { expires_at: expiresAt }),
			},
		],
		simulation,
	};
	const bare = { version: 1, revision, request, legs: [request] };
	return {
		review: { ...bare, digest: reviewDigest(bare) },
		payload: twistPayload(twist, payloadOf(chain, signer, call, pricing)),
	};
}

function stored(intent: Intent): StoredIntent {
	const party = intent.kind === "approve" ? intent.spender : intent.kind === "swap" ? "" : intent.to;
	return { kind: intent.kind, party, amount: intent.amount.toString() };
}

function restored({ kind, party, amount }: StoredIntent): Intent {
	const units = BigInt(amount);
	if (kind === "swap") return { kind, amount: units };
	if (kind === "approve") {
		return { kind, spender: party === "router" ? "router" : getAddress(party), amount: units };
	}
	return { kind, to: getAddress(party), amount: units };
}

/** A commit that awaits a signature. `stage` is the number of the transaction in the service. */
export async function makeOffer(
	parts: OfferParts,
	sessionId: string,
	stage: number,
	order: Pick<Order, "reviseAfterMs">,
	now: { readonly ms: number; readonly reviseAfterMs: number },
): Promise<CommitRecord> {
	const { review, payload } = await reviewOf(parts, 1, stage);
	const delay = order.reviseAfterMs === "default" ? now.reviseAfterMs : order.reviseAfterMs;
	return {
		view: {
			version: 1,
			commit_id: randomUUID(),
			thread_id: sessionId,
			stage_id: `evm:${stage}`,
			chain_family: "evm",
			chain_ref: String(parts.chain.chainId),
			signer: parts.signer,
			broadcaster: parts.broadcaster,
			state: "needs_signature",
			supported_transports: ["sign_and_broadcast"],
			transaction_id: null,
			failure_code: null,
			batch: null,
			review,
			wallet_attempt: null,
			action: { kind: "sign", payload },
		},
		payload,
		intent: stored(parts.intent),
		twist: parts.twist,
		expiresAt: parts.expiresAt,
		reviseAt: delay === null ? null : now.ms + delay,
		signed: null,
		told: false,
		block: null,
	};
}

/** The same commit with a revised review: twice the amount unless one is given, a higher revision, a new digest. */
export async function reviseOffer(
	client: PublicClient,
	chain: ServiceChain,
	record: CommitRecord,
	amount: bigint | null,
): Promise<CommitRecord> {
	const before = restored(record.intent);
	const doubled = before.amount > 2n ** 255n ? before.amount / 2n : before.amount * 2n;
	const intent = { ...before, amount: amount ?? doubled };
	const stage = Number(record.view.stage_id.replace(/^evm:/, ""));
	const parts: OfferParts = {
		client,
		chain,
		signer: getAddress(record.view.signer),
		broadcaster: record.view.broadcaster,
		intent,
		twist: record.twist,
		expiresAt: record.expiresAt,
	};
	const { review, payload } = await reviewOf(parts, (record.view.review?.revision ?? 1) + 1, stage);
	return {
		...record,
		view: { ...record.view, version: record.view.version + 1, review, action: { kind: "sign", payload } },
		payload,
		intent: stored(intent),
		reviseAt: null,
	};
}
