import type { JournalRow } from "../../../core/journal/types.ts";
import { isSameFrozen } from "../../../core/match/fingerprint.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { type CommitRecheck, commitRecheckOf } from "../recheck.ts";
import type { RunnerParts } from "../row-work.ts";

/** What service and chain say of a commit right before it is signed, or claimed. Throws what they throw. */
export async function recheckCommit(
	parts: Pick<RunnerParts, "commits" | "lane">,
	row: JournalRow,
	frozen: FrozenCommit,
): Promise<CommitRecheck & { readonly version: number | null }> {
	const [read, fault] = await Promise.all([
		parts.commits.read(row.intentId, row.sessionId),
		parts.lane(row, frozen)?.fault() ?? null,
	]);
	const version = read.kind === "known" ? read.view.version : null;
	const recheck = commitRecheckOf(read, frozen, row.fingerprint);
	if (recheck.stopped || fault === null) return { ...recheck, version };
	// A renewed blockhash is another than the one that was asked about.
	const again = isSameFrozen(recheck.frozen, frozen)
		? fault
		: await parts.lane({ ...row }, recheck.frozen)?.fault();
	return again === null || again === undefined
		? { ...recheck, version }
		: { stopped: true, text: again, version };
}
