import type { Frozen, FrozenAction, FrozenBuild } from "../match/frozen.ts";

/** Writes an id without the signs that the names below put after it, so that no two names look alike. */
const encodeId = (id: string): string => id.replace(/[%#@]/g, encodeURIComponent);

/**
 * What must not be signed twice. Transactions of an action are bound to the action whatever its revision, since an
 * earlier one may be on the chain; a mere signature is bound to its revision, since a new one asks for another.
 */
export function actionIntentId(
	frozen: Pick<FrozenAction, "action_id" | "action_revision" | "request" | "build">,
): string {
	if (frozen.build !== undefined) return pipelineIntentId(frozen.build);
	const id = `action:${encodeId(frozen.action_id)}`;
	return frozen.request.type === "sign" ? `${id}@${frozen.action_revision}` : id;
}

/**
 * Returns the name that rows stored before ids were encoded have; `null` if it was the same. Another action's step or
 * signature may have it, too: `intentIdOf` of the row's review says whose it is.
 */
export function earlierIntentId(intentId: string): string | null {
	if (!intentId.startsWith("action:")) return null;
	const earlier = intentId.replace(/%(?:25|23|40)/g, decodeURIComponent);
	return earlier === intentId ? null : earlier;
}

/** The journal's own name of what a stateless commit asks for, which is its entry's id as well. */
const pipelineIntentId = ({ digest, place }: FrozenBuild): string => `pipeline:${digest}/${place}`;

/** Whether a row's name is one of this action, at this revision where it is of one. */
export function isOfRevision(intentId: string, actionId: string, revision: number | null): boolean {
	const id = `action:${encodeId(actionId)}`;
	return intentId === id || (revision !== null && intentId === `${id}@${revision}`);
}

/** The journal's own name of a revocation, which is its entry's id as well. */
const revocationIntentId = (id: string): string => `revocation:${id}`;

/** Whether a row is of one of the steps of what is approved. */
export function isStepOf(frozen: Frozen, row: { readonly intentId: string }): boolean {
	return frozen.kind === "action" && row.intentId.startsWith(`${intentIdOf(frozen)}#`);
}

/** The journal's own name of what is approved. */
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
