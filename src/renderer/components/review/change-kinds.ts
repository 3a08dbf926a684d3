import type { ChangeKind } from "../../../core/review/change-requests.ts";
import type { ReviewView } from "../../../ipc/review.ts";

/** What of this request could be otherwise, the likeliest first; the user may always write something else. */
export function changeKinds({
	approvals,
	changes,
	parties,
}: Pick<ReviewView, "approvals" | "changes" | "parties">): readonly ChangeKind[] {
	const given = approvals.filter(({ grants }) => grants);
	const leaves = changes.some(({ mine, direction }) => mine && direction === "out");
	const limited = given.some(({ kind, unlimited }) => kind === "allowance" && !unlimited);
	const kinds: readonly (readonly [ChangeKind, boolean])[] = [
		["exact", given.some(({ kind, unlimited }) => kind === "allowance" && unlimited)],
		["without", given.length > 0],
		["recipient", parties.some(({ role }) => role === "recipient")],
		["lower", leaves || limited],
		["other", true],
	];
	return kinds.flatMap(([kind, isThere]) => (isThere ? [kind] : []));
}
