import type { identityProcedures } from "../bridge/identity-procedures.ts";

/** Written out, so that no schema ends up in a preload's bundle. */
export const IDENTITY_NAMES = [
	"signIn",
	"cancelSignIn",
	"openSignInLink",
	"signOut",
	"useEnvironment",
	"saveEnvironment",
	"removeEnvironment",
] as const satisfies readonly (keyof typeof identityProcedures)[];
