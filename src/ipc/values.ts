import type { AgentClient } from "../core/identities/agents.ts";
export const SETUP_STEPS = ["service", "keys", "networks", "notifications"] as const;

/** Shortcuts in Electron's notation. The first one is the default. None of them types a character. */
export const SHORTCUTS = ["Control+Alt+Shift+C", "Control+Alt+Shift+R", "Control+Shift+F9"] as const;

/** `unlocked`: the full text while the screen is unlocked, otherwise only a count. */
export const NOTIFICATION_DETAILS = ["always", "unlocked", "never"] as const;

export const MAX_OTHER_RPCS = 8;

export const HOLD_MS = 900;

/** Minimum time that content must be visible before the user can approve, confirm or commit it. */
export const READING_TIME_MS = 1000;

/** Doors that each client can be configured for. `other` can use either. */
export const CLIENT_DOORS: Readonly<Record<AgentClient, readonly ("socket" | "http")[]>> = {
	claude_code: ["socket"],
	claude_desktop: ["socket"],
	codex: ["socket"],
	cursor: ["socket"],
	vscode: ["socket"],
	foundry: ["http"],
	viem: ["http"],
	hardhat: ["http"],
	other: ["socket", "http"],
};
