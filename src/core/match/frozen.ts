import { z } from "zod";
import {
	type ActionRequest,
	actionRequest,
	broadcaster,
	chainFamily,
	evmPersonalPayload,
	evmTypedDataPayload,
	svmMessagePayload,
} from "../../service-api/action.ts";
import {
	commitBatchMember,
	commitTransport,
	evmTransactionPayload,
	signableCommit,
	svmTransactionPayload,
} from "../../service-api/commit.ts";
import { AGENT_SESSION, LOCAL_ENVIRONMENT, LOCAL_IDENTITY } from "../identities/agents.ts";
import type { Message } from "../localized-text.ts";

/**
 * Schemas for the objects that a user approves. Each contains everything that gives its signatures meaning,
 * and nothing else. Only frozen objects are signed.
 */

const svmLookup = z.strictObject({
	table: z.string(),
	writable: z.array(z.string()),
	readonly: z.array(z.string()),
});
export type SvmLookup = z.infer<typeof svmLookup>;

const owned = { environment: z.string().min(1), identity: z.string().min(1), session_id: z.string().min(1) };
/** Unix time in seconds. `null` if the review doesn't state an expiry. */
const expires_at = z.number().int().nullable();
const blind = z.literal(true).optional();

/** Excludes the view's `version`, so the fingerprint stays the same if nothing else changes. */
export const frozenCommit = z.strictObject({
	kind: z.literal("commit"),
	...owned,
	commit_id: z.string().min(1),
	review_revision: z.number().int().min(1),
	review_digest: z.string(),
	/**
	 * `browser_send`: the app claims the commit from the service, broadcasts it and then reports it
	 * (docs/service-api/commits.md#browser_send-step-by-step).
	 */
	route: commitTransport,
	broadcaster,
	signer: z.string(),
	chain_family: chainFamily,
	chain_ref: z.string(),
	batch: commitBatchMember.nullable(),
	expires_at,
	request: actionRequest,
	legs: z.array(actionRequest),
	payload: signableCommit,
	lookups: z.array(svmLookup).optional(),
	blind,
});
export type FrozenCommit = z.infer<typeof frozenCommit>;

const svmIntent = svmTransactionPayload.extend({ lookups: z.array(svmLookup) });

const intent = z.discriminatedUnion("kind", [
	evmTransactionPayload,
	svmIntent,
	evmPersonalPayload,
	evmTypedDataPayload,
	svmMessagePayload,
]);
export type Intent = z.infer<typeof intent>;

/** Digest of a stateless commit's Build, and the index of the request in the service's response. */
const frozenBuild = z.strictObject({ digest: z.string().min(1), place: z.number().int().min(0) });
export type FrozenBuild = z.infer<typeof frozenBuild>;

export const frozenAction = z.strictObject({
	kind: z.literal("action"),
	...owned,
	action_id: z.string().min(1),
	action_revision: z.number().int().min(0),
	build: frozenBuild.optional(),
	signer: z.string(),
	chain_family: chainFamily,
	chain_ref: z.string().nullable(),
	expires_at,
	request: actionRequest,
	intents: z.array(intent).min(1),
	blind,
});
export type FrozenAction = z.infer<typeof frozenAction>;

const lowered = z.strictObject({
	/** Index of the transaction that sets the allowance. */
	place: z.number().int().min(0),
	/** Base units in decimal digits. Less than the proposed amount. */
	amount: z.string(),
});
export type Lowered = z.infer<typeof lowered>;

/**
 * A frozen proposal from an agent on this computer. `session_id` identifies the agent, which declares no
 * simulation and gets the answer from Countersign.
 */
export const frozenProposal = z.strictObject({
	kind: z.literal("proposal"),
	environment: z.literal(LOCAL_ENVIRONMENT),
	identity: z.literal(LOCAL_IDENTITY),
	session_id: z.string().regex(AGENT_SESSION),
	proposal_id: z.string().min(1),
	signer: z.string(),
	chain_family: chainFamily,
	chain_ref: z.string().nullable(),
	expires_at,
	request: actionRequest,
	/**
	 * In the order of the request's transactions or payloads. Countersign chooses the nonce, gas, fees and
	 * blockhash.
	 */
	intents: z.array(intent).min(1),
	/** Allowances that the user lowered, in order. `request` remains as the agent proposed it. */
	lowered: z.array(lowered).min(1).optional(),
	/** JSON text with the x402 payment requirements, which the agent's answer repeats. */
	payment: z.string().optional(),
	blind,
});
export type FrozenProposal = z.infer<typeof frozenProposal>;

/** A request with one or more payloads that Countersign completes and signs one by one. */
export type FrozenActionLike = FrozenAction | FrozenProposal;

export const frozenReplacement = z.strictObject({
	kind: z.literal("replacement"),
	...owned,
	replacement_id: z.string().min(1),
	purpose: z.enum(["speed_up", "cancel"]),
	signer: z.string(),
	chain_family: z.literal("evm"),
	chain_ref: z.string(),
	expires_at: z.null(),
	replaces: z.strictObject({ transaction_id: z.string(), payload: evmTransactionPayload }),
	payload: evmTransactionPayload,
});
export type FrozenReplacement = z.infer<typeof frozenReplacement>;

