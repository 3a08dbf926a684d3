/**
 * What windows and main both count by. It stands beside the schemas, which windows take as types alone: these values are
 * all that a window carries of the commands.
 */

/** The steps of the setup, in their order. */
export const SETUP_STEPS = ["service", "keys", "networks", "notifications"] as const;

/** Keys that bring the next review up from anywhere, in Electron's words; the first one is suggested. None types a character. */
export const SHORTCUTS = ["Control+Alt+Shift+C", "Control+Alt+Shift+R", "Control+Shift+F9"] as const;

/** How much a notification tells: all of it, all of it while the screen is not locked, or never more than a count. */
export const NOTIFICATION_DETAILS = ["always", "unlocked", "never"] as const;

/** So many RPCs of a chain stand behind its first one. */
export const MAX_OTHER_RPCS = 8;

/** How long a user holds Approve, in ms. */
export const HOLD_MS = 900;
