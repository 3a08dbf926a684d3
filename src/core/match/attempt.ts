import type { EvmTransactionPayload, SignableCommit } from "../../service-api/commit.ts";

/** What a claim gives back for the wallet to send, held against what was approved. */

export interface ClaimDifference {
	/** As in `transaction.to`. */
	readonly field: string;
	readonly approved: string;
	readonly claimed: string;
}

const isObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

function between(approved: unknown, claimed: unknown, path: string): ClaimDifference | null {
	if (!isObject(approved) || !isObject(claimed))
		return Object.is(approved, claimed)
			? null
			: { field: path, approved: shown(approved), claimed: shown(claimed) };
	const [ours, theirs] = [new Map(Object.entries(approved)), new Map(Object.entries(claimed))];
	for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
		const found = between(ours.get(key), theirs.get(key), path === "" ? key : `${path}.${key}`);
		if (found !== null) return found;
	}
	return null;
}

/**
 * The first member that is not letter by letter the approved one, in the approved order, surplus members last; null
 * where all are equal. Nothing of the claim is ever signed: the frozen payload is.
 */
export function claimDifference(
	approved: EvmTransactionPayload,
	claimed: SignableCommit,
): ClaimDifference | null {
	return between(approved, claimed, "");
}
