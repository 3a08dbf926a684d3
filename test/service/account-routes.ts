import type { Route } from "./http.ts";
import type { RouteParts } from "./routes.ts";

/** Prepaid credit, apps, presence of their secrets. */
export function accountRoutes(_parts: RouteParts): Route[] {
	return [];
}
