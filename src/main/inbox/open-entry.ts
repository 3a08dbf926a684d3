import { type LeadDeps, phraseWaits } from "../wallet/phrase.ts";
import type { Entry } from "./entries/entry.ts";

export interface OpenDeps extends LeadDeps {
	readonly reviews: { load(entryId: string): Promise<unknown> };
	entry(id: string): Entry | null;
}

/** Leads the trusted window to an entry: to its review, or to how its answer fares. False where there is no such entry. */
export function openEntry(deps: OpenDeps, entryId: string): boolean {
	const entry = deps.entry(entryId);
	if (entry === null) return false;
	if (phraseWaits(deps)) {
		deps.ports.desktop.raiseTrusted();
		return true;
	}
	const answered = entry.row !== null && entry.row.state !== "refused" && !entry.row.dead;
	deps.go({ kind: "entry", entryId, mode: answered ? "progress" : "review" });
	if (!answered) void deps.reviews.load(entryId);
	return true;
}
