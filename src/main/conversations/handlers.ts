import { message, type Text } from "../../core/message.ts";
import type {
	sessionProcedures,
	TranscriptFinding,
	TranscriptPlace,
	TranscriptView,
} from "../../ipc/conversations.ts";
import { type CommandOutcome, isSafeAddress } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import { type ConnectedDeps, connectAccounts, connectedAccounts } from "./connected.ts";
import { uuidOf } from "./sessions.ts";
import type { Sessions, TurnOrigin } from "./types.ts";
import { modeOf, type TurnMode, userStateOf } from "./user-state.ts";

/** What the commands about conversations need. */
export interface SessionDeps extends ConnectedDeps {
	readonly ports: Pick<Ports, "settings" | "random" | "desktop">;
	account(): { readonly scope: string; readonly sessions: Sessions };
	/** The chains that have an RPC. */
	chainSettings(): readonly ChainSetting[];
	/** Something that a window shows has changed. */
	changed(): void;
}

export interface SessionCommandDeps extends SessionDeps {
	/** Applies changed addresses or a changed token at once. */
	reconnect(): Promise<void>;
}

/** The desk's commands about conversations, links and what the agent is told. */

export interface TurnInput {
	readonly message: string;
	readonly mode: TurnMode | null;
	readonly app: string | null;
	readonly applicationId: number | null;
	readonly model: string | null;
}

/** Names this installation in every turn: random, made at the first one. */
function clientId({ settings, random }: Pick<Ports, "settings" | "random">): string {
	const held = settings.get().clientId;
	if (held !== null) return held;
	const made = uuidOf(random);
	settings.set({ clientId: made });
	return made;
}

/**
 * Sends the user's message with all that goes along; null makes a new session.
 * @param origin whether the user wrote it
 */
export function startConversation(
	deps: SessionDeps,
	sessionId: string | null,
	input: TurnInput,
	origin: TurnOrigin = "composer",
): CommandOutcome & { readonly sessionId?: string } {
	const mode = modeOf(input);
	// Auto is the service's own default; it is said only where an app is named, which would mean Direct.
	const known =
		input.mode === "auto" && input.app === null && input.applicationId === null ? null : input.mode;
	const started = deps.account().sessions.startTurn(
		sessionId,
		{
			message: input.message,
			...(known === null ? {} : { mode: known }),
			...(input.app === null ? {} : { app: input.app }),
			...(input.applicationId === null ? {} : { applicationId: input.applicationId }),
			...(input.model === null ? {} : { model: input.model }),
			userState: userStateOf(connectedAccounts(deps), deps.chainSettings(), mode),
			clientId: clientId(deps.ports),
		},
		origin,
	);
	deps.changed();
	return { ok: true, sessionId: started.sessionId };
}

/** Why a link is not opened, for a user; null where main may ask about it. */
export function linkFault(url: string): Text | null {
	if (!URL.canParse(url)) return message("app.link.unreadable");
	const { protocol, username, password } = new URL(url);
	if (protocol !== "https:" && protocol !== "http:") return message("app.link.no-web");
	if (username !== "" || password !== "") return message("app.link.credentials");
	if (!isSafeAddress(url)) return message("app.link.not-encrypted");
	return null;
}

/** What of conversations the desk draws. */
export interface TranscriptDesk {
	/** Shows this part of a transcript from now on, and gives it as it is; null shows none. */
	watch(sessionId: string | null, at: TranscriptPlace): TranscriptView | null;
	find(sessionId: string, text: string): Promise<TranscriptFinding>;
}

const END: TranscriptPlace = { kind: "end" };

export function sessionHandlers(
	deps: SessionCommandDeps,
	transcripts: TranscriptDesk,
): HandlersOf<typeof sessionProcedures> {
	const { settings } = deps.ports;
	return {
		async startTurn({ sessionId, message: text, mode, app, applicationId, model }) {
			return startConversation(deps, sessionId, {
				message: text,
				mode,
				app,
				applicationId: applicationId ?? null,
				model: model ?? null,
			});
		},
		async interrupt({ sessionId }) {
			await deps.account().sessions.interrupt(sessionId);
			return done;
		},
		async watchTranscript({ sessionId, at = END }) {
			deps.account().sessions.setFocus(sessionId);
			return transcripts.watch(sessionId, at);
		},
		findInTranscript: async ({ sessionId, text }) => await transcripts.find(sessionId, text),
		async muteSession({ sessionId, muted }) {
			const others = settings.get().mutedSessions.filter((id) => id !== sessionId);
			settings.set({ mutedSessions: muted ? [...others, sessionId] : others });
			deps.changed();
			return done;
		},
		async reconnect() {
			await deps.reconnect();
			return done;
		},
		async renameSession({ sessionId, title }) {
			await deps.account().sessions.change(sessionId, { title });
			return done;
		},
		async archiveSession({ sessionId, archived }) {
			await deps.account().sessions.change(sessionId, { archived });
			return done;
		},
		async openLink({ url }) {
			const fault = linkFault(url);
			if (fault !== null) return refused(fault);
			// A “no” to main's question is an answer, not a fault.
			await deps.ports.desktop.confirmLink(url);
			return done;
		},
		connectAccounts: async (wanted) => connectAccounts(deps, wanted),
	};
}
