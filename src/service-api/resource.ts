/**
 * The three resources of the service; an access token is bound to exactly one of them
 * (docs/service-api/sign-in.md#resources).
 */
export const RESOURCES = ["agent", "pipeline", "account"] as const;
export type Resource = (typeof RESOURCES)[number];

/** The resource that a path of the service belongs to. Commits of a session are the agent's, wherever they lie. */
export function resourceOf(path: string): Resource {
	if (/^\/v1\/pipeline(?:[/?]|$)/.test(path)) return "pipeline";
	if (/^\/v1\/account(?:[/?]|$)/.test(path)) return "account";
	return "agent";
}
