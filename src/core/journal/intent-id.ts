import type { Frozen, FrozenAction, FrozenBuild } from "../match/frozen.ts";

/** Escapes the separators used below, so that no two ids collide. */
const encodeId = (id: string): string => id.replace(/[%#@]/g, encodeURIComponent);

/**
 * Returns the id of something that must not be signed twice. An action's transactions keep it across
 * revisions, as an earlier one may be on chain; a signature's includes the revision, since a new one requests
 * another signature.
 */
export function actionIntentId(
	frozen: Pick<FrozenAction, "action_id" | "action_revision" | "request" | "build">,
): string {
	if (frozen.build !== undefined) return pipelineIntentId(frozen.build);
	const id = `action:${encodeId(frozen.action_id)}`;
	return frozen.request.type === "sign" ? `${id}@${frozen.action_revision}` : id;
}

/**
 * Returns the id used by rows stored before escaping; `null` if it is the same. Another action's step or
 * signature may have it too: compare `intentIdOf` of the row's review.
 */
export function earlierIntentId(intentId: string): string | null {
	if (!intentId.startsWith("action:")) return null;
	const earlier = intentId.replace(/%(?:25|23|40)/g, decodeURIComponent);
	return earlier === intentId ? null : earlier;
}

/** Journal id of a stateless commit, which is also its entry's id. */
const pipelineIntentId = ({ digest, place }: FrozenBuild): string => `pipeline:${digest}/${place}`;

/** Returns whether a row's id belongs to this action, and to this revision if it has one. */
export function isOfRevision(intentId: string, actionId: string, revision: number | null): boolean {
	const id = `action:${encodeId(actionId)}`;
	return intentId === id || (revision !== null && intentId === `${id}@${revision}`);
}

/** Journal id of a revocation, which is also its entry's id. */
const revocationIntentId = (id: string): string => `revocation:${id}`;

/** Returns whether a row belongs to a step of the approved object. */
export function isStepOf(frozen: Frozen, row: { readonly intentId: string }): boolean {
	return frozen.kind === "action" && row.intentId.startsWith(`${intentIdOf(frozen)}#`);
}

/** Returns the journal id of an approved object. */
export function intentIdOf(frozen: Frozen): string {
	switch (frozen.kind) {
		case "commit":
			return frozen.commit_id;
		case "action":
			return actionIntentId(frozen);
		case "replacement":
			return `replacement:${frozen.replacement_id}`;
		case "revocation":
			return revocationIntentId(frozen.revocation_id);
	}
}
