import { clusterOf } from "../../core/chain/names.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { MetAllowance } from "../allowances/met-allowances.ts";

/** Tokens that were met in requests: nobody tells which others an account holds, and nobody is asked. */

/**
 * By chain, the newest first.
 * @param rows approved requests, the newest first
 * @param met what reviews spoke of as allowed, the newest first
 */
export function metTokens(
	rows: readonly JournalRow[],
	met: readonly MetAllowance[],
): ReadonlyMap<string, readonly string[]> {
	const ofRows = rows.flatMap((row) => {
		const predicted = readableOrNull(row.predicted);
		const chainRef = clusterOf(row.chainRef) ?? row.chainRef;
		return (predicted?.moves ?? []).flatMap(({ asset }) =>
			asset === "native" ? [] : [{ chainRef, token: asset }],
		);
	});
	const ofAllowances = met.filter(({ kind }) => kind === "allowance" || kind === "permit2");
	const byChain = Map.groupBy([...ofRows, ...ofAllowances], ({ chainRef }) => chainRef);
	return new Map(
		[...byChain].map(([chainRef, all]) => [chainRef, [...new Set(all.map(({ token }) => token))]]),
	);
}
