import { createHash, randomUUID } from "node:crypto";
import canonicalize from "canonicalize";
import { type Address, getAddress, isHex, type PublicClient } from "viem";
import type {
	AssembledEvmTransaction,
	Broadcaster,
	ExecuteEvmRequest,
} from "../../src/service-api/action.ts";
import type {
	CommitBatchMember,
	CommitReviewSnapshot,
	CommitTransport,
	EvmTransactionPayload,
} from "../../src/service-api/commit.ts";
import type { PipelineSimulation } from "../../src/service-api/simulation.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { CommitRecord, StoredIntent } from "./commit-store.ts";
import { type Call, callOf, type Intent, payloadOf, priceCall } from "./evm-build.ts";
import { runInOrder, type Step, simulationsOf } from "./evm-simulate.ts";
import type { ServiceChain, Settings } from "./options.ts";
import type { Order, Twist } from "./sentences.ts";
import { applySimulationLies } from "./simulation-lies.ts";
import { failingIntent, twistOrder, twistPayload, twistSimulation } from "./twists.ts";

/**
 * Creates the offer of a commit or batch: the transaction, its simulation, the review with its digest, and
 * the payload.
 */

export interface OfferParts {
	readonly client: PublicClient;
	readonly chain: ServiceChain;
	readonly signer: Address;
	readonly broadcaster: Broadcaster;
	readonly intent: Intent;
	readonly twist: Twist | null;
	/** Default: only signing. */
	readonly transports?: CommitTransport[];
	/** Unix seconds. */
	readonly expiresAt: number | null;
}

/** Returns `rvd_` and the SHA-256 of the RFC 8785 form of the reviewed content. */
export function reviewDigest(review: Omit<CommitReviewSnapshot, "digest">): string {
	const { revision, request, legs } = review;
	const text = canonicalize({ revision, request, legs });
	return `rvd_${createHash("sha256")
		.update(text ?? "")
		.digest("hex")}`;
}

interface Reviewed {
	readonly review: CommitReviewSnapshot;
	/** One for each transaction of the review. */
	readonly payloads: readonly EvmTransactionPayload[];
}

/** Builds the reviewed calls. With `fail_simulation`, the last call fails. */
async function callsOf(parts: OfferParts, intents: readonly Intent[]): Promise<Call[]> {
	const { client, chain, signer, twist } = parts;
	const calls = intents.map((intent) => callOf(chain, intent));
	if (twist !== "fail_simulation") return calls;
	const read = { address: chain.token, abi: tokenAbi } as const;
	const balance = await client.readContract({ ...read, functionName: "balanceOf", args: [signer] });
	return [...calls.slice(0, -1), callOf(chain, failingIntent(balance))];
}

async function reviewOf(
	parts: OfferParts,
	intents: readonly Intent[],
	revision: number,
	stages: readonly number[],
): Promise<Reviewed> {
	const { client, chain, signer, broadcaster, twist, expiresAt } = parts;
	const calls = await callsOf(parts, intents);
	const runs = await runInOrder(client, signer, calls);
	const steps = await Promise.all(
		runs.flatMap((run, index) => {
			const call = calls[index];
			if (call === undefined) return [];
			const priced = priceCall(client, signer, call, index, run.gasUsed);
			return [priced.then((pricing): Step => ({ call, run, pricing, step: index + 1 }))];
		}),
	);
	const { whole, legs } = await simulationsOf(client, chain, signer, steps);
	const transactions = steps.map(
		({ call, pricing }, index): AssembledEvmTransaction => ({
			chain_id: chain.chainId,
			from: signer,
			to: call.to,
			value: call.value.toString(),
			gas: pricing.gasLimit.toString(),
			data: call.data,
			label: call.label,
			kind: call.kind,
			protocol: "demo",
			...(stages[index] === undefined ? {} : { pending_tx_id: stages[index] }),
			current_lifecycle: "simulated",
			broadcaster,
			fee_outcome: { kind: "flat" },
			...(expiresAt === null ? {} : { expires_at: expiresAt }),
		}),
	);
	const requestOf = (some: AssembledEvmTransaction[], simulation: PipelineSimulation): ExecuteEvmRequest => ({
		type: "execute_evm",
		transactions: some,
		simulation: applySimulationLies(twistSimulation(twist, simulation), (step) => {
			const intent = intents[step - 1];
			return intent?.kind === "call" ? intent.lies : [];
		}),
	});
	const bare = {
		version: 1,
		revision,
		request: requestOf(transactions, whole),
		legs: transactions.flatMap((transaction, index) => {
			const simulation = legs[index];
			return simulation === undefined ? [] : [requestOf([transaction], simulation)];
		}),
	};
	const payloads = steps.map(({ call, pricing }) =>
		twistPayload(twist, payloadOf(chain, signer, call, pricing)),
	);
	return { review: { ...bare, digest: reviewDigest(bare) }, payloads: twistOrder(twist, payloads) };
}

