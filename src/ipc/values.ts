export const SETUP_STEPS = ["service", "keys", "networks", "notifications"] as const;

/** In Electron's notation. The first is the suggestion, and none of them types a character. */
export const SHORTCUTS = ["Control+Alt+Shift+C", "Control+Alt+Shift+R", "Control+Shift+F9"] as const;

/** `unlocked`: full text while the screen is unlocked, otherwise only a count. */
export const NOTIFICATION_DETAILS = ["always", "unlocked", "never"] as const;

export const MAX_OTHER_RPCS = 8;

export const HOLD_MS = 900;
