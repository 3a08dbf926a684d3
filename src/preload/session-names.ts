import type { sessionProcedures } from "../bridge/session-procedures.ts";

/** Written out, so that no schema ends up in a preload's bundle. */
export const SESSION_NAMES = [
	"renameSession",
	"archiveSession",
	"openLink",
	"connectAccounts",
] as const satisfies readonly (keyof typeof sessionProcedures)[];
