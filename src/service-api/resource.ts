export const RESOURCES = ["agent", "pipeline", "account"] as const;
export type Resource = (typeof RESOURCES)[number];

/** Commits of a session belong to the agent, whatever their path (docs/service-api/sign-in.md#resources). */
export function resourceOf(path: string): Resource {
	if (/^\/v1\/pipeline(?:[/?]|$)/.test(path)) return "pipeline";
	if (/^\/v1\/account(?:[/?]|$)/.test(path)) return "account";
	return "agent";
}
