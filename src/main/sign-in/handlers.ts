import { message, type Text } from "../../core/message.ts";
import type {
	EnvironmentView,
	GrantView,
	IdentityBrief,
	IdentityView,
	identityProcedures,
} from "../../ipc/sign-in.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { EnvironmentSetting, Ports } from "../ports.ts";
import { type LeadDeps, leadOn } from "../wallet/phrase.ts";
import type { Credentials } from "./credentials.ts";
import type { Environment } from "./environments.ts";
import { environmentName, environmentOf } from "./owner.ts";
import { resourceText, scopesOf } from "./scopes.ts";

/** What the windows show of it needs. */
export interface IdentityDeps {
	readonly credentials: Credentials;
}

/** What the commands about signing in and out, and about environments need. */
export interface IdentityCommandDeps extends IdentityDeps, LeadDeps {
	readonly ports: Pick<Ports, "settings" | "overrides" | "desktop">;
	/** Something that a window shows has changed. */
	changed(): void;
	/** Applies changed addresses or a changed token at once. */
	reconnect(): Promise<void>;
}

/** Environments, and signing in and out: what the windows show of it, and the trusted window's commands. */

function environmentView(deps: IdentityDeps, environment: Environment): EnvironmentView {
	const { credentials } = deps;
	const { id, name, kind, baseUrl, authOrigin, clientIds, builtIn } = environment;
	return {
		id,
		name,
		kind,
		baseUrl,
		authOrigin,
		clientIds,
		builtIn,
		active: id === credentials.environment()?.id,
		signedIn: credentials.hasSignIn(id),
	};
}

/** A short name of our own for whoever is signed in: "3F2A-91BC". The service's own names are its claims. */
function nameParam(deps: IdentityDeps): string | null {
	const identity = deps.credentials.identity();
	if (identity === "nobody") return null;
	const hash = /^sub:([0-9a-f]{8})/.exec(identity)?.[1]?.toUpperCase();
	return hash === undefined ? "unknown (a pasted token)" : `${hash.slice(0, 4)}-${hash.slice(4)}`;
}

function grantView(deps: IdentityDeps, resource: Resource): GrantView {
	const { credentials } = deps;
	const { grant, expiresAt, joined } = credentials.grant(resource);
	const pasted = credentials.token() !== null;
	const state = grant === null ? (pasted ? "pasted" : "none") : grant.ended === null ? "granted" : "ended";
	const held = state === "granted" ? (grant?.scopes ?? []) : [];
	const scopes = scopesOf(resource).map(({ scope, text }) => ({
		scope,
		text,
		granted: held.includes(scope),
	}));
	const missing = state === "granted" && scopes.some(({ granted }) => !granted);
	return {
		resource,
		text: resourceText(resource),
		state,
		scopes,
		expiresAt: state === "granted" ? expiresAt : null,
		joined,
		fault: grant?.ended ?? (missing ? message("identity.less-granted") : null),
	};
}

export function identityView(deps: IdentityDeps): IdentityView {
	const { credentials } = deps;
	return {
		environments: credentials.environments().map((each) => environmentView(deps, each)),
		who: nameParam(deps),
		name: credentials.name(),
		grants: RESOURCES.map((resource) => grantView(deps, resource)),
		progress: credentials.progress(),
		keeping: credentials.keeping(),
		locked: credentials.locked(),
	};
}

export function identityBrief(deps: IdentityDeps): IdentityBrief {
	const { credentials } = deps;
	const environment = credentials.environment();
	return {
		environment: environment === null ? null : environmentView(deps, environment),
		who: nameParam(deps),
		name: credentials.name(),
		grants: RESOURCES.map((resource) => {
			const { state, fault } = grantView(deps, resource);
			return { resource, state, fault };
		}),
		locked: credentials.locked(),
	};
}

