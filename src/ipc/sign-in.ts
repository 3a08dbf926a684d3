import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { RESOURCES, type Resource } from "../service-api/resource.ts";
import { type Claim, id, nothing, rpcUrl, trusted } from "./primitives.ts";

export type { Resource } from "../service-api/resource.ts";

/** These views never contain tokens or code verifiers. */

export type EnvironmentKind = "production" | "staging" | "local" | "custom";

export interface EnvironmentView {
	/** Origin of the base address. Sessions, tokens and accounts are stored separately for each origin. */
	readonly id: string;
	readonly name: string;
	readonly kind: EnvironmentKind;
	readonly baseUrl: string;
	/** `null` if sign-in uses the base address too. */
	readonly authOrigin: string | null;
	/** Manually registered client IDs. Without a client ID, only the device grant is available. */
	readonly clientIds: Readonly<Record<Resource, string | null>>;
	readonly active: boolean;
	readonly signedIn: boolean;
	readonly builtIn: boolean;
}

export interface ScopeView {
	readonly scope: string;
	readonly text: Text;
	readonly granted: boolean;
}

export interface GrantView {
	readonly resource: Resource;
	readonly text: Text;
	/** `pasted`: the user pasted the token. `ended`: the service rejected or revoked the grant. */
	readonly state: "none" | "granted" | "pasted" | "ended";
	readonly scopes: readonly ScopeView[];
	readonly expiresAt: number | null;
	readonly joined: readonly Resource[];
	readonly fault: Text | null;
}

export type SignInProgress =
	| { readonly kind: "idle" }
	| { readonly kind: "working"; readonly resource: Resource; readonly text: Text }
	| {
			readonly kind: "browser";
			readonly resource: Resource;
			readonly resources: readonly Resource[];
			readonly endsAt: number;
	  }
	| {
			readonly kind: "device";
			readonly resource: Resource;
			readonly resources: readonly Resource[];
			readonly userCode: Claim;
			/** Always opened in the system's browser, never in one of the app's windows. */
			readonly link: Claim;
			readonly fullLink: Claim | null;
			readonly endsAt: number;
	  }
	| { readonly kind: "failed"; readonly resource: Resource; readonly text: Text }
	| { readonly kind: "done"; readonly text: Text };

export interface IdentityView {
	readonly environments: readonly EnvironmentView[];
	readonly who: string | null;
	readonly name: Claim | null;
	readonly grants: readonly GrantView[];
	readonly progress: SignInProgress;
	readonly keeping: Text;
	/** Whether the vault is locked. The tokens are encrypted with its key. */
	readonly locked: boolean;
}

export interface IdentityBrief {
	readonly environment: EnvironmentView | null;
	readonly who: string | null;
	readonly name: Claim | null;
	readonly grants: readonly Pick<GrantView, "resource" | "state" | "fault">[];
	readonly locked: boolean;
}

const resource = z.enum(RESOURCES);

const clientId = z.string().trim().min(1).max(400).nullable();

export const identityProcedures = {
	openSignIn: trusted.command(nothing),
	/** Signs in to each resource in turn, with a code grant (`browser`) or a device grant (`device`). */
	signIn: trusted.command(
		z.strictObject({ by: z.enum(["browser", "device"]), resources: z.array(resource).min(1).max(3) }),
	),
	cancelSignIn: trusted.command(nothing),
	openSignInLink: trusted.command(nothing),
	/**
	 * Revokes the grant at the service and deletes it here. `null` revokes all grants in this environment.
	 */
	signOut: trusted.command(z.strictObject({ resource: resource.nullable() })),
	useEnvironment: trusted.command(z.strictObject({ id })),
	/** A `null` ID adds a new environment. */
	saveEnvironment: trusted.command(
		z.strictObject({
			id: id.nullable(),
			name: z.string().trim().min(1).max(40),
			baseUrl: rpcUrl,
			authOrigin: rpcUrl.nullable(),
			clientIds: z.strictObject({ agent: clientId, pipeline: clientId, account: clientId }),
		}),
	),
	/** Deletes the environment's tokens. Its sessions and journal are kept on disk. */
	removeEnvironment: trusted.command(z.strictObject({ id })),
};
