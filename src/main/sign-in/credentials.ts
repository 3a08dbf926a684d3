import { message, type Text } from "../../core/message.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";
import type { Ports } from "../ports.ts";
import type { Tokens } from "../service/tokens.ts";
import { createEnvironmentTokens } from "./environment-tokens.ts";
import { type Environment, environmentsOf, findEnvironment } from "./environments.ts";
import { type GrantState, UNEXPLAINED } from "./grants.ts";
import { environmentOf, identityOf } from "./owner.ts";
import type { SealVault } from "./secret-sealing.ts";
import { createSignIn, type Progress, type SignInBy } from "./sign-in.ts";

/** Who is signed in to which environment, and with what. Tokens stay here and in the HTTP client. */
export interface Credentials {
	/** Opens what was kept for the active environment. Never rejects. */
	load(): Promise<void>;
	/** The vault was opened: reads what waited for it, and keeps what could not be kept. */
	vaultOpened(): Promise<void>;
	readonly baseUrl: () => string;
	environments(): readonly Environment[];
	/** The active one; null where no address was chosen. */
	environment(): Environment | null;
	/** Whose everything is that is stored under the active environment (sign-in/owner.ts). */
	identity(): string;
	/** What the service calls them: its claim; null where it says nothing. */
	name(): string | null;
	/** The pasted token; null where there is none. */
	token(): string | null;
	/** Keeps or forgets a pasted token. @returns why that can't be, or null */
	readonly setToken: (token: string | null) => Promise<Text | null>;
	/** How it is kept, for a user. */
	keeping(): Text;
	/** Something is kept under the vault's key, which is locked. */
	locked(): boolean;
	/** For an environment's own calls, and no others. */
	tokens(environmentId: string): Tokens;
	grant(resource: Resource): GrantState;
	hasSignIn(environmentId: string): boolean;
	/** Begins; how it goes is told by `progress`. @returns why it can't begin, or null */
	signIn(by: SignInBy, resources: readonly Resource[]): Promise<Text | null>;
	progress(): Progress;
	/** False where nothing was going on. */
	cancelSignIn(): boolean;
	signInLink(): string | null;
	/** @returns words where something is left to be told, or null */
	signOut(resources: readonly Resource[]): Promise<Text | null>;
	/** Forgets all that is kept for an environment. @returns as `signOut` does */
	forget(environmentId: string): Promise<Text | null>;
}

export interface CredentialsParts {
	readonly ports: Ports;
	readonly vault: SealVault;
	readonly onChange: () => void;
	/** Somebody signed in or out: what is followed may belong to another now. */
	readonly onIdentity: () => void;
}

const DEVELOPMENT = message("identity.token.environment");
const USED_FOR_ALL = message("identity.token.environment-only");
const OTHER_PERSON = message("identity.token.somebody-else");
const UNLOCK_FIRST = message("identity.vault-locked");

export function createCredentials({ ports, vault, onChange, onIdentity }: CredentialsParts): Credentials {
	const { settings, overrides, log } = ports;
	const baseUrl = () => overrides.baseUrl ?? settings.get().baseUrl;
	const activeId = () => environmentOf(baseUrl());
	const held = createEnvironmentTokens(ports, vault, { baseUrl, onChange });
	const active = () => held.of(activeId());
	const find = (id: string) => findEnvironment(settings.get().environments, baseUrl(), id);

	/** The development token belongs to the address that was set when the app started, until one is pasted there. */
	const developmentId = activeId();
	let replaced = false;
	const given = (id: string) => (id === developmentId && !replaced ? overrides.token : null);

	const identity = () => {
		const token = given(activeId());
		return token === null ? (active().grants.identity() ?? "nobody") : identityOf(token);
	};

	const signing = createSignIn({
		clock: ports.clock,
		random: ports.random,
		openLoopback: () => ports.openLoopback(),
		openExternal: (url) => ports.desktop.openExternal(url),
		onProgress: onChange,
		onGranted: onIdentity,
		log,
	});

	return {
		load: () => active().open(),
		async vaultOpened() {
			for (const each of held.all()) {
				if (each.state() === "locked") await each.open();
				else if (each.unsaved()) await each.grants.keepAgain();
			}
			onChange();
		},
		baseUrl,
		environments: () => environmentsOf(settings.get().environments, baseUrl()),
		environment: () => find(activeId()),
		identity,
		name: () => (given(activeId()) === null ? active().grants.name() : null),
		token: () => given(activeId()) ?? active().grants.kept().pasted,
		async setToken(token) {
			const own = active();
			if (own.state() === "unread") await own.open();
			if (own.state() === "locked") return UNLOCK_FIRST;
			const whose = identityOf(token);
			const signedIn = Object.values(own.grants.kept().grants);
			if (whose.startsWith("sub:") && signedIn.some(({ identity: other }) => other !== whose))
				return OTHER_PERSON;
			if (own.id === developmentId) replaced = true;
			await own.grants.paste(token);
			return null;
		},
		keeping: () => (given(activeId()) === null ? active().text() : DEVELOPMENT),
		locked: () => given(activeId()) === null && active().state() === "locked",
		tokens(id) {
			const { grants } = held.of(id);
			return {
				bearer: async (resource) => given(id) ?? (await grants.bearer(resource)),
				renewed: async (resource, used) => (given(id) === null ? await grants.renewed(resource, used) : null),
				// Even where the development token is in use, odd otherwise: pasting over it counts as well.
				generation: () => grants.generation() * 2 + (given(id) === null ? 1 : 0),
			};
		},
		grant: (resource) => active().grants.state(resource),
		hasSignIn(id) {
			if (given(id) !== null) return true;
			const own = held.of(id);
			if (own.state() !== "open") return held.isKept(id);
			const { pasted, grants } = own.grants.kept();
			return pasted !== null || Object.values(grants).some(({ ended }) => ended === null);
		},
		async signIn(by, resources) {
			const environment = find(activeId());
			if (environment === null) return message("identity.no-service");
			if (given(environment.id) !== null) return USED_FOR_ALL;
			const own = active();
			await own.open();
			if (own.state() === "locked") return UNLOCK_FIRST;
			const { clientIds } = environment;
			signing
				.run({ client: held.client(own.id), grants: own.grants, clientIds }, by, resources)
				.catch((cause: unknown) => {
					// Its name only: a message may quote an address with a code in it.
					log(`sign-in: fault: ${cause instanceof Error ? cause.name : "unknown"}`);
				});
			return null;
		},
		progress: () => signing.progress(),
		cancelSignIn: () => signing.cancel(),
		signInLink: () => signing.link(),
		async signOut(resources) {
			const own = active();
			if (given(own.id) !== null) return USED_FOR_ALL;
			await own.open();
			if (own.state() === "locked") return UNLOCK_FIRST;
			if (RESOURCES.every((resource) => resources.includes(resource))) await own.grants.paste(null);
			const text = await own.grants.signOut(resources);
			onIdentity();
			return text;
		},
		async forget(id) {
			const own = held.of(id);
			await own.open();
			const text = own.state() === "open" ? await own.grants.signOut(RESOURCES) : UNEXPLAINED;
			await own.settled();
			held.remove(id);
			return text;
		},
	};
}
