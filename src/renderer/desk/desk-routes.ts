import type { DeskRoute } from "../state/desk.tsx";
import { ActivityPlace } from "./activity/activity-page.tsx";
import { ApprovalsPlace } from "./approvals/approvals-page.tsx";
import { CatalogPlace } from "./catalog/catalog-page.tsx";
import { SessionsPlace } from "./sessions/sessions-page.tsx";
import { SettingsPlace } from "./settings/settings-page.tsx";

/** Screens that no window opens with. Only the desk is served the bundler's file of this name. */
export const PLACES: Readonly<Record<Exclude<DeskRoute, "home" | "inbox">, () => React.JSX.Element>> = {
	sessions: SessionsPlace,
	approvals: ApprovalsPlace,
	activity: ActivityPlace,
	catalog: CatalogPlace,
	settings: SettingsPlace,
};
