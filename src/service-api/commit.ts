import { z } from "zod";
import { actionRequest, broadcaster, chainFamily } from "./action.ts";
import { open, record } from "./open.ts";
import { chainReference, quantity } from "./resource.ts";

const commitState = z.enum([
	"needs_signature",
	"awaiting_broadcast",
	"submitted",
	"confirmed",
	"rejected",
	"failed",
	"expired",
]);
export type CommitState = z.infer<typeof commitState>;

export const TERMINAL_COMMIT_STATES: ReadonlySet<CommitState> = new Set([
	"confirmed",
	"rejected",
	"failed",
	"expired",
]);

export const commitTransport = z.enum(["sign_and_broadcast", "browser_send"]);
export type CommitTransport = z.infer<typeof commitTransport>;

export const commitSourceRef = open({
	thread_id: z.string(),
	chain_family: chainFamily,
	chain_ref: chainReference,
	stage_id: z.string(),
	source_id: z.number().int().min(0),
});

export const commitBatchMember = open({
	batch_id: z.string(),
	index: z.number().int().min(0),
	ordered_stage_ids: z.array(z.string()),
	ordered_commit_ids: z.array(z.string()),
	sources: z.array(commitSourceRef),
	predecessor_commit_id: z.string().nullable(),
	review_digest: z.string(),
});
export type CommitBatchMember = z.infer<typeof commitBatchMember>;

export const commitReviewSnapshot = open({
	version: z.number().int().min(1),
	revision: z.number().int().min(1),
	digest: z.string(),
	request: actionRequest,
	legs: z.array(actionRequest),
});
export type CommitReviewSnapshot = z.infer<typeof commitReviewSnapshot>;

const commitWalletAttemptStatus = record("CommitWalletAttemptStatus", {
	attempt_id: z.string(),
	transport: commitTransport,
	state: z.enum(["awaiting_wallet", "reported", "observing", "mismatched"]),
	transaction_id: z.string().nullable(),
	failure_code: z.string().nullable(),
});
export type CommitWalletAttemptStatus = z.infer<typeof commitWalletAttemptStatus>;

export const evmTransactionPayload = open({
	kind: z.literal("evm_transaction"),
	chain_id: z.number().int(),
	signer: z.string(),
	nonce: z.number().int(),
	transaction: open({
		to: z.string(),
		value: quantity,
		data: z.string(),
		gas_limit: z.number().int(),
		max_fee_per_gas: quantity,
		max_priority_fee_per_gas: quantity,
	}),
});
export type EvmTransactionPayload = z.infer<typeof evmTransactionPayload>;

const userOperationPayload = open({
	kind: z.literal("user_operation"),
	chain_id: z.number().int(),
	signer: z.string(),
	requests: z.array(open({ kind: z.literal("personal_sign"), message: z.string(), raw_payload: z.string() })),
});

export const svmTransactionPayload = open({
	kind: z.literal("svm_transaction"),
	signer: z.string(),
	transaction_base64: z.string(),
});

export const signableCommit = z.discriminatedUnion("kind", [
	evmTransactionPayload,
	userOperationPayload,
	svmTransactionPayload,
]);
export type SignableCommit = z.infer<typeof signableCommit>;

const commitAction = z.discriminatedUnion("kind", [
	open({ kind: z.literal("sign"), payload: signableCommit }),
	open({
		kind: z.literal("broadcast"),
		signed_transaction: z.string(),
		transaction_id: z.string(),
	}),
	open({
		kind: z.literal("start_wallet_send"),
		payload: signableCommit,
		review_digest: z.string(),
	}),
]);

export const commitView = record("CommitView", {
	version: z.number().int().min(1),
	commit_id: z.string(),
	thread_id: z.string(),
	stage_id: z.string(),
	chain_family: chainFamily,
	chain_ref: chainReference,
	signer: z.string(),
	broadcaster,
	state: commitState,
	/** Unknown values are transports that this version doesn't support. */
	supported_transports: z.array(z.string()).optional(),
	transaction_id: z.string().nullable(),
	failure_code: z.string().nullable(),
	batch: commitBatchMember.nullable(),
	review: commitReviewSnapshot.nullable(),
	/**
	 * Required by the API. If the field is absent, it's unknown whether a wallet already has the commit.
	 * `null` means that none does.
	 */
	wallet_attempt: commitWalletAttemptStatus.nullable().optional(),
	action: commitAction.nullable(),
});
export type CommitView = z.infer<typeof commitView>;

/** Fields that are still readable in an invalid commit, used to display it at its position and refuse it. */
export const commitStub = open({
	commit_id: z.string(),
	thread_id: z.string().optional().catch(undefined),
	state: commitState.optional().catch(undefined),
});

/**
 * If a commit's review is malformed, it becomes `null` and `reviewFault` contains the reason. The commit is
 * then displayed and refused instead of lost (docs/service-api/commits.md#what-is-checked-before-signing).
 */
export type ReadCommit =
	| { readonly kind: "known"; readonly view: CommitView; readonly reviewFault: string | null }
	| {
			readonly kind: "unreadable";
			readonly commitId: string | null;
			readonly reason: string;
			readonly threadId?: string;
			readonly state?: CommitState;
	  };

/**
 * Body of POST /api/commits/{id}/manual (docs/service-api/commits.md#calls-and-bodies). Strict, because the
 * app sends it.
 */
export const commitManual = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("signed"), payloads: z.array(z.string()).min(1) }),
	z.strictObject({ kind: z.literal("broadcast"), transaction_id: z.string() }),
	z.strictObject({ kind: z.literal("rejected") }),
]);
export type CommitManual = z.infer<typeof commitManual>;

/**
 * Body of POST /api/commits/{id}/wallet-attempts (docs/service-api/commits.md#calls-and-bodies). Strict,
 * because the app sends it.
 */
export const commitWalletAttemptRequest = z.strictObject({
	version: z.number().int().min(1),
	review_digest: z.string(),
	client_request_id: z.string(),
	transport: commitTransport,
});
export type CommitWalletAttemptRequest = z.infer<typeof commitWalletAttemptRequest>;

/** If `request` is `null`, the attempt was already claimed and must not be sent to a wallet. */
export const commitWalletAttemptView = open({
	attempt_id: z.string(),
	commit_id: z.string(),
	transport: commitTransport,
	state: z.string(),
	request: signableCommit.nullable(),
	may_invoke_wallet: z.boolean(),
});
export type CommitWalletAttemptView = z.infer<typeof commitWalletAttemptView>;

/** If any part of the response is unreadable, nothing is signed. */
export type ReadAttempt =
	| { readonly kind: "known"; readonly view: CommitWalletAttemptView }
	| {
			readonly kind: "unreadable";
			readonly reason: string;
			readonly attemptId?: string;
	  };

/** Body of POST …/wallet-attempts/{attemptId}/report. Strict, because the app sends it. */
export const commitWalletAttemptOutcome = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("transaction"), transaction_id: z.string() }),
	z.strictObject({ kind: z.literal("rejected") }),
]);
export type CommitWalletAttemptOutcome = z.infer<typeof commitWalletAttemptOutcome>;
