/** Constants shared by windows and main. Kept apart from the schemas, which windows only import as types. */

/** Setup steps in order. */
export const SETUP_STEPS = ["service", "keys", "networks", "notifications"] as const;

/**
 * Global shortcuts for the next review, in Electron's notation; the first is suggested. None types a
 * character.
 */
export const SHORTCUTS = ["Control+Alt+Shift+C", "Control+Alt+Shift+R", "Control+Shift+F9"] as const;

/** Detail of notifications: full, full while the screen is unlocked, or only a count. */
export const NOTIFICATION_DETAILS = ["always", "unlocked", "never"] as const;

/** Maximum number of fallback RPCs of a chain. */
export const MAX_OTHER_RPCS = 8;

/** Duration of holding Approve. */
export const HOLD_MS = 900;
