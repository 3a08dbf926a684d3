import type { IdentityBrief } from "../../../ipc/sign-in.ts";
import { t } from "../../../text/index.ts";

/** Sign-in state as the desk shows it. Pure. */

export interface SignInStatus {
	/** `unknown`: not reported by main. */
	readonly state: "fine" | "none" | "ended" | "locked" | "unknown";
	/** Text of the rail; `null` if no action is needed. */
	readonly text: string | null;
}

/** Returns whether the user must act on sign-in; ended grants rank before missing ones. */
export function signInStatus(identity: Pick<IdentityBrief, "grants" | "locked">): SignInStatus {
	if (identity.locked) return { state: "locked", text: t("desk.settings.unlock-sign") };
	if (identity.grants.length === 0) return { state: "unknown", text: null };
	if (identity.grants.some(({ state }) => state === "ended"))
		return { state: "ended", text: t("desk.settings.sign-in-again") };
	if (identity.grants.every(({ state }) => state === "none"))
		return { state: "none", text: t("desk.settings.signed-out") };
	return { state: "fine", text: null };
}

/** Returns whether the service accepts sessions: by the agent's grant or a pasted token. */
export function canTalk(identity: Pick<IdentityBrief, "grants">, hasToken: boolean): boolean {
	const agent = identity.grants.find(({ resource }) => resource === "agent");
	return agent === undefined ? hasToken : agent.state === "granted" || agent.state === "pasted";
}
