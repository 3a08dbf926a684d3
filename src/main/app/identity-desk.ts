import type { identityProcedures } from "../../bridge/identity-procedures.ts";
import type { IdentityBrief, IdentityView } from "../../bridge/identity-views.ts";
import type { HandlersOf } from "./handlers.ts";
import { refused } from "./outcome.ts";
import type { App } from "./parts.ts";

const LATER = "Sign-in is not built yet. Nothing was done.";

export function identityView(_app: App): IdentityView {
	return {
		environments: [],
		who: null,
		grants: [],
		progress: { kind: "idle" },
		keeping: "No token is held.",
		locked: false,
	};
}

export function identityBrief(_app: App): IdentityBrief {
	return { environment: null, who: null, grants: [], locked: false };
}

/** The trusted window's wishes about signing in and out, and environments. */
export function identityHandlers(_app: App): HandlersOf<typeof identityProcedures> {
	return {
		signIn: async () => refused(LATER),
		cancelSignIn: async () => refused(LATER),
		openSignInLink: async () => refused(LATER),
		signOut: async () => refused(LATER),
		useEnvironment: async () => refused(LATER),
		saveEnvironment: async () => refused(LATER),
		removeEnvironment: async () => refused(LATER),
	};
}
