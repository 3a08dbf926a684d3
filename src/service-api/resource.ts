export const RESOURCES = ["agent", "pipeline", "account"] as const;
export type Resource = (typeof RESOURCES)[number];

/**
 * A session's commits belong to the agent, regardless of their path (docs/service-api/sign-in.md#resources).
 */
export function resourceOf(path: string): Resource {
	if (/^\/v1\/pipeline(?:[/?]|$)/.test(path)) return "pipeline";
	if (/^\/v1\/account(?:[/?]|$)/.test(path)) return "account";
	return "agent";
}
