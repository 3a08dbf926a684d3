/**
 * Resources of the service; an access token is bound to exactly one (docs/service-api/sign-in.md#resources).
 */
export const RESOURCES = ["agent", "pipeline", "account"] as const;
export type Resource = (typeof RESOURCES)[number];

/** Returns the resource of a service path. Commits of a session belong to the agent, whatever their path. */
export function resourceOf(path: string): Resource {
	if (/^\/v1\/pipeline(?:[/?]|$)/.test(path)) return "pipeline";
	if (/^\/v1\/account(?:[/?]|$)/.test(path)) return "account";
	return "agent";
}
