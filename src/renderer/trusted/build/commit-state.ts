import { message } from "../../../core/message.ts";
import type { BuildView } from "../../../ipc/catalog.ts";

/** `again`: a commit went out before, and how it ended is not known or it was refused for now. */
export type BuildCommitState =
	| "done"
	| "committing"
	| "expired"
	| "impossible"
	| "waking"
	| "again"
	| "ready";

export const EXPIRED = message("trusted.build.build-expired-service-does-not");

/** What can be done with a Build that is on screen. `now` in Unix ms, by main's clock. */
export function commitState(
	build: Pick<BuildView, "committed" | "working" | "canCommit" | "expiresAt" | "fault">,
	{ now, awake, sending }: { readonly now: number; readonly awake: boolean; readonly sending: boolean },
): BuildCommitState {
	if (build.committed !== null) return "done";
	if (sending || build.working === "committing") return "committing";
	if (build.expiresAt <= now) return build.canCommit && build.fault !== null ? "again" : "expired";
	if (!build.canCommit) return "impossible";
	if (!awake) return "waking";
	return build.fault === null ? "ready" : "again";
}
