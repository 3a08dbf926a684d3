import { randomBytes, randomUUID } from "node:crypto";
import { base58 } from "@scure/base";
import { PublicKey } from "@solana/web3.js";
import type {
	AssembledSvmTransaction,
	Broadcaster,
	ExecuteSvmRequest,
} from "../../src/service-api/action.ts";
import type { CommitReviewSnapshot, CommitView } from "../../src/service-api/commit.ts";
import type { CommitRecord, Said } from "./commit-store.ts";
import type { Twist } from "./grammar.ts";
import { reviewDigest } from "./offers.ts";
import type { SvmSend, SvmShape } from "./request-sentences.ts";
import { applySimulationLies as lied } from "./simulation-lies.ts";
import {
	base64Of,
	budgetInstructions,
	COMPUTE_UNITS,
	compileUnsigned,
	PRIORITY_MICROLAMPORTS,
	SVM_STRANGER,
	type SvmAccess,
	stepsOf,
	tablesOf,
	twistInstructions,
	withBlockhash,
	withOtherTable,
} from "./svm-build.ts";
import { simulateSvm } from "./svm-simulate.ts";
import { twistSimulation } from "./twists.ts";

/** Creates offers on Solana: the reviewed transaction, its simulation and the bytes to sign. */

export interface SvmOfferParts {
	readonly access: SvmAccess;
	/** Account that pays and signs, in base58. */
	readonly payer: string;
	readonly broadcaster: Broadcaster;
	readonly send: SvmSend;
	readonly shape: SvmShape;
	readonly twist: Twist | null;
	/** Multiplier of the stated amount; each revision doubles it. */
	readonly factor: bigint;
}

interface SvmOffered {
	readonly request: ExecuteSvmRequest;
	/** Payload to sign, in base64; a lie if one is ordered. */
	readonly payload: string;
	/** Signer of the payload. */
	readonly signer: string;
}

/** Cluster that a lie about the chain names. */
const OTHER_CLUSTER = "devnet";
/** More SOL or USDX than any account here has. */
const TOO_MUCH = 1_000_000_000n;

/** @param withBytes false if the client builds the bytes */
export async function offerSvm(parts: SvmOfferParts, stage: number, withBytes: boolean): Promise<SvmOffered> {
	const { access, broadcaster, send, shape, twist } = parts;
	const { svm, connection } = access;
	const payer = new PublicKey(parts.payer);
	const factor = twist === "fail_simulation" ? TOO_MUCH : parts.factor;
	const [{ blockhash, lastValidBlockHeight }, tables] = await Promise.all([
		connection.getLatestBlockhash(),
		tablesOf(access, shape),
	]);
	const steps = stepsOf(svm, payer, send, factor);
	const honest = steps.map(({ instruction }) => instruction);
	const compile = (instructions: typeof honest, from = payer, hash = blockhash) =>
		compileUnsigned(from, hash, [...budgetInstructions(), ...instructions], shape, tables);
	const reviewed = compile(honest);
	const from = twist === "lie_payer" ? SVM_STRANGER : payer;
	const hash = twist === "lie_blockhash" ? base58.encode(randomBytes(32)) : blockhash;
	const signedInstructions = twistInstructions({ svm, twist, send, factor }, payer, honest);
	const signedOver = compile(signedInstructions, from, hash);
	if (twist === "lie_table") withOtherTable(svm, signedOver);
	const payload = base64Of(signedOver);
	const simulation = await simulateSvm(access, reviewed, payer, tables);
	const assembly = {
		version: shape.version,
		address_lookup_tables: tables.map(({ key }) => key.toBase58()),
		compute_units: COMPUTE_UNITS,
		priority_microlamports: PRIORITY_MICROLAMPORTS,
		broadcaster,
		commitment: "confirmed",
	};
	const cluster = twist === "lie_chain" ? OTHER_CLUSTER : svm.cluster;
	const common = { payer: parts.payer, cluster };
	const transaction: AssembledSvmTransaction = {
		...common,
		version: shape.version,
		instructions: steps.map(({ instruction, description, kind }, index) => ({
			...common,
			program_id: instruction.programId.toBase58(),
			accounts: instruction.keys.map(({ pubkey, isSigner, isWritable }) => ({
				pubkey: pubkey.toBase58(),
				is_signer: isSigner,
				is_writable: isWritable,
			})),
			data_base64: Buffer.from(instruction.data).toString("base64"),
			description,
			kind,
			assembly,
			pending_ix_id: index + 1,
			fee_outcome: { kind: "flat" },
		})),
		address_lookup_tables: [...assembly.address_lookup_tables],
		...(withBytes
			? {
					recent_blockhash: blockhash,
					last_valid_block_height: lastValidBlockHeight,
					preserve_blockhash: shape.preserveBlockhash,
					unsigned_transaction_base64: base64Of(reviewed),
				}
			: {}),
		description: steps.at(-1)?.description ?? "",
		kind: steps.at(-1)?.kind ?? "transfer",
		broadcaster,
		broadcast_commitment: "confirmed",
		pending_tx_id: stage,
		current_lifecycle: "simulated",
	};
	const request: ExecuteSvmRequest = {
		type: "execute_svm",
		transactions: [transaction],
		simulation: lied(twistSimulation(twist, simulation), () => send.lies ?? []),
	};
	const signer = twist === "lie_signer" || twist === "lie_payer" ? SVM_STRANGER.toBase58() : parts.payer;
	return { request, payload, signer };
}

