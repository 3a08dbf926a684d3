import { byKind } from "../by-kind.ts";
import { agentOfSession, LOCAL_ENVIRONMENT, LOCAL_IDENTITY } from "../identities/agents.ts";
import { type Frozen, type FrozenAction, type FrozenBuild, isActionLike } from "../match/frozen.ts";

/**
 * Owner and scope for proposals by agents on this computer. They belong to the computer rather than to an
 * identity at the service, so they are visible in every scope.
 */
export const LOCAL_OWNER = { environment: LOCAL_ENVIRONMENT, identity: LOCAL_IDENTITY } as const;
export const LOCAL_SCOPE = `${LOCAL_OWNER.environment} ${LOCAL_OWNER.identity}`;

/** Returns the scope that stores a session's rows. Agents' proposals are stored in this computer's scope. */
export const scopeOfSession = (sessionId: string, current: string): string =>
	agentOfSession(sessionId) === null ? current : LOCAL_SCOPE;

/** Escapes the separators used below, so two IDs never collide. */
const encodeId = (id: string): string => id.replace(/[%#@]/g, encodeURIComponent);

/**
 * Returns the ID under which an action's item is signed at most once. A transaction has the same ID in every
 * revision, because an earlier revision's transaction may already be on-chain. A signature's ID includes the
 * revision, because each revision requests a new signature.
 */
export function actionIntentId(
	frozen: Pick<FrozenAction, "action_id" | "action_revision" | "request" | "build">,
): string {
	if (frozen.build !== undefined) return pipelineIntentId(frozen.build);
	const id = `action:${encodeId(frozen.action_id)}`;
	return frozen.request.type === "sign" ? `${id}@${frozen.action_revision}` : id;
}

/**
 * Returns the ID that a row had before IDs were escaped. Returns `null` if the ID is the same. Two actions
 * can share an unescaped ID, so callers must compare `intentIdOf` for each row's review.
 */
export function earlierIntentId(intentId: string): string | null {
	if (!intentId.startsWith("action:")) return null;
	const earlier = intentId.replace(/%(?:25|23|40)/g, decodeURIComponent);
	return earlier === intentId ? null : earlier;
}

const pipelineIntentId = ({ digest, place }: FrozenBuild): string => `pipeline:${digest}/${place}`;

export function isOfRevision(intentId: string, actionId: string, revision: number | null): boolean {
	const id = `action:${encodeId(actionId)}`;
	return intentId === id || (revision !== null && intentId === `${id}@${revision}`);
}

const proposalIntentId = (id: string): string => `proposal:${id}`;

const revocationIntentId = (id: string): string => `revocation:${id}`;

export function isStepOf(frozen: Frozen, row: { readonly intentId: string }): boolean {
	return isActionLike(frozen) && row.intentId.startsWith(`${intentIdOf(frozen)}#`);
}

export function intentIdOf(frozen: Frozen): string {
	return byKind(frozen, {
		commit: (frozen) => frozen.commit_id,
		action: (frozen) => actionIntentId(frozen),
		proposal: (frozen) => proposalIntentId(frozen.proposal_id),
		replacement: (frozen) => `replacement:${frozen.replacement_id}`,
		revocation: (frozen) => revocationIntentId(frozen.revocation_id),
		transfer: (frozen) => `transfer:${frozen.transfer_id}`,
	});
}
