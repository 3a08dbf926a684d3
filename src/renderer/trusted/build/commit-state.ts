import type { BuildView } from "../../../bridge/catalog-views.ts";

/** `again`: a commit went out before, and how it ended is not known or it was refused for now. */
export type CommitState = "done" | "committing" | "expired" | "impossible" | "waking" | "again" | "ready";

export const EXPIRED =
	"This Build has expired: the service does not take it any more. Make it again in the catalog.";

/** What can be done with a Build that is on screen. `now` in Unix ms, by main's clock. */
export function commitState(
	build: Pick<BuildView, "committed" | "working" | "canCommit" | "expiresAt" | "fault">,
	{ now, awake, sending }: { readonly now: number; readonly awake: boolean; readonly sending: boolean },
): CommitState {
	if (build.committed !== null) return "done";
	if (sending || build.working === "committing") return "committing";
	if (build.expiresAt <= now) return build.canCommit && build.fault !== null ? "again" : "expired";
	if (!build.canCommit) return "impossible";
	if (!awake) return "waking";
	return build.fault === null ? "ready" : "again";
}