const revoked = z.strictObject({
	/** `permit2`: an allowance in Permit2. `delegate`: the delegate of a single Solana token account. */
	kind: z.enum(["allowance", "token", "operator", "permit2", "delegate"]),
	/** The token or collection contract. For `delegate`, the token account. */
	token: z.string(),
	spender: z.string(),
	/** Decimal ID of a single item. `null` for other permissions. */
	token_id: z.string().nullable(),
	program: z.string().nullable(),
});
export type Revoked = z.infer<typeof revoked>;

const loweredTo = z.strictObject({
	/** Base units in decimal digits. More than zero and less than `from`. */
	amount: z.string(),
	/** Allowance that the chain reported when the user chose the amount, as base units in decimal digits. */
	from: z.string(),
	/**
	 * Expiry of a Permit2 allowance, as Unix time in seconds. Lowering the amount doesn't change it. `null`
	 * for all other permissions.
	 */
	until: z.number().int().min(1).nullable(),
	/** Only set for a Solana delegate, because its instruction contains both values. */
	mint: z.strictObject({ address: z.string(), decimals: z.number().int().min(0).max(255) }).nullable(),
});
export type LoweredTo = z.infer<typeof loweredTo>;

export const frozenRevocation = z.strictObject({
	kind: z.literal("revocation"),
	...owned,
	revocation_id: z.string().min(1),
	signer: z.string(),
	chain_family: chainFamily,
	chain_ref: z.string(),
	expires_at: z.null(),
	revokes: revoked,
	/** Set if the user lowers the allowance to this amount instead of revoking it. */
	lowers_to: loweredTo.optional(),
	payload: z.discriminatedUnion("kind", [evmTransactionPayload, svmTransactionPayload]),
});
export type FrozenRevocation = z.infer<typeof frozenRevocation>;

const sent = z.strictObject({
	/** The token's contract or mint. `null` for the native coin. */
	token: z.string().nullable(),
	recipient: z.string(),
	/** Base units in decimal digits. */
	amount: z.string(),
	/** Only set for a Solana token, because its instruction contains the decimals. */
	svm: z.strictObject({ program: z.string(), decimals: z.number().int().min(0).max(255) }).nullable(),
});
export type Sent = z.infer<typeof sent>;

export const frozenTransfer = z.strictObject({
	kind: z.literal("transfer"),
	...owned,
	transfer_id: z.string().min(1),
	signer: z.string(),
	chain_family: chainFamily,
	chain_ref: z.string(),
	expires_at: z.null(),
	sends: sent,
	payload: z.discriminatedUnion("kind", [evmTransactionPayload, svmTransactionPayload]),
});
export type FrozenTransfer = z.infer<typeof frozenTransfer>;

export const frozenSchema = z.discriminatedUnion("kind", [
	frozenCommit,
	frozenAction,
	frozenProposal,
	frozenReplacement,
	frozenRevocation,
	frozenTransfer,
]);
export type Frozen = z.infer<typeof frozenSchema>;

export const isActionLike = (frozen: Frozen): frozen is FrozenActionLike =>
	frozen.kind === "action" || frozen.kind === "proposal";

/** Returns `null` for the user's own transactions, which have no service request. */
export const requestOf = (frozen: Frozen): ActionRequest | null =>
	frozen.kind === "commit" || isActionLike(frozen) ? frozen.request : null;

export const allowsBlind = (frozen: Frozen): boolean =>
	(frozen.kind === "commit" || isActionLike(frozen)) && frozen.blind === true;

/**
 * Returns whether a single approval covers several transactions that Countersign completes and sends itself.
 */
export const hasSeveralSteps = (frozen: Frozen): boolean =>
	isActionLike(frozen) && frozen.request.type !== "sign" && frozen.intents.length > 1;

/** Returns whether the service tracks the action and receives its answer. */
export const isTracked = (frozen: FrozenActionLike): frozen is FrozenAction =>
	frozen.kind === "action" && frozen.build === undefined;

/** Returns the frozen revision of an action. A proposal has only one revision. */
export const revisionOf = (frozen: FrozenActionLike): number =>
	frozen.kind === "action" ? frozen.action_revision : 0;

export interface RequestOwner {
	readonly environment: string;
	readonly identity: string;
}

export interface FreezeRefusal {
	readonly field: string;
	readonly text: Message;
	/** Set if the text already says that nothing was signed. */
	readonly saysUnsigned?: boolean;
	/** Set if nothing is wrong but the service isn't requesting a signature yet. */
	readonly waiting?: true;
	readonly isRpcSilent?: true;
	readonly passing?: true;
}

export function intentsOf(frozen: Frozen): readonly (Intent | FrozenCommit["payload"])[] {
	return isActionLike(frozen) ? frozen.intents : [frozen.payload];
}

/**
 * Maximum postponement of an expiry to correct for clock differences. It limits the effect of a wrong service
 * clock.
 */
export const MAX_CLOCK_OFFSET_MS = 2 * 3_600_000;

/**
 * Returns the expiry in Unix ms according to this computer's clock, which proposals use too.
 * @param clockOffset how far this computer's clock is ahead of the service's, in ms
 */
export function expiryOf(
	{ kind, expires_at: end }: Pick<Frozen, "kind" | "expires_at">,
	clockOffset = 0,
): number | null {
	if (end === null) return null;
	return end * 1000 + (kind === "proposal" ? 0 : Math.min(clockOffset, MAX_CLOCK_OFFSET_MS));
}
