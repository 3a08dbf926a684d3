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
import type { Message } from "../message.ts";

/**
 * Schemas of the objects that a user approves. Each holds everything that gives its signatures meaning, and
 * nothing else. Only frozen objects are signed.
 */

/**
 * Accounts that one lookup table provides to a v0 message according to the user's own RPC, in the message's
 * order.
 */
const svmLookup = z.strictObject({
	table: z.string(),
	writable: z.array(z.string()),
	readonly: z.array(z.string()),
});
export type SvmLookup = z.infer<typeof svmLookup>;

const owned = { environment: z.string().min(1), identity: z.string().min(1), session_id: z.string().min(1) };
/** Unix seconds; `null` if the review states none. */
const expires_at = z.number().int().nullable();
/** The user allows blind signatures and sees that this is one: it can't be compared with the review. */
const blind = z.literal(true).optional();

/**
 * Frozen commit. Excludes `version` of the view, so that an increment without other changes keeps the
 * fingerprint.
 */
export const frozenCommit = z.strictObject({
	kind: z.literal("commit"),
	...owned,
	commit_id: z.string().min(1),
	review_revision: z.number().int().min(1),
	review_digest: z.string(),
	/**
	 * `browser_send`: claimed from the service, broadcast here, then reported
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
	/** Solana payloads only. */
	lookups: z.array(svmLookup).optional(),
	blind,
});
export type FrozenCommit = z.infer<typeof frozenCommit>;

/** A Solana transaction and the accounts from its lookup tables. */
const svmIntent = svmTransactionPayload.extend({ lookups: z.array(svmLookup) });

/** One payload of an action: a transaction completed here, or a payload as the service gave it. */
const intent = z.discriminatedUnion("kind", [
	evmTransactionPayload,
	svmIntent,
	evmPersonalPayload,
	evmTypedDataPayload,
	svmMessagePayload,
]);
export type Intent = z.infer<typeof intent>;

/** Origin of a stateless commit of a Build: the Build's digest and the request's index in the answer. */
const frozenBuild = z.strictObject({ digest: z.string().min(1), place: z.number().int().min(0) });
export type FrozenBuild = z.infer<typeof frozenBuild>;

/** Frozen action. An action has no digest: id, revision and request identify what was shown. */
export const frozenAction = z.strictObject({
	kind: z.literal("action"),
	...owned,
	action_id: z.string().min(1),
	action_revision: z.number().int().min(0),
	/** Stateless commits only: no service tracks them, so none is answered. */
	build: frozenBuild.optional(),
	signer: z.string(),
	chain_family: chainFamily,
	/** Decimal chain id or cluster; `null` if a signing request names none. */
	chain_ref: z.string().nullable(),
	expires_at,
	request: actionRequest,
	/**
	 * In the order of the request's transactions or payloads. Nonce, gas, fees and blockhash are chosen here.
	 */
	intents: z.array(intent).min(1),
	blind,
});
export type FrozenAction = z.infer<typeof frozenAction>;

/**
 * Frozen replacement of the user's own stuck transaction: the same call at a higher fee, or an empty
 * self-transfer.
 */
export const frozenReplacement = z.strictObject({
	kind: z.literal("replacement"),
	...owned,
	replacement_id: z.string().min(1),
	purpose: z.enum(["speed_up", "cancel"]),
	signer: z.string(),
	chain_family: z.literal("evm"),
	chain_ref: z.string(),
	expires_at: z.null(),
	/** The earlier payload with its transaction hash. */
	replaces: z.strictObject({ transaction_id: z.string(), payload: evmTransactionPayload }),
	payload: evmTransactionPayload,
});
export type FrozenReplacement = z.infer<typeof frozenReplacement>;

/** One permission that the user granted, as their RPC showed it when they chose to revoke it. */
const revoked = z.strictObject({
	/** `permit2`: an allowance in Permit2. `delegate`: the delegate of one Solana token account. */
	kind: z.enum(["allowance", "token", "operator", "permit2", "delegate"]),
	/** Token or collection; for a delegate, the token account. */
	token: z.string(),
	spender: z.string(),
	/** Decimal number of an item; other permissions have none. */
	token_id: z.string().nullable(),
	/** Token program of a delegate; other permissions have none. */
	program: z.string().nullable(),
});
export type Revoked = z.infer<typeof revoked>;

/** Frozen revocation: the user's own transaction that revokes a permission. */
export const frozenRevocation = z.strictObject({
	kind: z.literal("revocation"),
	...owned,
	revocation_id: z.string().min(1),
	signer: z.string(),
	chain_family: chainFamily,
	chain_ref: z.string(),
	expires_at: z.null(),
	revokes: revoked,
	payload: z.discriminatedUnion("kind", [evmTransactionPayload, svmTransactionPayload]),
});
export type FrozenRevocation = z.infer<typeof frozenRevocation>;

export const frozen = z.discriminatedUnion("kind", [
	frozenCommit,
	frozenAction,
	frozenReplacement,
	frozenRevocation,
]);
export type Frozen = z.infer<typeof frozen>;

/** Returns the service's request; `null` for a transaction of the user's own. */
export const requestOf = (approved: Frozen): ActionRequest | null =>
	approved.kind === "commit" || approved.kind === "action" ? approved.request : null;

/** Returns whether the user allowed signing without a comparison with the review. */
export const allowsBlind = (approved: Frozen): boolean =>
	(approved.kind === "commit" || approved.kind === "action") && approved.blind === true;

/** Owner of a request. Everything stored or approved is separated by environment and identity. */
export interface RequestOwner {
	readonly environment: string;
	readonly identity: string;
}

/** Reason for not signing: the member at fault and its text. */
export interface FreezeRefusal {
	readonly field: string;
	readonly text: Message;
	/** The text already says that nothing was signed. */
	readonly saysUnsigned?: boolean;
	/** Nothing is wrong: the service does not request a signature yet. */
	readonly waiting?: true;
	/** The RPC did not answer, or its answer was unusable. */
	readonly isRpcSilent?: true;
	/** Temporary fault of the RPC, not of the request; a retry may succeed. */
	readonly passing?: true;
}

/** Returns the payloads in order: one or more for an action, one for everything else. */
export function intentsOf(approved: Frozen): readonly (Intent | FrozenCommit["payload"])[] {
	return approved.kind === "action" ? approved.intents : [approved.payload];
}

/**
 * Maximum extension of an offer's end for differing clocks, in ms. It limits a service that lies about its
 * time.
 */
export const MAX_CLOCK_OFFSET_MS = 2 * 3_600_000;

/**
 * Returns when the approval expires, in Unix ms; `null` if the review states no end.
 * @param clockOffset how far this computer's clock is ahead of the service's, in ms
 */
export function expiryOf(approved: Pick<Frozen, "expires_at">, clockOffset = 0): number | null {
	return approved.expires_at === null
		? null
		: approved.expires_at * 1000 + Math.min(clockOffset, MAX_CLOCK_OFFSET_MS);
}
