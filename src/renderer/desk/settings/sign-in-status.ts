import type { IdentityBrief } from "../../../ipc/sign-in.ts";
import { t } from "../../../text/index.ts";

export interface SignInStatus {
	/** `unknown` until main has reported it. */
	readonly state: "fine" | "none" | "ended" | "locked" | "unknown";
	/** `null` if the user doesn't need to do anything. */
	readonly text: string | null;
}

/** An ended grant is reported before a missing one. */
export function signInStatus(identity: Pick<IdentityBrief, "grants" | "locked">): SignInStatus {
	if (identity.locked) return { state: "locked", text: t("desk.settings.unlock-sign") };
	if (identity.grants.length === 0) return { state: "unknown", text: null };
	if (identity.grants.some(({ state }) => state === "ended"))
		return { state: "ended", text: t("desk.settings.sign-in-again") };
	if (identity.grants.every(({ state }) => state === "none"))
		return { state: "none", text: t("desk.settings.signed-out") };
	return { state: "fine", text: null };
}

export function canTalk(identity: Pick<IdentityBrief, "grants">, hasToken: boolean): boolean {
	const agent = identity.grants.find(({ resource }) => resource === "agent");
	return agent === undefined ? hasToken : agent.state === "granted" || agent.state === "pasted";
}
