import {
	createContext,
	type ReactNode,
	useCallback,
	useContext,
	useEffect,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
	useSyncExternalStore,
} from "react";
import type { TranscriptPosition, TranscriptView } from "../../ipc/conversations.ts";
import type { DeskBridge, DeskProcedures, DeskPush, DeskView } from "../../ipc/windows.ts";
import { useCommandOf, type WindowCommand } from "./command.ts";
import { DeskStore, type MessageDrafts } from "./desk-store.ts";

export const DESK_ROUTES = [
	"home",
	"inbox",
	"agents",
	"sessions",
	"powers",
	"activity",
	"settings",
	"catalog",
] as const;
export type DeskRoute = (typeof DESK_ROUTES)[number];

/** The catalog is rarely needed, so it is hidden unless enabled in the settings. */
export const isShown = (
	route: DeskRoute,
	{ showCatalog }: Pick<DeskView["settings"], "showCatalog">,
): boolean => route !== "catalog" || showCatalog;

export interface InboxChoice {
	readonly entryId: string | null;
	readonly sessionId: string | null;
}

export interface RoutePart {
	readonly route: DeskRoute;
	readonly id: string;
	/** Number of times that this part was requested. */
	readonly times: number;
}

export interface DeskRouteContext {
	readonly bridge: DeskBridge;
	readonly route: DeskRoute;
	/** @param part of the page to show, such as a settings section or an agent */
	readonly go: (route: DeskRoute, part?: string) => void;
	/** Most recently requested part. Each request opens it again. */
	readonly part: RoutePart | null;
	readonly sessionId: string | null;
	readonly choice: InboxChoice;
	readonly choose: (entryId: string) => void;
	readonly openSession: (sessionId: string | null) => void;
	/** Number of requests for a new session. Each one moves the focus to the message box. */
	readonly begun: number;
	/** Whether a narrow window shows the session instead of the list. */
	readonly reading: boolean;
	readonly listSessions: () => void;
	/** Whether the dialog for stopping all agents is open. */
	readonly isStopping: boolean;
	readonly setStopping: (isStopping: boolean) => void;
	/** Requests part of a transcript, by default its end, and all changes to it. */
	readonly watch: (sessionId: string | null, at?: TranscriptPosition) => void;
}

export interface Desk extends DeskRouteContext {
	/** Reading one of its topics subscribes the component to that topic. */
	readonly view: DeskView;
	readonly transcript: TranscriptView | null;
	readonly drafts: MessageDrafts;
}

const NOTHING_CHOSEN: InboxChoice = { entryId: null, sessionId: null };

/** Identifies the user, so that content shown to one user isn't shown to another. */
export const ownerKey = ({ settings, identity }: Pick<DeskView, "settings" | "identity">): string =>
	JSON.stringify([settings.baseUrl, identity.who]);

function firstRoute({ inbox, accounts }: Pick<DeskView, "inbox" | "accounts">): DeskRoute {
	return accounts.length === 0 || inbox.some(({ state }) => state === "waiting") ? "inbox" : "home";
}

export const partOf = (part: RoutePart | null, route: DeskRoute): string | null =>
	part?.route === route ? part.id : null;

export const DeskContext = createContext<(DeskRouteContext & { readonly store: DeskStore }) | null>(null);

export function useDesk(): Desk {
	const desk = useContext(DeskContext);
	if (desk === null) throw new Error("useDesk must be used inside DeskProvider");
	const { store, ...route } = desk;
	const reader = useMemo(() => store.reader(), [store]);
	useSyncExternalStore(reader.subscribe, reader.seen, reader.seen);
	return {
		...route,
		view: reader.view,
		drafts: store.drafts,
		get transcript() {
			return reader.transcript;
		},
	};
}

export type DeskCommand = WindowCommand<DeskProcedures>;

export function useDeskCommand(): DeskCommand {
	const desk = useContext(DeskContext);
	if (desk === null) throw new Error("useDeskCommand must be used inside DeskProvider");
	return useCommandOf(desk.bridge);
}

