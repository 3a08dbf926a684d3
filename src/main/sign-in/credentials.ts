import { message, type Text } from "../../core/localized-text.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";
import type { Events } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { Tokens } from "../service/bearer-tokens.ts";
import type { SealedTokens } from "../settings-schema.ts";
import { AuthClient } from "./auth-client.ts";
import { authOriginOf, type Environment, environmentsOf, findEnvironment } from "./environments.ts";
import { type GrantState, Grants, type SaveReason, UNEXPLAINED } from "./grants.ts";
import { environmentOf, identityOf } from "./owner.ts";
import {
	BY_KEYCHAIN,
	BY_VAULT,
	isNothing,
	LOCKED,
	openSecret,
	readSealed,
	type SealedSignIn,
	type SealVault,
	sealSecret,
	writeSealed,
} from "./sealed-sign-in.ts";
import { type Progress, SignIn, type SignInBy } from "./sign-in.ts";

const NO_TOKEN = message("identity.token.none");
const NOT_WRITTEN = message("identity.token.not-written");
const UNREAD = message("identity.token.unreadable");

export class ActiveGrants {
	readonly id: string;
	readonly grants: Grants;
	readonly #options;
	#state: "unread" | "open" | "locked" | "unreadable" = "unread";
	#text: Text = NO_TOKEN;
	#unsaved = false;
	#opening: Promise<void> | null = null;
	#writing: Promise<void> = Promise.resolve();

	constructor(
		id: string,
		options: {
			readonly ports: Pick<Ports, "clock" | "keychain" | "log">;
			readonly vault: SealVault;
			readonly client: () => AuthClient;
			readonly stored: () => SealedTokens | undefined;
			readonly put: (sealed: SealedTokens | null) => void;
			readonly onChange: () => void;
		},
	) {
		this.id = id;
		this.#options = options;
		const { clock, log } = options.ports;
		this.grants = new Grants({
			clock,
			client: options.client,
			keep: (kept, why) => this.#keep(kept, why),
			closed: () => (this.#state === "locked" ? LOCKED : null),
			onChange: options.onChange,
			log,
		});
	}

	state(): "unread" | "open" | "locked" | "unreadable" {
		return this.#state;
	}

	text(): Text {
		return this.#text;
	}

	unsaved(): boolean {
		return this.#unsaved;
	}

	/** Never rejects. State that can't be decrypted is left unchanged. */
	open(): Promise<void> {
		if (this.#state === "open") return Promise.resolve();
		this.#opening ??= this.#read().finally(() => {
			this.#opening = null;
		});
		return this.#opening;
	}

	settled(): Promise<void> {
		return this.#writing;
	}

	#keep(kept: SealedSignIn, why: SaveReason): Promise<void> {
		this.#state = "open";
		this.#writing = this.#writing
			.then(() => this.#write(kept, why))
			.catch((cause: unknown) => {
				const name = cause instanceof Error ? cause.name : "unknown";
				this.#options.ports.log(`sign-in: it could not be kept: ${name}`);
				this.#text = NOT_WRITTEN;
				this.#unsaved = true;
			});
		return this.#writing;
	}

	async #write(kept: SealedSignIn, why: SaveReason): Promise<void> {
		const { ports, vault, put } = this.#options;
		if (isNothing(kept)) {
			put(null);
			this.#text = NO_TOKEN;
			this.#unsaved = false;
			return;
		}
		const sealing = await sealSecret(ports.keychain, vault, writeSealed(kept), ports.log);
		// If renewed tokens can't be encrypted, the older state remains stored, because its other grants are
		// still valid.
		if (sealing.sealed !== null || why === "changed") put(sealing.sealed);
		this.#text = sealing.text;
		this.#unsaved = sealing.sealed === null;
	}

	async #read(): Promise<void> {
		const { ports, vault } = this.#options;
		const sealed = this.#options.stored();
		const opened = sealed === undefined ? null : await openSecret(ports.keychain, vault, sealed, ports.log);
		// The user signed in or pasted a token in the meantime.
		if (this.#state === "open") return;
		if (sealed === undefined || opened === null) {
			this.#state = "open";
			return;
		}
		const kept = opened.kind === "open" ? readSealed(opened.secret) : null;
		if (kept !== null) {
			this.#state = "open";
			this.#text = sealed.by === "keychain" ? BY_KEYCHAIN : BY_VAULT;
			this.grants.load(kept);
			return;
		}
		this.#state = opened.kind === "locked" ? "locked" : "unreadable";
		this.#text = opened.kind === "locked" ? LOCKED : opened.kind === "unreadable" ? opened.text : UNREAD;
	}
}

