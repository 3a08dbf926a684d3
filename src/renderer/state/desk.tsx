import {
	createContext,
	type ReactNode,
	useCallback,
	useContext,
	useEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import type { TranscriptPlace, TranscriptView } from "../../ipc/conversations.ts";
import type { DeskBridge, DeskView } from "../../ipc/windows.ts";

export const DESK_ROUTES = [
	"inbox",
	"sessions",
	"accounts",
	"approvals",
	"activity",
	"catalog",
	"settings",
] as const;
export type DeskRoute = (typeof DESK_ROUTES)[number];

export interface InboxChoice {
	readonly entryId: string | null;
	readonly sessionId: string | null;
}

export interface Desk {
	readonly bridge: DeskBridge;
	readonly view: DeskView;
	readonly transcript: TranscriptView | null;
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

const NOTHING_CHOSEN: InboxChoice = { entryId: null, sessionId: null };

/** At which service, and as whom: what is shown to one is not for another. */
export const ownerKey = ({ settings, identity }: Pick<DeskView, "settings" | "identity">): string =>
	JSON.stringify([settings.baseUrl, identity.who]);

/** What the windows are drawn from; tests give it at once. */
export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
	const desk = useContext(DeskContext);
	if (desk === null) throw new Error("useDesk is for what is drawn inside DeskProvider");
	return desk;
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
	const [view, setView] = useState<DeskView | null>(null);
	const [transcript, setTranscript] = useState<TranscriptView | null>(null);
	const [place, setPlace] = useState<DeskRoute>("inbox");
	const [sessionId, setSessionId] = useState<string | null>(null);
	const watched = useRef<string | null>(null);
	/** The last question for a part of a transcript: the answers to those before it come too late. */
	const asking = useRef(0);
	const [reading, setReading] = useState(false);
	const [begun, setBegun] = useState(0);
	const [choice, setChoice] = useState<InboxChoice>(NOTHING_CHOSEN);
	const shownTo = useRef<string | null>(null);

	useEffect(
		() =>
			bridge.onPush((push) => {
				if (push.kind === "desk") {
					setView(push.view);
					// Somebody else may have signed in: what was open of the one before is not for them.
					const owner = ownerKey(push.view);
					if (shownTo.current !== null && shownTo.current !== owner) {
						setSessionId(null);
						setTranscript(null);
						setReading(false);
						setChoice(NOTHING_CHOSEN);
					}
					shownTo.current = owner;
				} else if (push.kind === "transcript") {
					// One that was watched before may still have had a push under way.
					if (push.view.sessionId === watched.current) setTranscript(push.view);
				} else {
					if (push.to === "sessions") {
						setSessionId(push.sessionId);
						setBegun(0);
						setReading(true);
					} else if (push.sessionId !== null) setChoice({ entryId: null, sessionId: push.sessionId });
					setPlace(push.to);
				}
			}),
		[bridge],
	);

	const watch = useCallback(
		(wanted: string | null, at?: TranscriptPlace) => {
			watched.current = wanted;
			setTranscript((held) => (held !== null && held.sessionId === wanted ? held : null));
			asking.current += 1;
			const mine = asking.current;
			bridge.call("watchTranscript", { sessionId: wanted, ...(at === undefined ? {} : { at }) }).then(
				(answer) => {
					if (answer !== null && asking.current === mine) setTranscript(answer);
				},
				// The next push brings it; until then the pane says that it is being read.
				() => {},
			);
		},
		[bridge],
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

	const desk = useMemo(
		() =>
			view === null
				? null
				: {
						bridge,
						view,
						transcript,
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
					},
		[
			bridge,
			view,
			transcript,
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
		],
	);
	if (desk === null) return waiting;
	return <DeskContext.Provider value={desk}>{children}</DeskContext.Provider>;
}
