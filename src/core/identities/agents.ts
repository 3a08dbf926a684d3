/**
 * Agents on this computer. Their proposals belong to an environment and sessions that don't exist on any
 * service.
 */

/** Programs with a ready-made configuration to paste. `other` shows the secret with both addresses. */
export const AGENT_CLIENTS = [
	"claude_code",
	"claude_desktop",
	"codex",
	"cursor",
	"vscode",
	"foundry",
	"viem",
	"hardhat",
	"other",
] as const;
export type AgentClient = (typeof AGENT_CLIENTS)[number];

/** Agent requests that trigger a notification: all, only requests with a caution or danger, or none. */
export const AGENT_NOTIFY_LEVELS = ["all", "findings", "none"] as const;
export type AgentNotifyLevel = (typeof AGENT_NOTIFY_LEVELS)[number];

export const LOCAL_ENVIRONMENT = "local";
export const LOCAL_IDENTITY = "this-computer";

/** Returns the session ID for an agent's proposals. */
export const agentSession = (agentId: string): string => `local-agent:${agentId}`;

export const AGENT_SESSION = /^local-agent:(.+)$/s;

/** Returns the agent whose proposals have this session ID. Returns `null` for a service's session. */
export const agentOfSession = (sessionId: string): string | null =>
	AGENT_SESSION.exec(sessionId)?.[1] ?? null;
