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
import type { TranscriptPlace, TranscriptView } from "../../ipc/conversations.ts";
import type { DeskBridge, DeskPush, DeskView } from "../../ipc/windows.ts";
import { DeskStore, type MessageDrafts } from "./desk-store.ts";

export const DESK_ROUTES = [
	"home",
	"inbox",
	"sessions",
	"approvals",
	"activity",
	"settings",
	"catalog",
] as const;
export type DeskRoute = (typeof DESK_ROUTES)[number];

/** Whether the place stands in the rail: what only some need has to be asked for in the settings. */
export const isShown = (
	place: DeskRoute,
	{ showCatalog }: Pick<DeskView["settings"], "showCatalog">,
): boolean => place !== "catalog" || showCatalog;

export interface InboxChoice {
	readonly entryId: string | null;
	readonly sessionId: string | null;
}

/** Where the desk is, and what moves it; the same for all that is drawn there. */
export interface DeskPlace {
	readonly bridge: DeskBridge;
	readonly place: DeskRoute;
	readonly go: (place: DeskRoute) => void;
	/** The session whose transcript is open in the Sessions place; null for a new conversation. */
	readonly sessionId: string | null;
	/** The chosen inbox entry, or the session whose entry a notification asked for. */
	readonly choice: InboxChoice;
	readonly choose: (entryId: string) => void;
	readonly openSession: (sessionId: string | null) => void;
	/** How often a new conversation was asked for since the place was chosen otherwise: the message box takes the focus. */
	readonly begun: number;
	/** Where there is room for one only: the conversation (true) or the list of them. */
	readonly reading: boolean;
	readonly listSessions: () => void;
	/** Asks main for a part of a transcript, at first its end, and for its changes from then on. */
	readonly watch: (sessionId: string | null, at?: TranscriptPlace) => void;
}

export interface Desk extends DeskPlace {
	/** Whoever reads a topic of it is drawn again when that one changes, and main composes it as long as they are there. */
	readonly view: DeskView;
	readonly transcript: TranscriptView | null;
	readonly drafts: MessageDrafts;
}

const NOTHING_CHOSEN: InboxChoice = { entryId: null, sessionId: null };

/** At which service, and as whom: what is shown to one is not for another. */
export const ownerKey = ({ settings, identity }: Pick<DeskView, "settings" | "identity">): string =>
	JSON.stringify([settings.baseUrl, identity.who]);

/** Where the window opens: what waits comes first, then what there is; before there are keys the inbox says how to begin. */
function firstPlace({ inbox, accounts }: Pick<DeskView, "inbox" | "accounts">): DeskRoute {
	return accounts.length === 0 || inbox.some(({ state }) => state === "waiting") ? "inbox" : "home";
}

/** What the windows are drawn from; tests give it at once. */
export const DeskContext = createContext<(DeskPlace & { readonly store: DeskStore }) | null>(null);

export function useDesk(): Desk {
	const desk = useContext(DeskContext);
	if (desk === null) throw new Error("useDesk is for what is drawn inside DeskProvider");
	const { store, ...place } = desk;
	const reader = useMemo(() => store.reader(), [store]);
	useSyncExternalStore(reader.subscribe, reader.seen, reader.seen);
	return {
		...place,
		view: reader.view,
		drafts: store.drafts,
		get transcript() {
			return reader.transcript;
		},
	};
}

/** Listens to main's pushes and holds which place is open. `waiting` is drawn until the first view arrives. */
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
	const [place, setPlace] = useState<DeskRoute>("inbox");
	const [sessionId, setSessionId] = useState<string | null>(null);
	const [reading, setReading] = useState(false);
	const [begun, setBegun] = useState(0);
	const [choice, setChoice] = useState<InboxChoice>(NOTHING_CHOSEN);
	const shownTo = useRef<string | null>(null);
	const watched = useWatched(bridge, store);

	useEffect(
		() =>
			store.onRead((topics) => {
				// Where main does not hear it, it goes on to compose what it composed.
				bridge.call("showTopics", { topics }).catch(() => {});
			}),
		[bridge, store],
	);

	// Before anything is painted: what main has told by now is the first thing to be seen.
	useLayoutEffect(
		() =>
			bridge.onPush((push) => {
				if (push.kind === "desk" || push.kind === "deskPatch") {
					store.take(push);
					const view = store.view();
					if (view === null) return;
					// Somebody else may have signed in: what was open of the one before is not for them.
					const owner = ownerKey(view);
					if (shownTo.current === null) setPlace(firstPlace(view));
					if (shownTo.current !== null && shownTo.current !== owner) {
						setSessionId(null);
						store.setTranscript(null);
						setReading(false);
						setChoice(NOTHING_CHOSEN);
					}
					shownTo.current = owner;
				} else if (push.kind === "navigate") {
					if (push.to === "sessions") {
						setSessionId(push.sessionId);
						setBegun(0);
						setReading(true);
					} else if (push.sessionId !== null) setChoice({ entryId: null, sessionId: push.sessionId });
					setPlace(push.to);
				} else watched.take(push);
			}),
		[bridge, store, watched],
	);

	const choose = useCallback((entryId: string) => setChoice({ entryId, sessionId: null }), []);
	const go = useCallback((to: DeskRoute) => {
		setBegun(0);
		setReading(false);
		setPlace(to);
	}, []);
	const listSessions = useCallback(() => setReading(false), []);
	const openSession = useCallback((id: string | null) => {
		setSessionId(id);
		setBegun((times) => (id === null ? times + 1 : 0));
		setReading(true);
		setPlace("sessions");
	}, []);

	const { watch } = watched;
	const desk = useMemo(
		() => ({
			store,
			bridge,
			place,
			go,
			sessionId,
			choice,
			choose,
			openSession,
			begun,
			reading,
			listSessions,
			watch,
		}),
		[store, bridge, place, go, sessionId, choice, choose, openSession, begun, reading, listSessions, watch],
	);
	if (!hasView) return waiting;
	return <DeskContext.Provider value={desk}>{children}</DeskContext.Provider>;
}

type TranscriptPush = DeskPush & { readonly kind: "transcript" | "transcriptPatch" };

interface Watched {
	readonly watch: Desk["watch"];
	readonly take: (push: TranscriptPush) => void;
}

/** The part of a transcript that is asked for. A patch of something else than what is held: it is asked for again. */
function useWatched(bridge: DeskBridge, store: DeskStore): Watched {
	return useMemo(() => {
		let wanted: { readonly sessionId: string | null; readonly at?: TranscriptPlace } = { sessionId: null };
		/** The last question for a part of a transcript: the answers to those before it come too late. */
		let asking = 0;
		let isAsked = false;
		/** The latest revision that a patch went on from which did not fit. */
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
				// The next push brings it; until then the pane says that it is being read.
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
			take(push) {
				const id = push.kind === "transcript" ? push.view.sessionId : push.sessionId;
				// One that was watched before may still have had a push under way.
				if (id !== wanted.sessionId) return;
				const fits = push.kind === "transcript" || push.of === store.transcript()?.revision;
				if (fits) store.take(push);
				else if (isAsked) missed = Math.max(missed, push.of);
				else ask();
			},
		};
	}, [bridge, store]);
}