function stored(intent: Intent): StoredIntent {
	if (intent.kind === "call") {
		const { kind, to, amount, data, lies } = intent;
		return { kind, party: to, amount: amount.toString(), data, tellings: [...lies] };
	}
	const party = intent.kind === "approve" ? intent.spender : intent.kind === "swap" ? "" : intent.to;
	return { kind: intent.kind, party, amount: intent.amount.toString() };
}

function restored({ kind, party, amount, data, tellings = [] }: StoredIntent): Intent {
	const units = BigInt(amount);
	if (kind === "call") {
		return { kind, to: getAddress(party), amount: units, data: isHex(data) ? data : "0x", lies: tellings };
	}
	if (kind === "swap") return { kind, amount: units };
	if (kind === "approve") {
		return { kind, spender: party === "router" ? "router" : getAddress(party), amount: units };
	}
	return { kind, to: getAddress(party), amount: units };
}

/** Creates an action's request: the transactions of a review, without separate payloads. */
export async function evmRequest(
	parts: OfferParts,
	intents: readonly Intent[],
	stages: readonly number[],
): Promise<ExecuteEvmRequest> {
	const { review, payloads } = await reviewOf(parts, intents, 1, stages);
	const { request } = review;
	if (request.type !== "execute_evm") throw new Error("a review of no EVM transaction");
	// The payloads contain the requested lie; label and simulation stay honest.
	const transactions = request.transactions.map((transaction, index) => {
		const payload = payloads[index];
		if (payload === undefined) return transaction;
		const { to, value, data } = payload.transaction;
		return { ...transaction, to, value, data, chain_id: payload.chain_id, from: payload.signer };
	});
	return { ...request, transactions };
}

interface CommitPosition {
	readonly sessionId: string;
	readonly commitId: string;
	readonly stage: number;
	readonly batch: CommitBatchMember | null;
}

/** Creates a commit's first view; one with a predecessor has no action yet. */
function recordOf(
	parts: OfferParts,
	{ sessionId, commitId, stage, batch }: CommitPosition,
	review: CommitReviewSnapshot,
	payload: EvmTransactionPayload,
	reviseAt: number | null,
): CommitRecord {
	const waits = (batch?.predecessor_commit_id ?? null) !== null;
	return {
		view: {
			version: 1,
			commit_id: commitId,
			thread_id: sessionId,
			stage_id: `evm:${stage}`,
			chain_family: "evm",
			chain_ref: String(parts.chain.chainId),
			signer: parts.signer,
			broadcaster: parts.broadcaster,
			state: "needs_signature",
			supported_transports: parts.transports ?? ["sign_and_broadcast"],
			transaction_id: null,
			failure_code: null,
			batch,
			review,
			wallet_attempt: null,
			action: waits ? null : { kind: "sign", payload },
		},
		payload,
		intent: stored(parts.intent),
		said: null,
		twist: parts.twist,
		expiresAt: parts.expiresAt,
		reviseAt,
		signed: null,
		told: false,
		block: null,
	};
}

