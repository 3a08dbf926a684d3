import type { identityProcedures } from "../../bridge/identity-procedures.ts";
import type { EnvironmentView, GrantView, IdentityBrief, IdentityView } from "../../bridge/identity-views.ts";
import { RESOURCES, type Resource } from "../../contract/resource.ts";
import type { Environment } from "../identity/environments.ts";
import { environmentName, environmentOf } from "../identity/owner.ts";
import { resourceWords, scopesOf } from "../identity/scopes.ts";
import type { EnvironmentSetting } from "../ports.ts";
import type { HandlersOf } from "./handlers.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";

/** Environments, and signing in and out: what the windows show of it, and the trusted window's wishes. */

function environmentView(app: App, environment: Environment): EnvironmentView {
	const { credentials } = app;
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
function whoOf(app: App): string | null {
	const identity = app.credentials.identity();
	if (identity === "nobody") return null;
	const hash = /^sub:([0-9a-f]{8})/.exec(identity)?.[1]?.toUpperCase();
	return hash === undefined ? "unknown (a pasted token)" : `${hash.slice(0, 4)}-${hash.slice(4)}`;
}

function grantView(app: App, resource: Resource): GrantView {
	const { credentials } = app;
	const { grant, expiresAt } = credentials.grant(resource);
	const pasted = credentials.token() !== null;
	const state = grant === null ? (pasted ? "pasted" : "none") : grant.ended === null ? "granted" : "ended";
	const held = state === "granted" ? (grant?.scopes ?? []) : [];
	const scopes = scopesOf(resource).map(({ scope, words }) => ({
		scope,
		words,
		granted: held.includes(scope),
	}));
	const missing = state === "granted" && scopes.some(({ granted }) => !granted);
	return {
		resource,
		words: resourceWords(resource),
		state,
		scopes,
		expiresAt: state === "granted" ? expiresAt : null,
		fault:
			grant?.ended ??
			(missing
				? "The service gave less than was asked for. What is missing can't be done here; sign in again to ask for it."
				: null),
	};
}

export function identityView(app: App): IdentityView {
	const { credentials } = app;
	return {
		environments: credentials.environments().map((each) => environmentView(app, each)),
		who: whoOf(app),
		grants: RESOURCES.map((resource) => grantView(app, resource)),
		progress: credentials.progress(),
		keeping: credentials.keeping(),
		locked: credentials.locked(),
	};
}

export function identityBrief(app: App): IdentityBrief {
	const { credentials } = app;
	const environment = credentials.environment();
	return {
		environment: environment === null ? null : environmentView(app, environment),
		who: whoOf(app),
		grants: RESOURCES.map((resource) => {
			const { state, fault } = grantView(app, resource);
			return { resource, state, fault };
		}),
		locked: credentials.locked(),
	};
}

const UNKNOWN = "There is no such environment. Nothing was changed.";
const DEVELOPMENT_ADDRESS =
	"The service's address is given by the environment, for development. Nothing was changed.";

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Tokens of a known service go to that service alone, or to this computer, where somebody develops. */
function takesTokensOf(baseUrl: string, authOrigin: string): boolean {
	const giver = environmentName(authOrigin);
	if (giver !== "production" && giver !== "staging") return true;
	const taker = environmentName(baseUrl);
	return taker === giver || taker === "local";
}

type Inputs = Parameters<HandlersOf<typeof identityProcedures>["saveEnvironment"]>[0];

function save(app: App, { id, name, baseUrl, authOrigin, clientIds }: Inputs): string | null {
	const { settings } = app.ports;
	const own = environmentOf(baseUrl);
	const known = app.credentials.environments();
	const same = known.find((each) => each.id === own);
	if (id === null && same !== undefined && (same.builtIn || isKept(app, own)))
		return `There is an environment with this address already: ${same.name}. Change that one; nothing was saved.`;
	if (id !== null && !known.some((each) => each.id === id)) return UNKNOWN;
	if (id !== null && id !== own)
		return "Another address is another environment, with sign-ins and conversations of its own. Add it as a new one; nothing was changed.";
	const taken = known.find((each) => each.id !== own && each.name.toLowerCase() === name.toLowerCase());
	if (taken !== undefined)
		return `An environment is called ${taken.name} already. Give this one another name; nothing was saved.`;
	if (authOrigin !== null && !takesTokensOf(baseUrl, authOrigin))
		return `What the sign-in of ${capital(environmentName(authOrigin))} gives is good there: sent to another address, whoever answers at it could act as you. Use that service's own address, or another sign-in address; nothing was saved.`;
	const next: EnvironmentSetting = { name, baseUrl, authOrigin, clientIds };
	const others = settings.get().environments.filter((each) => environmentOf(each.baseUrl) !== own);
	const active = app.credentials.environment()?.id === own && app.ports.overrides.baseUrl === null;
	settings.set({ environments: [...others, next], ...(active ? { baseUrl } : {}) });
	return null;
}

function isKept(app: App, id: string): boolean {
	return app.ports.settings.get().environments.some((each) => environmentOf(each.baseUrl) === id);
}

/** The trusted window's wishes about signing in and out, and environments. */
export function identityHandlers(app: App): HandlersOf<typeof identityProcedures> {
	const { credentials, ports } = app;
	const find = (id: string) => credentials.environments().find((each) => each.id === id);
	const told = (words: string | null) => {
		app.changed();
		return words === null ? done : refused(words);
	};
	return {
		signIn: async ({ by, resources }) => told(await credentials.signIn(by, [...new Set(resources)])),
		cancelSignIn: async () => told(credentials.cancelSignIn() ? null : "No sign-in is going on."),
		async openSignInLink() {
			const link = credentials.signInLink();
			if (link === null) return refused("There is no link to open now. Start the sign-in again.");
			await ports.desktop.openExternal(link);
			return done;
		},
		signOut: async ({ resource }) =>
			told(await credentials.signOut(resource === null ? RESOURCES : [resource])),
		async useEnvironment({ id }) {
			const environment = find(id);
			if (environment === undefined) return refused(UNKNOWN);
			if (ports.overrides.baseUrl !== null) return refused(DEVELOPMENT_ADDRESS);
			credentials.cancelSignIn();
			ports.settings.set({ baseUrl: environment.baseUrl });
			await app.reconnect();
			return told(null);
		},
		saveEnvironment: async (wish) => told(save(app, wish)),
		async removeEnvironment({ id }) {
			const environment = find(id);
			if (environment === undefined) return refused(UNKNOWN);
			if (environment.builtIn)
				return refused("Production and staging can't be removed. Nothing was changed.");
			if (id === credentials.environment()?.id)
				return refused("This environment is in use. Choose another one first; nothing was changed.");
			const words = await credentials.forget(id);
			const left = ports.settings.get().environments.filter((each) => environmentOf(each.baseUrl) !== id);
			ports.settings.set({ environments: left });
			return told(words);
		},
	};
}
