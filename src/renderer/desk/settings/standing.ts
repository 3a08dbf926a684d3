import type { IdentityBrief } from "../../../ipc/sign-in.ts";
import { t } from "../../../text/index.ts";

/** How signing in stands, as the desk says it. Pure. */

export interface SignInStanding {
	/** `unknown`: main has said nothing of it. */
	readonly state: "fine" | "none" | "ended" | "locked" | "unknown";
	/** What the rail says; null where there is nothing to do. */
	readonly text: string | null;
}

/** Whether the user has something to do about signing in: what has ended goes before what was never given. */
export function signInStanding(identity: Pick<IdentityBrief, "grants" | "locked">): SignInStanding {
	if (identity.locked) return { state: "locked", text: t("desk.settings.unlock-sign") };
	if (identity.grants.length === 0) return { state: "unknown", text: null };
	if (identity.grants.some(({ state }) => state === "ended"))
		return { state: "ended", text: t("desk.settings.sign-in-again") };
	if (identity.grants.every(({ state }) => state === "none"))
		return { state: "none", text: t("desk.settings.signed-out") };
	return { state: "fine", text: null };
}

/** Whether the service will answer for conversations: by a grant for the agent, or a pasted token. */
export function canTalk(identity: Pick<IdentityBrief, "grants">, hasToken: boolean): boolean {
	const agent = identity.grants.find(({ resource }) => resource === "agent");
	return agent === undefined ? hasToken : agent.state === "granted" || agent.state === "pasted";
}