const DEVELOPMENT = message("identity.token.environment");
const USED_FOR_ALL = message("identity.token.environment-only");
const OTHER_USER = message("identity.token.somebody-else");
const UNLOCK_FIRST = message("identity.vault-locked");

export class Credentials {
	readonly #app;
	readonly #signIn: SignIn;
	readonly #grants = new Map<string, ActiveGrants>();
	/** OAuth clients by sign-in address, because one address's metadata must not be used for another. */
	readonly #clients = new Map<string, AuthClient>();
	/**
	 * The development token is valid for the address that was set at startup, until the user pastes a token
	 * there.
	 */
	readonly #developmentId: string;
	#isReplaced = false;

	constructor(app: {
		readonly ports: Ports;
		readonly events: Events;
		readonly wallet: { readonly vault: SealVault };
		readonly signedIn: {
			isRunning(): boolean;
			reconnect(): Promise<void>;
		};
	}) {
		this.#app = app;
		const { ports } = app;
		this.#developmentId = this.#activeId();
		this.#signIn = new SignIn({
			clock: ports.clock,
			random: ports.random,
			openLoopback: () => ports.openLoopback(),
			openExternal: (url) => ports.desktop.openExternal(url),
			onProgress: () => this.#changed(),
			onGranted: () => this.#onIdentity(),
			log: ports.log,
		});
	}

	load(): Promise<void> {
		return this.#active().open();
	}

	async vaultOpened(): Promise<void> {
		for (const each of this.#grants.values()) {
			if (each.state() === "locked") await each.open();
			else if (each.unsaved()) await each.grants.keepAgain();
		}
		this.#changed();
	}

	baseUrl(): string {
		const { overrides, settings } = this.#app.ports;
		return overrides.baseUrl ?? settings.get().baseUrl;
	}

	environments(): readonly Environment[] {
		return environmentsOf(this.#app.ports.settings.get().environments, this.baseUrl());
	}

	environment(): Environment | null {
		return this.#find(this.#activeId());
	}

	identity(): string {
		const token = this.#given(this.#activeId());
		return token === null ? (this.#active().grants.identity() ?? "nobody") : identityOf(token);
	}

	name(): string | null {
		return this.#given(this.#activeId()) === null ? this.#active().grants.name() : null;
	}

	token(): string | null {
		return this.#given(this.#activeId()) ?? this.#active().grants.sealed().pasted;
	}

	/** Returns why the token couldn't be changed. `null` if it was changed. */
	async setToken(token: string | null): Promise<Text | null> {
		const own = this.#active();
		if (own.state() === "unread") await own.open();
		if (own.state() === "locked") return UNLOCK_FIRST;
		const whose = identityOf(token);
		const signedIn = Object.values(own.grants.sealed().grants);
		if (whose.startsWith("sub:") && signedIn.some(({ identity }) => identity !== whose)) return OTHER_USER;
		if (own.id === this.#developmentId) this.#isReplaced = true;
		await own.grants.paste(token);
		return null;
	}

	keeping(): Text {
		return this.#given(this.#activeId()) === null ? this.#active().text() : DEVELOPMENT;
	}

	locked(): boolean {
		return this.#given(this.#activeId()) === null && this.#active().state() === "locked";
	}

	tokens(id: string): Tokens {
		const { grants } = this.#grantsOf(id);
		return {
			bearer: async (resource) => this.#given(id) ?? (await grants.bearer(resource)),
			renewed: async (resource, used) =>
				this.#given(id) === null ? await grants.renewed(resource, used) : null,
			// The number is even while the development token is in use and odd otherwise, so it changes when
			// that token is replaced.
			generation: () => grants.generation() * 2 + (this.#given(id) === null ? 1 : 0),
		};
	}

	grant(resource: Resource): GrantState {
		return this.#active().grants.state(resource);
	}

	hasSignIn(id: string): boolean {
		if (this.#given(id) !== null) return true;
		const own = this.#grantsOf(id);
		if (own.state() !== "open") return id in this.#app.ports.settings.get().sealedTokens;
		const { pasted, grants } = own.grants.sealed();
		return pasted !== null || Object.values(grants).some(({ ended }) => ended === null);
	}

	async signIn(by: SignInBy, resources: readonly Resource[]): Promise<Text | null> {
		const environment = this.environment();
		if (environment === null) return message("identity.no-service");
		if (this.#given(environment.id) !== null) return USED_FOR_ALL;
		const own = this.#active();
		await own.open();
		if (own.state() === "locked") return UNLOCK_FIRST;
		const { clientIds } = environment;
		this.#signIn
			.run({ client: this.#client(own.id), grants: own.grants, clientIds }, by, resources)
			.catch((cause: unknown) => {
				// The message may quote an address that contains a code.
				this.#app.ports.log(`sign-in: fault: ${cause instanceof Error ? cause.name : "unknown"}`);
			});
		return null;
	}

	progress(): Progress {
		return this.#signIn.progress();
	}

	cancelSignIn(): boolean {
		return this.#signIn.cancel();
	}

	signInLink(): string | null {
		return this.#signIn.link();
	}

	async signOut(resources: readonly Resource[]): Promise<Text | null> {
		const own = this.#active();
		if (this.#given(own.id) !== null) return USED_FOR_ALL;
		await own.open();
		if (own.state() === "locked") return UNLOCK_FIRST;
		if (RESOURCES.every((resource) => resources.includes(resource))) await own.grants.paste(null);
		const text = await own.grants.signOut(resources);
		this.#onIdentity();
		return text;
	}

	async forget(id: string): Promise<Text | null> {
		const own = this.#grantsOf(id);
		await own.open();
		const text = own.state() === "open" ? await own.grants.signOut(RESOURCES) : UNEXPLAINED;
		await own.settled();
		this.#put(id, null);
		this.#grants.delete(id);
		return text;
	}

	#changed(): void {
		this.#app.events.emit("app-changed");
	}

	#onIdentity(): void {
		const { ports, signedIn } = this.#app;
		if (signedIn.isRunning())
			signedIn.reconnect().catch((cause: unknown) => ports.log(`sign-in: ${String(cause)}`));
	}

	#activeId(): string {
		return environmentOf(this.baseUrl());
	}

	#active(): ActiveGrants {
		return this.#grantsOf(this.#activeId());
	}

	#find(id: string): Environment | null {
		return findEnvironment(this.#app.ports.settings.get().environments, this.baseUrl(), id);
	}

	#given(id: string): string | null {
		return id === this.#developmentId && !this.#isReplaced ? this.#app.ports.overrides.token : null;
	}

	#grantsOf(id: string): ActiveGrants {
		const known = this.#grants.get(id);
		if (known !== undefined) return known;
		const { ports, wallet } = this.#app;
		const made = new ActiveGrants(id, {
			ports,
			vault: wallet.vault,
			client: () => this.#client(id),
			stored: () => ports.settings.get().sealedTokens[id],
			put: (sealed) => this.#put(id, sealed),
			onChange: () => this.#changed(),
		});
		this.#grants.set(id, made);
		return made;
	}

	#put(id: string, sealed: SealedTokens | null): void {
		const { settings } = this.#app.ports;
		const others = Object.entries(settings.get().sealedTokens).filter(([each]) => each !== id);
		const own = sealed === null ? [] : [[id, sealed] as const];
		settings.set({ sealedTokens: Object.fromEntries([...others, ...own]) });
	}

	#client(id: string): AuthClient {
		const environment = this.#find(id);
		const origin = environment === null ? id : authOriginOf(environment);
		const known = this.#clients.get(origin);
		if (known !== undefined) return known;
		const { fetch, clock } = this.#app.ports;
		const made = new AuthClient({ fetch, clock }, origin);
		this.#clients.set(origin, made);
		return made;
	}
}

/** Rechecks `holds` after each wait, because the user may have signed out. */
export function tokensWhile(tokens: Tokens, holds: () => boolean): Tokens {
	return {
		async bearer(resource) {
			if (!holds()) return null;
			const token = await tokens.bearer(resource);
			return holds() ? token : null;
		},
		async renewed(resource, used) {
			if (!holds()) return null;
			const token = await tokens.renewed(resource, used);
			return holds() ? token : null;
		},
		generation: () => tokens.generation(),
	};
}