/** @param waiting shown until main's first push */
export function DeskProvider({
	bridge,
	waiting,
	children,
}: {
	bridge: DeskBridge;
	waiting: ReactNode;
	children: ReactNode;
}) {
	const [store] = useState(() => new DeskStore());
	const hasView = useSyncExternalStore(store.subscribe, () => store.view() !== null);
	const [route, setRoute] = useState<DeskRoute>("inbox");
	const [sessionId, setSessionId] = useState<string | null>(null);
	const [reading, setReading] = useState(false);
	const [begun, setBegun] = useState(0);
	const [choice, setChoice] = useState<InboxChoice>(NOTHING_CHOSEN);
	const [isStopping, setStopping] = useState(false);
	const shownTo = useRef<string | null>(null);
	const watched = useWatched(bridge, store);

	useEffect(
		() =>
			store.onRead((topics) => {
				bridge.call("showTopics", { topics }).catch(() => {});
			}),
		[bridge, store],
	);

	// A layout effect, so that the first paint already shows the latest state.
	useLayoutEffect(
		() =>
			bridge.onPush((push) => {
				if (push.kind === "desk" || push.kind === "deskPatch") {
					store.applyPush(push);
					const view = store.view();
					if (view === null) return;
					// If another user has signed in, they must not see the previous user's screen.
					const owner = ownerKey(view);
					if (shownTo.current === null) setRoute(firstRoute(view));
					if (shownTo.current !== null && shownTo.current !== owner) {
						setSessionId(null);
						store.setTranscript(null);
						setReading(false);
						setChoice(NOTHING_CHOSEN);
					}
					shownTo.current = owner;
				} else if (push.kind === "navigate") {
					if (push.to === "stopAgents") {
						setStopping(true);
						setRoute("agents");
						return;
					}
					if (push.to === "sessions") {
						setSessionId(push.sessionId);
						setBegun(0);
						setReading(true);
					} else if (push.sessionId !== null) setChoice({ entryId: null, sessionId: push.sessionId });
					setRoute(push.to);
				} else watched.applyPush(push);
			}),
		[bridge, store, watched],
	);

	const choose = useCallback((entryId: string) => setChoice({ entryId, sessionId: null }), []);
	const [part, setPart] = useState<RoutePart | null>(null);
	const go = useCallback((to: DeskRoute, id?: string) => {
		if (id !== undefined) setPart((held) => ({ route: to, id, times: (held?.times ?? 0) + 1 }));
		setBegun(0);
		setReading(false);
		setRoute(to);
	}, []);
	const listSessions = useCallback(() => setReading(false), []);
	const openSession = useCallback((id: string | null) => {
		setSessionId(id);
		setBegun((times) => (id === null ? times + 1 : 0));
		setReading(true);
		setRoute("sessions");
	}, []);

	const { watch } = watched;
	const desk = useMemo(
		() => ({
			store,
			bridge,
			route,
			go,
			part,
			sessionId,
			choice,
			choose,
			openSession,
			begun,
			reading,
			listSessions,
			isStopping,
			setStopping,
			watch,
		}),
		[
			store,
			bridge,
			route,
			go,
			part,
			sessionId,
			choice,
			choose,
			openSession,
			begun,
			reading,
			listSessions,
			isStopping,
			watch,
		],
	);
	if (!hasView) return waiting;
	return <DeskContext.Provider value={desk}>{children}</DeskContext.Provider>;
}

type TranscriptPush = DeskPush & { readonly kind: "transcript" | "transcriptPatch" };

interface Watched {
	readonly watch: Desk["watch"];
	readonly applyPush: (push: TranscriptPush) => void;
}

function useWatched(bridge: DeskBridge, store: DeskStore): Watched {
	return useMemo(() => {
		let wanted: { readonly sessionId: string | null; readonly at?: TranscriptPosition } = { sessionId: null };
		/** Number of the latest request. Responses to earlier requests are ignored. */
		let asking = 0;
		let isAsked = false;
		/** Revision of the latest patch that couldn't be applied to the transcript. */
		let missed = -1;

		function ask(): void {
			asking += 1;
			const mine = asking;
			isAsked = true;
			missed = -1;
			bridge.call("watchTranscript", wanted).then(
				(answer) => {
					if (asking !== mine) return;
					isAsked = false;
					if (answer === null) return;
					store.setTranscript(answer);
					if (missed >= answer.revision) ask();
				},
				// The transcript arrives with the next push.
				() => {
					if (asking === mine) isAsked = false;
				},
			);
		}

		return {
			watch(sessionId, at) {
				wanted = { sessionId, ...(at === undefined ? {} : { at }) };
				const held = store.transcript();
				if (held !== null && held.sessionId !== sessionId) store.setTranscript(null);
				ask();
			},
			applyPush(push) {
				const id = push.kind === "transcript" ? push.view.sessionId : push.sessionId;
				if (id !== wanted.sessionId) return;
				const fits = push.kind === "transcript" || push.of === store.transcript()?.revision;
				if (fits) store.applyPush(push);
				else if (isAsked) missed = Math.max(missed, push.of);
				else ask();
			},
		};
	}, [bridge, store]);
}
