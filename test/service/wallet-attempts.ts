import type { Route } from "./http.ts";
import type { RouteParts } from "./routes.ts";

/** Wallet attempts of a commit (learnt.md 7.1, 7.5). */
export function walletAttemptRoutes(_parts: RouteParts): Route[] {
	return [];
}