const NO_BLOCKHASH = base58.encode(new Uint8Array(32));

/** Returns the form that the digest covers: a blockhash that may be renewed is excluded. */
function settledForm(request: ExecuteSvmRequest): ExecuteSvmRequest {
	const transactions = request.transactions.map((transaction) => {
		const { unsigned_transaction_base64: bytes } = transaction;
		if (transaction.preserve_blockhash === true || typeof bytes !== "string") return transaction;
		return {
			...transaction,
			recent_blockhash: NO_BLOCKHASH,
			last_valid_block_height: 0,
			unsigned_transaction_base64: withBlockhash(bytes, NO_BLOCKHASH),
		};
	});
	return { ...request, transactions };
}

function reviewOf(request: ExecuteSvmRequest, revision: number): CommitReviewSnapshot {
	const settled = settledForm(request);
	const digest = reviewDigest({ version: 1, revision, request: settled, legs: [settled] });
	return { version: 1, revision, digest, request, legs: [request] };
}

export async function makeSvmCommit(
	parts: SvmOfferParts,
	details: {
		readonly sessionId: string;
		readonly stage: number;
		readonly expiresAt: number | null;
		readonly reviseAt: number | null;
		readonly said: Said;
	},
): Promise<CommitRecord> {
	const { request, payload, signer } = await offerSvm(parts, details.stage, true);
	const unknown = parts.twist === "unknown_member" ? { additional_signers: [] } : {};
	const signable = { kind: "svm_transaction", signer, transaction_base64: payload, ...unknown } as const;
	const view: CommitView = {
		version: 1,
		commit_id: randomUUID(),
		thread_id: details.sessionId,
		stage_id: `svm:${details.stage}`,
		chain_family: "svm",
		chain_ref: parts.access.svm.cluster,
		signer: parts.payer,
		broadcaster: parts.broadcaster,
		state: "needs_signature",
		supported_transports: ["sign_and_broadcast"],
		transaction_id: null,
		failure_code: null,
		batch: null,
		review: reviewOf(request, 1),
		wallet_attempt: null,
		action: { kind: "sign", payload: signable },
	};
	return {
		view,
		payload: signable,
		intent: null,
		said: details.said,
		twist: parts.twist,
		expiresAt: details.expiresAt,
		reviseAt: details.reviseAt,
		signed: null,
		told: false,
		block: null,
	};
}

/** Returns the commit with a revised review; `parts` contains the new amount. */
export async function reviseSvmCommit(parts: SvmOfferParts, record: CommitRecord): Promise<CommitRecord> {
	const { view } = record;
	const stage = Number(view.stage_id.replace(/^svm:/, ""));
	const { request, payload, signer } = await offerSvm(parts, stage, true);
	const signable = { kind: "svm_transaction", signer, transaction_base64: payload } as const;
	const review = reviewOf(request, (view.review?.revision ?? 1) + 1);
	const next = {
		...view,
		version: view.version + 1,
		review,
		action: { kind: "sign", payload: signable } as const,
	};
	return { ...record, view: next, payload: signable, reviseAt: null };
}

/** Returns the only transaction of a Solana commit's review; `null` if the review has none. */
export function reviewedSvm({ review }: CommitView): AssembledSvmTransaction | null {
	return review?.request.type === "execute_svm" ? (review.request.transactions[0] ?? null) : null;
}

/**
 * Renews the blockhash of an offer. The review keeps its digest and revision, only the blockhash changes in
 * the bytes, and a lie stays in details.
 */
export async function renewBlockhash(
	{ connection }: SvmAccess,
	record: CommitRecord,
): Promise<(Pick<CommitRecord, "payload"> & { readonly review: CommitReviewSnapshot }) | null> {
	const { review } = record.view;
	const transaction = reviewedSvm(record.view);
	if (review === null || transaction === null || record.payload.kind !== "svm_transaction") return null;
	const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
	const request: ExecuteSvmRequest = {
		type: "execute_svm",
		transactions: [
			{
				...transaction,
				recent_blockhash: blockhash,
				last_valid_block_height: lastValidBlockHeight,
				unsigned_transaction_base64: withBlockhash(transaction.unsigned_transaction_base64 ?? "", blockhash),
			},
		],
		simulation: review.request.type === "execute_svm" ? review.request.simulation : emptySimulation(),
	};
	const payload = {
		...record.payload,
		transaction_base64: withBlockhash(record.payload.transaction_base64, blockhash),
	};
	return { payload, review: { ...review, request, legs: [request] } };
}

function emptySimulation(): never {
	throw new Error("a Solana review without a Solana request");
}
