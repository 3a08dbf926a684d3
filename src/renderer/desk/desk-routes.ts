import type { DeskRoute } from "../state/desk.tsx";
import { ActivityPage } from "./activity/activity-page.tsx";
import { ApprovalsPage } from "./approvals/approvals-page.tsx";
import { CatalogPage } from "./catalog/catalog-page.tsx";
import { SessionsPage } from "./sessions/sessions-page.tsx";
import { SettingsPage } from "./settings/settings-page.tsx";

/** Screens that no window opens with. Only the desk is served the bundler's file of this name. */
export const PAGES: Readonly<Record<Exclude<DeskRoute, "home" | "inbox">, () => React.JSX.Element>> = {
	sessions: SessionsPage,
	approvals: ApprovalsPage,
	activity: ActivityPage,
	catalog: CatalogPage,
	settings: SettingsPage,
};