/** Creates a commit that awaits a signature. @param stage number of the transaction in the service */
export async function makeOffer(
	parts: OfferParts,
	sessionId: string,
	stage: number,
	order: Pick<Order, "reviseAfterMs">,
	now: { readonly ms: number; readonly reviseAfterMs: number },
): Promise<CommitRecord> {
	const { review, payloads } = await reviewOf(parts, [parts.intent], 1, [stage]);
	const delay = order.reviseAfterMs === "default" ? now.reviseAfterMs : order.reviseAfterMs;
	const position = { sessionId, commitId: randomUUID(), stage, batch: null };
	return recordOf(parts, position, review, only(payloads), delay === null ? null : now.ms + delay);
}

function only(payloads: readonly EvmTransactionPayload[]): EvmTransactionPayload {
	const [payload] = payloads;
	if (payload === undefined) throw new Error("a review of no transaction");
	return payload;
}

/** Settings that determine the form of a batch. */
export type BatchForm = Pick<Settings, "batchAlone" | "batchCohortDigest">;
export const WHOLE_BATCH: BatchForm = { batchAlone: false, batchCohortDigest: false };

/** Returns the review of one member as some services send it: with only its own transaction, and no legs. */
function aloneOf(review: CommitReviewSnapshot, index: number): CommitReviewSnapshot {
	const leg = review.legs[index];
	return leg === undefined ? review : { ...review, request: leg, legs: [] };
}

/**
 * Creates the commits of a batch, in order: one review for all of them, one payload each. The first awaits a
 * signature; every other member waits for its predecessor.
 * @param later intents after `parts.intent`
 * @param stages the number of each transaction in the service
 */
export async function makeBatch(
	parts: OfferParts,
	later: readonly Intent[],
	sessionId: string,
	stages: readonly number[],
	form: BatchForm,
): Promise<CommitRecord[]> {
	const intents = [parts.intent, ...later];
	const { review, payloads } = await reviewOf(parts, intents, 1, stages);
	const ids = intents.map(() => randomUUID());
	const shared = {
		batch_id: `bat_${randomUUID()}`,
		ordered_stage_ids: stages.map((stage) => `evm:${stage}`),
		ordered_commit_ids: ids,
		sources: stages.map((stage) => ({
			thread_id: sessionId,
			chain_family: "evm" as const,
			chain_ref: String(parts.chain.chainId),
			stage_id: `evm:${stage}`,
			source_id: stage,
		})),
		review_digest: form.batchCohortDigest ? `cohort_${randomUUID()}` : review.digest,
	};
	return intents.flatMap((intent, index) => {
		const [commitId, stage, payload] = [ids[index], stages[index], payloads[index]];
		if (commitId === undefined || stage === undefined || payload === undefined) return [];
		const batch = { ...shared, index, predecessor_commit_id: ids[index - 1] ?? null };
		const shownReview = form.batchAlone ? aloneOf(review, index) : review;
		return [
			recordOf({ ...parts, intent }, { sessionId, commitId, stage, batch }, shownReview, payload, null),
		];
	});
}

/**
 * Revises a commit's review: sets the given amount or doubles the old one, with a higher revision and a new
 * digest.
 */
export async function reviseOffer(
	client: PublicClient,
	chain: ServiceChain,
	record: CommitRecord,
	amount: bigint | null,
): Promise<CommitRecord> {
	if (record.intent === null) throw new Error("not the commit of an EVM transaction");
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
	const revision = (record.view.review?.revision ?? 1) + 1;
	const { review, payloads } = await reviewOf(parts, [intent], revision, [stage]);
	const payload = only(payloads);
	return {
		...record,
		view: { ...record.view, version: record.view.version + 1, review, action: { kind: "sign", payload } },
		payload,
		intent: stored(intent),
		reviseAt: null,
	};
}
