import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Events } from "../../events.ts";
import type { Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";
import type { Rejections } from "./rejections.ts";

/**
 * Stores the rejections and the muting first, so they take effect even if the service is unreachable.
 * `allowed` in the result lists the allowances that were approved in the session.
 */
export function stopAgent(
	app: {
		readonly ports: Pick<Ports, "settings" | "log">;
		readonly events: Pick<Events, "emit">;
		readonly powers: { ofSession(sessionId: string): readonly string[] };
		readonly signedIn: { current(): { readonly sessions: Pick<Sessions, "interrupt"> } };
	},
	inbox: { entries(): readonly Entry[]; readonly rejections: Pick<Rejections, "rejectWithUndo"> },
	sessionId: string,
): CommandOutcome & { readonly allowed?: readonly string[] } {
	const { powers, events, ports, signedIn } = app;
	const waiting = inbox
		.entries()
		.filter((entry) => entry.sessionId === sessionId && entry.state === "waiting")
		.map(({ id }) => id);
	if (waiting.length > 0) inbox.rejections.rejectWithUndo(waiting, "");
	const { mutedSessions } = ports.settings.get();
	if (!mutedSessions.includes(sessionId))
		ports.settings.set({ mutedSessions: [...mutedSessions, sessionId] });
	events.emit("app-changed");
	const allowed = powers.ofSession(sessionId);
	const { sessions } = signedIn.current();
	// Not awaited, because it is retried until the service responds.
	void sessions.interrupt(sessionId).catch((cause: unknown) => ports.log(`stop: ${String(cause)}`));
	return { ok: true, allowed };
}
