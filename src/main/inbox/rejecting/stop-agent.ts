import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";
import type { Rejections } from "./rejections.ts";

export interface StopDeps {
	readonly ports: Pick<Ports, "settings" | "log">;
	readonly inbox: { readonly rejections: Pick<Rejections, "hold"> };
	/** What was approved in a conversation, by the ids that the list of permissions has. */
	readonly allowances: { ofSession(sessionId: string): readonly string[] };
	account(): { readonly sessions: Pick<Sessions, "interrupt"> };
	changed(): void;
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
}

/**
 * Interrupts the turn, rejects all that waits of the conversation, and mutes it. What is on disk of it comes first: the
 * rejections and the muting stand, whether or not the service can be told to interrupt.
 */
export function stopAgent(
	deps: StopDeps,
	sessionId: string,
): CommandOutcome & { readonly allowed?: readonly string[] } {
	const { settings } = deps.ports;
	const waiting = deps
		.entries()
		.filter((entry) => entry.sessionId === sessionId && entry.state === "waiting");
	if (waiting.length > 0)
		deps.inbox.rejections.hold(
			waiting.map(({ id }) => id),
			"",
		);
	const { mutedSessions } = settings.get();
	if (!mutedSessions.includes(sessionId)) settings.set({ mutedSessions: [...mutedSessions, sessionId] });
	deps.changed();
	const allowed = deps.allowances.ofSession(sessionId);
	const { sessions } = deps.account();
	// It is told again and again while the service does not answer: nobody waits for that.
	void sessions.interrupt(sessionId).catch((cause: unknown) => deps.ports.log(`stop: ${String(cause)}`));
	return { ok: true, allowed };
}
