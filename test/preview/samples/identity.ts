import type { EnvironmentView, IdentityBrief, IdentityView } from "../../../src/bridge/identity-views.ts";

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
		who: "person 3f9c",
		grants: [
			{ resource: "agent", state: "granted", fault: null },
			{ resource: "pipeline", state: "granted", fault: null },
			{ resource: "account", state: "granted", fault: null },
		],
		locked: false,
		...change,
	};
}

export function identity(change: Partial<IdentityView> = {}): IdentityView {
	return {
		environments: [environment()],
		who: "person 3f9c",
		grants: [],
		progress: { kind: "idle" },
		keeping: "Kept by this system’s keychain.",
		locked: false,
		...change,
	};
}
