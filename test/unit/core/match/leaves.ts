import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { Frozen } from "../../../../src/core/match/frozen.ts";
import { provenFrozen } from "../../../../src/core/match/proof.ts";

/** Changes to every single value of a frozen object, one at a time. */

const NOW = 1_790_000_000_000;

/** Lists the paths of all primitive values and of all empty arrays and objects. */
export function leavesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
	if (typeof value !== "object" || value === null) return [path];
	const members = Object.entries(value);
	return members.length === 0 ? [path] : members.flatMap(([key, member]) => leavesOf(member, [...path, key]));
}

type Json = Record<string, unknown>;

/** Returns a copy in which the value at a path is another value of the same kind. */
export function changedAt(given: Frozen, path: readonly string[]): unknown {
	const copy: Json = structuredClone(given);
	const parent = path.slice(0, -1).reduce<Json>((at, key) => at[key] as Json, copy);
	const key = path.at(-1) ?? "";
	const value = parent[key];
	parent[key] =
		typeof value === "string"
			? `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`
			: typeof value === "number"
				? value + 1
				: typeof value === "boolean"
					? !value
					: value === null
						? "0"
						: [0];
	return copy;
}

export function removedAt(given: Frozen, path: readonly string[]): unknown {
	const copy: Json = structuredClone(given);
	const parent = path.slice(0, -1).reduce<Json>((at, key) => at[key] as Json, copy);
	const key = path.at(-1) ?? "";
	if (Array.isArray(parent)) parent.splice(Number(key), 1);
	else delete parent[key];
	return copy;
}

/** Returns whether the vault accepts the object under the approved object's fingerprint. */
export function isAccepted(given: unknown, approved: Frozen): boolean {
	return provenFrozen({ frozen: given, fingerprint: fingerprintOf(approved), now: NOW }).ok;
}
