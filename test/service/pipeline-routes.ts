import type { Route } from "./http.ts";
import type { RouteParts } from "./routes.ts";

/** The pipeline: tree, operations, and the life of a Build. */
export function pipelineRoutes(_parts: RouteParts): Route[] {
	return [];
}
