import type { EvmTransactionPayload, SignableCommit } from "../../service-api/commit.ts";

export interface ClaimDifference {
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
 * Returns the first field that differs, or `null` if none does. Only the frozen payload is ever signed, never
 * the claimed one.
 */
export function claimDifference(
	approved: EvmTransactionPayload,
	claimed: SignableCommit,
): ClaimDifference | null {
	return between(approved, claimed, "");
}
