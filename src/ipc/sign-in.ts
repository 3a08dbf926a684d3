import { z } from "zod";
import type { Text } from "../core/message.ts";
import { RESOURCES, type Resource } from "../service-api/resource.ts";
import { type Claim, id, nothing, rpcUrl, trusted } from "./primitives.ts";

export type { Resource } from "../service-api/resource.ts";

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
	/** What it allows, for a user. */
	readonly text: Text;
	readonly granted: boolean;
}

export interface GrantView {
	readonly resource: Resource;
	/** What this resource is for, for a user. */
	readonly text: Text;
	/** `pasted`: the pasted token is used for it. `ended`: it was refused or revoked, and has to be given anew. */
	readonly state: "none" | "granted" | "pasted" | "ended";
	/** Those that are asked for, in words; what was granted beyond them is refused. */
	readonly scopes: readonly ScopeView[];
	/** When the access token ends, Unix ms; it is renewed before. */
	readonly expiresAt: number | null;
	/** The others that the same sign-in is for: they end with it. */
	readonly joined: readonly Resource[];
	/** Why it is as it is and what to do, for a user; null where there is nothing to say. */
	readonly fault: Text | null;
}

export type SignInProgress =
	| { readonly kind: "idle" }
	/** Discovering, registering, exchanging a code. */
	| { readonly kind: "working"; readonly resource: Resource; readonly text: Text }
	| {
			readonly kind: "browser";
			readonly resource: Resource;
			/** What the user is asked about: `resource`, or all of these at once. */
			readonly resources: readonly Resource[];
			readonly endsAt: number;
	  }
	| {
			readonly kind: "device";
			readonly resource: Resource;
			readonly resources: readonly Resource[];
			readonly userCode: Claim;
			/** Shown, copied, put into the QR code; opened only by the system's browser. */
			readonly link: Claim;
			/** The link with the code in it, where the service gives one. */
			readonly fullLink: Claim | null;
			readonly endsAt: number;
	  }
	| { readonly kind: "failed"; readonly resource: Resource; readonly text: Text }
	/** What was asked for is granted. */
	| { readonly kind: "done"; readonly text: Text };

export interface IdentityView {
	readonly environments: readonly EnvironmentView[];
	/** Who is signed in, by a short name of our own for the token's subject; null: nobody. */
	readonly who: string | null;
	/** What the service calls them in its token: an address or a name; null where it says nothing. */
	readonly name: Claim | null;
	readonly grants: readonly GrantView[];
	readonly progress: SignInProgress;
	/** How tokens are kept on this computer, a whole sentence. */
	readonly keeping: Text;
	/** Tokens are kept under the vault's key, and it is locked: they can be read once it is open. */
	readonly locked: boolean;
}

/** What the desk shows of it. */
export interface IdentityBrief {
	readonly environment: EnvironmentView | null;
	readonly who: string | null;
	readonly name: Claim | null;
	readonly grants: readonly Pick<GrantView, "resource" | "state" | "fault">[];
	readonly locked: boolean;
}

const resource = z.enum(RESOURCES);

const clientId = z.string().trim().min(1).max(400).nullable();

/** Signing in and out, and environments: for the trusted window alone. */
export const identityProcedures = {
	/** From one of these screens to the other: signing in, or pasting a token for development. */
	openSignIn: trusted.command(nothing),
	/** Signs in for these resources, one after the other. `browser`: code grant; `device`: device grant. */
	signIn: trusted.command(
		z.strictObject({ by: z.enum(["browser", "device"]), resources: z.array(resource).min(1).max(3) }),
	),
	cancelSignIn: trusted.command(nothing),
	/** Opens the device grant's link in the system's browser. */
	openSignInLink: trusted.command(nothing),
	/** Revokes at the service and forgets here; null: everything of this environment. */
	signOut: trusted.command(z.strictObject({ resource: resource.nullable() })),
	useEnvironment: trusted.command(z.strictObject({ id })),
	/** `id` null adds one. */
	saveEnvironment: trusted.command(
		z.strictObject({
			id: id.nullable(),
			name: z.string().trim().min(1).max(40),
			baseUrl: rpcUrl,
			authOrigin: rpcUrl.nullable(),
			clientIds: z.strictObject({ agent: clientId, pipeline: clientId, account: clientId }),
		}),
	),
	/** Forgets its tokens as well; its conversations and journal stay, and are shown to nobody. */
	removeEnvironment: trusted.command(z.strictObject({ id })),
};
