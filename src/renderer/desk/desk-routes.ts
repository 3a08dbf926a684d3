import type { DeskRoute } from "../state/desk.tsx";
import { ActivityPage } from "./activity/activity-page.tsx";
import { AgentsPage } from "./agents/agents-page.tsx";
import { CatalogPage } from "./catalog/catalog-page.tsx";
import { PowersPage } from "./powers/powers-page.tsx";
import { SessionsPage } from "./sessions/sessions-page.tsx";
import { SettingsPage } from "./settings/settings-page.tsx";

/** Pages that a window never starts with. */
export const PAGES: Readonly<Record<Exclude<DeskRoute, "home" | "inbox">, () => React.JSX.Element>> = {
	agents: AgentsPage,
	sessions: SessionsPage,
	powers: PowersPage,
	activity: ActivityPage,
	catalog: CatalogPage,
	settings: SettingsPage,
};
