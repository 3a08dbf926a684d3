import type { FrozenCommit } from "../match/frozen.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import type { RunnerParts } from "./row-work.ts";
import { type Veto, vetoOf } from "./veto.ts";

/** What service and chain say of a commit right before it is signed, or claimed. Throws what they throw. */
export async function commitObjection(
	parts: Pick<RunnerParts, "commits" | "lane">,
	row: JournalRow,
	frozen: FrozenCommit,
): Promise<Veto & { readonly version: number | null }> {
	const [read, fault] = await Promise.all([
		parts.commits.read(row.intentId, row.sessionId),
		parts.lane(row, frozen)?.fault() ?? null,
	]);
	const version = read.kind === "known" ? read.view.version : null;
	const veto = vetoOf(read, frozen, row.fingerprint);
	if (veto.stopped || fault === null) return { ...veto, version };
	// A renewed blockhash is another than the one that was asked about.
	const renewed = JSON.stringify(veto.frozen) !== JSON.stringify(frozen);
	const again = renewed ? await parts.lane({ ...row }, veto.frozen)?.fault() : fault;
	return again === null || again === undefined
		? { ...veto, version }
		: { stopped: true, words: again, version };
}