const UNKNOWN = message("identity.no-environment");
const DEVELOPMENT_ADDRESS = message("identity.address-by-environment");

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Tokens of a known service go to that service alone, or to this computer, where somebody develops. */
function takesTokensOf(baseUrl: string, authOrigin: string): boolean {
	const giver = environmentName(authOrigin);
	if (giver !== "production" && giver !== "staging") return true;
	const taker = environmentName(baseUrl);
	return taker === giver || taker === "local";
}

type Inputs = Parameters<HandlersOf<typeof identityProcedures>["saveEnvironment"]>[0];

function save(
	deps: Pick<IdentityCommandDeps, "credentials" | "ports">,
	{ id, name, baseUrl, authOrigin, clientIds }: Inputs,
): Text | null {
	const { settings } = deps.ports;
	const own = environmentOf(baseUrl);
	const known = deps.credentials.environments();
	const same = known.find((each) => each.id === own);
	if (id === null && same !== undefined && (same.builtIn || isKept(deps, own)))
		return message("identity.same-address", { name: same.name });
	if (id !== null && !known.some((each) => each.id === id)) return UNKNOWN;
	if (id !== null && id !== own) return message("identity.another-address");
	const taken = known.find((each) => each.id !== own && each.name.toLowerCase() === name.toLowerCase());
	if (taken !== undefined) return message("identity.same-name", { name: taken.name });
	if (authOrigin !== null && !takesTokensOf(baseUrl, authOrigin))
		return message("identity.wrong-sign-in", { environment: capital(environmentName(authOrigin)) });
	const next: EnvironmentSetting = { name, baseUrl, authOrigin, clientIds };
	const others = settings.get().environments.filter((each) => environmentOf(each.baseUrl) !== own);
	const active = deps.credentials.environment()?.id === own && deps.ports.overrides.baseUrl === null;
	settings.set({ environments: [...others, next], ...(active ? { baseUrl } : {}) });
	return null;
}

function isKept(deps: Pick<IdentityCommandDeps, "ports">, id: string): boolean {
	return deps.ports.settings.get().environments.some((each) => environmentOf(each.baseUrl) === id);
}

/** The trusted window's commands about signing in and out, and environments. */
export function identityHandlers(deps: IdentityCommandDeps): HandlersOf<typeof identityProcedures> {
	const { credentials, ports } = deps;
	const find = (id: string) => credentials.environments().find((each) => each.id === id);
	const outcome = (text: Text | null) => {
		deps.changed();
		return text === null ? done : refused(text);
	};
	return {
		openSignIn: async () => leadOn(deps, { kind: "signIn" }),
		signIn: async ({ by, resources }) => outcome(await credentials.signIn(by, [...new Set(resources)])),
		cancelSignIn: async () => outcome(credentials.cancelSignIn() ? null : message("identity.no-sign-in")),
		async openSignInLink() {
			const link = credentials.signInLink();
			if (link === null) return refused(message("identity.no-link"));
			await ports.desktop.openExternal(link);
			return done;
		},
		signOut: async ({ resource }) =>
			outcome(await credentials.signOut(resource === null ? RESOURCES : [resource])),
		async useEnvironment({ id }) {
			const environment = find(id);
			if (environment === undefined) return refused(UNKNOWN);
			if (ports.overrides.baseUrl !== null) return refused(DEVELOPMENT_ADDRESS);
			credentials.cancelSignIn();
			ports.settings.set({ baseUrl: environment.baseUrl });
			await deps.reconnect();
			return outcome(null);
		},
		saveEnvironment: async (input) => outcome(save(deps, input)),
		async removeEnvironment({ id }) {
			const environment = find(id);
			if (environment === undefined) return refused(UNKNOWN);
			if (environment.builtIn) return refused(message("identity.built-in"));
			if (id === credentials.environment()?.id) return refused(message("identity.in-use"));
			const text = await credentials.forget(id);
			const left = ports.settings.get().environments.filter((each) => environmentOf(each.baseUrl) !== id);
			ports.settings.set({ environments: left });
			return outcome(text);
		},
	};
}
