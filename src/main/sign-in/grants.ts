import { type Message, message } from "../../core/message.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";
import type { Clock } from "../ports.ts";
import type { Tokens } from "../service/bearer-tokens.ts";
import { ServiceError } from "../service/errors.ts";
import type { AuthClient } from "./auth-client.ts";
import type { Issued } from "./issued.ts";
import {
	type ClientOf,
	joinedWith,
	type KeptGrant,
	type KeptSignIn,
	keptFor,
	NOTHING_KEPT,
	type Registered,
	withClient,
} from "./kept.ts";
import { identityOf } from "./owner.ts";
import { OFFLINE, scopesAsked } from "./scopes.ts";
import { faultText, SignInError } from "./sign-in-error.ts";

/** Grants of one environment: one per resource, each renewed before it expires, one renewal at a time. */

/**
 * A token is renewed once its remaining life is shorter than this (docs/service-api/sign-in.md#tokens), or
 * than half its whole life if that is shorter than twice this.
 */
const EARLY_MS = 30_000;

/**
 * A token that was renewed after a refusal and is refused within this time is not renewed again for it, in
 * ms.
 */
const FUTILE_MS = 10_000;

/**
 * `renewed`: only a refresh token was rotated; `changed`: the user signed in, signed out, or pasted a token.
 */
export type SaveReason = "renewed" | "changed";

/** Issuer and client of a grant. */
type Giver = Pick<KeptGrant, "issuer" | "clientId">;

/** An access token, in memory only. */
interface Live {
	readonly token: string;
	/** Local time at which its answer arrived. Only differences are used, so a wrong clock does no harm. */
	readonly at: number;
	readonly lifeMs: number;
	/** It was renewed because the previous token was refused. */
	readonly forRefusal?: boolean;
}

export interface GrantState {
	readonly grant: KeptGrant | null;
	/** Local clock, Unix ms; `null` if no access token is held. */
	readonly expiresAt: number | null;
	/** The other resources of the same sign-in. */
	readonly joined: readonly Resource[];
}

/** Signed out on this device only. */
export const UNEXPLAINED = message("sign-in.untold");

const without = <T extends object>(all: T, resource: Resource): T =>
	Object.fromEntries(Object.entries(all).filter(([name]) => name !== resource)) as T;

const unauthorized = (text: Message): ServiceError =>
	new ServiceError("unauthorized", { detail: "no usable grant", text });

/**
 * Returns the owner by the agent's grant, else by the pasted token, else by any grant; an ended grant counts.
 */
function ownerOf({ grants: { agent, pipeline, account }, pasted }: KeptSignIn): string | null {
	if (agent !== undefined) return agent.identity;
	if (pasted !== null) return identityOf(pasted);
	return (pipeline ?? account)?.identity ?? null;
}

/** Grants of an environment's sign-ins; the only code that renews, stores and revokes them. */
export class Grants implements Tokens {
	readonly #options;
	#kept: KeptSignIn = NOTHING_KEPT;
	#generation = 0;
	readonly #live = new Map<Resource, Live>();
	readonly #renewing = new Map<Resource, Promise<string>>();
	/** The current use of each client's refresh token. */
	readonly #turns = new Map<string, Promise<void>>();

