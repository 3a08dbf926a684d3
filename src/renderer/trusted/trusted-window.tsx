import { useEffect, useRef } from "react";
import type { TrustedScreen } from "../../ipc/windows.ts";
import { textOrNull } from "../../text/index.ts";
import { ClockProvider } from "../state/clock.tsx";
import { useRegions } from "../state/keys.ts";
import { LazyPart, useLazyPart } from "../state/lazy-part.ts";
import { usePreservedFocus } from "../state/preserved-focus.ts";
import { useTheme } from "../state/theme.ts";
import { useTrusted } from "../state/trusted.tsx";
import { EntryView } from "./entry-view.tsx";
import { SetupFrame } from "./first-run/frame.tsx";
import { type FirstScreen, isFirst } from "./first-screens.ts";
import { Unlock } from "./setup/unlock.tsx";
import { TriageScreen } from "./triage/triage-screen.tsx";
import type { LaterScreens } from "./trusted-screens.tsx";

export const laterScreens = new LazyPart(async () => (await import("./trusted-screens.tsx")).LaterScreens);

/** Identifies the request or the requests that the screen shows. `null` for all other screens. */
function subjectOf(screen: TrustedScreen): string | null {
	switch (screen.screen) {
		case "review":
			return screen.review.entryId;
		case "rejection":
			return screen.rejection.group;
		case "progress":
			return screen.progress.entryId;
		case "triage":
			return screen.card === null ? null : `${screen.card.screen} ${subjectOf(screen.card)}`;
		default:
			return null;
	}
}

/** Screens that focus a field themselves. */
const FOCUSES_ITSELF: ReadonlySet<TrustedScreen["screen"]> = new Set(["unlock", "phraseCheck", "send"]);

export function TrustedWindow() {
	const { view } = useTrusted();
	const { screen } = view;
	const content = useRef<HTMLDivElement>(null);
	useTheme(view.theme);
	usePreservedFocus(content);
	useRegions();
	// The focus starts at the heading or at a danger notice above it, but never on a decision button.
	const name = screen.screen;
	const subject = subjectOf(screen);
	const later = useLazyPart(laterScreens, !isFirst(screen));
	const isThere = isFirst(screen) || later !== null;
	useEffect(() => {
		if (!isThere || FOCUSES_ITSELF.has(name)) return;
		const first = content.current?.querySelector<HTMLElement>("[data-read-first]");
		(first ?? content.current?.querySelector<HTMLElement>("h1"))?.focus();
		// Reruns for every new review, rejection or progress screen.
	}, [name, subject, isThere]);
	return (
		<ClockProvider mainNow={view.now}>
			<div ref={content} className="@container h-full">
				<SetupFrame setup={view.setup}>
					<Screen screen={screen} later={later} />
				</SetupFrame>
			</div>
		</ClockProvider>
	);
}

function Screen({ screen, later: Later }: { screen: TrustedScreen; later: typeof LaterScreens | null }) {
	if (isFirst(screen)) return <First screen={screen} />;
	return Later === null ? <main aria-busy="true" className="h-full" /> : <Later screen={screen} />;
}

function First({ screen }: { screen: FirstScreen }) {
	switch (screen.screen) {
		case "unlock":
			return <Unlock then={textOrNull(screen.next)} />;
		case "triage":
			return <TriageScreen triage={screen.triage} card={screen.card} />;
		default:
			return <EntryView screen={screen} />;
	}
}
