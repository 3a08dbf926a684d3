import { z } from "zod";
import type { Text } from "../core/message.ts";
import { RESOURCES, type Resource } from "../service-api/resource.ts";
import { type Claim, id, nothing, rpcUrl, trusted } from "./primitives.ts";

export type { Resource } from "../service-api/resource.ts";

/** Service environment and identity. Views never contain tokens or code verifiers. */

export type EnvironmentKind = "production" | "staging" | "local" | "custom";

export interface EnvironmentView {
	/** Origin of its base address, which separates sessions, tokens and accounts. */
	readonly id: string;
	readonly name: string;
	readonly kind: EnvironmentKind;
	readonly baseUrl: string;
	/** Sign-in origin; `null` for the base address's own. */
	readonly authOrigin: string | null;
	/**
	 * Manually registered client ids for browser sign-in, by resource; `null` only offers the device grant.
	 */
	readonly clientIds: Readonly<Record<Resource, string | null>>;
	readonly active: boolean;
	readonly signedIn: boolean;
	/** Production and staging can't be removed. */
	readonly builtIn: boolean;
}

export interface ScopeView {
	readonly scope: string;
	/** Description of what it allows. */
	readonly text: Text;
	readonly granted: boolean;
}

export interface GrantView {
	readonly resource: Resource;
	/** Description of the resource's purpose. */
	readonly text: Text;
	/** `pasted`: uses the pasted token. `ended`: rejected or revoked, must be granted again. */
	readonly state: "none" | "granted" | "pasted" | "ended";
	/** Requested scopes in words; grants beyond them are refused. */
	readonly scopes: readonly ScopeView[];
	/** Expiry of the access token, Unix ms; it is renewed before. */
	readonly expiresAt: number | null;
	/** Other resources of the same sign-in, which end with it. */
	readonly joined: readonly Resource[];
	/** State and next step; `null` if normal. */
	readonly fault: Text | null;
}

export type SignInProgress =
	| { readonly kind: "idle" }
	/** Discovery, registration, or code exchange. */
	| { readonly kind: "working"; readonly resource: Resource; readonly text: Text }
	| {
			readonly kind: "browser";
			readonly resource: Resource;
			/** Resources of this consent: `resource`, or all of these at once. */
			readonly resources: readonly Resource[];
			readonly endsAt: number;
	  }
	| {
			readonly kind: "device";
			readonly resource: Resource;
			readonly resources: readonly Resource[];
			readonly userCode: Claim;
			/** Displayed, copied, encoded as QR code; opened only in the system's browser. */
			readonly link: Claim;
			/** Link that includes the code, if the service provides one. */
			readonly fullLink: Claim | null;
			readonly endsAt: number;
	  }
	| { readonly kind: "failed"; readonly resource: Resource; readonly text: Text }
	/** The requested access is granted. */
	| { readonly kind: "done"; readonly text: Text };

export interface IdentityView {
	readonly environments: readonly EnvironmentView[];
	/** Short local name for the token's subject; `null` if signed out. */
	readonly who: string | null;
	/** The service's name for the user in its token, an address or a name; `null` if not stated. */
	readonly name: Claim | null;
	readonly grants: readonly GrantView[];
	readonly progress: SignInProgress;
	/** How tokens are stored on this computer, as a whole sentence. */
	readonly keeping: Text;
	/** Tokens are encrypted with the locked vault's key. */
	readonly locked: boolean;
}

/** Identity as the desk shows it. */
export interface IdentityBrief {
	readonly environment: EnvironmentView | null;
	readonly who: string | null;
	readonly name: Claim | null;
	readonly grants: readonly Pick<GrantView, "resource" | "state" | "fault">[];
	readonly locked: boolean;
}

const resource = z.enum(RESOURCES);

const clientId = z.string().trim().min(1).max(400).nullable();

/** Sign-in, sign-out and environments, trusted window only. */
export const identityProcedures = {
	/** Switches between signing in and pasting a development token. */
	openSignIn: trusted.command(nothing),
	/** Signs in for these resources in turn. `browser`: code grant. `device`: device grant. */
	signIn: trusted.command(
		z.strictObject({ by: z.enum(["browser", "device"]), resources: z.array(resource).min(1).max(3) }),
	),
	cancelSignIn: trusted.command(nothing),
	/** Opens the device grant's link in the system's browser. */
	openSignInLink: trusted.command(nothing),
	/** Revokes at the service and deletes here; `null` for everything in this environment. */
	signOut: trusted.command(z.strictObject({ resource: resource.nullable() })),
	useEnvironment: trusted.command(z.strictObject({ id })),
	/** `id` `null` adds one. */
	saveEnvironment: trusted.command(
		z.strictObject({
			id: id.nullable(),
			name: z.string().trim().min(1).max(40),
			baseUrl: rpcUrl,
			authOrigin: rpcUrl.nullable(),
			clientIds: z.strictObject({ agent: clientId, pipeline: clientId, account: clientId }),
		}),
	),
	/** Also deletes its tokens. Its sessions and journal stay, hidden. */
	removeEnvironment: trusted.command(z.strictObject({ id })),
};
