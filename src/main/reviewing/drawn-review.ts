import { commitViewOf } from "../../core/review/approval-request.ts";
import type { Review } from "../../core/review/compose.ts";
import type { GlanceView, ReviewView } from "../../ipc/review.ts";
import { type Entry, entryIdOf } from "../inbox/entries/entry.ts";
import type { BatchMember } from "../views/review-parts.ts";
import { reviewView } from "../views/review-view.ts";
import { hasConversation } from "./asking-change.ts";
import type { GlanceDeps } from "./entry-deps.ts";

/** A review as the windows draw it: to be decided on, or to be read at a glance. */

/** The batch's other commits, as far as they are known. */
function batchMembers(deps: GlanceDeps, review: Review): ReadonlyMap<string, BatchMember> {
	const { sessions } = deps.account();
	const view = commitViewOf(review.request);
	return new Map(
		(view?.batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const read = sessions.commit(id)?.read;
			const entry = deps.entry(entryIdOf(id));
			return read?.kind === "known" && entry !== null
				? [[id, { state: read.view.state, headline: deps.headline(entry) }] as const]
				: [];
		}),
	);
}

export function drawn(deps: GlanceDeps, entry: Entry, review: Review): ReviewView {
	const account = review.frozen === null ? null : deps.ledger.account(review.frozen.signer);
	return reviewView(review, {
		entryId: entry.id,
		batch: batchMembers(deps, review),
		chainNameOf: deps.chainNameOf,
		networks: deps,
		canAskChange: review.canReject && hasConversation(deps, entry),
		device: account === null ? null : deps.ledger.view(account),
		...(deps.showsWorth() ? { prices: deps.prices.of } : {}),
	});
}

/** The review of a request that waits, for reading alone: it gives no ticket, and asks for no simulation. */
export async function glanceOf(deps: GlanceDeps, entryId: string): Promise<GlanceView | null> {
	const entry = deps.entry(entryId);
	if (entry === null || entry.state !== "waiting") return null;
	const review = deps.reviews.get(entryId) ?? (await deps.reviews.load(entryId));
	if (review === null) return null;
	const { raw: _raw, logs: _logs, ...glance } = drawn(deps, entry, review);
	return glance;
}
