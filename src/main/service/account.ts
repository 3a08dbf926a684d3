import type { Http } from "./http.ts";

/** The account with the service: credit position, apps, presence of their secrets (learnt.md part 12). */
export interface AccountService {
	/** GET. `beforeId` null reads the newest entries. Throws a ServiceError. */
	readCredits(beforeId: number | null, signal?: AbortSignal): Promise<unknown>;
	/** POST; safe to repeat with the same key and amount only. @param micro whole micro-USD */
	topUpCredits(micro: bigint, key: string, signal?: AbortSignal): Promise<unknown>;
	listApps(signal?: AbortSignal): Promise<unknown>;
	readAppSecrets(applicationId: number, signal?: AbortSignal): Promise<unknown>;
	removeApp(applicationId: number, signal?: AbortSignal): Promise<unknown>;
}

export function createAccount(http: Http): AccountService {
	const optional = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });
	return {
		readCredits: (beforeId, signal) =>
			http.json({
				method: "GET",
				path: "/v1/account/credits",
				...(beforeId === null ? {} : { query: { before_id: String(beforeId) } }),
				...optional(signal),
			}),
		topUpCredits: (micro, key, signal) =>
			http.json({
				method: "POST",
				path: "/v1/account/credits/top-up",
				body: { amount_microusd: Number(micro) },
				idempotencyKey: key,
				...optional(signal),
			}),
		listApps: (signal) => http.json({ method: "GET", path: "/v1/account/apps", ...optional(signal) }),
		readAppSecrets: (applicationId, signal) =>
			http.json({ method: "GET", path: `/v1/account/apps/${applicationId}/secrets`, ...optional(signal) }),
		removeApp: (applicationId, signal) =>
			http.json({ method: "DELETE", path: `/v1/account/apps/${applicationId}`, ...optional(signal) }),
	};
}
