import type { Resource } from "../contract/resource.ts";
import type { Claim } from "./views.ts";

export type { Resource } from "../contract/resource.ts";

/** Which service the app speaks to, and as whom. No token and no code verifier is ever in a view. */

export type EnvironmentKind = "production" | "staging" | "local" | "custom";

export interface EnvironmentView {
	/** The origin of its base address: what sessions, tokens and accounts are kept under. */
	readonly id: string;
	readonly name: string;
	readonly kind: EnvironmentKind;
	readonly baseUrl: string;
	/** Where people sign in; null: at the base address's own origin. */
	readonly authOrigin: string | null;
	/** Registered by hand for sign-in by browser, by resource; null: only the device grant is offered. */
	readonly clientIds: Readonly<Record<Resource, string | null>>;
	readonly active: boolean;
	readonly signedIn: boolean;
	/** Production and staging can't be removed. */
	readonly builtIn: boolean;
}

export interface ScopeView {
	readonly scope: string;
	/** What it allows, for a person. */
	readonly words: string;
	readonly granted: boolean;
}

export interface GrantView {
	readonly resource: Resource;
	/** What this resource is for, for a person. */
	readonly words: string;
	/** `pasted`: the pasted token is used for it. `ended`: it was refused or revoked, and has to be given anew. */
	readonly state: "none" | "granted" | "pasted" | "ended";
	/** Those that are asked for, in words; what was granted beyond them is refused. */
	readonly scopes: readonly ScopeView[];
	/** When the access token ends, Unix ms; it is renewed before. */
	readonly expiresAt: number | null;
	/** Why it is as it is and what to do, for a person; null where there is nothing to say. */
	readonly fault: string | null;
}

export type SignInProgress =
	| { readonly kind: "idle" }
	/** Discovering, registering, exchanging a code. */
	| { readonly kind: "working"; readonly resource: Resource; readonly words: string }
	| { readonly kind: "browser"; readonly resource: Resource; readonly endsAt: number }
	| {
			readonly kind: "device";
			readonly resource: Resource;
			readonly userCode: Claim;
			/** Shown, copied, put into the QR code; opened only by the system's browser. */
			readonly link: Claim;
			/** The link with the code in it, where the service gives one. */
			readonly fullLink: Claim | null;
			readonly endsAt: number;
	  }
	| { readonly kind: "failed"; readonly resource: Resource; readonly words: string }
	/** What was asked for is granted. */
	| { readonly kind: "done"; readonly words: string };

export interface IdentityView {
	readonly environments: readonly EnvironmentView[];
	/** Who is signed in, by a short name of our own for the token's subject; null: nobody. */
	readonly who: string | null;
	readonly grants: readonly GrantView[];
	readonly progress: SignInProgress;
	/** How tokens are kept on this computer, a whole sentence. */
	readonly keeping: string;
	/** Tokens are kept under the vault's key, and it is locked: they can be read once it is open. */
	readonly locked: boolean;
}

/** What the desk shows of it. */
export interface IdentityBrief {
	readonly environment: EnvironmentView | null;
	readonly who: string | null;
	readonly grants: readonly Pick<GrantView, "resource" | "state" | "fault">[];
	readonly locked: boolean;
}
