import { message, type Text } from "../../core/localized-text.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type {
	EnvironmentView,
	GrantView,
	IdentityBrief,
	IdentityView,
	identityProcedures,
} from "../../ipc/sign-in.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Ports } from "../ports.ts";
import type { EnvironmentSetting } from "../settings-schema.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Credentials } from "./credentials.ts";
import type { Environment } from "./environments.ts";
import { environmentName, environmentOf } from "./owner.ts";
import { resourceText, scopesOf } from "./scopes.ts";

const UNKNOWN = message("identity.no-environment");
const DEVELOPMENT_ADDRESS = message("identity.address-by-environment");

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A known service's tokens are sent only to that service or to a developer's own computer. */
function acceptsTokensOf(baseUrl: string, authOrigin: string): boolean {
	const giver = environmentName(authOrigin);
	if (giver !== "production" && giver !== "staging") return true;
	const taker = environmentName(baseUrl);
	return taker === giver || taker === "local";
}

type Commands = HandlersOf<typeof identityProcedures>;

export class Identity implements Commands {
	readonly #app;

	constructor(app: {
		readonly ports: Pick<Ports, "settings" | "overrides" | "desktop">;
		readonly events: Events;
		readonly window: Pick<TrustedWindow, "leadOn">;
		readonly credentials: Credentials;
		readonly signedIn: {
			reconnect(): Promise<void>;
		};
	}) {
		this.#app = app;
	}

	view(): IdentityView {
		const { credentials } = this.#app;
		return {
			environments: credentials.environments().map((each) => this.#environmentView(each)),
			who: this.#shortName(),
			name: credentials.name(),
			grants: RESOURCES.map((resource) => this.#grantView(resource)),
			progress: credentials.progress(),
			keeping: credentials.keeping(),
			locked: credentials.locked(),
		};
	}

	brief(): IdentityBrief {
		const { credentials } = this.#app;
		const environment = credentials.environment();
		return {
			environment: environment === null ? null : this.#environmentView(environment),
			who: this.#shortName(),
			name: credentials.name(),
			grants: RESOURCES.map((resource) => {
				const { state, fault } = this.#grantView(resource);
				return { resource, state, fault };
			}),
			locked: credentials.locked(),
		};
	}

	isSignedIn(): boolean {
		const { credentials } = this.#app;
		const { grant } = credentials.grant("agent");
		return grant === null ? credentials.token() !== null : grant.ended === null;
	}

	async openSignIn(): Promise<CommandOutcome> {
		return this.#app.window.leadOn({ kind: "signIn" });
	}

	async signIn({ by, resources }: CommandInput<Commands, "signIn">): Promise<CommandOutcome> {
		return this.#outcome(await this.#app.credentials.signIn(by, [...new Set(resources)]));
	}

	async cancelSignIn(): Promise<CommandOutcome> {
		return this.#outcome(this.#app.credentials.cancelSignIn() ? null : message("identity.no-sign-in"));
	}

	async openSignInLink(): Promise<CommandOutcome> {
		const link = this.#app.credentials.signInLink();
		if (link === null) return refused(message("identity.no-link"));
		await this.#app.ports.desktop.openExternal(link);
		return done;
	}

	async signOut({ resource }: CommandInput<Commands, "signOut">): Promise<CommandOutcome> {
		return this.#outcome(await this.#app.credentials.signOut(resource === null ? RESOURCES : [resource]));
	}

	async useEnvironment({ id }: CommandInput<Commands, "useEnvironment">): Promise<CommandOutcome> {
		const { credentials, ports, signedIn } = this.#app;
		const environment = this.#find(id);
		if (environment === undefined) return refused(UNKNOWN);
		if (ports.overrides.baseUrl !== null) return refused(DEVELOPMENT_ADDRESS);
		credentials.cancelSignIn();
		ports.settings.set({ baseUrl: environment.baseUrl });
		await signedIn.reconnect();
		return this.#outcome(null);
	}

	async saveEnvironment(given: CommandInput<Commands, "saveEnvironment">): Promise<CommandOutcome> {
		return this.#outcome(this.#save(given));
	}

	async removeEnvironment({ id }: CommandInput<Commands, "removeEnvironment">): Promise<CommandOutcome> {
		const { credentials, ports } = this.#app;
		const environment = this.#find(id);
		if (environment === undefined) return refused(UNKNOWN);
		if (environment.builtIn) return refused(message("identity.built-in"));
		if (id === credentials.environment()?.id) return refused(message("identity.in-use"));
		const text = await credentials.forget(id);
		const left = ports.settings.get().environments.filter((each) => environmentOf(each.baseUrl) !== id);
		ports.settings.set({ environments: left });
		return this.#outcome(text);
	}

	#outcome(text: Text | null): CommandOutcome {
		this.#app.events.emit("app-changed");
		return text === null ? done : refused(text);
	}

	#find(id: string): Environment | undefined {
		return this.#app.credentials.environments().find((each) => each.id === id);
	}

	#save({
		id,
		name,
		baseUrl,
		authOrigin,
		clientIds,
	}: CommandInput<Commands, "saveEnvironment">): Text | null {
		const { credentials, ports } = this.#app;
		const { environments } = ports.settings.get();
		const own = environmentOf(baseUrl);
		const known = credentials.environments();
		const same = known.find((each) => each.id === own);
		const others = environments.filter((each) => environmentOf(each.baseUrl) !== own);
		if (id === null && same !== undefined && (same.builtIn || others.length < environments.length))
			return message("identity.same-address", { name: same.name });
		if (id !== null && !known.some((each) => each.id === id)) return UNKNOWN;
		if (id !== null && id !== own) return message("identity.another-address");
		const taken = known.find((each) => each.id !== own && each.name.toLowerCase() === name.toLowerCase());
		if (taken !== undefined) return message("identity.same-name", { name: taken.name });
		if (authOrigin !== null && !acceptsTokensOf(baseUrl, authOrigin))
			return message("identity.wrong-sign-in", { environment: capital(environmentName(authOrigin)) });
		const next: EnvironmentSetting = { name, baseUrl, authOrigin, clientIds };
		const active = credentials.environment()?.id === own && ports.overrides.baseUrl === null;
		ports.settings.set({ environments: [...others, next], ...(active ? { baseUrl } : {}) });
		return null;
	}

	#environmentView(environment: Environment): EnvironmentView {
		const { credentials } = this.#app;
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

	/** Derives a name such as "3F2A-91BC", because names from the service are only claims. */
	#shortName(): string | null {
		const identity = this.#app.credentials.identity();
		if (identity === "nobody") return null;
		const hash = /^sub:([0-9a-f]{8})/.exec(identity)?.[1]?.toUpperCase();
		return hash === undefined ? "unknown (a pasted token)" : `${hash.slice(0, 4)}-${hash.slice(4)}`;
	}

	#grantView(resource: Resource): GrantView {
		const { credentials } = this.#app;
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
}
