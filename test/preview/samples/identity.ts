import type {
	EnvironmentView,
	GrantView,
	IdentityBrief,
	IdentityView,
	ScopeView,
	SignInProgress,
} from "../../../src/ipc/sign-in.ts";
import type { TrustedScreen } from "../../../src/ipc/windows.ts";
import type { Resource } from "../../../src/service-api/resource.ts";
import { MINUTE, NOW } from "./common.ts";

/** Environments, and who is signed in. */

export function environment(change: Partial<EnvironmentView> = {}): EnvironmentView {
	return {
		id: "https://agents.example.com",
		name: "Production",
		kind: "production",
		baseUrl: "https://agents.example.com",
		authOrigin: null,
		clientIds: { agent: null, pipeline: null, account: null },
		active: true,
		signedIn: true,
		builtIn: true,
		...change,
	};
}

export function identityBrief(change: Partial<IdentityBrief> = {}): IdentityBrief {
	return {
		environment: environment(),
		who: "3F2A-91BC",
		name: null,
		grants: [
			{ resource: "agent", state: "granted", fault: null },
			{ resource: "pipeline", state: "granted", fault: null },
			{ resource: "account", state: "granted", fault: null },
		],
		locked: false,
		...change,
	};
}

function identity(change: Partial<IdentityView> = {}): IdentityView {
	return {
		environments: [environment()],
		who: "3F2A-91BC",
		name: null,
		grants: [],
		progress: { kind: "idle" },
		keeping: "Stored in the system keychain.",
		locked: false,
		...change,
	};
}

const AGENT_SCOPES: readonly ScopeView[] = [
	{ scope: "agent:read", text: "Read your sessions", granted: true },
	{ scope: "agent:write", text: "Send messages to agents and stop them", granted: true },
	{
		scope: "agent:actions:resolve",
		text: "Answer requests: send your signatures or rejections",
		granted: true,
	},
];

/** The grant of one resource. */
export function grant(resource: Resource, change: Partial<GrantView> = {}): GrantView {
	const of = {
		agent: { text: "Talk to agents and answer their requests", scopes: AGENT_SCOPES },
		pipeline: {
			text: "Browse the catalog and run its operations",
			scopes: [
				{ scope: "pipeline:catalog", text: "Read the catalog", granted: true },
				{ scope: "pipeline:execute", text: "Run, simulate and commit operations", granted: true },
			],
		},
		account: {
			text: "See your service credits and apps",
			scopes: [
				{ scope: "account:credits:read", text: "Read your credits", granted: true },
				{ scope: "account:credits:topup", text: "Top up credits at your request", granted: true },
				{ scope: "account:apps:read", text: "See installed apps", granted: true },
			],
		},
	}[resource];
	const state = change.state ?? "granted";
	const scopes = of.scopes.map((scope) => ({ ...scope, granted: state === "granted" }));
	const expiresAt = state === "granted" ? NOW + 4 * MINUTE : null;
	return { resource, text: of.text, state, scopes, expiresAt, joined: [], fault: null, ...change };
}

export const granted: readonly GrantView[] = [grant("agent"), grant("pipeline"), grant("account")];

export const none: readonly GrantView[] = granted.map(({ resource }) => grant(resource, { state: "none" }));

/** Permissions a user may return to: one ended, one narrower than requested. */
export const troubled: readonly GrantView[] = [
	grant("agent", {
		state: "ended",
		fault:
			"The service refused to renew this sign-in: it was used from somewhere else, or revoked. Nothing was signed. Sign in again.",
	}),
	grant("pipeline", {
		scopes: [
			{ scope: "pipeline:catalog", text: "Read the catalog", granted: true },
			{ scope: "pipeline:execute", text: "Run, simulate and commit operations", granted: false },
		],
		fault: "The service granted less than was asked for: operations can be looked at, and not run.",
	}),
	grant("account", { state: "none" }),
];

export const staging = environment({
	id: "https://agents-staging.example.com",
	name: "Staging",
	kind: "staging",
	baseUrl: "https://agents-staging.example.com",
	active: false,
	signedIn: false,
});
export const local = environment({
	id: "http://127.0.0.1:8787",
	name: "Stand-in",
	kind: "local",
	baseUrl: "http://127.0.0.1:8787",
	clientIds: { agent: "desk-agent", pipeline: "desk-pipeline", account: "desk-account" },
	active: false,
	signedIn: false,
	builtIn: false,
});
export const custom = environment({
	id: "https://agents.partner.example.net",
	name: "Partner",
	kind: "custom",
	baseUrl: "https://agents.partner.example.net",
	authOrigin: "https://login.partner.example.net",
	active: false,
	signedIn: true,
	builtIn: false,
});

/** All environments, the one with this name in use. */
export function environments(inUse = "Production"): readonly EnvironmentView[] {
	return [environment(), staging, local, custom].map((one) => ({ ...one, active: one.name === inUse }));
}

export function signInScreen(change: Partial<IdentityView> = {}): TrustedScreen {
	return {
		screen: "signIn",
		identity: identity({ environments: environments(), grants: granted, ...change }),
	};
}

/** A device grant that waits for its person. */
export const deviceCode: Extract<SignInProgress, { readonly kind: "device" }> = {
	kind: "device",
	resource: "agent",
	resources: ["agent"],
	userCode: "WDJB-MJHT",
	link: "https://agents.example.com/oauth/device",
	fullLink: "https://agents.example.com/oauth/device?user_code=WDJB-MJHT",
	endsAt: NOW + 9 * MINUTE + 42_000,
};