	constructor(options: {
		readonly clock: Clock;
		/** For the current sign-in address. */
		readonly client: () => AuthClient;
		/** Seals and writes; resolves once the write is durable or has failed. Never rejects. */
		readonly keep: (kept: KeptSignIn, why: SaveReason) => Promise<void>;
		/** Reason why no grant can be used yet, such as a locked vault; `null` if one can. */
		readonly closed: () => Message | null;
		readonly onChange: () => void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	kept(): KeptSignIn {
		return this.#kept;
	}

	/** Replaces everything by the stored state. */
	load(next: KeptSignIn): void {
		this.#kept = next;
		this.#live.clear();
		this.#generation += 1;
	}

	state(resource: Resource): GrantState {
		const held = this.#live.get(resource);
		return {
			grant: this.#kept.grants[resource] ?? null,
			expiresAt: held === undefined ? null : held.at + held.lifeMs,
			joined: joinedWith(this.#kept, resource).filter((each) => each !== resource),
		};
	}

	/**
	 * Returns the owner by the agent's grant, else by the pasted token, else by any grant; `null` if nobody
	 * is signed in.
	 */
	identity(): string | null {
		return ownerOf(this.#kept);
	}

	/** Returns the user's name by the service's claim; `null` if it claims none or a token was pasted. */
	name(): string | null {
		const { agent, pipeline, account } = this.#kept.grants;
		if (agent === undefined && this.#kept.pasted !== null) return null;
		return (agent ?? pipeline ?? account)?.name ?? null;
	}

	async bearer(resource: Resource): Promise<string | null> {
		const grant = this.#usable(resource);
		if (grant === null) return this.#kept.pasted;
		const held = this.#live.get(resource);
		const early = held === undefined ? 0 : Math.min(EARLY_MS, held.lifeMs / 2);
		if (held !== undefined && this.#left(held) >= early) return held.token;
		try {
			return await this.#renewOnce(resource, grant);
		} catch (error) {
			const still = held !== undefined && this.#live.get(resource) === held && this.#left(held) > 0;
			if (still && error instanceof ServiceError && error.retryable) return held.token;
			throw error;
		}
	}

	async renewed(resource: Resource, used: string): Promise<string | null> {
		const grant = this.#usable(resource);
		if (grant === null) return this.#kept.pasted === used ? null : this.#kept.pasted;
		const held = this.#live.get(resource);
		if (held !== undefined && held.token !== used) return held.token;
		if (held?.forRefusal === true && Math.abs(this.#options.clock.now() - held.at) < FUTILE_MS) return null;
		this.#live.delete(resource);
		const token = await this.#renewOnce(resource, grant);
		const fresh = this.#live.get(resource);
		if (fresh?.token === token) this.#live.set(resource, { ...fresh, forRefusal: true });
		return token;
	}

	generation(): number {
		return this.#generation;
	}

	/** Revokes at the service an issued token that will not be used. */
	discard(resource: Resource, issued: Issued, giver: Giver): void {
		this.#throwAway(resource, giver, issued);
	}

	/** Stores a finished sign-in. Throws a SignInError and stores nothing if it belongs to somebody else. */
	async accept(resource: Resource, issued: Issued, { issuer, clientId }: Giver): Promise<void> {
		const { refreshToken, identity, name } = issued;
		const stay = refreshToken === null ? [] : [OFFLINE];
		const scopes = [...new Set([...issued.scopes, ...stay])];
		const grant: KeptGrant = {
			issuer,
			clientId,
			scopes,
			refreshToken,
			identity,
			ended: null,
			...(name === undefined ? {} : { name }),
		};
		const other = this.#othersThan(resource);
		// The displayed owner is the owner of all stored grants, which may be an ended sign-in's.
		const whole = ownerOf(this.#setGrant(resource, grant)) ?? identity;
		if ((other ?? identity) !== identity || (whole.startsWith("sub:") && whole !== identity)) {
			this.#throwAway(resource, grant, issued);
			throw new SignInError("otherPerson");
		}
		this.#live.set(resource, {
			token: issued.accessToken,
			at: this.#options.clock.now(),
			lifeMs: issued.lifeMs,
		});
		this.#generation += 1;
		await this.#change(this.#setGrant(resource, grant));
	}

	/**
	 * Extends a sign-in to several resources: requests a token for `resource` with the refresh token of
	 * `from`, and stores both as one sign-in. Throws a SignInError; the grant of `from` then stays unchanged,
	 * unless the service broke it.
	 */
	extend(from: Resource, resource: Resource): Promise<void> {
		return this.#inTurn(this.#giverOf(from), () => this.#extend(from, resource));
	}

	/** Deletes grants, then revokes them. @returns a text if the service could not be reached, or `null` */
	async signOut(asked: readonly Resource[]): Promise<Message | null> {
		// A refresh token can't be revoked for one resource alone: a sign-in's grants end together.
		const resources = RESOURCES.filter((each) =>
			asked.some((other) => joinedWith(this.#kept, other).includes(each)),
		);
		const tokens = resources.flatMap((resource) => {
			const grant = this.#kept.grants[resource];
			if (grant === undefined) return [];
			const { issuer, clientId, refreshToken } = grant;
			const given = { resource, issuer, clientId };
			const access = this.#live.get(resource)?.token;
			return [
				...(refreshToken === null || joinedWith(this.#kept, resource)[0] !== resource
					? []
					: [{ ...given, token: refreshToken, kind: "refresh_token" }]),
				...(access === undefined ? [] : [{ ...given, token: access, kind: "access_token" }]),
			];
		});
		for (const resource of resources) this.#live.delete(resource);
		this.#generation += 1;
		const grants = resources.reduce((all, resource) => without(all, resource), this.#kept.grants);
		await this.#change({ ...this.#kept, grants });
		const results = await Promise.allSettled(
			tokens.map(async (token) => {
				try {
					await this.#options.client().revoke(token);
				} catch (error) {
					// An access token alone can't be revoked at every service; it expires within minutes.
					if (token.kind === "refresh_token") throw error;
				}
			}),
		);
		return results.some(({ status }) => status === "rejected") ? UNEXPLAINED : null;
	}

	async paste(token: string | null): Promise<void> {
		this.#generation += 1;
		await this.#change({ ...this.#kept, pasted: token });
	}

	async rememberClient(
		of: ClientOf,
		issuer: string,
		kind: "device" | "code",
		client: Registered | null,
	): Promise<void> {
		const known = keptFor(this.#kept, of);
		const fresh = known?.issuer === issuer ? known : { issuer, device: null, code: null, scopes: {} };
		const scopes = { ...fresh.scopes, [kind]: [...(client?.scopes ?? [])] };
		const next = { ...fresh, [kind]: client?.id ?? null, scopes };
		await this.#change(withClient(this.#kept, of, next));
	}

	/** Writes everything again, as after the vault was opened. */
	keepAgain(): Promise<void> {
		return this.#options.keep(this.#kept, "renewed");
	}

	/**
	 * Returns the remaining usable life in ms. A clock that was set back makes the token old: it is then
	 * renewed.
	 */
	#left({ at, lifeMs }: Live): number {
		const passed = this.#options.clock.now() - at;
		return passed < 0 ? 0 : lifeMs - passed;
	}

	async #change(next: KeptSignIn): Promise<void> {
		this.#kept = next;
		await this.#options.keep(next, "changed");
		this.#options.onChange();
	}

	#setGrant(resource: Resource, grant: KeptGrant): KeptSignIn {
		return { ...this.#kept, grants: { ...this.#kept.grants, [resource]: grant } };
	}

	/** Returns the sign-in with the same change applied to each of its grants. */
	#eachJoined(resource: Resource, changed: Partial<KeptGrant>): KeptSignIn {
		const grants = { ...this.#kept.grants };
		for (const each of joinedWith(this.#kept, resource)) {
			const grant = grants[each];
			if (grant !== undefined) grants[each] = { ...grant, ...changed };
		}
		return { ...this.#kept, grants };
	}

	/** Ends a sign-in's grants together: its refresh token is dead. */
	async #end(resource: Resource, grant: KeptGrant, fault: SignInError): Promise<ServiceError> {
		const text = faultText(fault.fault === "refused" ? "ended" : fault.fault);
		if (this.#kept.grants[resource] === grant) {
			const joined = joinedWith(this.#kept, resource);
			for (const each of joined) this.#live.delete(each);
			this.#options.log(`sign-in: the grant for ${joined.join(", ")} has ended (${fault.message})`);
			await this.#change(this.#eachJoined(resource, { refreshToken: null, ended: text }));
		}
		return unauthorized(text);
	}

	/** Revokes, best effort: a token that must not be used must not stay valid at the service. */
	#throwAway(resource: Resource, { issuer, clientId }: Giver, issued: Issued): void {
		const token = issued.refreshToken ?? issued.accessToken;
		const kind = issued.refreshToken === null ? "access_token" : "refresh_token";
		this.#options
			.client()
			.revoke({ resource, issuer, clientId, token, kind })
			.catch(() =>
				this.#options.log(`sign-in: a token for ${resource} that is not used could not be revoked`),
			);
	}

	/**
	 * Stores a rotated token before it is used: the old one is dead from now on. Returns false if the user
	 * signed out since.
	 */
	async #rotate(resource: Resource, { refreshToken }: Issued): Promise<boolean> {
		if (refreshToken === null || refreshToken === this.#kept.grants[resource]?.refreshToken) return true;
		this.#kept = this.#eachJoined(resource, { refreshToken });
		await this.#options.keep(this.#kept, "renewed");
		return this.#kept.grants[resource]?.refreshToken === refreshToken;
	}

	/** Serializes the uses of a refresh token: a rotated token is used up for everybody who shares it. */
	#inTurn<T>({ issuer, clientId }: Giver, work: () => Promise<T>): Promise<T> {
		const key = `${issuer} ${clientId}`;
		const before = this.#turns.get(key) ?? Promise.resolve();
		const done = before.then(work);
		const settled = done.then(
			() => {},
			() => {},
		);
		this.#turns.set(key, settled);
		return done.finally(() => {
			if (this.#turns.get(key) === settled) this.#turns.delete(key);
		});
	}

	/** Returns the grant as it is at its turn: possibly rotated meanwhile, but of the same sign-in. */
	#stillOf(resource: Resource, { issuer, clientId, identity }: KeptGrant): KeptGrant {
		const now = this.#kept.grants[resource];
		if (now?.issuer !== issuer || now.clientId !== clientId || now.identity !== identity)
			throw unauthorized(faultText("cancelled"));
		if (now.ended !== null) throw unauthorized(now.ended);
		return now;
	}

	async #renew(resource: Resource, grant: KeptGrant): Promise<string> {
		const { refreshToken } = grant;
		if (refreshToken === null)
			throw await this.#end(resource, grant, new SignInError("ended", "no_refresh_token"));
		let issued: Issued;
		try {
			const { issuer, clientId } = grant;
			const scopes = [...new Set([...grant.scopes, OFFLINE])];
			issued = await this.#options.client().refresh({ resource, issuer, clientId, refreshToken, scopes });
		} catch (error) {
			if (!(error instanceof SignInError)) throw error;
			// A page of a gateway or of maintenance is not the sign-in server's answer: the grant stays, as
			// during an outage.
			const isUnreadable = error.fault === "unreadable";
			if (error.retryable || isUnreadable)
				throw new ServiceError(error.fault === "busy" ? "rateLimited" : "offline", {
					detail: `renewing the ${resource} grant: ${error.message}`,
					...(isUnreadable ? { text: message("sign-in.renewal-unreadable") } : {}),
					cause: error,
				});
			throw await this.#end(resource, grant, error);
		}
		if (this.#kept.grants[resource] !== grant) {
			// The user signed out, or signed in anew, before the answer arrived.
			this.#throwAway(resource, grant, issued);
			throw unauthorized(faultText("cancelled"));
		}
		if (issued.identity !== grant.identity) {
			this.#throwAway(resource, grant, issued);
			throw await this.#end(resource, grant, new SignInError("otherPerson"));
		}
		if (!(await this.#rotate(resource, issued))) {
			this.#throwAway(resource, grant, issued);
			throw unauthorized(faultText("cancelled"));
		}
		this.#live.set(resource, {
			token: issued.accessToken,
			at: this.#options.clock.now(),
			lifeMs: issued.lifeMs,
		});
		this.#options.onChange();
		return issued.accessToken;
	}

	/** Shares one renewal among concurrent requests. */
	#renewOnce(resource: Resource, grant: KeptGrant): Promise<string> {
		const running = this.#renewing.get(resource);
		if (running !== undefined) return running;
		const started = this.#inTurn(grant, () => this.#renew(resource, this.#stillOf(resource, grant))).finally(
			() => this.#renewing.delete(resource),
		);
		this.#renewing.set(resource, started);
		return started;
	}

	#giverOf(resource: Resource): Giver {
		const grant = this.#kept.grants[resource];
		if (grant === undefined) throw new SignInError("cancelled");
		return grant;
	}

	async #extend(from: Resource, resource: Resource): Promise<void> {
		const grant = this.#kept.grants[from];
		if (grant === undefined || grant.refreshToken === null)
			throw new SignInError("ended", "no_refresh_token");
		const { issuer, clientId, refreshToken } = grant;
		const scopes = scopesAsked([resource]);
		const issued = await this.#options.client().refresh({ resource, issuer, clientId, refreshToken, scopes });
		const isHers = issued.identity === grant.identity;
		if (!isHers || this.#kept.grants[from] !== grant || !(await this.#rotate(from, issued))) {
			this.#throwAway(resource, grant, issued);
			throw new SignInError(isHers ? "cancelled" : "otherPerson");
		}
		const now = this.#kept.grants[from] ?? grant;
		const given = { ...now, scopes: [...new Set([...issued.scopes, OFFLINE])] };
		this.#live.set(resource, {
			token: issued.accessToken,
			at: this.#options.clock.now(),
			lifeMs: issued.lifeMs,
		});
		this.#generation += 1;
		await this.#change(this.#setGrant(resource, given));
	}

	#usable(resource: Resource): KeptGrant | null {
		const text = this.#options.closed();
		if (text !== null) throw unauthorized(text);
		const grant = this.#kept.grants[resource];
		if (grant === undefined) return null;
		// An ended sign-in is not silently replaced by a weaker one.
		if (grant.ended !== null) throw unauthorized(grant.ended);
		return grant;
	}

	#othersThan(resource: Resource): string | null {
		const grants = RESOURCES.flatMap((each) => {
			const grant = this.#kept.grants[each];
			return each === resource || grant === undefined || grant.ended !== null ? [] : [grant.identity];
		});
		const pasted = identityOf(this.#kept.pasted);
		return grants[0] ?? (pasted.startsWith("sub:") ? pasted : null);
	}
}
