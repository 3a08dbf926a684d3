import { type ReactNode, useRef, useState } from "react";
import { ClockProvider } from "../state/clock.tsx";
import { DESK_ROUTES, type DeskRoute, isShown, useDesk } from "../state/desk.tsx";
import { useKeptFocus } from "../state/kept-focus.ts";
import { useKeys, useRegions } from "../state/keys.ts";
import { useTheme } from "../state/theme.ts";
import { ActivityPlace } from "./activity/activity-place.tsx";
import { ApprovalsPlace } from "./approvals/approvals-place.tsx";
import { CatalogPlace } from "./catalog/catalog-place.tsx";
import { HomePlace } from "./home/home-place.tsx";
import { InboxPlace } from "./inbox/inbox-place.tsx";
import { SessionsPlace } from "./sessions/sessions-place.tsx";
import { SettingsPlace } from "./settings/settings-place.tsx";
import { Alerts } from "./shell/alerts.tsx";
import { Arrivals } from "./shell/arrivals.tsx";
import { Rail } from "./shell/rail.tsx";
import { SetupNote } from "./shell/setup-note.tsx";
import { Shortcuts } from "./shell/shortcuts.tsx";
import { UpdateNote } from "./shell/update-note.tsx";

const SCREENS: Readonly<Record<DeskRoute, () => React.JSX.Element>> = {
	home: HomePlace,
	inbox: InboxPlace,
	sessions: SessionsPlace,
	approvals: ApprovalsPlace,
	activity: ActivityPlace,
	catalog: CatalogPlace,
	settings: SettingsPlace,
};

/** Goes on with each push, without what it stands around being drawn again. */
function MainClock({ children }: { children: ReactNode }) {
	return <ClockProvider mainNow={useDesk().view.now}>{children}</ClockProvider>;
}

/** The desk window: rail on the left, the chosen place beside it. */
export function Desk() {
	const { view, place, go, openSession } = useDesk();
	const [help, setHelp] = useState(false);
	const content = useRef<HTMLDivElement>(null);
	useKeptFocus(content);
	useRegions();
	useTheme(view.settings.theme);
	useKeys({
		...Object.fromEntries(
			DESK_ROUTES.map((to, index) => [
				String(index + 1),
				() => (isShown(to, view.settings) ? go(to) : false),
			]),
		),
		n: () => openSession(null),
		"?": () => setHelp(true),
	});
	const Screen = SCREENS[place];
	return (
		<MainClock>
			<div className="grid h-full grid-cols-[3.5rem_minmax(0,1fr)] wide:grid-cols-[13rem_minmax(0,1fr)]">
				<Rail onHelp={() => setHelp(true)} />
				<div ref={content} className="flex min-h-0 min-w-0 flex-col">
					<Alerts />
					<SetupNote />
					<UpdateNote />
					<main tabIndex={-1} className="min-h-0 flex-1">
						<Screen key={place} />
					</main>
				</div>
			</div>
			<Arrivals />
			{help && <Shortcuts onClose={() => setHelp(false)} />}
		</MainClock>
	);
}
