import type { Outcome } from "../../bridge/procedures.ts";
import { isSafeAddress } from "../../bridge/safe-address.ts";
import type { sessionProcedures } from "../../bridge/session-procedures.ts";
import { uuidOf } from "../sessions/sessions.ts";
import { connectAccounts, connectedAccounts } from "./connected.ts";
import type { HandlersOf } from "./handlers.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";
import { modeOf, type TurnMode, userStateOf } from "./user-state.ts";

/** The desk's wishes about conversations, links and what the agent is told. */

const BOTH_TARGETS =
	"An app is named by its name or by its application id, not by both. Nothing was sent; take one of them away.";

export interface TurnWish {
	readonly message: string;
	readonly mode: TurnMode | null;
	readonly app: string | null;
	readonly applicationId: number | null;
	readonly model: string | null;
}

/** Names this installation in every turn: random, made at the first one. */
function clientId({ settings, random }: Pick<App["ports"], "settings" | "random">): string {
	const held = settings.get().clientId;
	if (held !== null) return held;
	const made = uuidOf(random);
	settings.set({ clientId: made });
	return made;
}

/** Sends the person's message with all that goes along; null makes a new session. */
export function startConversation(
	app: App,
	sessionId: string | null,
	wish: TurnWish,
): Outcome & { readonly sessionId?: string } {
	if (wish.app !== null && wish.applicationId !== null) return refused(BOTH_TARGETS);
	const mode = modeOf(wish);
	// Auto is the service's own default; it is said only where an app is named, which would mean Direct.
	const said = wish.mode === "auto" && wish.app === null && wish.applicationId === null ? null : wish.mode;
	const started = app.account().sessions.startTurn(sessionId, {
		message: wish.message,
		...(said === null ? {} : { mode: said }),
		...(wish.app === null ? {} : { app: wish.app }),
		...(wish.applicationId === null ? {} : { applicationId: wish.applicationId }),
		...(wish.model === null ? {} : { model: wish.model }),
		userState: userStateOf(connectedAccounts(app), app.chainSettings(), mode),
		clientId: clientId(app.ports),
	});
	app.changed();
	return { ok: true, sessionId: started.sessionId };
}

/** Why a link is not opened, for a person; null where main may ask about it. */
export function linkFault(url: string): string | null {
	if (!URL.canParse(url)) return "This link has no readable address. Nothing was opened.";
	const { protocol, username, password } = new URL(url);
	if (protocol !== "https:" && protocol !== "http:")
		return "This link does not lead to a web page, so Countersign does not open it. Nothing was opened.";
	if (username !== "" || password !== "")
		return "This link has a name or password in its address, which can make one site look like another. Nothing was opened.";
	if (!isSafeAddress(url))
		return "This link is not encrypted (http), so anybody on the way could change the page. Nothing was opened; ask for an https address.";
	return null;
}

export function sessionHandlers(app: App): HandlersOf<typeof sessionProcedures> {
	return {
		async renameSession({ sessionId, title }) {
			await app.account().sessions.change(sessionId, { title });
			return done;
		},
		async archiveSession({ sessionId, archived }) {
			await app.account().sessions.change(sessionId, { archived });
			return done;
		},
		async openLink({ url }) {
			const fault = linkFault(url);
			if (fault !== null) return refused(fault);
			// A “no” to main's question is an answer, not a fault.
			await app.ports.desktop.confirmLink(url);
			return done;
		},
		connectAccounts: async (wanted) => connectAccounts(app, wanted),
	};
}
