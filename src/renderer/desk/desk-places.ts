import type { DeskRoute } from "../state/desk.tsx";
import { ActivityPlace } from "./activity/activity-place.tsx";
import { ApprovalsPlace } from "./approvals/approvals-place.tsx";
import { CatalogPlace } from "./catalog/catalog-place.tsx";
import { SessionsPlace } from "./sessions/sessions-place.tsx";
import { SettingsPlace } from "./settings/settings-place.tsx";

/** Screens that no window opens with. Only the desk is served the bundler's file of this name. */
export const PLACES: Readonly<Record<Exclude<DeskRoute, "home" | "inbox">, () => React.JSX.Element>> = {
	sessions: SessionsPlace,
	approvals: ApprovalsPlace,
	activity: ActivityPlace,
	catalog: CatalogPlace,
	settings: SettingsPlace,
};
