import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { ClockProvider } from "../state/clock.tsx";
import { DESK_ROUTES, type DeskRoute, isShown, useDesk } from "../state/desk.tsx";
import { useKeptFocus } from "../state/kept-focus.ts";
import { useKeys, useRegions } from "../state/keys.ts";
import { createLater, useLater } from "../state/later.ts";
import { useTheme } from "../state/theme.ts";
import { HomePlace } from "./home/home-place.tsx";
import { Alerts } from "./shell/alerts.tsx";
import { Arrivals } from "./shell/arrivals.tsx";
import { Rail } from "./shell/rail.tsx";
import { SetupNote } from "./shell/setup-note.tsx";
import { Shortcuts } from "./shell/shortcuts.tsx";
import { UpdateNote } from "./shell/update-note.tsx";

const laterInbox = createLater(async () => (await import("./desk-inbox.ts")).InboxPlace);
const laterPlaces = createLater(async () => (await import("./desk-places.ts")).PLACES);
/** What comes after Home, which is drawn at once; in the order in which it is likely to be asked for. */
export const LATER = [laterInbox, laterPlaces] as const;

function Place({ place, onDrawn }: { place: DeskRoute; onDrawn: (place: DeskRoute) => void }) {
	const inbox = useLater(laterInbox, place === "inbox");
	const places = useLater(laterPlaces, place !== "inbox" && place !== "home");
	const Screen = place === "home" ? HomePlace : place === "inbox" ? inbox : places?.[place];
	const isDrawn = Boolean(Screen);
	useEffect(() => {
		if (isDrawn) onDrawn(place);
	}, [isDrawn, place, onDrawn]);
	return Screen ? <Screen /> : <div aria-busy="true" className="h-full" />;
}

/** Goes on with each push, without what it stands around being drawn again. */
function MainClock({ children }: { children: ReactNode }) {
	return <ClockProvider mainNow={useDesk().view.now}>{children}</ClockProvider>;
}

function focusHeading(content: HTMLElement | null): void {
	const main = content?.querySelector<HTMLElement>("main") ?? null;
	const headings = [...(main?.querySelectorAll<HTMLElement>("h1") ?? [])];
	const heading = headings.find((each) => each.checkVisibility()) ?? main;
	if (heading?.hasAttribute("tabindex") === false) heading.tabIndex = -1;
	heading?.focus();
}

/**
 * Opens a place by a number key, or the inbox when the setup ends, and focuses its heading once drawn: the place left
 * behind takes its focus along.
 */
function useGoToHeading(content: RefObject<HTMLElement | null>) {
	const { view, place, go } = useDesk();
	const next = useRef<DeskRoute | null>(null);
	const onDrawn = useCallback(
		(drawn: DeskRoute) => {
			if (next.current !== drawn) return;
			next.current = null;
			focusHeading(content.current);
		},
		[content],
	);
	const goByKey = (to: DeskRoute) => {
		next.current = to === place ? null : to;
		go(to);
	};
	const isSetUp = view.setup === null;
	const wasSetUp = useRef(isSetUp);
	useEffect(() => {
		const hasEnded = isSetUp && !wasSetUp.current;
		wasSetUp.current = isSetUp;
		// A user who went somewhere meanwhile stays there, and has the focus.
		if (!hasEnded || document.activeElement !== document.body) return;
		if (place === "inbox") focusHeading(content.current);
		else {
			next.current = "inbox";
			go("inbox");
		}
	}, [isSetUp, place, go, content]);
	return { goByKey, onDrawn };
}

/** The desk window: rail on the left, the chosen place beside it. */
export function Desk() {
	const { view, place, openSession } = useDesk();
	const [help, setHelp] = useState(false);
	const content = useRef<HTMLDivElement>(null);
	useKeptFocus(content);
	useRegions();
	useTheme(view.settings.theme);
	const { goByKey, onDrawn } = useGoToHeading(content);
	useKeys({
		...Object.fromEntries(
			DESK_ROUTES.map((to, index) => [
				String(index + 1),
				() => (isShown(to, view.settings) ? goByKey(to) : false),
			]),
		),
		n: () => openSession(null),
		"?": () => setHelp(true),
	});
	return (
		<MainClock>
			<div className="grid h-full grid-cols-[3.5rem_minmax(0,1fr)] wide:grid-cols-[13rem_minmax(0,1fr)]">
				<Rail onHelp={() => setHelp(true)} />
				<div ref={content} className="flex min-h-0 min-w-0 flex-col">
					<Alerts />
					<SetupNote />
					<UpdateNote />
					<main tabIndex={-1} className="min-h-0 flex-1">
						<Place key={place} place={place} onDrawn={onDrawn} />
					</main>
				</div>
			</div>
			<Arrivals />
			{help && <Shortcuts onClose={() => setHelp(false)} />}
		</MainClock>
	);
}
