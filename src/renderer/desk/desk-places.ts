import type { DeskRoute } from "../state/desk.tsx";
import { ActivityPlace } from "./activity/activity-place.tsx";
import { ApprovalsPlace } from "./approvals/approvals-place.tsx";
import { CatalogPlace } from "./catalog/catalog-place.tsx";
import { SessionsPlace } from "./sessions/sessions-place.tsx";
import { SettingsPlace } from "./settings/settings-place.tsx";

/** The places where no window opens; what the bundler names after this file only the desk is served. */
export const PLACES: Readonly<Record<Exclude<DeskRoute, "home" | "inbox">, () => React.JSX.Element>> = {
	sessions: SessionsPlace,
	approvals: ApprovalsPlace,
	activity: ActivityPlace,
	catalog: CatalogPlace,
	settings: SettingsPlace,
};
