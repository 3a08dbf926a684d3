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
 * The objects that a user approves: each holds everything that gives its signatures meaning, and nothing else.
 * What is signed is taken from the frozen object alone.
 */

/** The accounts that one lookup table lends to a v0 message, as the user's own RPC says, in the message's order. */
const svmLookup = z.strictObject({
	table: z.string(),
	writable: z.array(z.string()),
	readonly: z.array(z.string()),
});
export type SvmLookup = z.infer<typeof svmLookup>;

const owned = { environment: z.string().min(1), identity: z.string().min(1), session_id: z.string().min(1) };
/** Unix seconds; null where the review states none. */
const expires_at = z.number().int().nullable();
/** The user allows blind signatures, and sees that this is one: its meaning can't be compared with the review. */
const blind = z.literal(true).optional();

/** Of a commit. `version` of the view stays out, so that a bump which changes nothing else keeps the fingerprint. */
export const frozenCommit = z.strictObject({
	kind: z.literal("commit"),
	...owned,
	commit_id: z.string().min(1),
	review_revision: z.number().int().min(1),
	review_digest: z.string(),
	/**
	 * `browser_send`: claimed from the service, sent by us, reported
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
	/** Of a Solana payload only. */
	lookups: z.array(svmLookup).optional(),
	blind,
});
export type FrozenCommit = z.infer<typeof frozenCommit>;

/** A Solana transaction and the accounts that its lookup tables lend. */
const svmIntent = svmTransactionPayload.extend({ lookups: z.array(svmLookup) });

/** One thing to be signed for an action: a transaction that we completed, or a payload as the service gave it. */
const intent = z.discriminatedUnion("kind", [
	evmTransactionPayload,
	svmIntent,
	evmPersonalPayload,
	evmTypedDataPayload,
	svmMessagePayload,
]);
export type Intent = z.infer<typeof intent>;

/** What a stateless commit of a Build asks for: the Build's digest, and the request's place in the answer. */
const frozenBuild = z.strictObject({ digest: z.string().min(1), place: z.number().int().min(0) });
export type FrozenBuild = z.infer<typeof frozenBuild>;

/** Of an action: it has no digest, so its id, revision and request stand for what was shown. */
export const frozenAction = z.strictObject({
	kind: z.literal("action"),
	...owned,
	action_id: z.string().min(1),
	action_revision: z.number().int().min(0),
	/** Of a stateless commit only: no service asks for it any more, and none is answered. */
	build: frozenBuild.optional(),
	signer: z.string(),
	chain_family: chainFamily,
	/** Decimal chain id or cluster; null where a request to sign names none. */
	chain_ref: z.string().nullable(),
	expires_at,
	request: actionRequest,
	/** In the order of the request's transactions or payloads. Nonce, gas, fees and blockhash in them are ours. */
	intents: z.array(intent).min(1),
	blind,
});
export type FrozenAction = z.infer<typeof frozenAction>;

/** Of a replacement of our own transaction that is stuck: the same call at a higher fee, or nothing sent to oneself. */
export const frozenReplacement = z.strictObject({
	kind: z.literal("replacement"),
	...owned,
	replacement_id: z.string().min(1),
	purpose: z.enum(["speed_up", "cancel"]),
	signer: z.string(),
	chain_family: z.literal("evm"),
	chain_ref: z.string(),
	expires_at: z.null(),
	/** What was signed before, with its transaction hash. */
	replaces: z.strictObject({ transaction_id: z.string(), payload: evmTransactionPayload }),
	payload: evmTransactionPayload,
});
export type FrozenReplacement = z.infer<typeof frozenReplacement>;

/** One permission that the user gave, as their own RPC showed it when they asked to take it back. */
const revoked = z.strictObject({
	/** `permit2`: an allowance kept by Permit2. `delegate`: of one Solana token account. */
	kind: z.enum(["allowance", "token", "operator", "permit2", "delegate"]),
	/** The token or collection; of a delegate, the token account. */
	token: z.string(),
	spender: z.string(),
	/** Decimal; of an item only. */
	token_id: z.string().nullable(),
	/** The token program, of a delegate only. */
	program: z.string().nullable(),
});
export type Revoked = z.infer<typeof revoked>;

/** Of a permission that the user takes back by a transaction of their own. */
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

/** Returns the service's request that is answered; `null` for a transaction of the user's own. */
export const requestOf = (approved: Frozen): ActionRequest | null =>
	approved.kind === "commit" || approved.kind === "action" ? approved.request : null;

/** Whether the user allowed it to be signed although its meaning can't be compared with the review. */
export const allowsBlind = (approved: Frozen): boolean =>
	(approved.kind === "commit" || approved.kind === "action") && approved.blind === true;

/** Whose request it is: everything stored or approved is kept apart by these two. */
export interface RequestOwner {
	readonly environment: string;
	readonly identity: string;
}

/** Why something is not signed: the member at fault and what is told of it. */
export interface FreezeRefusal {
	readonly field: string;
	readonly text: Message;
	/** The words tell themselves that nothing was signed. */
	readonly saysUnsigned?: boolean;
	/** Nothing is wrong: the service only does not ask for it yet. */
	readonly waiting?: true;
	/** The RPC gave no answer, or none that could be used. */
	readonly isRpcSilent?: true;
	/** The RPC's own trouble: nothing is wrong with the request, and it may be gone the next time. */
	readonly passing?: true;
}

/** What is signed, in order: one or more for an action, one for everything else. */
export function intentsOf(approved: Frozen): readonly (Intent | FrozenCommit["payload"])[] {
	return approved.kind === "action" ? approved.intents : [approved.payload];
}

/**
 * Most that an offer's end is moved later for clocks that differ, in ms: a service that lies about its time keeps its
 * own offers open no longer than this.
 */
export const MAX_CLOCK_OFFSET_MS = 2 * 3_600_000;

/**
 * Returns when the approval loses its ground, in Unix ms; `null` if the review states no end.
 * @param clockOffset how much later the end is by this computer's clock than by the service's, in ms
 */
export function expiryOf(approved: Pick<Frozen, "expires_at">, clockOffset = 0): number | null {
	return approved.expires_at === null
		? null
		: approved.expires_at * 1000 + Math.min(clockOffset, MAX_CLOCK_OFFSET_MS);
}
